"""Naive perfect play: it enumerates every pair of hands of a small deck, without patterns, classes or subsets."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from houseway.lab.methods.pai_gow.way import Halves, SplitWay

Array = Any


class Met(NamedTuple):
    """One hand against all disjoint hands: opponents won from and lost to, by setting, the house's first."""

    won: Array
    lost: Array
    won_qualified: Array
    lost_qualified: Array


def counted_one_by_one(way: SplitWay) -> list[list[int]]:
    """Counts all pairs of disjoint hands set the house way: `[front][back]`, each greater, equal or less."""
    cells = np.zeros((3, 3), np.int64)
    for _, (front, back), fronts, backs in dealt(way):
        np.add.at(cells, (1 + np.sign(fronts - front), 1 + np.sign(backs - back)), 1)
    return [[int(count) for count in row] for row in cells]


def all_met(way: SplitWay, qualifies: int = 0, *, banks: bool = False) -> Iterator[Met]:
    """Yields every hand of the deck.

    A player who `banks` wins copies. A dealer qualifies with a back of such a value.
    """
    for hand, usual, *others in dealt(way):
        mine = np.array([usual, *settings(way, hand)], np.int64)
        front, back = (
            (mine[:, half, None] >= others[half]) if banks else (mine[:, half, None] > others[half]) for half in (0, 1)
        )
        strong = others[1] >= qualifies
        won, lost = front & back, ~front & ~back
        yield Met(won.sum(1), lost.sum(1), (won & strong).sum(1), (lost & strong).sum(1))


def dealt(way: SplitWay) -> Iterator[tuple[tuple[int, ...], Halves, Array, Array]]:
    """Yields every hand of the deck, the house's values of it, and the fronts and backs of all disjoint hands."""
    deck = way.deck.cards(tuple(range(way.deck.size)))
    hands = list(combinations(deck, way.deck.hand))
    masks = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    house = [way.house(hand) for hand in hands]
    fronts, backs = (np.array(values, np.int64) for values in zip(*house, strict=True))
    for hand, mask, usual in zip(hands, masks.tolist(), house, strict=True):
        apart = np.flatnonzero(masks & mask == 0)
        yield hand, usual, fronts[apart], backs[apart]


def settings(way: SplitWay, hand: tuple[int, ...]) -> set[Halves]:
    """Returns the values of every setting that is not foul."""
    found = set()
    for low in combinations(hand, way.low):
        front, back = way.halves(low, tuple(card for card in hand if card not in low))
        if back >= way.least_back[front]:
            found.add((front, back))
    return found


def best(scores: Array) -> tuple[Any, bool]:
    """Returns the greatest score, and True if the house's falls short of it."""
    return scores.max(), bool(scores.max() > scores[0])


def in_units(pays: Fraction, won: Array, lost: Array) -> Array:
    """Returns scores if a win pays so much, times its denominator."""
    return pays.numerator * won - pays.denominator * lost
