"""The dealers: every hand that can be dealt, set the house way, and comparisons of any two of them."""

from typing import NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.hand_pairs.disjoint import disjoint_pairs
from houseway.lab.loops.hand_pairs.distributions import Distributions, distributions
from houseway.lab.loops.hand_pairs.patterns import fill, slots_of
from houseway.lab.loops.subsets import BINOMIALS, orbits
from houseway.lab.methods.pai_gow.patterns import Patterns
from houseway.lab.methods.pai_gow.way import SplitDeck

Cells = list[list[int]]
"""Pairs of hands by the comparison of the first's front and back with the other's: greater, equal or less."""


class Dealers(NamedTuple):
    """The class (front, back) of every hand. Classes are numbered by back and then front, lowest first.

    `fronts` and `backs` give a class its index among `front_values` and `back_values`, the values that dealers have.
    `table` gives the class of each slot of a pattern, and `classes` that of each hand by combinatorial index.
    """

    patterns: Patterns
    fronts: Array
    backs: Array
    front_values: Array
    back_values: Array
    table: Array
    classes: Array

    @property
    def deck(self) -> SplitDeck:
        return self.patterns.deck

    @property
    def others(self) -> int:
        """The number of hands that share no card with a given one."""
        return int(BINOMIALS[self.deck.size - self.deck.hand, self.deck.hand])

    @property
    def pairs(self) -> int:
        """The number of pairs of a player's and a dealer's hand."""
        return int(BINOMIALS[self.deck.size, self.deck.hand]) * self.others


class Players(NamedTuple):
    """One hand of each kind, up to suits, with its weight. Hands of one pattern are contiguous.

    Group g has the pattern `patterns[g]` and the hands from `groups[g]` to `groups[g + 1]`.
    """

    hands: Array
    weights: Array
    groups: Array
    patterns: Array


class Kinds(NamedTuple):
    """The classes of a table's hands, as `Dealers` has them."""

    fronts: Array
    backs: Array
    front_values: Array
    back_values: Array
    table: Array


def kinds_of(patterns: Patterns) -> Kinds:
    """Numbers the different pairs of front and back that the house way makes of any pattern."""
    codes = patterns.house_backs.astype(np.int64) << 8 | patterns.house_fronts
    kinds, class_of = np.unique(codes, return_inverse=True)
    front_values, fronts = np.unique(kinds & 255, return_inverse=True)
    back_values, backs = np.unique(kinds >> 8, return_inverse=True)
    table = np.zeros(len(patterns.number), np.uint32)
    used = patterns.number >= 0
    table[used] = class_of[patterns.number[used]]
    return Kinds(fronts.astype(np.uint8), backs.astype(np.uint16), front_values, back_values, table)


def dealers_of(patterns: Patterns) -> Dealers:
    """Returns the class of every hand of the deck, set the house way."""
    deck, kinds = patterns.deck, kinds_of(patterns)
    classes = np.empty(BINOMIALS[deck.size, deck.hand], np.uint32)
    fill(deck.size, deck.hand, kinds.table, classes)
    return Dealers(patterns, *kinds, classes)


def house_against_house(dealers: Dealers, tell: Progress) -> Cells:
    """Counts every pair of disjoint hands, both set the house way, by the comparison of the first with the second."""

    def progress(share: float) -> None:
        tell("all pairs of hands", round(1000 * share), 1000)

    deck, classes = dealers.deck, dealers.classes
    fronts, backs = dealers.fronts.astype(np.int64), dealers.backs.astype(np.int64)
    cells = disjoint_pairs(deck.size, deck.hand, classes, classes, fronts, backs, progress)
    assert sum(map(sum, cells)) == dealers.pairs, "some pairs were lost"
    return cells


def distributions_of(dealers: Dealers, tell: Progress) -> Distributions:
    """Returns the distribution of dealers' hands by class, for any few cards that are gone."""

    def progress(share: float) -> None:
        tell("dealers' hands beside every few cards", round(1000 * share), 1000)

    deck = dealers.deck
    return distributions(deck.size, deck.hand, dealers.classes, dealers.fronts, dealers.backs, progress)


def players_of(patterns: Patterns) -> Players:
    """Returns one hand of each kind, hands of one pattern side by side."""
    deck = patterns.deck
    hands, weights = orbits(deck.size, deck.hand)
    of_hand = patterns.number[slots_of(hands, len(deck.ranks))]
    order = np.argsort(of_hand, kind="stable")
    of_hand = of_hand[order]
    groups = np.flatnonzero(np.concatenate([[True], of_hand[1:] != of_hand[:-1], [True]]))
    return Players(hands[order], weights[order], groups, of_hand[groups[:-1]])
