"""Time charges: collected at each mark of the clock, in advance, from everybody seated then (LOW-21 to LOW-23)."""

from collections.abc import Mapping

from houseway.rulebook import Schedule
from houseway.rulebook.fees import Per
from houseway.script import Cents

MINUTES: Mapping[Per, int] = {"half-hour": 30, "hour": 60}

Stay = tuple[int, int | None]
"""When somebody sat down and left, in minutes of any clock whose hours begin at multiples of 60."""


def marks(start: int, end: int, per: Per) -> range:
    """The marks from `start` up to, but not at, `end`."""
    step = MINUTES[per]
    return range(-(-start // step) * step, end, step)


def payers(stays: Mapping[str, Stay], mark: int) -> list[str]:
    """Who is seated at the mark: whoever sat down by then and has not left. Who leaves later gets nothing back."""
    return [player for player, (sat, left) in stays.items() if sat <= mark and (left is None or left > mark)]


def charged(posted: Schedule, per: Per, stays: Mapping[str, Stay], start: int, end: int) -> dict[int, dict[str, Cents]]:
    """What each player pays at each mark."""
    fee = posted.fee(per=per)
    return {mark: dict.fromkeys(payers(stays, mark), fee) for mark in marks(start, end, per)}
