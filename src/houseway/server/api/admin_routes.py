"""Admin routes for the host: ledger, play money and failed tables."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.accounts.play_money import Money
from houseway.server.api import schemas
from houseway.server.api.request_guard import Api
from houseway.server.net.json_response import answer
from houseway.server.tables.quarantine import CODE


class AdminRoutes:
    """Routes of the whole room, for the host alone."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.room = api.room
        self.services = api.services

    async def ledger(self, request: Request) -> Response:
        """Returns whether the ledger balances, to the host alone."""
        self.api.host(request)
        await self.services.commits.durable()
        return answer(await self.room.threads.do(self.services.store.ledger_check))

    async def money(self, request: Request) -> Response:
        """Returns the amounts of play money. A POST by the host changes them."""
        self.api.host(request)
        if request.method == "POST":
            wanted, now = await self.api.body(request, schemas.NewMoney), self.services.people.play_money.amounts
            newcomer = now.newcomer if wanted.newcomer is None else wanted.newcomer
            daily = now.daily if wanted.daily is None else wanted.daily
            await asyncio.wrap_future(self.services.people.play_money.set_amounts(Money(newcomer, daily)))
        return answer(self.services.people.play_money.amounts)

    async def quarantined(self, request: Request) -> Response:
        """Returns all failed tables of the room with their errors, to the host alone."""
        self.api.host(request)
        await self.services.commits.durable()
        return answer(schemas.Quarantined(self.room.quarantine.all_marks()))

    async def return_chips(self, request: Request) -> Response:
        """Closes a failed table: voids its round and returns its chips. Idempotent."""
        self.api.host(request)
        table = str(request.path_params["table"])
        try:
            await self.room.reach(table)
        except Refusal as refusal:
            if refusal.code != CODE:
                raise
        return answer(await self.room.quarantine.close(table))
