"""Sliding-window counters."""

from typing import Final

WINDOW: Final = 20.0
"""Length of the window in seconds."""


class Rate:
    """Counts events within the last twenty seconds."""

    __slots__ = ("_times",)

    def __init__(self) -> None:
        self._times: list[float] = []

    def too_many(self, now: float, most: int) -> bool:
        """Counts an event. Returns whether there are more than `most` within the window."""
        times = self._times
        while times and (times[0] <= now - WINDOW or len(times) > most):
            times.pop(0)
        times.append(now)
        return len(times) > most

    def is_over(self, now: float) -> bool:
        """Returns whether all counted events are older than the window."""
        return not self._times or self._times[-1] <= now - WINDOW


class Rates:
    """Counters by key, the most recently used last.

    Drops counters older than the window, and beyond `most` the least recently used.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._rates: dict[str, Rate] = {}

    def __len__(self) -> int:
        return len(self._rates)

    def too_many(self, key: str, now: float, most: int) -> bool:
        """Counts an event of the key. Returns whether there are more than `most` within the window."""
        rates = self._rates
        rate = rates.pop(key, None) or Rate()
        while rates and (len(rates) >= self._most or next(iter(rates.values())).is_over(now)):
            del rates[next(iter(rates))]
        rates[key] = rate
        return rate.too_many(now, most)
