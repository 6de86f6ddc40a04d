"""Quick seat: seats a person at a table with bots, bought in.

The idempotency key makes it one seat, however often the request comes: the seat of the first request, the seat where
the person already sits, or one at a new table.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, Final
from weakref import WeakValueDictionary

from houseway.room.messages.commands import Found, Open, Sit
from houseway.rulebook.files.rule_versions import versions
from houseway.script import Refusal
from houseway.server.services import Services
from houseway.server.tables.idle_sweeper import SOON
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.opening import TableOpening
from houseway.server.tables.registry import TableRegistry
from houseway.store import Person
from houseway.store.row_hashes import reused

COMPANY: Final = 3
"""Bots at a quick-seat table."""
OWN_HABITS: Final = ("pace", "time")
"""Fields of `Open` that default to the flags of `serve`."""


class QuickSeat:
    """Finds seats for people who want to play at once."""

    def __init__(
        self,
        services: Services,
        registry: TableRegistry,
        opening: TableOpening,
        reach: Callable[[str], Awaitable[Mailbox]],
    ) -> None:
        self._services = services
        self._registry = registry
        self._opening = opening
        self._reach = reach
        self._sitting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def seat_of(self, game: str, person: Person) -> tuple[str, int] | None:
        """Returns the person's table and seat at a game on this node; None if there is none."""

        def look() -> tuple[str, int] | None:
            for mailbox in self._registry.seats_of(person.id):
                player = mailbox.live.state.players[person.id]
                if mailbox.live.state.phase in ("closing", "closed"):
                    continue
                if mailbox.live.state.config.game == game and player.seats and not player.leaving:
                    return mailbox.table, player.seats[0]
            return None

        return await self._services.commits.as_durable(look)

    async def play(
        self, game: str, key: str, person: Person, *, opens: bool = True, address: str = ""
    ) -> tuple[str, int]:
        """Returns a table and seat, bought in: of the same key before, of a present seat, or of a new table.

        With `opens` false it raises a Refusal instead of opening a table.
        """
        async with self._sitting.setdefault(person.id, asyncio.Lock()):  # parallel requests get one seat
            return await self._play(game, key, person, opens=opens, address=address)

    async def _play(self, game: str, key: str, person: Person, *, opens: bool, address: str) -> tuple[str, int]:
        played = await self._seat_of_key(game, key, person)
        if played is not None:
            return played
        has = await self.seat_of(game, person)
        if has is not None and await self._is_written(Found(game=game, seat=has[1], key=key), has[0], person):
            return has
        opening = await self._opening.as_then(self._quick_table(game, key), person.id, OWN_HABITS)
        if not opens and self._services.store.result_of_command(person.id, opening) is None:
            raise Refusal("not-seated", "{person} sits at no table of this machine", facts={"person": person.name})
        table = await self._opening.open(opening, self._services.people.who(person), added=OWN_HABITS, address=address)
        mailbox = await self._reach(table)
        live = mailbox.live
        sits = live.state.players.get(person.id)
        if sits is not None and sits.seats:
            return table, sits.seats[0]
        seats = range(1, live.context.sheet.seats + 1)
        seat = next((seat for seat in seats if seat not in live.state.seats), None)
        if seat is None:
            raise Refusal("taken", "all seats of table {table} are taken meanwhile: try again", facts={"table": table})
        offer = live.table_view().buy_in
        who = self._services.people.who(person, fresh=True)
        amount = max(offer.low, min(offer.usual, who.cage))
        await mailbox.ask(Sit(seat=seat, buy_in=amount, key=_key_of_seat(key)), who)
        return table, seat

    async def _is_written(self, found: Found, table: str, person: Person) -> bool:
        """Writes the key to the table's log, unless a log has it. Returns False if the table has closed meanwhile."""
        if self._services.store.result_of_key(person.id, found) is not None:  # it opened a table but seated nobody
            return True
        mailbox = self._registry.get(table)
        try:
            if mailbox is not None:
                await mailbox.ask(found, self._services.people.who(person))
        except Refusal as refusal:
            if refusal.code not in ("phase", "not-seated"):
                raise
            return False
        return mailbox is not None

    def _quick_table(self, game: str, key: str) -> Open:
        """Returns the command that opens a quick-seat table under that key."""
        defaults = self._services.defaults
        pace: Any = defaults.pace
        return Open(game=game, bots=COMPANY, pace=pace, time=defaults.time, stay=SOON, rules=versions(), key=key)

    async def seat_before(self, game: str, key: str, person: Person) -> tuple[str, int] | None:
        """Returns the seat that the key got before, or where the person sits on this node now."""
        return await self._seat_of_key(game, key, person) or await self.seat_of(game, person)

    async def _seat_of_key(self, game: str, key: str, person: Person) -> tuple[str, int] | None:
        """Returns the seat that the key got before. Raises a Refusal if the key belongs to another command."""
        opening = await self._opening.as_then(self._quick_table(game, key), person.id, OWN_HABITS)
        led = self._services.store.result_of_key(person.id, opening)
        if led is None:
            return None
        answered = await asyncio.wrap_future(led)
        await self._services.commits.durable()
        store, table = self._services.store, answered.table
        row = store.row(table, answered.row)
        said = None if row is None else row.read().command
        if isinstance(said, Found):
            if said.game != game:
                raise reused(key)
            return table, said.seat
        store.result_of_command(person.id, opening)
        seated = store.result_of_key(person.id, Sit(seat=1, buy_in=0, key=_key_of_seat(key)))
        if seated is None:
            return None
        answered = await asyncio.wrap_future(seated)
        row = store.row(answered.table, answered.row)
        sat = None if row is None else row.read().command
        return (table, sat.seat) if answered.table == table and isinstance(sat, Sit) else None


def _key_of_seat(key: str) -> str:
    """Returns the key of the Sit command at the table that was opened under `key`."""
    return f"sit-{hashlib.sha256(key.encode()).hexdigest()[:40]}"
