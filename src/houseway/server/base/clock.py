"""The room's clock: monotonic milliseconds, and a watchdog that detects when the process was stopped.

A machine's clock may be set at any time. If it is set forward, the room counts the gap as a standstill, during which no
deadline runs. If it is set back, the room counts elapsed seconds at a slower rate until the clock has caught up.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from houseway.room.messages.durations import SECOND_MS

BEAT: Final = 0.2
STILL: Final = 1.0
"""Seconds between two beats, and jump of the clock, from which on the room counts a standstill."""
SLOWER: Final = 0.05


class RoomClock:
    """Monotonic clock. Reports a standstill before it returns the time, so that no deadline ran meanwhile."""

    def __init__(self, stood_still: Callable[[int, int], None]) -> None:
        self._stood_still = stood_still
        self._last = 0.0
        self._beat = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._owed = 0.0  # milliseconds of jumps by `not_before` that were not reported yet
        self.offset_ms = 0
        """Offset of this machine's clock to the one that all nodes share."""

    def start(self) -> None:
        """Starts the timer that looks for standstills."""
        self._beat = time.monotonic()
        self.now()
        self._next()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _next(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._on_beat)

    def _on_beat(self) -> None:
        self.now()
        self._next()

    def now(self) -> int:
        """Returns milliseconds since the epoch."""
        moment = time.monotonic()
        passed, self._beat = moment - self._beat, moment
        still = passed * SECOND_MS if passed > STILL + BEAT else 0.0
        straight, clock = self._last + passed * SECOND_MS, time.time_ns() / 1_000_000 + self.offset_ms
        if clock < straight - STILL * SECOND_MS and self._timer is not None:  # the machine's clock was set back
            self._last = straight - SLOWER * passed * SECOND_MS
        else:
            if clock > straight + STILL * SECOND_MS and self._timer is not None:  # or forward
                still += clock - straight
            self._last = max(self._last, clock)
        if still:
            self._stood_still(int(self._last), int(still))
        return int(self._last)

    def not_before(self, moment: int) -> None:
        """Advances the clock to a moment that a stored row proves. Reports a large jump as a standstill."""
        self._owed += max(moment - self.now(), 0)
        self._last = max(self._last, moment)
        if self._owed > STILL * SECOND_MS:
            owed, self._owed = int(self._owed), 0.0
            self._stood_still(int(self._last), owed)
