"""Quick seat: somebody who wants to play now sits down at a table with bots, bought in.

The key of the wish makes it one seat, however often it is said: where the key has led before, where this person sits
already, or at a new table.
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
"""Bots at a table where somebody sits down at once."""
OWN_HABITS: Final = ("pace", "time")
"""What the flags of `serve` say where whoever opens a table does not."""


class QuickSeat:
    """Seats for whoever wants to play now."""

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
        """Where somebody sits at a table of that game, here."""

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
        """A seat at a table with bots, bought in: where the key has led before, where this person sits, or a new one.

        Where it opens none, somebody who sits nowhere here is refused.
        """
        async with self._sitting.setdefault(person.id, asyncio.Lock()):  # two wishes at once are one seat
            return await self._play(game, key, person, opens=opens, address=address)

    async def _play(self, game: str, key: str, person: Person, *, opens: bool, address: str) -> tuple[str, int]:
        played = await self._played(game, key, person)
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
        """Whether it stands in the table's log, or the key in another's; not where the table has closed meanwhile."""
        if (
            self._services.store.result_of_key(person.id, found) is not None
        ):  # it opened a table, where nobody was seated then
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
        """The table that somebody sits down at who wants to play now; it is opened under the key of that wish."""
        defaults = self._services.defaults
        pace: Any = defaults.pace
        return Open(game=game, bots=COMPANY, pace=pace, time=defaults.time, stay=SOON, rules=versions(), key=key)

    async def seat_before(self, game: str, key: str, person: Person) -> tuple[str, int] | None:
        """Where the key has led before, or where this person sits now, here."""
        return await self._played(game, key, person) or await self.seat_of(game, person)

    async def _played(self, game: str, key: str, person: Person) -> tuple[str, int] | None:
        """Where that key has seated somebody before; refused where it was another command's, over whichever line."""
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
    """Under which somebody is seated at the table that was opened under `key`."""
    return f"sit-{hashlib.sha256(key.encode()).hexdigest()[:40]}"
