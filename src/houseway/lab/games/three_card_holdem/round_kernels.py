"""Round kernels of 3 Card Hold'em: two hole cards each and a board of three."""

from typing import Final

import numpy as np

from houseway.cards import QUEEN
from houseway.hands.kernels.arrays import Bytes, Counts, Int, Words
from houseway.hands.kernels.three import value5
from houseway.hands.three import FLOORS
from houseway.lab.loops.chance import STEP, below, high_half, low_half, mixed
from houseway.lab.loops.comparison import CELLS, cell_of
from houseway.lab.loops.compiled import element, kernel

# Cells: a fold first, then those of `lab.loops.comparison` with a second bet, then the same without one.
ROYAL: Final = FLOORS["royal flush"]
_ONE: Final = np.uint64(1)


@element
def paired_beside(a: Int, b: Int, c: Int, d: Int, e: Int) -> Int:
    """Returns 1 if the two cards beside a suited A-K-Q are a pair. The five cards hold one."""
    cards = (a, b, c, d, e)
    for suit in range(4):
        inside = 0
        first, second = -1, -2
        for card in cards:
            if card >> 2 >= QUEEN and card & 3 == suit:
                inside += 1
            elif first < 0:
                first = card >> 2
            else:
                second = card >> 2
        if inside == 3:
            return 1 if first == second else 0
    return 0


@kernel
def deal_five(at: Int, taken: Int, cards: Counts) -> Int:
    """Fills `cards` with cards outside the bitmask `taken`. Returns the next state of the random stream."""
    filled = 0
    while filled < len(cards):
        at += STEP
        bits = mixed(at)
        for half in (low_half(bits), high_half(bits)):
            card = below(half, 52)
            if card >= 0 and filled < len(cards):
                bit = _ONE << np.uint64(card)
                if not taken & bit:
                    taken |= bit
                    cards[filled] = card
                    filled += 1
    return at


@kernel
def play(
    start: Int,
    rounds: int,
    holes: Bytes,
    stays: Words,
    bets: Words,
    straights: Bytes,
    suiteds: Bytes,
    least: int,
    out: Counts,
) -> None:
    """Deals rounds and counts them in `out` by cell, row of Straight or Up and row of Pair or Suited.

    `stays` has a bit for each first communal card, and `bets`, by it, one for each second. `straights` has a row for
    each value, and the last for a royal flush plus a pair.
    """
    at = start
    cards = np.empty(5, np.int64)
    plus = len(straights) - 1
    for _ in range(rounds):
        hole = -1
        while hole < 0:
            at += STEP
            hole = below(high_half(mixed(at)), len(holes))
        x, y = np.int64(holes[hole, 0]), np.int64(holes[hole, 1])
        at = deal_five(at, _ONE << np.uint64(x) | _ONE << np.uint64(y), cards)
        a, b, c, d, e = cards[0], cards[1], cards[2], cards[3], cards[4]
        mine, banks = value5(x, y, a, b, c), value5(d, e, a, b, c)
        cell = 0
        if stays[hole] >> np.uint64(a) & _ONE:
            cell = 1 + cell_of(mine, banks, least)
            if not bets[hole, a] >> np.uint64(b) & _ONE:
                cell += CELLS
        row = straights[plus if mine == ROYAL and paired_beside(x, y, a, b, c) else mine]
        out[cell, row, suiteds[hole]] += 1
