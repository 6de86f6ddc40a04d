"""Round kernel of Three Card Split: three cards each, both set by lookup tables, and the community card."""

from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Bytes, Counts, Int, Values, Words
from houseway.hands.kernels.bonus import four_value
from houseway.lab.games.three_card_split.kernels import takes
from houseway.lab.loops.chance import STEP, below, high_half, low_half, mixed
from houseway.lab.loops.compiled import kernel

_ONE: Final = np.uint64(1)


@kernel
def play(
    start: Int,
    rounds: int,
    masks: Words,
    cards: Bytes,
    mine: Values,
    banks: Values,
    out: Counts,
) -> None:
    """Deals rounds and counts them in `out` by comparisons won, three cards won and row of the four cards.

    `mine` and `banks` hold the codes (see `kernels`) of high, low and all three cards.
    """
    at = start
    size = len(masks)
    for _ in range(rounds):
        while True:
            at += STEP
            bits = mixed(at)
            own, other = below(low_half(bits), size), below(high_half(bits), size)
            if own >= 0 and other >= 0 and not masks[own] & masks[other]:
                break
        held = masks[own] | masks[other]
        card = -1
        while card < 0 or held >> np.uint64(card) & _ONE:
            at += STEP
            card = below(high_half(mixed(at)), 52)
        won = takes(mine[own, 0], banks[other, 0]) + takes(mine[own, 1], banks[other, 1])
        row = four_value(np.int64(cards[own, 0]), np.int64(cards[own, 1]), np.int64(cards[own, 2]), card)
        out[won, takes(mine[own, 2], banks[other, 2]), row] += 1
