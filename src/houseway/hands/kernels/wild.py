"""Kernels for five-card high hands of a pack with one joker: the values of `houseway.hands.wild`.

They take five, six or seven cards. `value7(c0, .., c6, joker, wheel)` ranks cards, one of which may be the joker.
`of(7, key, lanes, joker, wheel)` ranks the sum of their `CARD_KEYS`, which includes the joker's bit, and the bitwise or
of their `CARD_LANES`. A joker is 0 for `Joker.SEMI` and 1 for `Joker.FULL`.
"""

from typing import Final

import numpy as np

from houseway.hands.five import FLOORS, Wheel, ladder_of
from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Hands, Int, Ranks, Values
from houseway.hands.kernels.high import lane_of, slot
from houseway.hands.kernels.jit import checked, code, element, kernel
from houseway.hands.kernels.sums import key5, key6, key7, lanes5, lanes6, lanes7
from houseway.hands.kernels.tables import (
    EACH_SUIT,
    JOKER_BIT,
    MANY_SUITED,
    ROW_BITS,
    ROW_SHIFT,
    SLOT_BITS,
    best_values,
    offsets,
    rank_keys,
    slotted,
    suited,
)
from houseway.hands.ladder import ACE_KEY, RANK_KEYS
from houseway.hands.wild import Joker
from houseway.hands.wild import with_joker as natural_values


def _with_joker(joker: Joker, wheel: Wheel, size: int) -> Ranks:
    """Returns the values of so many natural ranks with a joker: the best rank that it may stand for."""
    keys, values = best_values(ladder_of(wheel), size + 1)
    naturals = rank_keys(size)
    best = np.zeros(len(naturals), np.uint16)
    for one in RANK_KEYS:
        value = values[np.searchsorted(keys, naturals + one)]
        if joker == Joker.SEMI and one != ACE_KEY:
            value = np.where((value >= FLOORS["straight"]) & (value < FLOORS["flush"]), value, 0)
        best = np.maximum(best, value)
    return slotted(size, best)


WITH_JOKER4, WITH_JOKER5, WITH_JOKER6 = (
    np.stack([np.stack([_with_joker(joker, wheel, size) for wheel in Wheel]) for joker in Joker]) for size in (4, 5, 6)
)
SUITED: Final = np.stack([suited(natural_values(Joker.SEMI, wheel).suited.__getitem__, 4, 6) for wheel in Wheel])
OFFSETS4: Final = offsets(4)
ROWS4: Final = (1 << ROW_BITS[4]) - 1
SLOTS4: Final = (1 << SLOT_BITS[4]) - 1
FOUR_SUITED: Final = 4 * EACH_SUIT


@element
def by_ranks(size: Int, key: Int, joker: Int, wheel: Int) -> Int:
    """Returns the value of a hand of `size` cards, one of them the joker, with no four others of one suit."""
    if size == 7:
        return np.int64(WITH_JOKER6[joker, wheel, slot(6, key)])
    if size == 6:
        return np.int64(WITH_JOKER5[joker, wheel, slot(5, key)])
    return np.int64(WITH_JOKER4[joker, wheel, key & SLOTS4 ^ OFFSETS4[key >> ROW_SHIFT & ROWS4]])


@element
def with_joker(size: Int, key: Int, lanes: Int, joker: Int, wheel: Int) -> Int:
    """Returns the value of a hand of `size` cards, one of them the joker."""
    best = by_ranks(size, key, joker, wheel)
    many = key + FOUR_SUITED
    if many & MANY_SUITED:
        best = max(best, np.int64(SUITED[wheel, lane_of(many, lanes)]))
    return best


@element
def of(size: Int, key: Int, lanes: Int, joker: Int, wheel: Int) -> Int:
    """Returns the value of a hand of `size` cards, with or without the joker."""
    if key & JOKER_BIT:
        return with_joker(size, key, lanes, joker, wheel)
    return high.of(size, key, lanes, wheel)


@element
def value5(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, joker: Int, wheel: Int) -> Int:
    return of(5, key5(c0, c1, c2, c3, c4), lanes5(c0, c1, c2, c3, c4), joker, wheel)


@element
def value6(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, joker: Int, wheel: Int) -> Int:
    return of(6, key6(c0, c1, c2, c3, c4, c5), lanes6(c0, c1, c2, c3, c4, c5), joker, wheel)


@element
def value7(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int, joker: Int, wheel: Int) -> Int:
    return of(7, key7(c0, c1, c2, c3, c4, c5, c6), lanes7(c0, c1, c2, c3, c4, c5, c6), joker, wheel)


@kernel
def _fill(h: Hands, out: Values, joker: Int, wheel: Int) -> None:
    if h.shape[1] == 7:
        for i in range(len(h)):
            out[i] = value7(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], h[i, 6], joker, wheel)
    elif h.shape[1] == 6:
        for i in range(len(h)):
            out[i] = value6(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], joker, wheel)
    else:
        for i in range(len(h)):
            out[i] = value5(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], joker, wheel)


def values(hands: Hands, joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST) -> Values:
    """Returns the value of each row of five, six or seven cards."""
    out = np.empty(len(checked(hands, (5, 6, 7), joker=True)), np.int32)
    _fill(hands, out, code(joker), code(wheel))
    return out
