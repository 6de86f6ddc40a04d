"""The HTTP interface: sessions, games, tables, rounds, the floor and the books."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import structs
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from houseway.room.core.chip_moves import in_stacks
from houseway.room.messages.commands import Configure, Floor, Open, Rename
from houseway.script import Refusal
from houseway.server.accounts.device_names import device_name
from houseway.server.accounts.device_sessions import DAY_MS, has_row
from houseway.server.accounts.request_auth import OriginPolicy, cookie_name, counted_as, own_address, refuse_nul
from houseway.server.accounts.sessions import COOKIE_AGE, Identity, Money, Newcomers, name_from, with_key
from houseway.server.api import schemas
from houseway.server.api.table_log import rows_for
from houseway.server.base.clock import SECOND
from houseway.server.cluster.forwarding import MOVED_ON, asked_by_node, content_of, elsewhere, here_or_there
from houseway.server.content.qr_code import code_of
from houseway.server.net.sliding_window import Rates
from houseway.server.tables.idle_sweeper import STAY, STAY_PRIVATE
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.quick_seat import OWN_HABITS
from houseway.server.tables.registry import House
from houseway.server.tables.watch_delay import delay_ms
from houseway.store import Person, RoundKept, StoreFault
from houseway.table.setup import document_from
from houseway.web.listing_faults import served

LOG = logging.getLogger("houseway")
STATUS: Final = {
    "format": 400, "key": 400, "no-session": 401, "not-host": 403, "origin": 403, "no-table": 404, "no-round": 404,
    "no-game": 404, "unknown-game": 404, "game": 404, "not-found": 404, "no-words": 404,
    "too-large": 413, "quarantined": 423, "rate": 429, "busy": 503, "moving": MOVED_ON, "broken": 500,
}  # fmt: skip
RENAMES, REMEMBERED = 6, 50_000
"""New names of one person within twenty seconds, and of how many persons they are counted."""
LONGEST: Final = 300  # letters of what was sent that a refusal repeats
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")

T = TypeVar("T")
Handler = Callable[["Api", Request], Awaitable[Response]]


def answer(value: Any, status: int = 200) -> Response:
    return json(msgspec.json.encode(value), status)


def json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")


def fault(refusal: Refusal, status: int | None = None) -> Response:
    """What was refused, as every refusal is told."""
    told = schemas.Fault(refusal.code, refusal.sentence, refusal.clause, refusal.where, refusal.facts)
    response = answer(schemas.Faulty(told), status or status_of(refusal))
    if refusal.code == "rate":
        response.headers["retry-after"] = str(refusal.facts.get("seconds", 60))
    return response


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal.code, 409)


class Api:
    """What each path does. A handler returns what it says, or raises a Refusal."""

    def __init__(self, house: House, doors: OriginPolicy, url: str) -> None:
        self.house = house
        self.doors = doors
        self.url = url
        self._newcomers = Newcomers()
        self._renamed = Rates(REMEMBERED)

    # -- who asks ---------------------------------------------------------------------------------------------------

    def someone(self, request: Request) -> Identity | None:
        return self.doors.someone(self.house.people, request.scope, self.house.heart.now())

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

    def _refuse_flood(self, request: Request) -> None:
        address = request.client.host if request.client is not None else ""
        if address in LOOPBACK:
            return
        self._newcomers.enter(counted_as(address), asyncio.get_running_loop().time())

    # -- people -----------------------------------------------------------------------------------------------------

    async def session(self, request: Request) -> Response:
        """Somebody has come: the person that the cookie knows, or a new one."""
        wanted = await self.body(request, schemas.NewSession)
        name, people, now = name_from(wanted.name), self.house.people, self.house.heart.now()
        someone = self.someone(request)
        if someone is not None:
            person = someone.person if not name else await self._rename(someone, name)
            people.top_up(person, now)
            told = answer(schemas.SignedIn(person.id, person.name))
            await self._renew(request, told, someone)
            return told
        self._refuse_flood(request)
        person, durable = people.newcomer(name, now)
        await asyncio.wrap_future(durable)
        told = answer(schemas.SignedIn(person.id, person.name))
        await self.sign_in(request, told, person)
        return told

    async def sign_in(self, request: Request, response: Response, person: Person) -> None:
        """The response carries the cookie of a new session, which is durable."""
        device = device_name(request.headers.get("user-agent", ""))
        cookie, durable = self.house.people.sign_in(person, device, self.house.heart.now())
        await asyncio.wrap_future(durable)
        self.give_cookie(request, response, cookie)

    async def _renew(self, request: Request, response: Response, someone: Identity) -> None:
        """The browser keeps its cookie for another while; one without a row of its own is replaced by one with."""
        if has_row(someone.session):
            self.give_cookie(request, response, self.doors.cookie_in(request.scope) or "")
        elif someone.session:
            await self.sign_in(request, response, someone.person)
            await asyncio.wrap_future(self.house.people.end(someone.session))

    def give_cookie(self, request: Request, response: Response, value: str, age: int = COOKIE_AGE) -> None:
        """The response carries the cookie, under TLS by its bound name; an `age` of nothing takes it away."""
        secure = self.doors.is_secure(request.scope)
        name = cookie_name(secure=secure)
        response.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=secure, path="/")

    async def end_session(self, request: Request) -> Response:
        """The session is over, or all of the person's are, and their cookies prove nothing any more."""
        someone = self.person(request)
        if (await self.body(request, schemas.EndSession)).all:
            await self.house.revoked(self.house.people.end_all(someone.id), f"{someone.id}.")
        elif someone.session:
            await self.house.revoked(self.house.people.end(someone.session), someone.session)
        response = answer({})
        self.give_cookie(request, response, "", 0)
        return response

    async def me(self, request: Request) -> Response:
        """Who the person is, where they sit and what they have."""
        someone = self.person(request)
        person, house = someone.person, self.house
        seats: list[schemas.SeatHeld] = []
        async for response in elsewhere(house, request, person.id):
            seats += msgspec.json.decode(response.body, type=schemas.Me).tables

        def look() -> Response:
            boxes = house.seats_of(person.id)
            held = [*seats, *house.quarantine.each(boxes, "view", lambda box: self._held(box, person.id))]
            if house.nodes is not None:
                house.nodes.in_order(held, person.id)
            cage = house.store.balance(f"cage/{person.id}", fresh=True)
            daily, next_day = house.people.money.daily, (house.heart.now() // DAY_MS + 1) * DAY_MS
            return answer(schemas.Me(person.id, person.name, someone.is_host, cage, held, daily, next_day))

        return await house.commits.as_durable(look)

    def _held(self, box: Mailbox, person: str) -> schemas.SeatHeld:
        """What somebody has at a table."""
        player, state = box.live.state.players[person], box.live.state
        seat = player.seats[0] if player.seats else 0
        return schemas.SeatHeld(box.table, seat, in_stacks(box.live.context)[person], state.config.game, state.round)

    async def rename(self, request: Request) -> Response:
        """The person is called by another name from now on."""
        someone = self.person(request)
        name = name_from((await self.body(request, schemas.NewName)).name)
        if not name:
            raise Refusal("format", "a name has letters", "", "name")
        person = await self._rename(someone, name)
        return answer(schemas.SignedIn(person.id, person.name))

    async def _rename(self, someone: Identity, name: str) -> Any:
        """The person under that name. Everybody at their tables is told, so that it is not done all the time."""
        if name == someone.person.name:
            return someone.person
        if self._renamed.too_many(someone.id, asyncio.get_running_loop().time(), RENAMES):
            raise Refusal(
                "rate", "more than {most} new names within twenty seconds are refused", facts={"most": RENAMES}
            )
        renamed, durable = self.house.people.rename(someone.person, name)
        for box in self.house.seats_of(renamed.id):
            self.house.quarantine.safely(box, "apply", box.submit, Rename(), self.house.people.who(renamed))
        await asyncio.wrap_future(durable)
        await self.house.commits.durable()
        return renamed

    async def link(self, request: Request) -> Response:
        """A new sign-in link for whoever asks; the one before it is no good any more."""
        someone = self.person(request)
        token, durable = self.house.people.new_link(someone.person)
        await self.house.revoked(durable, with_key(someone.id))
        url = f"{self.doors.link_base(request.scope, self.url)}/in/{token}"
        return answer(schemas.Link(url, code_of(url)))

    # -- games ------------------------------------------------------------------------------------------------------

    def game_named(self, request: Request) -> str:
        """The game that the path names; refused where there is none."""
        game = str(request.path_params["game"])
        if game not in served():
            raise Refusal("no-game", "there is no game {game!r}", facts={"game": game[:64]})
        return game

    # -- tables -----------------------------------------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        someone = self.person(request)
        wanted, rules = await self.body(request, schemas.NewTable), self.house.rules
        fields = structs.asdict(wanted)
        stay = None if someone.is_host else STAY_PRIVATE if wanted.private else STAY
        fields |= {"pace": wanted.pace or rules.pace, "time": wanted.time or rules.time, "stay": wanted.stay or stay}
        added = [name for name in OWN_HABITS if getattr(wanted, name) is None]
        table = await self.house.open(
            Open(**fields), self.house.people.who(someone.person), added=added, address=own_address(request.scope)
        )
        return answer(schemas.TableOpened(table, f"{self.url}/t/{table}"), 201)

    async def play(self, request: Request) -> Response:
        someone = self.person(request)
        wanted = await self.body(request, schemas.NewPlay)
        self.house.people.top_up(someone.person, self.house.heart.now())
        found = await self.house.quick_seat.seat_before(wanted.game, wanted.key, someone.person)
        if found is None:
            async for response in elsewhere(self.house, request, someone.id):
                return response
        opens = not asked_by_node(self.house, request.scope)
        address = own_address(request.scope)
        table, seat = await self.house.quick_seat.play(
            wanted.game, wanted.key, someone.person, opens=opens, address=address
        )
        return answer(schemas.Seated(table, f"{self.url}/t/{table}", seat))

    async def tables(self, request: Request) -> Response:
        """The tables that anybody may see, once what they show is on the disk; for the host also those that failed."""
        failed = self.house.quarantine.all_marks() if (who := self.someone(request)) and who.is_host else None
        return await self.house.commits.as_durable(lambda: answer(schemas.TablesOpen(self.house.lobby.lines(), failed)))

    async def box(self, request: Request) -> Mailbox:
        """The table of the path."""
        return await self.house.reach(str(request.path_params["table"]))

    async def table(self, request: Request) -> Response:
        """The public state; for who only watches a delayed table, as old as that delay."""
        box, person = await self.box(request), self.id_of(request)

        def look() -> bytes:
            late = box.is_behind(person)
            step = box.seen_late() if late else None
            if late and step is None:
                raise Refusal("busy", "the table is shown later: nothing is old enough yet")
            with self.house.quarantine.guard(box, "view"):
                view = msgspec.json.encode(box.live.table_view())
                state = step.state if step is not None else box.live.public_json(self.house.heart.now())
            return b'{"n":%d,"table":%b,"state":%b}' % (box.live.state.n if step is None else step.n, view, state)

        return Response(await self.house.commits.as_durable(look), media_type="application/json")

    async def qr(self, request: Request) -> Response:
        """The link of a table, as a QR code too."""
        url = f"{self.doors.link_base(request.scope, self.url)}/t/{(await self.box(request)).table}"
        return answer(schemas.Link(url, code_of(url)))

    async def floor(self, request: Request) -> Response:
        """The host does the floor's work at a table."""
        someone = self.someone(request) or self.host(request)  # the table refuses it to guests, and notes who they were
        box, wanted = await self.box(request), await self.body(request, schemas.FloorDeed)
        fields = structs.asdict(wanted)
        del fields["t"]
        ack = await box.ask(Floor(**fields), self.house.people.who(someone.person))
        return answer(schemas.Done(wanted.key, ack.n, ack.from_round))

    async def configure(self, request: Request) -> Response:
        """The host changes what is posted at a table."""
        someone = self.someone(request) or self.host(request)
        box, wanted = await self.box(request), await self.body(request, schemas.NewSheet)
        ack = await box.ask(Configure(**structs.asdict(wanted), reoffers=True), self.house.people.who(someone.person))
        return answer(schemas.Done(wanted.key, ack.n, ack.from_round))

    async def log(self, request: Request) -> Response:
        """The table's rows, each built for this host, who may play there."""
        host, table = self.host(request), str(request.path_params["table"])
        box = await self._standing(table)
        await self.house.commits.durable()
        rows = rows_for(self.house.store, box, table, number(request, "after") or 0, host.id, self.house.heart.now())
        return Response(rows, media_type="application/jsonl")

    # -- rounds -----------------------------------------------------------------------------------------------------

    async def rounds(self, request: Request) -> Response:
        """The rounds of a table that are over, without those that are not for this person."""
        table = str(request.path_params["table"])
        box = await self._standing(table)
        await self.house.commits.durable()
        found, person = self.house.store.rounds(table, number(request, "before")), self.id_of(request)
        found = [each for each in found if not self._hidden(each, box, person)]
        return answer(schemas.Rounds([schemas.RoundLine(each.id, each.number, each.void) for each in found]))

    async def _standing(self, table: str) -> Mailbox | None:
        """A table that is open, where it is; None for one that is closed. One that never was is refused.

        What is told of an open one depends on who plays there now, also where it was asleep until now.
        """
        try:
            return await self.house.reach(table)
        except Refusal as refusal:
            if refusal.code not in ("no-table", "quarantined") or not self.house.store.has_table(table):
                raise
            return None

    def _hidden(self, kept: RoundKept, box: Mailbox | None, person: str) -> bool:
        """A round that those who only watch have not seen the end of, also where the table has closed meanwhile."""
        age = self.house.heart.now() - kept.at
        if age >= schemas.LONGEST_DELAY * SECOND:
            return False
        if box is not None:
            return age < box.delay_ms and box.is_behind(person)
        return age < delay_ms(self.house.store, kept.table) and not (
            person and person in kept.seen.cards
        )  # what all saw is kept under no name

    async def kept_round(self, request: Request) -> RoundKept:
        """The round of the path, which is over, for somebody who may see it."""
        await self.house.commits.durable()
        name = str(request.path_params["round"])
        kept = self.house.store.round(name)
        box = None if kept is None else await self._standing(kept.table)
        if kept is None or self._hidden(kept, box, self.id_of(request)):
            raise Refusal("no-round", "there is no round {round!r} that is over", facts={"round": name[:80]})
        return kept

    def game_of(self, kept: RoundKept) -> str:
        """The game of a round that is over."""
        return document_from(kept.document.decode()).game

    # -- the house --------------------------------------------------------------------------------------------------

    async def ledger(self, request: Request) -> Response:
        """Whether the ledger adds up; for the host alone."""
        self.host(request)
        await self.house.commits.durable()
        return answer(await self.house.beside.do(self.house.store.ledger_check))

    async def money(self, request: Request) -> Response:
        """What newcomers and everybody each day are given; the host may change it."""
        self.host(request)
        if request.method == "POST":
            wanted, now = await self.body(request, schemas.NewMoney), self.house.people.money
            newcomer = now.newcomer if wanted.newcomer is None else wanted.newcomer
            daily = now.daily if wanted.daily is None else wanted.daily
            await asyncio.wrap_future(self.house.people.set_money(Money(newcomer, daily)))
        return answer(self.house.people.money)

    async def health(self, _request: Request) -> Response:
        return answer(schemas.Health("ok"))

    async def ready(self, _request: Request) -> Response:
        status = "closing" if self.house.closing else "ready" if self.house.commits.sure() else "unsure"
        return answer(schemas.Health(status), 200 if status == "ready" else 503)

    async def metrics(self, _request: Request) -> Response:
        return Response(self.house.metrics.text(self.house), media_type="text/plain; version=0.0.4")


def number(request: Request, name: str) -> int | None:
    """A number of the query; refused where it is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 15 or not text.isascii():
        raise Refusal("format", "{name} is a number", "", name, {"name": name})
    return int(text)


Answering = Callable[[Request], Awaitable[Response]]
Lost = Callable[[Request, Refusal], Response]
"""The page that says what is refused, to somebody who came to read."""


def reads(request: Request) -> bool:
    """Whether a person looks at the answer, and not a program."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def guarded(api: Api, handler: Answering, lost: Lost | None = None) -> Answering:
    """The handler behind the door: whoever posts with a cookie comes from one of the house's own pages."""

    async def endpoint(request: Request) -> Response:
        try:
            refuse_nul(request.scope)
            if request.method not in ("GET", "HEAD") and not api.doors.may_post(request.scope):
                raise Refusal("origin", "a page of another origin may not do that here")
            if request.method not in ("GET", "HEAD"):
                await content_of(request)
                api.doors.forget_someone(request.scope)  # a session may have ended while the body trickled in
            response = await here_or_there(api.house, handler, request)
        except StoreFault:
            raise
        except ClientDisconnect:  # in the middle of its request: nobody hears the answer
            response = Response(status_code=400)
        except Refusal as refusal:
            api.house.metrics.refused[refusal.code] += 1
            response = lost(request, refusal) if lost is not None and reads(request) else fault(refusal)
        api.house.metrics.requests[response.status_code] += 1
        return response

    return endpoint
