"""Sums over hands: from the count of each outcome to the expectation of the game."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from houseway.lab.inquiry.answer import Base, Frequency, Solved, Strategy, Wager
from houseway.lab.inquiry.probe import ProbedHand

Tallied = tuple[str, int, ProbedHand]
"""An outcome, the number of deals that end in it, and the probed hand."""


def solved(
    wager: str, rows: Iterable[Tallied], decisions: Mapping[str, int], strategy: Strategy, note: str = ""
) -> Solved:
    """Returns the solved base game: every outcome with its count, and the number of deals for each decision."""
    tallied = list(rows)
    odds = Wager.of(((name, count, hand.net) for name, count, hand in tallied), note=note)
    total = odds.total
    circles = {name: Fraction(0) for _, count, hand in tallied if count for name in hand.nets}
    for name in circles:
        amount = sum(count * hand.nets.get(name, Fraction(0)) for _, count, hand in tallied)
        circles[name] = Fraction(amount) / total
    staked = sum(count * hand.staked for _, count, hand in tallied)
    base = Base.of(
        wager,
        odds,
        average_wager=Fraction(staked) / total,
        decisions={name: Frequency.of(count, total) for name, count in decisions.items()},
        circles=circles,
        strategy=strategy,
    )
    return Solved(wagers={wager: odds}, base=base)


def scale_of(nets: Iterable[Fraction]) -> int:
    """Returns a factor that makes all these results integers, so that decisions are compared without rounding."""
    return lcm(*(net.denominator for net in nets))
