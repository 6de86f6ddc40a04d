"""Results of a simulation: estimates with their standard errors, reproducible from the seed."""

from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from houseway.lab.simulation.model import Model
from houseway.lab.simulation.tally import Tally

MOST_BARS = 60
"""Most net results in a distribution; more are grouped in equal steps."""


class Measured(Struct, kw_only=True):
    """One wager or one player: the average win a round, per unit, and its standard error.

    `staked` is the average stake. If the exact expectation is known, `off` is the distance in standard errors.
    """

    mean: float
    sd: float
    standard_error: float
    staked: float | None = None
    exact: Fraction | None = None
    off: float | None = None
    results: dict[str, int] = {}


class Point(Struct):
    """The estimate after so many rounds."""

    rounds: int
    mean: float
    standard_error: float


class OutcomeShare(Struct):
    count: int
    share: float


class Simulated(Struct, kw_only=True):
    """A simulation. `wagers` are measured per unit of `unit`. `convergence` follows the first of them."""

    game: str
    options: dict[str, Any]
    pay: dict[str, Any]
    player: str
    bank: str
    rounds: int
    seed: str
    unit: str
    wagers: dict[str, Measured]
    outcomes: dict[str, OutcomeShare]
    decisions: dict[str, OutcomeShare]
    convergence: list[Point]
    method: str
    notes: list[str]
    workers: int
    seconds: float
    rounds_per_second: float


def measured(model: Model, tally: Tally, name: str) -> Measured:
    """Returns one name of the tally, in units."""
    unit, rounds = model.units[name], tally.rounds
    mean, sd = _moments(tally, name, unit)
    error = sd / sqrt(rounds)
    exact = model.expected.get(name)
    staked = tally.staked.get(name)
    return Measured(
        mean=mean,
        sd=sd,
        standard_error=error,
        staked=None if staked is None else staked / unit / rounds,
        exact=exact,
        off=None if exact is None or not error else (mean - float(exact)) / error,
        results=_results(tally.spread(name), unit),
    )


def point(model: Model, tally: Tally, name: str) -> Point:
    mean, sd = _moments(tally, name, model.units[name])
    return Point(tally.rounds, mean, sd / sqrt(tally.rounds))


def shares(counts: dict[str, int], rounds: int) -> dict[str, OutcomeShare]:
    """Returns counts with their shares, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return {name: OutcomeShare(count, count / rounds) for name, count in ordered}


def _moments(tally: Tally, name: str, unit: int) -> tuple[float, float]:
    rounds = tally.rounds
    total, squares = tally.sums(name)
    variance = Fraction(squares * rounds - total * total, rounds * max(rounds - 1, 1) * unit * unit)
    return total / rounds / unit, sqrt(variance)


def _results(spread: dict[int, int], unit: int) -> dict[str, int]:
    """Returns the rounds by net result in units, grouped in steps if there are too many."""
    if len(spread) <= MOST_BARS:
        return {_text(Fraction(net, unit)): count for net, count in spread.items()}
    low, high = min(spread), max(spread)
    step = -(-(high - low) // MOST_BARS)
    together: dict[str, int] = {}
    for net, count in spread.items():
        middle = _text(Fraction(low + (net - low) // step * step, unit))
        together[middle] = together.get(middle, 0) + count
    return together


def _text(net: Fraction) -> str:
    return f"{float(net):+g}" if net else "0"
