"""The room's clock: milliseconds that never run backwards, and a heart that notices when the process stood still.

A machine's clock is set now and then. Set forward, it is as if the room had stood still for so long: nobody's time ran.
Set back, the room goes on counting seconds as they pass, a little slower, until the clock has caught up with it.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from houseway.room.messages.durations import SECOND_MS

BEAT: Final = 0.2
STILL: Final = 1.0
"""Seconds between two beats from which on the room is held to have stood still; and by which a clock is set."""
SLOWER: Final = 0.05


class RoomClock:
    """Whoever asks for the time hears first of it if the room stood still: nobody's clock runs meanwhile."""

    def __init__(self, stood_still: Callable[[int, int], None]) -> None:
        self._stood_still = stood_still
        self._last = 0.0
        self._beat = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._owed = 0.0  # milliseconds by which `not_before` has put the clock forward and nobody was told
        self.offset_ms = 0
        """What the clock of this machine lacks to the one that all nodes go by."""

    def start(self) -> None:
        """From now on seconds are counted."""
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
        """Milliseconds since the epoch."""
        moment = time.monotonic()
        passed, self._beat = moment - self._beat, moment
        still = passed * SECOND_MS if passed > STILL + BEAT else 0.0
        straight, clock = self._last + passed * SECOND_MS, time.time_ns() / 1_000_000 + self.offset_ms
        if clock < straight - STILL * SECOND_MS and self._timer is not None:  # somebody has set it back
            self._last = straight - SLOWER * passed * SECOND_MS
        else:
            if clock > straight + STILL * SECOND_MS and self._timer is not None:  # or forward
                still += clock - straight
            self._last = max(self._last, clock)
        if still:
            self._stood_still(int(self._last), int(still))
        return int(self._last)

    def not_before(self, moment: int) -> None:
        """It is at least so late: something happened then. Where that puts the clock forward, the room stood still."""
        self._owed += max(moment - self.now(), 0)
        self._last = max(self._last, moment)
        if self._owed > STILL * SECOND_MS:
            owed, self._owed = int(self._owed), 0.0
            self._stood_still(int(self._last), owed)
