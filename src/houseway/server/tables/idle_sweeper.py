"""Tables that everybody has left are closed, so that a room that is open for months has those tables that are used."""

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
"""Minutes that a table stays open when nobody is at it: one that was opened to sit down at once, a guest's that all may
see, and one that friends come back to by its link. The host's stay.
"""
EVERY: Final = 30.0
ARRIVING: Final = 30_000
"""Milliseconds in which the page of whoever opened a table, or lost the line to it, is on its way."""


class IdleSweeper:
    """What goes round the room now and then."""

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
        """Closes every table that was left for as long as it stays open; its bots' chips and jackpots go home.

        A seat that is held keeps a table for as long again as it is held, where nobody is connected to it.
        """
        now = self._services.clock.now()
        for box in self._registry.awake():
            self._registry.quarantine.safely(box, "clock", self._look_at, box, now)
        for table in self._registry.sleep.over(now):
            self._give_up_named(table)

    def _look_at(self, box: Mailbox, now: int) -> None:
        config = box.live.state.config
        if is_empty(box) and now >= box.used + (config.stay or 0) * MINUTE_MS:
            self._close(box)
        elif is_abandoned(box) and now >= box.alone_since + (config.hold + (config.stay or 0)) * MINUTE_MS:
            self._give_up(box)

    def _give_up_named(self, table: str) -> None:
        """Wakes the table and gives it up; one that cannot be woken is set aside, and its place is free too."""
        try:
            self._give_up(self._registry.find(table))
        except StoreFault:
            raise
        except Refusal as refusal:
            LOG.warning("a table that was left cannot be woken", extra={"facts": {"why": str(refusal)}})

    def make_room(self) -> bool:
        """Closes one table that nobody is connected to, where the room is full. Returns whether there was one.

        It is one of the address, then of the person, that has the most of them: nobody has others' tables closed by
        opening more. Among those an empty one goes before one where seats are held. Tables that were opened a moment
        ago go last, the oldest of them first, because their pages are on their way.
        """
        registry, now = self._registry, self._services.clock.now()
        boxes = [box for box in registry.awake() if is_abandoned(box)]
        asleep = [*registry.sleep.left()]
        if self._services.closing or not (boxes or asleep):
            return False
        crowding = self._limits.crowding([*(box.table for box in boxes), *(each.table for each in asleep)])
        ranks: dict[str, tuple[bool, int, int, bool, int]] = {}
        for box in boxes:
            addresses, persons = crowding[box.table]
            arriving = now < box.alone_since + ARRIVING  # an empty one may be about to be sat down at
            ranks[box.table] = arriving, -addresses, -persons, arriving or not is_empty(box), box.used
        for sleeper in asleep:
            addresses, persons = crowding[sleeper.table]
            ranks[sleeper.table] = False, -addresses, -persons, False, sleeper.used
        self._give_up_named(min(ranks, key=lambda table: ranks[table]))
        return True

    def _give_up(self, box: Mailbox) -> None:
        """Stands everybody up who is not connected, by the room's own word, and closes the table.

        A round that is under way is played to its end first, by what the clock decides for those who are gone.
        """
        try:
            for player in box.live.state.people():
                if not box.sockets.get(player.person):
                    box.submit(Line(person=player.person, up=False), ROOM)
                    if not player.leaving:
                        box.submit(StandUp(), Who(player.person, player.name, "room"))
        except Refusal as refusal:
            LOG.error("nobody is stood up at a table that was left", extra={"facts": {"why": str(refusal)}})
        self._close(box)

    def _close(self, box: Mailbox) -> None:
        if self._services.closing:
            return
        try:
            box.submit(Floor(do="close", reason="nobody was there"), structs.replace(ROOM, host=True))
        except Refusal as refusal:
            LOG.error("a table that was left is not closed", extra={"facts": {"why": str(refusal)}})


def is_abandoned(box: Mailbox) -> bool:
    """Returns whether nobody is connected to a table that does not stay for ever; seats may be held there."""
    state = box.live.state
    return not (state.config.stay is None or state.phase in ("closing", "closed") or box.visits)


def is_empty(box: Mailbox) -> bool:
    """Whether nobody plays, bets or watches at a table that does not stay for ever."""
    return is_abandoned(box) and not box.live.state.people()
