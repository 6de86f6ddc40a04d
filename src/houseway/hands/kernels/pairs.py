"""Kernels for two-card hands, by a lookup table of all pairs: the values of `houseway.hands.two` and `connectors`."""

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from houseway.cards import PACK, PACK_WITH_JOKER, Cards
from houseway.hands import connectors, two
from houseway.hands.kernels.arrays import Hands, Int, Values
from houseway.hands.kernels.jit import checked, code, element, kernel
from houseway.hands.wild import Joker


def _table(value: Callable[[Cards], int], pack: Cards) -> Hands:
    return np.array([[0 if one == other else value((one, other)) for other in pack] for one in pack], np.uint8)


TWO_CARDS: Final = np.stack([_table(partial(two.value, joker=joker), PACK_WITH_JOKER) for joker in Joker])
CONNECTORS: Final = _table(connectors.value, PACK)


@element
def two_value(c0: Int, c1: Int, joker: Int) -> Int:
    return np.int64(TWO_CARDS[joker, c0, c1])


@element
def connectors_value(c0: Int, c1: Int) -> Int:
    return np.int64(CONNECTORS[c0, c1])


@kernel
def _two(h: Hands, out: Values, joker: Int) -> None:
    for i in range(len(h)):
        out[i] = two_value(h[i, 0], h[i, 1], joker)


@kernel
def _connectors(h: Hands, out: Values) -> None:
    for i in range(len(h)):
        out[i] = connectors_value(h[i, 0], h[i, 1])


def two_values(hands: Hands, joker: Joker = Joker.SEMI) -> Values:
    """Returns the value of each row of two cards, one of which may be the joker."""
    out = np.empty(len(checked(hands, (2,), joker=True)), np.int32)
    _two(hands, out, code(joker))
    return out


def connectors_values(hands: Hands) -> Values:
    """Returns the value of each row of two cards in games in which neighbours and suits count."""
    out = np.empty(len(checked(hands, (2,))), np.int32)
    _connectors(hands, out)
    return out
