"""The timer of one table: it submits a tick when the table's next deadline has come."""

import asyncio
import logging
from typing import Any, Final, Protocol

from houseway.room.messages.commands import ROOM, Tick
from houseway.room.messages.durations import SECOND_MS
from houseway.script import Refusal
from houseway.server.services import Services, TableBox, TableEvents
from houseway.store import StoreFault

LOG = logging.getLogger("houseway")
SOONEST: Final = 0.02
IN_VAIN: Final = 20
"""Consecutive rejected rows, or refused ticks, of the room itself before the table is quarantined."""


class TimedTable(TableBox, Protocol):
    """A table as its timer uses it."""

    services: Services
    events: TableEvents[Any]

    def rearm(self, now: int) -> None:
        """Sets the timer of the next tick and prompts bots."""
        ...


class TickTimer:
    """Wakes one table at its next deadline. A timer that is too early stays and looks again."""

    def __init__(self, box: TimedTable) -> None:
        self._box = box
        self._handle: asyncio.TimerHandle | None = None
        self._due = 0
        self._refused = 0

    def rearm(self, now: int) -> None:
        """Sets the timer of the next tick and prompts bots."""
        box, due = self._box, self._box.live.due()
        if due is None:
            self.stop()
        elif self._handle is None or due < self._due:
            self.stop()
            if not box.services.closing:
                self._due = due
                wait = max((due - now) / SECOND_MS, SOONEST)
                self._handle = asyncio.get_running_loop().call_later(wait, self._tick)
        box.events.prompt_bots(box, now)

    def stop(self) -> None:
        """Cancels the next tick."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _tick(self) -> None:
        self._handle = None
        if not self._box.services.closing:
            self._box.events.faults.safely(self._box, "clock", self._look_at_clock)

    def _look_at_clock(self) -> None:
        box = self._box
        due, now = box.live.due(), box.services.clock.now()
        if due is None or due > now:
            box.rearm(now)
            return
        try:
            box.submit(Tick(), ROOM)
            self._refused = 0
        except StoreFault:
            raise
        except Refusal as refusal:
            self._refused += 1
            if box.fault is None and self._refused > IN_VAIN:  # it would be refused for ever
                raise box.events.faults.set_aside(box.table, "clock", refusal, box) from refusal
            LOG.error("a tick was refused", extra={"facts": {"table": box.table, "why": str(refusal)}})
            box.rearm(box.services.clock.now())
