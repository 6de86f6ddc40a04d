"""Sums over a hand's cards: the sum of their keys and the bitmask of the cards.

Both can be built card by card and shared between hands with common cards. The joker adds its bit to a key and nothing
to a bitmask.
"""

from houseway.hands.kernels.arrays import Int
from houseway.hands.kernels.jit import element
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES


@element
def key5(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int) -> Int:
    return CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3] + CARD_KEYS[c4]


@element
def key6(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int) -> Int:
    return key5(c0, c1, c2, c3, c4) + CARD_KEYS[c5]


@element
def key7(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int) -> Int:
    return key5(c0, c1, c2, c3, c4) + CARD_KEYS[c5] + CARD_KEYS[c6]


@element
def lanes5(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int) -> Int:
    return CARD_LANES[c0] | CARD_LANES[c1] | CARD_LANES[c2] | CARD_LANES[c3] | CARD_LANES[c4]


@element
def lanes6(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int) -> Int:
    return lanes5(c0, c1, c2, c3, c4) | CARD_LANES[c5]


@element
def lanes7(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int) -> Int:
    return lanes5(c0, c1, c2, c3, c4) | CARD_LANES[c5] | CARD_LANES[c6]
