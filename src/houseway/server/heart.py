"""The room's clock: milliseconds that never run backwards, and a heart that notices when the process stood still."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

BEAT: Final = 0.2
STILL: Final = 1.0
"""Seconds between two beats from which on the room is held to have stood still."""


class Heart:
    """Whoever asks for the time hears first of it if the room stood still: nobody's clock runs meanwhile."""

    def __init__(self, stood_still: Callable[[int, int], None]) -> None:
        self._stood_still = stood_still
        self._last = 0
        self._beat = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self.offset_ms = 0
        """What the clock of this machine lacks to the one that all nodes go by."""

    def start(self) -> None:
        self._beat = time.monotonic()
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
        moment, before = time.monotonic(), self._beat
        self._last = max(self._last, time.time_ns() // 1_000_000 + self.offset_ms)
        self._beat = moment
        if moment - before > STILL + BEAT:
            self._stood_still(self._last, int((moment - before) * 1000))
        return self._last

    def not_before(self, moment: int) -> None:
        """It is at least so late: something happened then."""
        self._last = max(self._last, moment)
