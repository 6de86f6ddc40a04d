"""Kernels for three-card hands: the values of `houseway.hands.three` for the best three of three to five cards."""

from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Hands, Int, Values
from houseway.hands.kernels.high import OFFSETS5, ROWS5, SLOTS5
from houseway.hands.kernels.jit import checked, element, kernel
from houseway.hands.kernels.sums import key5, lanes5
from houseway.hands.kernels.tables import (
    CARD_KEYS,
    CARD_LANES,
    LANE,
    ROW_BITS,
    ROW_SHIFT,
    SLOT_BITS,
    offsets,
    ranked,
    suited,
)
from houseway.hands.three import LADDER

SUITED: Final = suited(LADDER.suited.__getitem__, 3, 5)
RANKED3, RANKED4, RANKED5 = (ranked(LADDER, size) for size in (3, 4, 5))
OFFSETS3, OFFSETS4 = offsets(3), offsets(4)
ROWS3, ROWS4 = ((1 << ROW_BITS[size]) - 1 for size in (3, 4))
SLOTS3, SLOTS4 = ((1 << SLOT_BITS[size]) - 1 for size in (3, 4))


@element
def by_ranks(size: Int, key: Int) -> Int:
    """Returns the value of a hand that holds no three cards of one suit."""
    row = key >> ROW_SHIFT
    if size == 5:
        return np.int64(RANKED5[key & SLOTS5 ^ OFFSETS5[row & ROWS5]])
    if size == 4:
        return np.int64(RANKED4[key & SLOTS4 ^ OFFSETS4[row & ROWS4]])
    return np.int64(RANKED3[key & SLOTS3 ^ OFFSETS3[row & ROWS3]])


@element
def of(size: Int, key: Int, lanes: Int) -> Int:
    """Returns the value of three, four or five cards from the sum of `CARD_KEYS` and the bitwise or of `CARD_LANES`.

    It has no branch: two hands in five hold three of a suit, too many to predict. A lane of fewer gives 0.
    """
    low = max(SUITED[lanes & LANE], SUITED[lanes >> 16 & LANE])
    high = max(SUITED[lanes >> 32 & LANE], SUITED[lanes >> 48 & LANE])
    return max(by_ranks(size, key), np.int64(max(low, high)))


@element
def value3(c0: Int, c1: Int, c2: Int) -> Int:
    key = CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2]
    return of(3, key, CARD_LANES[c0] | CARD_LANES[c1] | CARD_LANES[c2])


@element
def value4(c0: Int, c1: Int, c2: Int, c3: Int) -> Int:
    key = CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3]
    return of(4, key, CARD_LANES[c0] | CARD_LANES[c1] | CARD_LANES[c2] | CARD_LANES[c3])


@element
def value5(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int) -> Int:
    return of(5, key5(c0, c1, c2, c3, c4), lanes5(c0, c1, c2, c3, c4))


@kernel
def _fill(h: Hands, out: Values) -> None:
    if h.shape[1] == 3:
        for i in range(len(h)):
            out[i] = value3(h[i, 0], h[i, 1], h[i, 2])
    elif h.shape[1] == 4:
        for i in range(len(h)):
            out[i] = value4(h[i, 0], h[i, 1], h[i, 2], h[i, 3])
    else:
        for i in range(len(h)):
            out[i] = value5(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4])


def values(hands: Hands) -> Values:
    """Returns the value of the best three cards of each row of three, four or five."""
    out = np.empty(len(checked(hands, (3, 4, 5))), np.int32)
    _fill(hands, out)
    return out
