"""Rules of thumb for Ultimate Texas Hold'em: the kind of hand on a flop, and the outs against it at the river.

A rule on the flop is `bet with this kind of hand from this rank on`; at the river `bet unless too many cards beat me`.
The same functions judge the rules over every deal and play them in the simulation.
"""

from typing import Final

import numpy as np

from houseway.hands import five
from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Bytes, Counts, Hands, Int
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES
from houseway.lab.loops.compiled import element, kernel

KINDS: Final = (
    "two pair or better, with a hole card",
    "a pocket pair",
    "a pair with the flop",
    "three of a kind on the flop, and a hole card",
    "four to a flush, and of that suit a hole card",
    "four to a straight open at both ends, and a hole card",
    "a pair on the flop, and a hole card",
    "nothing yet, and a hole card",
)
"""Kinds of hands on the flop; the first that fits counts. `flop_kind` returns the kind times `RANKS` plus its rank."""
MADE, POCKET, PAIRED, TRIPS, FLUSH, STRAIGHT, BOARD_PAIR, NOTHING = range(len(KINDS))
RANKS: Final = 13
OUTS: Final = 48
"""More than the cards that can beat a hand singly: at most 45 are unseen."""
TWO_PAIR, FULL_HOUSE = five.FLOORS["two pair"], five.FLOORS["full house"]


@element
def flop_kind(x: Int, y: Int, a: Int, b: Int, c: Int) -> Int:
    """Returns the kind of hole cards x and y on a flop of a, b and c, times thirteen, plus its rank."""
    rx, ry, ra, rb, rc = x >> 2, y >> 2, a >> 2, b >> 2, c >> 2
    top = max(rx, ry)
    value = high.value5(x, y, a, b, c, 0)
    if value >= TWO_PAIR:
        if ra == rb and rb == rc and value < FULL_HOUSE:
            return TRIPS * RANKS + top
        return MADE * RANKS
    if rx == ry:
        return POCKET * RANKS + rx
    if rx in (ra, rb, rc):
        return PAIRED * RANKS + rx
    if ry in (ra, rb, rc):
        return PAIRED * RANKS + ry
    suited = _four_suited(x, y, a, b, c)
    if suited >= 0:
        return FLUSH * RANKS + suited
    if _open_ended(1 << rx | 1 << ry | 1 << ra | 1 << rb | 1 << rc):
        return STRAIGHT * RANKS + top
    return (BOARD_PAIR if ra in (rb, rc) or rb == rc else NOTHING) * RANKS + top


@element
def _four_suited(x: Int, y: Int, a: Int, b: Int, c: Int) -> Int:
    """Returns the rank of the highest hole card of a suit with four cards, or -1."""
    best = -1
    for card in (x, y):
        suit = card & 3
        count = 0
        for other in (x, y, a, b, c):
            count += other & 3 == suit
        if count == 4:
            best = max(best, card >> 2)
    return best


@element
def _open_ended(ranks: Int) -> bool:
    """Returns True for four ranks in a row that a card at either end makes a straight: five-high to king-high."""
    runs = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3
    return bool(runs & 0b111111111 != 0)


@kernel
def flop_kinds(flops: Hands, holes: Hands, out: Bytes) -> None:
    """Fills `flop_kind` by flop and hole cards. An entry stays as it was if a card repeats."""
    for flop in range(len(flops)):
        a, b, c = np.int64(flops[flop, 0]), np.int64(flops[flop, 1]), np.int64(flops[flop, 2])
        for hole in range(len(holes)):
            x, y = np.int64(holes[hole, 0]), np.int64(holes[hole, 1])
            if x not in (a, b, c) and y not in (a, b, c):
                out[flop, hole] = flop_kind(x, y, a, b, c)


@element
def outs_above(key: Int, lanes: Int, mine: Int, seen: Int) -> Int:
    """Counts the cards not `seen` that give a bank with one of them, on this board, more than the value `mine`."""
    outs = 0
    for card in range(52):
        if not seen & CARD_LANES[card]:
            outs += high.of(6, key + CARD_KEYS[card], lanes | CARD_LANES[card], 0) > mine
    return outs


@kernel
def sixths(key: int, lanes: int, out: Counts) -> int:
    """Fills `out` with the values that each further card makes of a board, lowest first. Returns their number."""
    count = 0
    for card in range(52):
        if not lanes & CARD_LANES[card]:
            value = high.of(6, key + CARD_KEYS[card], lanes | CARD_LANES[card], 0)
            at = count
            while at > 0 and out[at - 1] > value:
                out[at] = out[at - 1]
                at -= 1
            out[at] = value
            count += 1
    return count
