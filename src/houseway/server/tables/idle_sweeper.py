"""Idle sweeper: closes abandoned tables, so that a room that runs for months holds only tables in use."""

import asyncio
import logging
from typing import Final

from msgspec import structs

from houseway.room.messages.commands import ROOM, Floor, Line, StandUp, Who
from houseway.room.messages.durations import MINUTE_MS
from houseway.script import Refusal
from houseway.server.services import Services
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.registry import TableRegistry
from houseway.server.tables.table_limits import TableLimits
from houseway.store import StoreFault

LOG = logging.getLogger("houseway")
SOON, STAY, STAY_PRIVATE = 5, 60, 24 * 60
"""Minutes that an empty table stays open: one opened by quick seat, a guest's public one, and a private one that
friends return to by its link. The host's tables stay.
"""
EVERY: Final = 30.0
ARRIVING: Final = 30_000
"""Milliseconds within which the opener of a table, or a client that lost its connection, connects."""


class IdleSweeper:
    """Periodic sweep of all tables."""

    def __init__(self, services: Services, registry: TableRegistry, limits: TableLimits) -> None:
        self._services = services
        self._registry = registry
        self._limits = limits
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._go_round)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _go_round(self) -> None:
        self.sweep()
        self._registry.sleep.go_round()
        self.start()

    def sweep(self) -> None:
        """Closes every table that was empty for longer than its `stay`; chips of bots and jackpots go back.

        A held seat without a connection keeps its table for the `hold` time longer.
        """
        now = self._services.clock.now()
        for box in self._registry.awake():
            self._registry.quarantine.safely(box, "clock", self._look_at, box, now)
        for table in self._registry.sleep.expired(now):
            self._give_up_named(table)

    def _look_at(self, box: Mailbox, now: int) -> None:
        config = box.live.state.config
        if is_empty(box) and now >= box.used + (config.stay or 0) * MINUTE_MS:
            self._close(box)
        elif is_abandoned(box) and now >= box.alone_since + (config.hold + (config.stay or 0)) * MINUTE_MS:
            self._give_up(box)

    def _give_up_named(self, table: str) -> None:
        """Wakes the table and closes it. A table that cannot be woken is quarantined, which frees its place too."""
        try:
            self._give_up(self._registry.find(table))
        except StoreFault:
            raise
        except Refusal as refusal:
            LOG.warning("an abandoned table cannot be woken", extra={"facts": {"why": str(refusal)}})

    def make_room(self) -> bool:
        """Closes one table without connections, for a full room. Returns whether there was one.

        It picks a table of the address, then of the person, with the most tables, so that nobody closes others' tables
        by opening more. An empty table goes before one with held seats. Just opened tables go last, the oldest of them
        first, because their openers are about to connect.
        """
        registry, now = self._registry, self._services.clock.now()
        boxes = [box for box in registry.awake() if is_abandoned(box)]
        asleep = [*registry.sleep.with_limited_stay()]
        if self._services.closing or not (boxes or asleep):
            return False
        crowding = self._limits.crowding([*(box.table for box in boxes), *(each.table for each in asleep)])
        ranks: dict[str, tuple[bool, int, int, bool, int]] = {}
        for box in boxes:
            addresses, persons = crowding[box.table]
            arriving = now < box.alone_since + ARRIVING  # its opener may be about to sit down
            ranks[box.table] = arriving, -addresses, -persons, arriving or not is_empty(box), box.used
        for sleeper in asleep:
            addresses, persons = crowding[sleeper.table]
            ranks[sleeper.table] = False, -addresses, -persons, False, sleeper.used
        self._give_up_named(min(ranks, key=lambda table: ranks[table]))
        return True

    def _give_up(self, box: Mailbox) -> None:
        """Stands up everybody without a connection, as the room, and closes the table.

        A running round is played to its end first, with the clock's decisions for absent players.
        """
        try:
            for player in box.live.state.people():
                if not box.sockets.get(player.person):
                    box.submit(Line(person=player.person, up=False), ROOM)
                    if not player.leaving:
                        box.submit(StandUp(), Who(player.person, player.name, "room"))
        except Refusal as refusal:
            LOG.error("players of an abandoned table cannot be stood up", extra={"facts": {"why": str(refusal)}})
        self._close(box)

    def _close(self, box: Mailbox) -> None:
        if self._services.closing:
            return
        try:
            box.submit(Floor(do="close", reason="nobody was there"), structs.replace(ROOM, host=True))
        except Refusal as refusal:
            LOG.error("an abandoned table cannot be closed", extra={"facts": {"why": str(refusal)}})


def is_abandoned(box: Mailbox) -> bool:
    """Returns whether a table with a limited stay has no connections; seats may be held there."""
    state = box.live.state
    return not (state.config.stay is None or state.phase in ("closing", "closed") or box.visits)


def is_empty(box: Mailbox) -> bool:
    """Returns whether a table with a limited stay has neither players nor connections."""
    return is_abandoned(box) and not box.live.state.people()
