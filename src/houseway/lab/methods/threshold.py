"""Strategies of the form `so good a hand or better`: the best table of them, what it costs, and what it leaves out."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

NEVER = "no hand"
ALWAYS = "every hand"


class Cutoff(NamedTuple):
    """One information set: under which column it comes, the value of the hand, and what acting gains, times its weight.

    `holds` says which cards it is, for hands that only their suits tell apart.
    """

    column: str
    value: int
    gain: int
    holds: Callable[[], str]


class Thresholds(NamedTuple):
    """`rows`: from which hand on to act, by column. `cost` is what the table loses against the best strategy.

    `full` holds the best strategy itself: from which hand on all act, below which none does, and what is between.
    """

    rows: list[list[str]]
    cost: int
    full: dict[str, Any]


def thresholds(spots: Iterable[Cutoff], text: Callable[[int], str], act: str, rest: str) -> Thresholds:
    """One threshold for each column, the best there is; a hand that gains nothing by acting does not act."""
    columns: dict[str, dict[int, list[Cutoff]]] = defaultdict(lambda: defaultdict(list))
    for spot in spots:
        columns[spot.column][spot.value].append(spot)
    rows, cost, full = [], 0, {}
    for column, hands in columns.items():
        least, lost = _best(hands)
        cost += lost
        rows.append([column, cut_text(least, hands, text)])
        full[column] = _full(hands, text, act, rest)
    return Thresholds(rows, cost, full)


def _best(hands: dict[int, list[Cutoff]]) -> tuple[int, int]:
    gains = {value: sum(spot.gain for spot in each) for value, each in hands.items()}
    most = sum(spot.gain for each in hands.values() for spot in each if spot.gain > 0)
    least, best = cut(gains)
    return least, most - best


def cut(gains: Mapping[int, int]) -> tuple[int, int]:
    """The value from which acting pays best, by what acting gains at each value, and what that is worth."""
    best, least, running = 0, max(gains) + 1, 0
    for value in sorted(gains, reverse=True):
        running += gains[value]
        if running > best:
            best, least = running, value
    return least, best


def cut_text(least: int, values: Collection[int], text: Callable[[int], str]) -> str:
    """Returns what a person is told of a threshold among the values that can come."""
    if least > max(values):
        return NEVER
    return ALWAYS if least == min(values) else text(least)


def _full(hands: dict[int, list[Cutoff]], text: Callable[[int], str], act: str, rest: str) -> dict[str, Any]:
    decided = {value: {spot.gain > 0 for spot in each} for value, each in hands.items()}
    above = max((value for value in hands if decided[value] != {True}), default=0)
    below = min((value for value in hands if decided[value] != {False}), default=max(hands) + 1)
    always = min((value for value in hands if value > above), default=None)
    between: dict[str, Any] = {}
    for value in sorted(hands):
        if not below <= value <= above:
            continue
        if len(decided[value]) == 1:
            between[text(value)] = act if True in decided[value] else rest
        else:
            between[text(value)] = {
                act: [spot.holds() for spot in hands[value] if spot.gain > 0],
                rest: [spot.holds() for spot in hands[value] if spot.gain <= 0],
            }
    return {
        f"{act} from": NEVER if always is None else text(always),
        f"{rest} below": ALWAYS if below > max(hands) else text(below),
        "between": between,
    }
