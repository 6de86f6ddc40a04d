"""What all routes share: who asks, the body as its schema, the table of the path, and the guard of every handler."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy, refuse_nul
from houseway.server.accounts.sessions import Identity
from houseway.server.cluster.forwarding import content_of
from houseway.server.net.json_response import fault
from houseway.server.room_server import RoomServer
from houseway.server.tables.mailbox import Mailbox
from houseway.store import StoreFault
from houseway.web.listing_faults import served

LONGEST: Final = 300  # letters of what was sent that a refusal repeats

T = TypeVar("T")
Answering = Callable[[Request], Awaitable[Response]]
Lost = Callable[[Request, Refusal], Response]
"""The page that says what is refused, to somebody who came to read."""


class Api:
    """What every group of routes needs of a request. A handler returns a response or raises a Refusal."""

    def __init__(self, room: RoomServer, origins: OriginPolicy, url: str) -> None:
        self.room = room
        self.services = room.services
        self.origins = origins
        self.url = url

    def someone(self, request: Request) -> Identity | None:
        return self.origins.someone(self.services.people, request.scope, self.services.clock.now())

    def person(self, request: Request) -> Identity:
        """Whoever asks; somebody without a session is refused."""
        someone = self.someone(request)
        if someone is None:
            raise Refusal("no-session", "nobody knows you here yet: POST /api/session first")
        return someone

    def host(self, request: Request) -> Identity:
        """The host, who asks; anybody else is refused."""
        someone = self.someone(request)
        if someone is None or not someone.is_host:
            raise Refusal("not-host", "only the host may do that")
        return someone

    def id_of(self, request: Request) -> str:
        someone = self.someone(request)
        return "" if someone is None else someone.id

    async def body(self, request: Request, shape: type[T]) -> T:
        """The body as the shape that it should have."""
        content = await content_of(request)
        try:
            return msgspec.json.decode(content or b"{}", type=shape)
        except RecursionError:
            raise Refusal("format", "the body is nested too deeply") from None
        except (msgspec.DecodeError, ValueError) as error:
            says, _, where = str(error).partition(" - at ")
            where = where.strip("`").removeprefix("$").removeprefix(".")[:LONGEST]
            raise Refusal("format", says[:1].lower() + says[1:LONGEST], "", where) from None

    async def box(self, request: Request) -> Mailbox:
        """The table of the path."""
        return await self.room.reach(str(request.path_params["table"]))

    async def standing(self, table: str) -> Mailbox | None:
        """A table that is open, where it is; None for one that is closed. One that never was is refused.

        What is told of an open one depends on who plays there now, also where it was asleep until now.
        """
        try:
            return await self.room.reach(table)
        except Refusal as refusal:
            if refusal.code not in ("no-table", "quarantined") or not self.services.store.has_table(table):
                raise
            return None


def game_named(request: Request) -> str:
    """Returns the game that the path names. Raises Refusal if there is none."""
    game = str(request.path_params["game"])
    if game not in served():
        raise Refusal("no-game", "there is no game {game!r}", facts={"game": game[:64]})
    return game


def number(request: Request, name: str) -> int | None:
    """A number of the query; refused where it is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 15 or not text.isascii():
        raise Refusal("format", "{name} is a number", "", name, {"name": name})
    return int(text)


def reads(request: Request) -> bool:
    """Whether a person looks at the answer, and not a program."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def guarded(api: Api, handler: Answering, lost: Lost | None = None) -> Answering:
    """The handler behind the door: whoever posts with a cookie comes from one of the house's own pages."""

    async def endpoint(request: Request) -> Response:
        try:
            refuse_nul(request.scope)
            if request.method not in ("GET", "HEAD") and not api.origins.may_post(request.scope):
                raise Refusal("origin", "a page of another origin may not do that here")
            if request.method not in ("GET", "HEAD"):
                await content_of(request)
                api.origins.forget_someone(request.scope)  # a session may have ended while the body trickled in
            response = await api.room.forwarding.here_or_there(handler, request)
        except StoreFault:
            raise
        except ClientDisconnect:  # in the middle of its request: nobody hears the answer
            response = Response(status_code=400)
        except Refusal as refusal:
            api.services.metrics.refused[refusal.code] += 1
            response = lost(request, refusal) if lost is not None and reads(request) else fault(refusal)
        api.services.metrics.requests[response.status_code] += 1
        return response

    return endpoint
