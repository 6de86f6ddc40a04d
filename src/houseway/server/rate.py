"""How often somebody does something."""

from typing import Final

WINDOW: Final = 20.0
"""Seconds in which it is counted."""


class Rate:
    """How many came within any twenty seconds."""

    __slots__ = ("_times",)

    def __init__(self) -> None:
        self._times: list[float] = []

    def too_many(self, now: float, most: int) -> bool:
        """Whether this is one more than `most` within the window; it counts either way, and a crowd of them as one."""
        times = self._times
        while times and (times[0] <= now - WINDOW or len(times) > most):
            times.pop(0)
        times.append(now)
        return len(times) > most
