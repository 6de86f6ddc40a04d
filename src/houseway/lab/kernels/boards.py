"""All or some random ways to fill up a board, a row each."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.hands.kernels.jit import Hands, Int, kernel

Masks = NDArray[np.uint64]


def choices(left: Hands, count: int) -> Hands:
    """Every set of so many of these cards."""
    out = np.empty((comb(len(left), count), count), np.uint8)
    _choices(left, count, out)
    return out


@kernel
def _choices(left: Hands, count: Int, out: Hands) -> None:
    at = np.arange(count)
    for row in range(len(out)):
        for place in range(count):
            out[row, place] = left[at[place]]
        place = count - 1
        while place >= 0 and at[place] == len(left) - count + place:
            place -= 1
        if place < 0:
            break
        at[place] += 1
        for after in range(place + 1, count):
            at[after] = at[after - 1] + 1


@kernel
def draws(pack: Hands, gone: Masks, out: Hands, seed: Int) -> None:
    """Fills each row with random cards of the pack that are not among its `gone`, each set as likely as the others."""
    np.random.seed(seed)
    left = np.empty(len(pack), np.uint8)
    for row in range(len(out)):
        size = 0
        for card in pack:
            if not gone[row] >> np.uint64(card) & np.uint64(1):
                left[size] = card
                size += 1
        for place in range(out.shape[1]):
            chosen = np.random.randint(place, size)
            left[place], left[chosen] = left[chosen], left[place]
            out[row, place] = left[place]
