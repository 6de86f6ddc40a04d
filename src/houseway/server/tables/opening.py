"""Opens a table, once for each idempotency key, and limits how many are open."""

import asyncio
from collections.abc import Iterable
from typing import Final

from msgspec import structs

from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Open, Who
from houseway.room.messages.outcomes import Ack
from houseway.rulebook.files.rule_versions import versions
from houseway.script import Refusal
from houseway.server.services import Services
from houseway.server.tables.command_acks import both_ways
from houseway.server.tables.idle_sweeper import IdleSweeper
from houseway.server.tables.registry import TableRegistry
from houseway.server.tables.table_limits import Opener, TableLimits

TABLES: Final = 1000
"""Open tables; only the host may open more."""


class TableOpening:
    """Opens tables by the rule versions in force."""

    def __init__(
        self, services: Services, registry: TableRegistry, limits: TableLimits, idle_sweeper: IdleSweeper
    ) -> None:
        self._services = services
        self._registry = registry
        self._limits = limits
        self._idle_sweeper = idle_sweeper

    async def open(self, command: Open, who: Who, *, added: Iterable[str] = (), address: str = "") -> str:
        """Returns a new table, or the one opened under the same idempotency key, once it is durable.

        `added` names the fields that the caller left out and the room's defaults have filled in. `address` is the
        client address that the table counts for.
        """
        services = self._services
        command = await self.as_then(command, who.person, added)
        if (before := await self._opened_before(command, who.person)) is not None:
            return before
        opener = Opener(who.person, address)
        if not who.host:
            self._limits.refuse(opener)
        if self._registry.count() >= TABLES and not who.host and not self._idle_sweeper.make_room():
            raise Refusal("limit", "{most} tables are open, which is the most", facts={"most": TABLES})
        table, now = services.new_table_id(), services.clock.now()
        live, outcome = LiveTable.open(table, command, who, now, services.chance)
        box = self._registry.add(live)
        self._limits.opened(table, Opener("") if who.host else opener)
        done: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        box.take(outcome, now, *both_ways(done))
        try:
            await done
        except Refusal:  # another node has just opened it under the same key
            if (before := await self._opened_before(command, who.person)) is None:
                raise
            return before
        return table

    async def _opened_before(self, command: Open, person: str) -> str | None:
        """Returns the table that the person opened by the same command; None if there is none."""
        before = self._services.store.result_of_command(person, command) if command.key else None
        return None if before is None else (await asyncio.wrap_future(before)).table

    async def as_then(self, command: Open, person: str, added: Iterable[str]) -> Open:
        """Returns the command with the room's defaults; for a repeated key, with the defaults of the first time."""
        services = self._services
        before, opened = services.store.result_of_key(person, command), None
        if before is not None:
            table = (await asyncio.wrap_future(before)).table
            await services.commits.durable()
            row = services.store.row(table, 1)
            opened = None if row is None else row.read().command
        if not isinstance(opened, Open) or opened.key != command.key:
            return structs.replace(command, rules=versions())
        return structs.replace(command, **{name: getattr(opened, name) for name in ("rules", *added)})
