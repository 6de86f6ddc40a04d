"""Account routes: sessions and their cookies, names, sign-in links, devices, and the person's own ledger lines."""

import asyncio
from concurrent.futures import Future
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from houseway.room.core.chip_moves import in_stacks
from houseway.room.messages.commands import Rename
from houseway.room.messages.durations import DAY_MS
from houseway.script import Refusal
from houseway.server.accounts.device_names import device_name
from houseway.server.accounts.device_sessions import has_row
from houseway.server.accounts.request_auth import cookie_name
from houseway.server.accounts.sessions import COOKIE_AGE, Identity, Newcomers, name_from, with_key
from houseway.server.api import schemas
from houseway.server.api.qr_code import code_of
from houseway.server.api.request_guard import Api, number
from houseway.server.net.addresses import counted_as
from houseway.server.net.json_response import answer
from houseway.server.net.sliding_window import Rates
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person

RENAMES, REMEMBERED = 6, 50_000
"""Renames of one person within twenty seconds, and the number of persons counted."""
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class AccountRoutes:
    """Routes of the requesting person's account."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.room = api.room
        self.services = api.services
        self._newcomers = Newcomers()
        self._renamed = Rates(REMEMBERED)

    # -- sessions ---------------------------------------------------------------------------------------------------

    async def session(self, request: Request) -> Response:
        """Returns the person of the cookie, or creates a guest and sets a cookie."""
        wanted = await self.api.body(request, schemas.NewSession)
        name, people, now = name_from(wanted.name), self.services.people, self.services.clock.now()
        someone = self.api.someone(request)
        if someone is not None:
            person = someone.person if not name else await self._rename(someone, name)
            people.play_money.top_up(person, now)
            told = answer(schemas.SignedIn(person.id, person.name))
            await self._renew(request, told, someone)
            return told
        self._refuse_flood(request)
        person, durable = people.newcomer(name, now)
        await asyncio.wrap_future(durable)
        told = answer(schemas.SignedIn(person.id, person.name))
        await self.sign_in(request, told, person)
        return told

    def _refuse_flood(self, request: Request) -> None:
        address = request.client.host if request.client is not None else ""
        if address in LOOPBACK:
            return
        self._newcomers.enter(counted_as(address), asyncio.get_running_loop().time())

    async def sign_in(self, request: Request, response: Response, person: Person) -> None:
        """Starts a session, waits until its row is durable and sets its cookie on the response."""
        device = device_name(request.headers.get("user-agent", ""))
        cookie, durable = self.services.people.sign_in(person, device, self.services.clock.now())
        await asyncio.wrap_future(durable)
        self.give_cookie(request, response, cookie)

    async def _renew(self, request: Request, response: Response, someone: Identity) -> None:
        """Extends the cookie's age in the browser. Replaces an old session without a row by one with a row."""
        if has_row(someone.session):
            self.give_cookie(request, response, self.api.origins.cookie_in(request.scope) or "")
        elif someone.session:
            await self.sign_in(request, response, someone.person)
            await asyncio.wrap_future(self.services.people.end(someone.session))

    def give_cookie(self, request: Request, response: Response, value: str, age: int = COOKIE_AGE) -> None:
        """Sets the cookie on the response, under TLS by its `__Host-` name. An `age` of 0 deletes it."""
        secure = self.api.origins.is_secure(request.scope)
        name = cookie_name(secure=secure)
        response.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=secure, path="/")

    async def end_session(self, request: Request) -> Response:
        """Ends the session of the request, or all sessions of the person, and deletes the cookie."""
        someone = self.api.person(request)
        if (await self.api.body(request, schemas.EndSession)).all:
            await self._revoked(self.services.people.end_all(someone.id), f"{someone.id}.")
        elif someone.session:
            await self._revoked(self.services.people.end(someone.session), someone.session)
        response = answer({})
        self.give_cookie(request, response, "", 0)
        return response

    async def _revoked(self, durable: "Future[None]", over: str) -> None:
        """Waits until the end of the sessions with that prefix is durable and no node accepts them."""
        await asyncio.wrap_future(durable)
        if self.room.nodes is not None:
            await self.room.nodes.revocations.everywhere(over)

    def owner_of_link(self, request: Request) -> Identity:
        """Returns the owner of the link in the path. Raises a Refusal if the link was revoked."""
        someone = self.services.people.by_key(str(request.path_params["token"]))
        if someone is None:
            raise Refusal("not-found", "this sign-in link is not valid: a newer one has replaced it, or there was none")
        return someone

    async def sign_in_by_link(self, request: Request, response: Response, owner: Identity) -> None:
        """Signs the owner in. Grants the host, who never was a guest, a newcomer's chips once."""
        people, now = self.services.people, self.services.clock.now()
        given = people.play_money.first_chips(owner.person, now) if owner.is_host else None
        if given is not None:
            await asyncio.wrap_future(given)
        await self.sign_in(request, response, owner.person)

    async def confirm_sign_in(self, request: Request) -> Response:
        """Signs the browser in as the link's owner, after the link's page has asked and its Origin was checked."""
        owner, before = self.owner_of_link(request), self.api.someone(request)
        response = answer(schemas.SignedIn(owner.id, owner.person.name))
        if before is None or before.id != owner.id:
            await self.sign_in_by_link(request, response, owner)
            if before is not None and before.session:  # one browser holds one session
                await self._revoked(self.services.people.end(before.session), before.session)
        return response

    async def devices(self, request: Request) -> Response:
        """Returns the devices on which the person is signed in."""
        someone = self.api.person(request)
        return answer(schemas.Devices(self.services.people.devices(someone, self.services.clock.now())))

    async def end_device(self, request: Request) -> Response:
        """Signs one of the person's own devices out."""
        someone = self.api.person(request)
        wanted = (await self.api.body(request, schemas.EndDevice)).device
        people = self.services.people
        if wanted not in [each.device for each in people.devices(someone, self.services.clock.now())]:
            raise Refusal("not-found", "none of your devices is {device!r}", "", "device", {"device": wanted})
        session = f"{someone.id}.{wanted}"
        await self._revoked(people.end(session), session)
        return answer({})

    # -- the person -------------------------------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        """Returns the person's name, seats on all nodes, and cage."""
        someone = self.api.person(request)
        person, room, services = someone.person, self.room, self.services
        seats: list[schemas.SeatHeld] = []
        async for response in room.forwarding.elsewhere(request, person.id):
            seats += msgspec.json.decode(response.body, type=schemas.Me).tables

        def look() -> Response:
            boxes = room.registry.seats_of(person.id)
            held = [*seats, *room.quarantine.each(boxes, "view", lambda box: self._held(box, person.id))]
            if room.nodes is not None:  # in the order of the tables, whichever node answered
                order = room.nodes.tables_of(person.id)
                held.sort(key=lambda each: order.index(each.table) if each.table in order else len(order))
            cage = services.store.balance(f"cage/{person.id}", fresh=True)
            daily, next_day = services.people.play_money.amounts.daily, (services.clock.now() // DAY_MS + 1) * DAY_MS
            return answer(schemas.Me(person.id, person.name, someone.is_host, cage, held, daily, next_day))

        return await services.commits.as_durable(look)

    def _held(self, box: Mailbox, person: str) -> schemas.SeatHeld:
        """Returns the person's seat and chips at a table."""
        player, state = box.live.state.players[person], box.live.state
        seat = player.seats[0] if player.seats else 0
        return schemas.SeatHeld(box.table, seat, in_stacks(box.live.context)[person], state.config.game, state.round)

    async def rename(self, request: Request) -> Response:
        """Renames the person."""
        someone = self.api.person(request)
        name = name_from((await self.api.body(request, schemas.NewName)).name)
        if not name:
            raise Refusal("format", "a name without letters is refused", "", "name")
        person = await self._rename(someone, name)
        return answer(schemas.SignedIn(person.id, person.name))

    async def _rename(self, someone: Identity, name: str) -> Person:
        """Renames the person in the store and at their tables. Rate-limited, because everybody there is notified."""
        if name == someone.person.name:
            return someone.person
        if self._renamed.too_many(someone.id, asyncio.get_running_loop().time(), RENAMES):
            raise Refusal(
                "rate", "more than {most} new names within twenty seconds are refused", facts={"most": RENAMES}
            )
        renamed, durable = self.services.people.rename(someone.person, name)
        for box in self.room.registry.seats_of(renamed.id):
            self.room.quarantine.safely(box, "apply", box.submit, Rename(), self.services.people.who(renamed))
        await asyncio.wrap_future(durable)
        await self.services.commits.durable()
        return renamed

    async def link(self, request: Request) -> Response:
        """Makes a new sign-in link and revokes the one before."""
        someone = self.api.person(request)
        token, durable = self.services.people.new_link(someone.person)
        await self._revoked(durable, with_key(someone.id))
        url = f"{self.api.origins.link_base(request.scope, self.api.url)}/in/{token}"
        return answer(schemas.Link(url, code_of(url)))

    async def postings(self, request: Request) -> Response:
        """Returns the ledger lines of the person's own chips, the last first; with `before` the next page.

        A thread queries the database, which releases the interpreter lock meanwhile.
        """
        person, before = self.api.person(request).id, number(request, "before")
        found = await self.room.posting_threads.do(self.services.store.postings, person, before)
        return answer(schemas.Postings(found))
