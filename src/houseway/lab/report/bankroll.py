"""Fate of a bankroll: exact distributions after many rounds, from the exact distribution of one."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.lab.inquiry.answer import Wager

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Floats

FINEST: Final = 40
"""The finest fraction of a unit that a result is paid in; anything finer is an average."""
MOST: Final = 1 << 21
"""Most results after many rounds that are distinguished. Beyond that the normal distribution is used."""
PERCENTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class OneRound(NamedTuple):
    """The net results of one round, scaled by `parts` a unit, and their probabilities.

    If `averaged`, some result stands for several that are not distinguished.
    """

    nets: list[int]
    shares: list[float]
    parts: int
    averaged: bool

    @classmethod
    def of(cls, wager: Wager) -> "OneRound":
        """Builds the distribution.

        A result that is itself an average is put on its two neighbours, with the same mean.
        """
        plain = [net.denominator for net in wager.pays.values() if net.denominator <= FINEST]
        parts = lcm(*plain)
        together: dict[int, Fraction] = {}
        for name, count in wager.outcomes.items():
            scaled = wager.pays[name] * parts
            low = floor(scaled)
            for net, share in ((low, low + 1 - scaled), (low + 1, scaled - low)):
                if share:
                    together[net] = together.get(net, Fraction(0)) + share * count
        nets = sorted(together)
        shares = [float(together[net] / wager.total) for net in nets]
        return cls(nets, shares, parts, len(plain) < len(wager.pays))

    @property
    def mean(self) -> float:
        return sum(net * share for net, share in zip(self.nets, self.shares, strict=True)) / self.parts

    @property
    def sd(self) -> float:
        square = sum(net * net * share for net, share in zip(self.nets, self.shares, strict=True)) / self.parts**2
        return float((square - self.mean**2) ** 0.5)


class Fan(NamedTuple):
    """The result at each of `PERCENTILES` by number of rounds. `exact` is False for the normal approximation."""

    rounds: list[int]
    results: list[list[float]]
    exact: bool


def fan(one: OneRound, rounds: Sequence[int]) -> Fan:
    """Returns the distribution of the result after each number of rounds of one unit."""
    exact = (one.nets[-1] - one.nets[0]) * max(rounds) < MOST
    results = [_exactly(one, each) if exact else _normally(one, each) for each in rounds]
    return Fan(list(rounds), results, exact)


def _exactly(one: OneRound, rounds: int) -> list[float]:
    """Computes percentiles by the power of one round's Fourier transform."""
    import numpy as np

    low = one.nets[0]
    size = 1 << ((one.nets[-1] - low) * rounds + 1).bit_length()
    first = np.zeros(size)
    first[np.array(one.nets) - low] = one.shares
    after = np.fft.irfft(np.fft.rfft(first) ** rounds, size)
    places = np.searchsorted(np.cumsum(after), PERCENTILES)
    return [(int(place) + low * rounds) / one.parts for place in places]


def _normally(one: OneRound, rounds: int) -> list[float]:
    from statistics import NormalDist

    law = NormalDist(one.mean * rounds, one.sd * rounds**0.5)
    return [law.inv_cdf(share) for share in PERCENTILES]


def ruin(one: OneRound, bankroll: int, rounds: int) -> "Floats":
    """Returns, by number of rounds, the chance that a bankroll is gone or too small for the worst round.

    Winnings beyond ten bankrolls and a thousand units are not distinguished: nobody is ruined from there.
    """
    import numpy as np

    worst = one.nets[0]
    start = bankroll * one.parts
    top = start + 10 * start + 1_000 * one.parts
    reached = [min(net, top) for net in one.nets]  # one win may exceed the largest distinguished result
    held = np.zeros(top + 1)
    held[start] = 1.0
    gone = np.zeros(rounds + 1)
    lost = 0.0
    for number in range(1, rounds + 1):
        after = np.zeros_like(held)
        for net, share in zip(reached, one.shares, strict=True):
            if net >= 0:
                after[net:] += share * held[: len(held) - net]
                after[-1] += share * held[len(held) - net :].sum() if net else 0.0
            else:
                after[:net] += share * held[-net:]
        lost += float(after[:-worst].sum())  # too little is left for the worst round
        after[:-worst] = 0.0
        held = after
        gone[number] = lost
    return gone


def needed(one: OneRound, rounds: int, chances: Sequence[float]) -> list[int | None]:
    """Returns the smallest bankroll in whole units whose chance of ruin within so many rounds is at most each bound."""
    known: dict[int, float] = {}

    def chance(units: int) -> float:
        if units not in known:
            known[units] = float(ruin(one, units, rounds)[-1])
        return known[units]

    worst = -(one.nets[0] // one.parts)
    found: list[int | None] = []
    for bound in chances:
        low, high = worst, worst * 2
        while chance(high) > bound and high < 4_000:
            low, high = high, high * 2
        if chance(high) > bound:
            found.append(None)
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if chance(middle) <= bound else (middle, high)
        found.append(high)
    return found


def hit_frequency(wager: Wager) -> Fraction:
    """Returns the probability that the wager wins anything."""
    won = sum(count for name, count in wager.outcomes.items() if wager.pays[name] > 0)
    return Fraction(won, wager.total)
