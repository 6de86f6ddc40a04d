"""Counts of dealers that every setting of a six-card hand beats, qualified or not.

A setting that beats f of the N dealers in front, b behind and w in both wins w and loses N - f - b + w. The double is a
second wager of the same size against the dealers who qualify, those with a back of at least some value.
"""

from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.hand_pairs.choices import above_house
from houseway.lab.loops.hand_pairs.counts import BOTH
from houseway.lab.loops.hand_pairs.distributions import Distributions
from houseway.lab.methods.pai_gow.batch import Batch
from houseway.lab.methods.pai_gow.dealers import Dealers

GROUPS: Final = 4096
QUESTIONS: Final = 5
"""Counts a setting: dealers beaten in front, behind and in both; of the unqualified, beaten in front, and all."""


class DoubleSettings(NamedTuple):
    """Every setting of every hand in the order of the batch's answers, with the dealers that it beats or loses to.

    The counts are for all dealers and for those who qualify. `qualified` counts those who qualify beside each hand.
    """

    batch: Batch
    won: Array
    lost: Array
    won_qualified: Array
    lost_qualified: Array
    qualified: Array


class DoubleValues(NamedTuple):
    """Values of the main wager and the double of each setting, summed over the dealers. `scale` is one wager."""

    main: Array
    double: Array
    scale: int

    @property
    def best(self) -> Array:
        """Values of both together, doubled where that pays."""
        return self.main + np.maximum(self.double, 0)


def settings_against(
    dealers: Dealers, everything: Batch, rows: Distributions, qualifies: int, tell: Progress
) -> DoubleSettings:
    """Counts every setting against all dealers. `qualifies` is the least back with which a dealer qualifies."""
    groups, parts = len(everything.groups) - 1, []
    mark = int(np.searchsorted(dealers.back_values, qualifies))
    for at in range(0, groups, GROUPS):
        parts.append(_part(everything.part(at, at + GROUPS), rows, dealers, mark))
        tell("every setting of every hand", min(at + GROUPS, groups), groups)
    return DoubleSettings(everything, *(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _part(batch: Batch, rows: Distributions, dealers: Dealers, mark: int) -> tuple[Array, ...]:
    front, back, won, weak_front, weak = _asked(batch, rows, dealers, mark).T
    hand = hand_of(batch)
    column = np.arange(len(hand)) - batch.answers_of()[hand]
    below = batch.back_marks[batch.settings_of()[hand] + column] <= mark  # such a back beats no dealer who qualifies
    won_qualified = np.where(below, 0, won - weak_front)
    back_qualified = np.where(below, 0, back - weak)
    lost = dealers.others - front - back + won
    lost_qualified = dealers.others - weak - (front - weak_front) - back_qualified + won_qualified
    return won, lost, won_qualified, lost_qualified, dealers.others - weak[batch.answers_of()]


def _asked(batch: Batch, rows: Distributions, dealers: Dealers, mark: int) -> Array:
    """Returns all five counts of each setting of each hand."""
    fronts, backs = batch.front_marks, batch.back_marks
    every_front = np.full(len(fronts), len(dealers.front_values))
    every_back = np.full(len(fronts), len(dealers.back_values))
    weak = np.full(len(fronts), mark)
    asks = batch._replace(
        first=QUESTIONS * batch.first,
        front_marks=np.stack([fronts, every_front, fronts, fronts, every_front], 1).ravel(),
        back_marks=np.stack([every_back, backs, backs, weak, weak], 1).ravel(),
    )
    return asks.beaten(rows, BOTH).astype(np.int64).reshape(-1, QUESTIONS)


def hand_of(batch: Batch) -> Array:
    """Returns the hand that each answer is about."""
    return np.repeat(np.arange(len(batch.hands)), batch.asked[batch.group_of])


def values_of(settings: DoubleSettings, main: Fraction, double: Fraction) -> DoubleValues:
    """Returns the values if a win pays `main` to 1 and a winning double pays `double` to 1."""
    scale = lcm(main.denominator, double.denominator)
    return DoubleValues(
        int(main * scale) * settings.won - scale * settings.lost,
        int(double * scale) * settings.won_qualified - scale * settings.lost_qualified,
        scale,
    )


def best_settings(settings: DoubleSettings, values: DoubleValues) -> Array:
    """Returns the answer index of each hand's best setting: the house's, which is first, if none is better."""
    starts, best = settings.batch.answers_of(), values.best
    most = np.maximum.reduceat(best, starts)
    hand = hand_of(settings.batch)
    return np.minimum.reduceat(np.where(best == most[hand], np.arange(len(hand)), len(hand)), starts)


def gains_of(settings: DoubleSettings, values: DoubleValues) -> Array:
    """Returns, by setting of the batch, its gain over the house's, summed over all hands of its group."""
    batch = settings.batch
    return above_house(values.best, batch.weights, batch.starts, batch.first, batch.groups)
