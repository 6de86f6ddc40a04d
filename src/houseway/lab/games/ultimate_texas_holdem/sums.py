"""Sums of 64-bit numbers that may overflow 64 bits."""

import numpy as np

from houseway.hands.kernels.arrays import Counts

HALF = 32


def exact_sums(groups: Counts, values: Counts, size: int) -> list[int]:
    """Returns the sum of each group as a Python int, for up to two thousand million values."""
    sums = np.zeros((2, size), np.int64)
    np.add.at(sums[0], groups, values >> HALF)
    np.add.at(sums[1], groups, values & (1 << HALF) - 1)
    return [(high << HALF) + low for high, low in zip(*sums.tolist(), strict=True)]
