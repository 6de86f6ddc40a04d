"""Five-card high hands without a joker: the values of `houseway.hands.five` for five, six or seven cards.

`value7(c0, .., c6, wheel)` ranks cards; `of7(key, lanes, wheel)` ranks a hand whose `CARD_KEYS` have been added and whose
`CARD_LANES` have been or-ed by the caller, who can share both between hands. `wheel` is `code(Wheel.LOWEST)`, 0, or
`code(Wheel.SECOND)`, 1.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.hands.five import Wheel, ladder_of
from houseway.hands.kernels.jit import checked, code, element, kernel
from houseway.hands.kernels.tables import (
    CARD_KEYS,
    CARD_LANES,
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
OFFSETS5, OFFSETS6, OFFSETS7 = offsets(5), offsets(6), offsets(7)
ROWS5, ROWS6, ROWS7 = ((1 << ROW_BITS[size]) - 1 for size in (5, 6, 7))
SLOTS5, SLOTS6, SLOTS7 = ((1 << SLOT_BITS[size]) - 1 for size in (5, 6, 7))
FIVE_SUITED: Final = 3 * EACH_SUIT
_FIRST_SUIT: Final = 8 << SUIT_SHIFT
_BLOCK: Final = 2048


@element
def slot5(key: int) -> int:
    return key & SLOTS5 ^ OFFSETS5[key >> ROW_SHIFT & ROWS5]


@element
def slot6(key: int) -> int:
    return key & SLOTS6 ^ OFFSETS6[key >> ROW_SHIFT & ROWS6]


@element
def slot7(key: int) -> int:
    return key & SLOTS7 ^ OFFSETS7[key >> ROW_SHIFT & ROWS7]


@element
def lane_of(many: int, lanes: int) -> int:
    """The ranks held of the suit whose `MANY_SUITED` bit is set.

    A loop, because a compiler that saw straight code would run it for every hand and choose afterwards.
    """
    while not many & _FIRST_SUIT:
        many >>= 4
        lanes >>= 16
    return lanes & LANE


@element
def of5(key: int, lanes: int, wheel: int) -> int:
    many = key + FIVE_SUITED
    if many & MANY_SUITED:
        return np.int64(SUITED[wheel, lane_of(many, lanes)])
    return np.int64(RANKED5[wheel, slot5(key)])


@element
def of6(key: int, lanes: int, wheel: int) -> int:
    many = key + FIVE_SUITED
    if many & MANY_SUITED:
        return np.int64(SUITED[wheel, lane_of(many, lanes)])
    return np.int64(RANKED6[wheel, slot6(key)])


@element
def of7(key: int, lanes: int, wheel: int) -> int:
    many = key + FIVE_SUITED
    if many & MANY_SUITED:
        return np.int64(SUITED[wheel, lane_of(many, lanes)])
    return np.int64(RANKED7[wheel, slot7(key)])


@element
def value5(c0: int, c1: int, c2: int, c3: int, c4: int, wheel: int) -> int:
    key = CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3] + CARD_KEYS[c4]
    lanes = CARD_LANES[c0] | CARD_LANES[c1] | CARD_LANES[c2] | CARD_LANES[c3] | CARD_LANES[c4]
    return of5(key, lanes, wheel)
