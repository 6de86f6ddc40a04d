"""Kernels for exactly two of four hole cards with three of the board: `houseway.hands.board` with `exactly=2`."""

from itertools import combinations
from typing import Final

import numpy as np

from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Hands, Values
from houseway.hands.kernels.jit import checked, kernel
from houseway.hands.kernels.low import EIGHT_BITS, EIGHTS
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES

TWO_OF_FOUR: Final = np.array(list(combinations(range(4), 2)), np.uint8)
THREE_OF_FIVE: Final = np.array(list(combinations(range(4, 9), 3)), np.uint8)


@kernel
def _high(h: Hands, out: Values) -> None:
    keys, lanes = np.empty(10, np.int64), np.empty(10, np.int64)
    for i in range(len(h)):
        for j in range(10):
            x, y, z = h[i, THREE_OF_FIVE[j, 0]], h[i, THREE_OF_FIVE[j, 1]], h[i, THREE_OF_FIVE[j, 2]]
            keys[j] = CARD_KEYS[x] + CARD_KEYS[y] + CARD_KEYS[z]
            lanes[j] = CARD_LANES[x] | CARD_LANES[y] | CARD_LANES[z]
        best = 0
        for j in range(6):
            x, y = h[i, TWO_OF_FOUR[j, 0]], h[i, TWO_OF_FOUR[j, 1]]
            key, lane = CARD_KEYS[x] + CARD_KEYS[y], CARD_LANES[x] | CARD_LANES[y]
            for k in range(10):
                best = max(best, high.of(5, key + keys[k], lane | lanes[k], 0))
        out[i] = best


@kernel
def _low(h: Hands, out: Values) -> None:
    shared = np.empty(10, np.uint8)
    for i in range(len(h)):
        for j in range(10):
            x, y, z = h[i, THREE_OF_FIVE[j, 0]], h[i, THREE_OF_FIVE[j, 1]], h[i, THREE_OF_FIVE[j, 2]]
            shared[j] = EIGHT_BITS[x] | EIGHT_BITS[y] | EIGHT_BITS[z]
        best = 0
        for j in range(6):
            own = EIGHT_BITS[h[i, TWO_OF_FOUR[j, 0]]] | EIGHT_BITS[h[i, TWO_OF_FOUR[j, 1]]]
            for k in range(10):
                best = max(best, int(EIGHTS[own | shared[k]]))
        out[i] = best


def high_values(hands: Hands) -> Values:
    """Returns the high value of each row of four hole cards and five board cards (OMA-43)."""
    out = np.empty(len(checked(hands, (9,))), np.int32)
    _high(hands, out)
    return out


def low_values(hands: Hands) -> Values:
    """Returns the eight-or-better value of each row of four hole cards and five board cards, 0 for none (OMA-44)."""
    out = np.empty(len(checked(hands, (9,))), np.int32)
    _low(hands, out)
    return out
