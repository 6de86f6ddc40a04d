"""Kernels for low hands, ace to five and eight or better, with the values of `houseway.hands.low`.

`value5(c0, .., c4)` ranks five cards, with or without the joker. `of(5, key)` ranks a sum of `CARD_KEYS`. For eight or
better, take the bitwise or of the `EIGHT_BITS` of any number of cards: `EIGHTS` of it is the value, 0 for none.
"""

from typing import Final

import numpy as np

from houseway.hands import low
from houseway.hands.kernels.arrays import Hands, Int, Ranks, Values
from houseway.hands.kernels.high import slot
from houseway.hands.kernels.jit import checked, element, kernel
from houseway.hands.kernels.sums import key5, key6, key7
from houseway.hands.kernels.tables import (
    JOKER_BIT,
    ROW_BITS,
    ROW_SHIFT,
    SLOT_BITS,
    best_values,
    offsets,
    rank_keys,
    ranked,
    slotted,
)
from houseway.hands.low import LADDER, joker_key

EIGHT_BITS: Final = np.array(low.EIGHT_BITS, np.uint8)
EIGHTS: Final = np.frombuffer(low.EIGHTS, np.uint8)


def _with_joker(size: int) -> Ranks:
    """Returns the values of so many natural ranks with a joker, which is the lowest rank not among them."""
    keys, values = best_values(LADDER, size + 1)
    naturals = rank_keys(size)
    return slotted(size, values[np.searchsorted(keys, [key + joker_key(key) for key in naturals.tolist()])])


RANKED5, RANKED6, RANKED7 = (ranked(LADDER, size) for size in (5, 6, 7))
WITH_JOKER4, WITH_JOKER5, WITH_JOKER6 = (_with_joker(size) for size in (4, 5, 6))
OFFSETS4: Final = offsets(4)
ROWS4: Final = (1 << ROW_BITS[4]) - 1
SLOTS4: Final = (1 << SLOT_BITS[4]) - 1


@element
def of(size: Int, key: Int) -> Int:
    """Returns the value of a hand of `size` cards from its key. The joker is the lowest rank that it lacks."""
    if key & JOKER_BIT:
        if size == 7:
            return np.int64(WITH_JOKER6[slot(6, key)])
        if size == 6:
            return np.int64(WITH_JOKER5[slot(5, key)])
        return np.int64(WITH_JOKER4[key & SLOTS4 ^ OFFSETS4[key >> ROW_SHIFT & ROWS4]])
    if size == 7:
        return np.int64(RANKED7[slot(7, key)])
    if size == 6:
        return np.int64(RANKED6[slot(6, key)])
    return np.int64(RANKED5[slot(5, key)])


@element
def value5(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int) -> Int:
    return of(5, key5(c0, c1, c2, c3, c4))


@element
def value6(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int) -> Int:
    return of(6, key6(c0, c1, c2, c3, c4, c5))


@element
def value7(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int) -> Int:
    return of(7, key7(c0, c1, c2, c3, c4, c5, c6))


@kernel
def _fill(h: Hands, out: Values) -> None:
    if h.shape[1] == 7:
        for i in range(len(h)):
            out[i] = value7(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], h[i, 6])
    elif h.shape[1] == 6:
        for i in range(len(h)):
            out[i] = value6(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5])
    else:
        for i in range(len(h)):
            out[i] = value5(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4])


@kernel
def _eights(h: Hands, out: Values) -> None:
    for i in range(len(h)):
        held = 0
        for j in range(h.shape[1]):
            held |= EIGHT_BITS[h[i, j]]
        out[i] = EIGHTS[held]


def values(hands: Hands) -> Values:
    """Returns the ace-to-five value of each row of five, six or seven cards."""
    out = np.empty(len(checked(hands, (5, 6, 7), joker=True)), np.int32)
    _fill(hands, out)
    return out


def eight_values(hands: Hands) -> Values:
    """Returns the eight-or-better value of each row of five to eight cards."""
    out = np.empty(len(checked(hands, (5, 6, 7, 8))), np.int32)
    _eights(hands, out)
    return out
