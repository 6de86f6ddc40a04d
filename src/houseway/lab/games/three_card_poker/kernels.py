"""Round kernel of Three Card Poker: two disjoint hands of three, and one card of the bank's turned up."""

from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Bytes, Counts, Int, Words
from houseway.lab.loops.chance import STEP, below, high_half, low_half, mixed
from houseway.lab.loops.comparison import CELLS as STANDINGS
from houseway.lab.loops.comparison import cell_of
from houseway.lab.loops.compiled import kernel

FOLD: Final = STANDINGS
"""Index of a fold, after the cells of a played hand."""
CELLS: Final = STANDINGS + 1
VALUE_SHIFT: Final = np.uint64(52)
"""Position of a hand's value in its number, above the bitmask of its cards."""
_CARDS: Final = np.uint64((1 << 52) - 1)
_ONE: Final = np.uint64(1)


@kernel
def play(
    start: Int, rounds: int, hands: Words, shown: Bytes, plays: Words, kinds: Bytes, least: int, out: Counts
) -> None:
    """Deals rounds and counts them in `out` by kind of the player's hand and cell, flat.

    `shown` has a card for each hand and way to turn one up. `plays` has a bit for each such card to play against.
    """
    at = start
    size, shows = len(hands), len(shown)
    for _ in range(rounds):
        while True:
            at += STEP
            bits = mixed(at)
            mine = below(low_half(bits), size)
            turned = below(high_half(bits), shows)
            if mine < 0 or turned < 0:
                continue
            own, other = hands[mine], hands[turned // 3]
            if own & other & _CARDS == 0:
                break
        value, banks = np.int64(own >> VALUE_SHIFT), np.int64(other >> VALUE_SHIFT)
        cell: Int = cell_of(value, banks, least)
        if not plays[mine] >> np.uint64(shown[turned]) & _ONE:
            cell = FOLD
        out[kinds[value] * CELLS + cell] += 1
