"""Threshold strategies, `so good a hand or better`: the best table of them, its cost, and what it leaves out."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

NEVER = "no hand"
ALWAYS = "every hand"


class Cutoff(NamedTuple):
    """One information set: its column, the value of the hand, and the weighted gain of acting.

    `holds` names the cards, for hands that differ only by suits.
    """

    column: str
    value: int
    gain: int
    holds: Callable[[], str]


class Thresholds(NamedTuple):
    """Least hands to act, by column (`rows`). `cost` is what the table loses against the best strategy.

    `full` holds the best strategy itself: the hand from which all act, the one below which none does, and those
    between.
    """

    rows: list[list[str]]
    cost: int
    full: dict[str, Any]


def thresholds(spots: Iterable[Cutoff], text: Callable[[int], str], act: str, rest: str) -> Thresholds:
    """Finds the best threshold for each column. A hand that gains nothing by acting does not act."""
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
    """Returns the value from which acting pays best, by the gain at each value, and the total gain."""
    best, least, running = 0, max(gains) + 1, 0
    for value in sorted(gains, reverse=True):
        running += gains[value]
        if running > best:
            best, least = running, value
    return least, best


def cut_text(least: int, values: Collection[int], text: Callable[[int], str]) -> str:
    """Describes a threshold among the possible values for a person."""
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
