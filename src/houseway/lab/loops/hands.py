"""Hands dealt into an array."""

import numpy as np

from houseway.hands.kernels.arrays import Hands, Int
from houseway.lab.loops.chance import shuffled
from houseway.lab.loops.compiled import kernel


@kernel
def deal(start: Int, size: int, hands: Hands) -> None:
    """Fills every row with the first cards of a pack shuffled for it."""
    at, pack = start, np.arange(size)
    for row in range(len(hands)):
        at = shuffled(pack, at, hands.shape[1])
        for place in range(hands.shape[1]):
            hands[row, place] = pack[place]
