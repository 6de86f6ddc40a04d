"""Sleeping tables: empty tables out of memory, until somebody comes, their stay ends, or the room needs their place.

A sleeping table has nobody at it and equals its stored state. Its lobby line and a few numbers stay in memory, so that
board and sweeper need not wake it.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from msgspec import Struct

from houseway.room.messages.commands import ROOM
from houseway.room.messages.durations import MINUTE_MS, SECOND_MS
from houseway.room.messages.outcomes import Unreadable
from houseway.room.messages.view_types import LobbyLine
from houseway.server.services import Services
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.spectator_delay import lobby_line
from houseway.store import StoreFault, TableKept

LOG = logging.getLogger("houseway")
QUIET: Final = 60_000
"""Milliseconds without players, requests or due deadlines before a table is put to sleep."""


class Sleeper(Struct):
    """A sleeping table: its lobby line, if it is public, and what its mailbox knew beside the store.

    `stood` are the milliseconds for which the process stood still meanwhile, `dates` the days on which it never ran.
    """

    table: str
    line: LobbyLine | None
    used: int
    stay: int | None
    due: int | None
    stood: int = 0
    dates: int = 0


class AwakeTables(Protocol):
    """The registry as sleeping tables use it."""

    def awake(self) -> Iterator[Mailbox]:
        """Yields the tables in memory."""
        ...

    def find(self, table: str) -> Mailbox:
        """Returns the table, woken if it sleeps."""
        ...

    def take_out(self, box: Mailbox) -> None:
        """Takes a table out of memory."""
        ...

    def stored(self, table: str) -> TableKept | None:
        """Returns the table as stored."""
        ...

    def resume(self, kept: TableKept) -> Mailbox:
        """Rebuilds the stored table into memory."""
        ...

    def rebuild_safely(self, kept: TableKept, rebuild: Callable[[TableKept], Mailbox]) -> Mailbox:
        """Returns the rebuilt table. Raises a Refusal `quarantined` if that fails."""
        ...


class Sleep:
    """The sleeping tables by id."""

    def __init__(self, services: Services, tables: AwakeTables) -> None:
        self._services = services
        self._tables = tables
        self._sleepers: dict[str, Sleeper] = {}
        self._places: dict[str, int] = {}
        self._placed = 0
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._sleepers)

    def __contains__(self, table: str) -> bool:
        return table in self._sleepers

    # -- going to sleep ---------------------------------------------------------------------------------------------

    def go_round(self) -> None:
        """Puts every quiet table to sleep, if all rows are durable."""
        if self._services.closing or len(self._services.commits):
            return
        for box in self._tables.awake():
            if self._is_quiet(box):
                self.put(box)

    def _is_quiet(self, box: Mailbox) -> bool:
        state, now, due = box.live.state, self._services.clock.now(), box.live.due()
        if box.visits or box.sockets or state.people() or state.phase in ("closing", "closed"):
            return False
        if box.live.bots_asked() or (due is not None and due <= now + QUIET):
            return False
        return now >= max(box.used, box.found) + max(QUIET, box.delay_ms + SECOND_MS)

    def put(self, box: Mailbox) -> None:
        """Takes a table out of memory, with a snapshot in the store, and keeps a Sleeper of it."""
        self._keep_snapshot(box)
        config = box.live.state.config
        self.place(box.table)
        line = None if config.private else lobby_line(box)
        self._sleepers[box.table] = Sleeper(box.table, line, box.used, config.stay, box.live.due())
        self._tables.take_out(box)
        box.is_asleep = True
        self._arm()

    def _keep_snapshot(self, box: Mailbox) -> None:
        if not box.live.rows_since_snapshot:
            return
        try:
            snapshot = box.live.readable_snapshot()
        except Unreadable:  # the snapshot before and the rows after it stay
            LOG.exception("a table sleeps without a snapshot", extra={"facts": {"table": box.table}})
            return
        self._services.store.keep_snapshot(box.table, box.live.state.rows, snapshot)

    # -- waking -----------------------------------------------------------------------------------------------------

    def wake(self, table: str) -> Mailbox | None:
        """Rebuilds the table from the store; None if it is not there any more."""
        sleeper, kept = self._sleepers.pop(table), self._tables.stored(table)
        if kept is None:
            return None
        box = self._tables.rebuild_safely(kept, self._tables.resume)
        box.used = sleeper.used
        if sleeper.stood and (delay := box.live.delay(sleeper.stood, sleeper.dates)) is not None:
            box.submit(delay, ROOM)
        box.rearm(self._services.clock.now())
        return box

    def _arm(self) -> None:
        """Sets one timer for the first sleeper that is due."""
        first = min((each.due for each in self._sleepers.values() if each.due is not None), default=None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if first is not None and not self._services.closing:
            wait = max(first - self._services.clock.now(), SECOND_MS) / SECOND_MS
            self._timer = asyncio.get_running_loop().call_later(wait, self._tick)

    def _tick(self) -> None:
        """Wakes the tables that are due."""
        now = self._services.clock.now()
        for sleeper in [each for each in self._sleepers.values() if each.due is not None and each.due <= now]:
            try:
                self._tables.find(sleeper.table)
            except StoreFault:
                raise
            except Exception:
                LOG.exception("a table could not be woken", extra={"facts": {"table": sleeper.table}})
        self._arm()

    def stood_still(self, ms: int, dates: int) -> None:
        """Shifts the times of all sleepers by `ms` after a standstill. `dates` are days on which the room never ran."""
        for sleeper in self._sleepers.values():
            sleeper.stood += ms
            sleeper.dates += dates
            sleeper.used += ms
            sleeper.due = None if sleeper.due is None else sleeper.due + ms

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    # -- queries -------------------------------------------------------------------------------------------

    def place(self, table: str) -> int:
        """Returns the table's position on the board, which it keeps however often it sleeps."""
        if table not in self._places:
            self._placed += 1
            self._places[table] = self._placed
        return self._places[table]

    def forget(self, table: str) -> None:
        self._places.pop(table, None)

    def lines(self) -> Iterator[LobbyLine]:
        return (each.line for each in self._sleepers.values() if each.line is not None)

    def ids(self) -> set[str]:
        return {*self._sleepers}

    def with_limited_stay(self) -> Iterator[Sleeper]:
        """Yields the sleepers with a limited stay."""
        return (each for each in self._sleepers.values() if each.stay is not None)

    def expired(self, now: int) -> list[str]:
        """Returns the tables whose stay has ended."""
        return [each.table for each in self.with_limited_stay() if now >= each.used + (each.stay or 0) * MINUTE_MS]
