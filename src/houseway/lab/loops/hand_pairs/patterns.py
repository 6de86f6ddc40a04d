"""Patterns of hands: all that matters to how a hand is set, and the pattern of every hand in one enumeration.

The value of a setting depends on the ranks held and, if five cards of one suit are held (four beside a joker), on which
ranks these are. A pattern is `plain`, the multiset of the natural ranks beside a joker or without one, or `suited`, the
ranks of the long suit and the multiset of those beside it. Each has a slot. The slots lie in this order: plain without
a joker, plain beside one, suited without, suited beside one.

The number of a multiset r0 <= r1 <= .. is the sum of C(r_i + i, i + 1): what a card adds depends only on its position.
"""

from typing import Final

import numpy as np
from numba import prange

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel, parallel
from houseway.lab.loops.hand_pairs.hand_enumeration import next_below
from houseway.lab.loops.subsets import BINOMIALS

FLUSH: Final = 5
EACH_SUIT: Final = 0x1111
MANY_SUITED: Final = 0x8888


@kernel
def multisets(ranks: int, size: int) -> int:
    """Returns the number of multisets of so many ranks."""
    return BINOMIALS[ranks + size - 1, size] if size else 1


@kernel
def slots(ranks: int, hand: int) -> int:
    """Returns the number of slots for patterns of hands of this size, used or not."""
    beside = multisets(ranks, hand - FLUSH)
    return multisets(ranks, hand) + multisets(ranks, hand - 1) + (2 << ranks) * beside


@kernel
def slot_of(cards: Array, ranks: int) -> Int:
    """Returns the slot of a hand's pattern. The cards are in ascending order."""
    hand = len(cards)
    joker = np.int64(cards[hand - 1] >> 2 == ranks)
    naturals = hand - joker
    counts = 0
    for at in range(naturals):
        counts += 1 << 4 * (cards[at] & 3)
    # Adding eight less the cards of a flush to each suit moves a long suit into its highest bit.
    many = (counts + EACH_SUIT * (8 - FLUSH + joker)) & MANY_SUITED
    if not many:
        slot = multisets(ranks, hand) if joker else 0
        for at in range(naturals):
            slot += BINOMIALS[(cards[at] >> 2) + at, at + 1]
        return slot
    suit = 0
    while not many >> 4 * suit & 8:
        suit += 1
    mask = joker << ranks
    beside = others = 0
    for at in range(naturals):
        if cards[at] & 3 == suit:
            mask |= 1 << (cards[at] >> 2)
        else:
            others += BINOMIALS[(cards[at] >> 2) + beside, beside + 1]
            beside += 1
    plain = multisets(ranks, hand) + multisets(ranks, hand - 1)
    return plain + mask * multisets(ranks, hand - FLUSH) + others


@kernel
def slots_of(hands: Array, ranks: int) -> Array:
    """Returns the slot of each row."""
    found = np.empty(len(hands), np.int32)
    cards = np.empty(hands.shape[1], np.int64)
    for row in range(len(hands)):
        cards[:] = hands[row]
        found[row] = slot_of(cards, ranks)
    return found


@parallel
def fill(deck: int, hand: int, table: Array, out: Array) -> None:
    """Writes the table's entry for each hand's slot at the hand's combinatorial index."""
    ranks = deck // 4
    blocks = (deck * (deck - 1)) // 2
    for block in prange(blocks):  # hands with the same two highest cards are contiguous
        top = deck - 1
        while (top * (top - 1)) // 2 > block:
            top -= 1
        second = block - (top * (top - 1)) // 2
        if second >= hand - 2:
            _fill_block(ranks, hand, top, second, table, out)


@kernel
def _fill_block(ranks: int, hand: int, top: int, second: int, table: Array, out: Array) -> None:
    joker = np.int64(top >> 2 == ranks)
    naturals = hand - joker
    start = multisets(ranks, hand) if joker else np.int64(0)
    enough = EACH_SUIT * (8 - FLUSH + joker + 1)  # one card short of a flush
    index = BINOMIALS[top, hand] + BINOMIALS[second, hand - 1]
    cards = np.arange(hand)
    cards[hand - 1], cards[hand - 2] = top, second
    more = True
    while more:
        slot = start
        counts = 0
        for at in range(1, naturals):
            slot += BINOMIALS[(cards[at] >> 2) + at, at + 1]
            counts += 1 << 4 * (cards[at] & 3)
        if (counts + enough) & MANY_SUITED:
            for card in range(cards[1]):
                cards[0] = card
                out[index] = table[slot_of(cards, ranks)]
                index += 1
        else:
            for card in range(cards[1]):
                out[index] = table[slot + (card >> 2)]
                index += 1
        more = next_below(cards, 1, hand - 2)


__all__ = ["fill", "multisets", "slot_of", "slots", "slots_of"]
