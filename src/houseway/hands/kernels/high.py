"""Kernels for five-card high hands without a joker, with the values of `houseway.hands.five`.

They take five, six or seven cards. `value7(c0, .., c6, wheel)` ranks cards. `of(7, key, lanes, wheel)` ranks the sum of
their `CARD_KEYS` and the bitwise or of their `CARD_LANES`, which a caller can share between hands. A wheel is 0 for
`Wheel.LOWEST`, 1 for `Wheel.SECOND`.
"""

from typing import Final

import numpy as np

from houseway.hands.five import Wheel, ladder_of
from houseway.hands.kernels.arrays import Hands, Int, Values
from houseway.hands.kernels.jit import checked, code, element, kernel
from houseway.hands.kernels.sums import key5, key6, key7, lanes5, lanes6, lanes7
from houseway.hands.kernels.tables import (
    EACH_SUIT,
    LANE,
    MANY_SUITED,
    ROW_BITS,
    ROW_SHIFT,
    SLOT_BITS,
    SUIT_SHIFT,
    offsets,
    ranked,
    suited,
)

SUITED: Final = np.stack([suited(ladder_of(wheel).suited.__getitem__, 5, 7) for wheel in Wheel])
RANKED5, RANKED6, RANKED7 = (np.stack([ranked(ladder_of(wheel), size) for wheel in Wheel]) for size in (5, 6, 7))
OFFSETS5, OFFSETS6, OFFSETS7 = (offsets(size) for size in (5, 6, 7))
ROWS5, ROWS6, ROWS7 = ((1 << ROW_BITS[size]) - 1 for size in (5, 6, 7))
SLOTS5, SLOTS6, SLOTS7 = ((1 << SLOT_BITS[size]) - 1 for size in (5, 6, 7))
FIVE_SUITED: Final = 3 * EACH_SUIT
FIRST_SUIT: Final = 8 << SUIT_SHIFT
BLOCK: Final = 2048


@element
def slot(size: Int, key: Int) -> Int:
    """Returns the index of a key in tables of five, six or seven ranks. A literal `size` compiles to one line."""
    if size == 7:
        return key & SLOTS7 ^ OFFSETS7[key >> ROW_SHIFT & ROWS7]
    if size == 6:
        return key & SLOTS6 ^ OFFSETS6[key >> ROW_SHIFT & ROWS6]
    return key & SLOTS5 ^ OFFSETS5[key >> ROW_SHIFT & ROWS5]


@element
def by_ranks(size: Int, key: Int, wheel: Int) -> Int:
    """Returns the value of a hand that holds no five cards of one suit."""
    if size == 7:
        return np.int64(RANKED7[wheel, slot(7, key)])
    if size == 6:
        return np.int64(RANKED6[wheel, slot(6, key)])
    return np.int64(RANKED5[wheel, slot(5, key)])


@element
def lane_of(many: Int, lanes: Int) -> Int:
    """Returns the ranks held of the suit whose `MANY_SUITED` bit is set.

    It is a loop because the compiler would run branch-free code for every hand, flush or not.
    """
    while not many & FIRST_SUIT:
        many >>= 4
        lanes >>= 16
    return lanes & LANE


@element
def of(size: Int, key: Int, lanes: Int, wheel: Int) -> Int:
    """Returns the value of `size` cards from their key and lanes: a flush or better first, then by ranks."""
    many = key + FIVE_SUITED
    if many & MANY_SUITED:
        return np.int64(SUITED[wheel, lane_of(many, lanes)])
    return by_ranks(size, key, wheel)


@element
def value5(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, wheel: Int) -> Int:
    return of(5, key5(c0, c1, c2, c3, c4), lanes5(c0, c1, c2, c3, c4), wheel)


@element
def value6(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, wheel: Int) -> Int:
    return of(6, key6(c0, c1, c2, c3, c4, c5), lanes6(c0, c1, c2, c3, c4, c5), wheel)


@element
def value7(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int, wheel: Int) -> Int:
    return of(7, key7(c0, c1, c2, c3, c4, c5, c6), lanes7(c0, c1, c2, c3, c4, c5, c6), wheel)


@kernel
def _seven(hands: Hands, out: Values, wheel: Int) -> None:
    """Ranks rows in blocks: the keys, then every hand as if it were no flush, then the flushes again.

    One hand in 33 is a flush. A branch on it is unpredictable and would cost a third of the speed.
    """
    keys = np.empty(BLOCK, np.int64)
    flushes = np.empty(BLOCK, np.uint32)
    for start in range(0, len(hands), BLOCK):
        h, values = hands[start : start + BLOCK], out[start : start + BLOCK]
        for i in range(len(h)):
            keys[i] = key7(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], h[i, 6])
        found = np.uint64(0)
        for i in range(len(h)):
            values[i] = by_ranks(7, keys[i], wheel)
            flushes[found] = i
            found += np.uint64(keys[i] + FIVE_SUITED & MANY_SUITED != 0)
        for i in flushes[:found]:
            lanes = lanes7(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], h[i, 6])
            values[i] = of(7, keys[i], lanes, wheel)


@kernel
def _five_or_six(h: Hands, out: Values, wheel: Int) -> None:
    if h.shape[1] == 5:
        for i in range(len(h)):
            out[i] = value5(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], wheel)
    else:
        for i in range(len(h)):
            out[i] = value6(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], wheel)


def values(hands: Hands, wheel: Wheel = Wheel.LOWEST) -> Values:
    """Returns the value of each row of five, six or seven cards. C-contiguous rows are fastest."""
    out = np.empty(len(checked(hands, (5, 6, 7))), np.int32)
    (_seven if hands.shape[1] == 7 else _five_or_six)(hands, out, code(wheel))
    return out
