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

    def is_over(self, now: float) -> bool:
        """Returns whether all that was counted is older than the window."""
        return not self._times or self._times[-1] <= now - WINDOW


class Rates:
    """Rates by key, the latest used last.

    A rate that is older than the window is forgotten; beyond `most` the one that was used longest ago is too.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._rates: dict[str, Rate] = {}

    def __len__(self) -> int:
        return len(self._rates)

    def too_many(self, key: str, now: float, most: int) -> bool:
        """Returns whether this is one more than `most` of the key within the window, as `Rate.too_many` counts it."""
        rates = self._rates
        rate = rates.pop(key, None) or Rate()
        while rates and (len(rates) >= self._most or next(iter(rates.values())).is_over(now)):
            del rates[next(iter(rates))]
        rates[key] = rate
        return rate.too_many(now, most)
