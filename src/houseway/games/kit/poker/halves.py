"""A pot cut in two, for the best high and the best low hand (OMA-51 to OMA-55, PIN-45 to PIN-51)."""

from typing import NamedTuple

from houseway.games.kit.poker.stakes import DOLLAR
from houseway.script import HIGH, LOW, Cents, Place, Share


def halved(cents: Cents, high: list[Place], low: list[Place], clause: str, tie: str, odd_chip: str) -> list[Share]:
    """Half to each side, an odd dollar of the cut to the high half; then each half is shared by those who tie for it.

    Dollars left over in a half go one each, clockwise from the button, and nobody is pushed two of one pot while
    another who ties for a half of it is pushed none: those who tie for both share the whole pot as evenly as it goes.
    """
    dollars = cents // DOLLAR
    for_low = dollars // 2
    for_high = dollars - for_low
    odd_high = _odd_of_high(high, low, for_high % len(high), for_low % len(low))
    odd_low = sorted(low, key=odd_high.__contains__)[: for_low % len(low)]  # those with none of the other half first
    cut = (clause, odd_chip) if for_high > for_low else (clause,)
    return [
        *_half(_Half(HIGH, for_high, high, odd_high), cut, tie, odd_chip),
        *_half(_Half(LOW, for_low, low, odd_low), (clause,), tie, odd_chip),
    ]


class _Half(NamedTuple):
    """One half of a pot: its dollars, who ties for it, and who of them is pushed an odd dollar."""

    name: str
    dollars: int
    winners: list[Place]
    odd: list[Place]


def _half(half: _Half, cut: tuple[str, ...], tie: str, odd_chip: str) -> list[Share]:
    """The shares of one half; whoever is pushed nothing of it has none."""
    name, dollars, winners, odd = half
    each = dollars // len(winners)
    why = (*cut, tie) if len(winners) > 1 else cut
    with_odd = tuple(dict.fromkeys((*why, odd_chip)))
    return [
        Share(place, (each + (place in odd)) * DOLLAR, with_odd if place in odd else why, name)
        for place in winners
        if each or place in odd
    ]


def _odd_of_high(high: list[Place], low: list[Place], odd: int, odd_of_low: int) -> list[Place]:
    """Who is pushed the odd dollars of the high half: the first who tie for it, as long as enough of those who tie for
    low too are left for the odd dollars of the low half; then the next who tie for high alone.
    """
    for_high_alone = sum([place not in low for place in high])
    may_be_both = max(len(low) - odd_of_low, odd - for_high_alone)
    chosen: list[Place] = []
    for place in high:
        if len(chosen) < odd and (place not in low or may_be_both > 0):
            chosen.append(place)
            may_be_both -= place in low
    return chosen
