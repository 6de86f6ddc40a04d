"""Time charges: every seated player pays in advance at each mark of the clock (LOW-21 to LOW-23)."""

from collections.abc import Mapping

from houseway.rulebook import Schedule
from houseway.rulebook.fees import Per
from houseway.script import Cents

MINUTES: Mapping[Per, int] = {"half-hour": 30, "hour": 60}

Stay = tuple[int, int | None]
"""When somebody sat down and left, in minutes of any clock whose hours begin at multiples of 60."""


def marks(start: int, end: int, per: Per) -> range:
    """Returns the marks from `start` up to, but not including, `end`."""
    step = MINUTES[per]
    return range(-(-start // step) * step, end, step)


def payers(stays: Mapping[str, Stay], mark: int) -> list[str]:
    """Returns the players seated at the mark. A player who leaves later gets nothing back."""
    return [player for player, (sat, left) in stays.items() if sat <= mark and (left is None or left > mark)]


def charged(posted: Schedule, per: Per, stays: Mapping[str, Stay], start: int, end: int) -> dict[int, dict[str, Cents]]:
    """Returns the charge of each player at each mark."""
    fee = posted.fee(per=per)
    return {mark: dict.fromkeys(payers(stays, mark), fee) for mark in marks(start, end, per)}
