"""Random hands for tests: plain tuples for the scalar rankings, arrays for the kernels."""

import random

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER, Cards


def hands(count: int, size: int, pack: int = 52, seed: int = 1) -> list[Cards]:
    dealer = random.Random(seed)
    return [tuple(dealer.sample(range(pack), size)) for _ in range(count)]


def suited_hands(count: int, size: int, seed: int = 1) -> list[Cards]:
    """Returns hands of two suits with the joker, so that flushes are as common as pairs."""
    dealer = random.Random(seed)
    two_suits = [card for card in range(52) if card & 3 in (0, 3)]
    return [(*dealer.sample(two_suits, size - 1), JOKER) for _ in range(count)]


def rows(count: int, size: int, pack: int = 52, seed: int = 1) -> NDArray[np.uint8]:
    """Returns hands, one a row; half of them have the joker if the pack has one."""
    order = np.random.default_rng(seed).random((count, pack))
    if pack > JOKER:
        order[::2, JOKER] = -1
    return np.argsort(order, axis=1)[:, :size].astype(np.uint8)
