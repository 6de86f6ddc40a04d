"""Table routes: the lobby, opening, quick seat, a table's state and link, host commands and the log."""

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from houseway.room.messages.commands import Configure, Floor, Open
from houseway.script import Refusal
from houseway.server.api import schemas
from houseway.server.api.qr_code import table_code
from houseway.server.api.request_guard import Api, number
from houseway.server.api.table_log import rows_for
from houseway.server.net.addresses import own_address
from houseway.server.net.json_response import answer
from houseway.server.tables.idle_sweeper import STAY, STAY_PRIVATE
from houseway.server.tables.quick_seat import OWN_HABITS


class TableRoutes:
    """Routes of open tables."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.room = api.room
        self.services = api.services

    async def tables(self, request: Request) -> Response:
        """Returns the public tables once their state is durable; to the host also the failed ones."""
        failed = self.room.quarantine.all_marks() if (who := self.api.someone(request)) and who.is_host else None
        return await self.services.commits.as_durable(
            lambda: answer(schemas.TablesOpen(self.room.lobby.lines(), failed))
        )

    async def open(self, request: Request) -> Response:
        someone = self.api.person(request)
        wanted, rules = await self.api.body(request, schemas.NewTable), self.services.defaults
        fields = structs.asdict(wanted)
        stay = None if someone.is_host else STAY_PRIVATE if wanted.private else STAY
        fields |= {"pace": wanted.pace or rules.pace, "time": wanted.time or rules.time, "stay": wanted.stay or stay}
        added = [name for name in OWN_HABITS if getattr(wanted, name) is None]
        table = await self.room.opening.open(
            Open(**fields), self.services.people.who(someone.person), added=added, address=own_address(request.scope)
        )
        return answer(schemas.TableOpened(table, f"{self.api.url}/t/{table}"), 201)

    async def play(self, request: Request) -> Response:
        someone = self.api.person(request)
        wanted = await self.api.body(request, schemas.NewPlay)
        self.services.people.play_money.top_up(someone.person, self.services.clock.now())
        found = await self.room.quick_seat.seat_before(wanted.game, wanted.key, someone.person)
        if found is None:
            async for response in self.room.forwarding.elsewhere(request, someone.id):
                return response
        opens = not self.room.forwarding.asked_by_node(request.scope)
        address = own_address(request.scope)
        table, seat = await self.room.quick_seat.play(
            wanted.game, wanted.key, someone.person, opens=opens, address=address
        )
        return answer(schemas.Seated(table, f"{self.api.url}/t/{table}", seat))

    async def table(self, request: Request) -> Response:
        """Returns the public state; to a watcher of a delayed table, the state as of the delay."""
        box, person = await self.api.box(request), self.api.id_of(request)

        def look() -> bytes:
            late = box.is_behind(person)
            step = box.seen_late() if late else None
            if late and step is None:
                raise Refusal("busy", "this table is shown with a delay: nothing is old enough to be seen yet")
            told = b'{"n":%d,"table":%b,"state":%b}'
            if step is not None:
                return told % (step.n, step.posted, step.state)
            with self.room.quarantine.guard(box, "view"):
                view, state = box.live.table_view(), box.live.public_json(self.services.clock.now())
            return told % (box.live.state.n, msgspec.json.encode(view), state)

        return Response(await self.services.commits.as_durable(look), media_type="application/json")

    async def qr(self, request: Request) -> Response:
        """Returns the table's link, also as a QR code."""
        url = f"{self.api.origins.link_base(request.scope, self.api.url)}/t/{(await self.api.box(request)).table}"
        return answer(schemas.Link(url, table_code(url)))

    async def floor(self, request: Request) -> Response:
        """Applies a host action to a table."""
        someone = self.api.someone(request) or self.api.host(
            request
        )  # the table itself refuses guests, and logs who they were
        box, wanted = await self.api.box(request), await self.api.body(request, schemas.FloorDeed)
        fields = structs.asdict(wanted)
        del fields["t"]
        ack = await box.ask(Floor(**fields), self.services.people.who(someone.person))
        return answer(schemas.Done(wanted.key, ack.n, ack.from_round))

    async def configure(self, request: Request) -> Response:
        """Changes the posted rules of a table."""
        someone = self.api.someone(request) or self.api.host(request)
        box, wanted = await self.api.box(request), await self.api.body(request, schemas.NewSheet)
        ack = await box.ask(
            Configure(**structs.asdict(wanted), reoffers=True), self.services.people.who(someone.person)
        )
        return answer(schemas.Done(wanted.key, ack.n, ack.from_round))

    async def log(self, request: Request) -> Response:
        """Returns the table's log, each row redacted for this host, who may play there."""
        host, table = self.api.host(request), str(request.path_params["table"])
        box = await self.api.standing(table)
        await self.services.commits.durable()
        rows = rows_for(
            self.services.store, box, table, number(request, "after") or 0, host.id, self.services.clock.now()
        )
        return Response(rows, media_type="application/jsonl")
