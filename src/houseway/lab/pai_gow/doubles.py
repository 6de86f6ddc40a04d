"""Mini Pai Gow: the best setting of every hand of six cards, doubled or not.

A setting that beats f of the N dealers in front, b behind and w in both wins w and loses N - f - b + w. The double is a
second wager of the same size against the dealers who qualify, those with a back of at least some value.
"""

from fractions import Fraction
from math import lcm
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.lab.kernels.counts import BOTH
from houseway.lab.kernels.distributions import Distributions
from houseway.lab.pai_gow.batch import Batch
from houseway.lab.pai_gow.dealers import Dealers
from houseway.lab.progress import Tell

GROUPS: Final = 4096
QUESTIONS: Final = 5
"""About each setting: dealers beaten in front, behind and in both; and of the unqualified, beaten in front, and all."""

Array = Any


class Played(NamedTuple):
    """One way to play every hand: which setting of its group, doubled or not, and how many dealers it beats twice and
    loses to twice, all of them and those who qualify."""

    columns: Array
    doubled: Array
    won: Array
    lost: Array
    won_qualified: Array
    lost_qualified: Array


class Doubles(NamedTuple):
    """The best play of every hand, and the house way with the best doubles; hands in the order of the batch.

    `gains` is what the double adds to the best setting, in parts of a main wager of which `scale` make one, summed over
    the dealers; `over_house` is what the best play adds to the house's setting, likewise.
    """

    best: Played
    house: Played
    qualified: Array
    gains: Array
    over_house: Array
    scale: int


def best_doubles(
    dealers: Dealers,
    everything: Batch,
    rows: Distributions,
    qualifies: int,
    pays: tuple[Fraction, Fraction],
    tell: Tell,
) -> Doubles:
    """The best setting and double of every hand; `qualifies` is the least back of a dealer who does.

    A win pays the first of `pays` to 1, and a double the second.
    """
    groups, parts = len(everything.groups) - 1, []
    mark = int(np.searchsorted(dealers.back_values, qualifies))
    scale = lcm(*(odds.denominator for odds in pays))
    odds = [int(each * scale) for each in pays]
    for at in range(0, groups, GROUPS):
        batch = everything.part(at, at + GROUPS)
        parts.append(_part(batch, _questions(batch, rows, dealers, mark), dealers.others, mark, odds, scale))
        tell("the best setting and double of every hand", min(at + GROUPS, groups), groups)
    best, house = (Played(*_joined([part[which] for part in parts])) for which in (0, 1))
    return Doubles(best, house, *_joined([part[2:] for part in parts]), scale)


def _joined(parts: list[tuple[Array, ...]]) -> list[Array]:
    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]


def _questions(batch: Batch, rows: Distributions, dealers: Dealers, mark: int) -> Array:
    """The answers to all questions about each setting of each hand."""
    fronts, backs = batch.front_marks, batch.back_marks
    every_front, every_back = (np.full(len(fronts), len(values)) for values in dealers[3:5])
    weak = np.full(len(fronts), mark)
    asks = batch._replace(
        first=QUESTIONS * batch.first,
        front_marks=np.stack([fronts, every_front, fronts, fronts, every_front], 1).ravel(),
        back_marks=np.stack([every_back, backs, backs, weak, weak], 1).ravel(),
    )
    return asks.count(rows, BOTH).astype(np.int64).reshape(-1, QUESTIONS)


def _part(batch: Batch, answers: Array, dealers: int, mark: int, odds: list[int], scale: int) -> tuple[Any, ...]:
    front, back, won, weak_front, weak = answers.T
    hand = np.repeat(np.arange(len(batch.hands)), batch.asked[batch.group_of])
    column = np.arange(len(hand)) - batch.answers_of()[hand]
    below = batch.back_marks[batch.settings_of()[hand] + column] <= mark  # it beats none who qualifies
    won_qualified = np.where(below, 0, won - weak_front)
    back_qualified = np.where(below, 0, back - weak)
    lost = dealers - front - back + won
    lost_qualified = dealers - weak - (front - weak_front) - back_qualified + won_qualified
    main = odds[0] * won - scale * lost
    double = odds[1] * won_qualified - scale * lost_qualified
    value = main + np.maximum(double, 0)
    starts = batch.answers_of()
    most = np.maximum.reduceat(value, starts)
    place = np.minimum.reduceat(np.where(value == most[hand], np.arange(len(hand)), len(hand)), starts)

    def played(at: Array) -> Played:
        return Played(column[at], double[at] > 0, won[at], lost[at], won_qualified[at], lost_qualified[at])

    return played(place), played(starts), dealers - weak[starts], double[place], most - value[starts]
