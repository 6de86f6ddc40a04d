"""Helpers of all routes: identity, decoded body, table of the path, and the guard around every handler."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy, refuse_nul
from houseway.server.accounts.sessions import Identity
from houseway.server.net.error_response import fault
from houseway.server.net.request_body_limit import content_of
from houseway.server.room_server import RoomServer
from houseway.server.tables.mailbox import Mailbox
from houseway.store import StoreFault
from houseway.web.listing_faults import served

LONGEST: Final = 300  # letters of the input that a refusal quotes

T = TypeVar("T")
Answering = Callable[[Request], Awaitable[Response]]
Lost = Callable[[Request, Refusal], Response]
"""Builds the HTML page of a refusal, for a browser."""


class Api:
    """Reads requests for every group of routes. A handler returns a response or raises a Refusal."""

    def __init__(self, room: RoomServer, origins: OriginPolicy, url: str) -> None:
        self.room = room
        self.services = room.services
        self.origins = origins
        self.url = url

    def someone(self, request: Request) -> Identity | None:
        return self.origins.someone(self.services.people, request.scope, self.services.clock.now())

    def person(self, request: Request) -> Identity:
        """Returns the identity of the request. Raises a Refusal if there is no session."""
        someone = self.someone(request)
        if someone is None:
            raise Refusal("no-session", "nobody knows you here yet: POST /api/session first")
        return someone

    def host(self, request: Request) -> Identity:
        """Returns the host's identity. Raises a Refusal for anybody else."""
        someone = self.someone(request)
        if someone is None or not someone.is_host:
            raise Refusal("not-host", "only the host may do that")
        return someone

    def id_of(self, request: Request) -> str:
        someone = self.someone(request)
        return "" if someone is None else someone.id

    async def body(self, request: Request, shape: type[T]) -> T:
        """Decodes the JSON body into `shape`. Raises a Refusal with the position of a fault."""
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
        """Returns the mailbox of the table in the path."""
        return await self.room.reach(str(request.path_params["table"]))

    async def standing(self, table: str) -> Mailbox | None:
        """Returns the mailbox of an open table, None for a closed or failed one. Raises a Refusal if it never was.

        The mailbox is loaded even if the table sleeps: its players decide what the caller may see.
        """
        try:
            return await self.room.reach(table)
        except Refusal as refusal:
            if refusal.code not in ("no-table", "quarantined") or not self.services.store.has_table(table):
                raise
            return None


def game_named(request: Request) -> str:
    """Returns the game of the path. Raises a Refusal if there is none."""
    game = str(request.path_params["game"])
    if game not in served():
        raise Refusal("no-game", "there is no game {game!r}", facts={"game": game[:64]})
    return game


def number(request: Request, name: str) -> int | None:
    """Returns a number of the query, None if absent. Raises a Refusal if it is no number."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 15 or not text.isascii():
        raise Refusal("format", "{name} must be a number", "", name, {"name": name})
    return int(text)


def reads(request: Request) -> bool:
    """Returns whether the client is a browser that wants HTML."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def guarded(api: Api, handler: Answering, lost: Lost | None = None) -> Answering:
    """Wraps a handler: checks path and Origin, forwards to the owning node, turns a Refusal into a response."""

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
        except ClientDisconnect:  # the client left in the middle of its request
            response = Response(status_code=400)
        except Refusal as refusal:
            api.services.metrics.refused[refusal.code] += 1
            response = lost(request, refusal) if lost is not None and reads(request) else fault(refusal)
        api.services.metrics.requests[response.status_code] += 1
        return response

    return endpoint
