"""Pai gow: the settings of one hand against many dealers at random, all set the house way."""

import numpy as np
from numpy.typing import NDArray

from houseway.hands.kernels.jit import Int, kernel
from houseway.lab.kernels.patterns import multisets
from houseway.lab.simulation.kernels.pai_gow import BACK, RANKS, place_of, shuffled, won

Settings = NDArray[np.int32]


@kernel
def against_seven(
    start: Int, dealers: int, left: NDArray[np.int64], banks: Settings, mine: Settings, out: NDArray[np.int64]
) -> None:
    """`out` by setting and comparisons won; `left` are the cards that the dealers' hands come from."""
    at, plain = start, multisets(RANKS, 7) + multisets(RANKS, 6)
    pack, hand = left.copy(), np.empty(7, np.int64)
    for _ in range(dealers):
        at = shuffled(pack, at, 7)
        bank = banks[place_of(7, pack, 0, hand, plain)]
        for setting in range(len(mine)):
            out[setting, won(mine[setting], bank)] += 1


@kernel
def against_six(
    start: Int,
    dealers: int,
    left: NDArray[np.int64],
    banks: Settings,
    least: int,
    mine: Settings,
    out: NDArray[np.int64],
) -> None:
    """`out` by setting, whether the dealer qualifies, and comparisons won."""
    at, plain = start, multisets(RANKS, 6) + multisets(RANKS, 5)
    pack, hand = left.copy(), np.empty(6, np.int64)
    for _ in range(dealers):
        at = shuffled(pack, at, 6)
        bank = banks[place_of(6, pack, 0, hand, plain)]
        qualified = np.int64(bank & BACK >= least)
        for setting in range(len(mine)):
            out[setting, qualified, won(mine[setting], bank)] += 1
