"""Classes of hands that differ only by the names of their suits, with their weights."""

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations, permutations
from math import comb
from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Counts, Hands

ALL_SUITS: Final = tuple(permutations(range(4)))
"""Every renaming of the suits, for games in which they are equal."""


@cache
def sets(count: int) -> Hands:
    """Returns every set of so many cards of a pack, each ascending."""
    flat = np.fromiter(chain.from_iterable(combinations(range(52), count)), np.uint8, count * comb(52, count))
    return flat.reshape(-1, count)


@cache
def classes(count: int, renamings: Sequence[tuple[int, ...]] = ALL_SUITS) -> tuple[Hands, Counts]:
    """Returns one set of each class, and how many sets of the pack it stands for."""
    firsts, _, weights, _ = _sorted(count, tuple(renamings))
    return sets(count)[firsts], weights


@cache
def class_of(count: int, renamings: Sequence[tuple[int, ...]] = ALL_SUITS) -> Counts:
    """Returns, for every set of `sets(count)`, the index of its class in `classes`."""
    _, inverse, _, _ = _sorted(count, tuple(renamings))
    return inverse


@cache
def renaming_of(count: int, renamings: Sequence[tuple[int, ...]] = ALL_SUITS) -> Counts:
    """Returns, for every set of `sets(count)`, the index of the renaming that makes it its class's representative."""
    _, _, _, chosen = _sorted(count, tuple(renamings))
    return chosen


@cache
def places(count: int) -> Counts:
    """Returns the index of a set in `sets(count)`, by its cards in any order; -1 if a card repeats."""
    table = np.full((52,) * count, -1, np.int64)
    hands = sets(count)
    for order in permutations(range(count)):
        table[tuple(hands[:, place] for place in order)] = np.arange(len(hands))
    return table


@cache
def renamed_places(count: int, renamings: Sequence[tuple[int, ...]] = ALL_SUITS) -> Counts:
    """Returns, by renaming and set, the index of the set after its suits were renamed."""
    hands = sets(count).astype(np.int64)
    rows = [hands & ~3 | np.array(renaming)[hands & 3] for renaming in renamings]
    return np.stack([places(count)[tuple(row.T)] for row in rows])


@cache
def _sorted(count: int, renamings: tuple[tuple[int, ...], ...]) -> tuple[Counts, Counts, Counts, Counts]:
    hands = sets(count).astype(np.int64)
    codes = np.stack([_code(np.sort(hands & ~3 | np.array(renaming)[hands & 3], axis=1)) for renaming in renamings])
    least = codes.min(0)
    _, firsts, inverse, weights = np.unique(least, return_index=True, return_inverse=True, return_counts=True)
    return firsts, inverse, weights, codes.argmin(0)


def _code(hands: Counts) -> Counts:
    code = np.zeros(len(hands), np.int64)
    for column in hands.T:
        code = code * 64 + column
    return code
