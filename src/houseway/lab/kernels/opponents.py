"""Every opponent that shares no card with a hand, one by one."""

from typing import Any

import numpy as np
from numba import get_num_threads, prange

from houseway.lab.kernels.compiled import kernel, parallel
from houseway.lab.kernels.patterns import EACH_SUIT, FLUSH, MANY_SUITED, multisets, slot_of
from houseway.lab.kernels.subsets import BINOMIALS
from houseway.lab.kernels.walk import next_below

Array = Any


def tally_opponents(rest: Array, hand: int, ranks: int, table: Array, kinds: int) -> Array:
    """How many hands of these cards are of each class; `table` gives the class of each slot of a pattern."""
    return _tally(rest.astype(np.int64), hand, ranks, table, kinds, get_num_threads()).sum(axis=0)


@parallel
def _tally(rest: Array, hand: int, ranks: int, table: Array, kinds: int, threads: int) -> Array:
    tally = np.zeros((threads, kinds), np.int64)
    for thread in prange(threads):
        _share(rest, hand, ranks, table, thread, threads, tally[thread])
    return tally


@kernel
def _share(rest: Array, hand: int, ranks: int, table: Array, thread: int, threads: int, tally: Array) -> None:
    top, second = 1, 0
    for block in range((len(rest) * (len(rest) - 1)) // 2):  # the two highest cards
        if block % threads == thread and second >= hand - 2:
            _tally_block(rest, hand, ranks, top, second, table, tally)
        second += 1
        if second == top:
            top, second = top + 1, 0


@kernel
def _tally_block(rest: Array, hand: int, ranks: int, top: int, second: int, table: Array, tally: Array) -> None:
    """As `patterns.fill`: only where a flush is near is the slot worked out card by card."""
    joker = np.int64(rest[top] >> 2 == ranks)
    start = multisets(ranks, hand) if joker else np.int64(0)
    enough = EACH_SUIT * (8 - FLUSH + joker + 1)
    chosen, cards = np.arange(hand), np.empty(hand, np.int64)
    chosen[hand - 1], chosen[hand - 2] = top, second
    more = True
    while more:
        slot, counts = start, 0
        for at in range(1, hand):
            cards[at] = rest[chosen[at]]
        for at in range(1, hand - joker):
            slot += BINOMIALS[(cards[at] >> 2) + at, at + 1]
            counts += 1 << 4 * (cards[at] & 3)
        if (counts + enough) & MANY_SUITED:
            for lowest in range(chosen[1]):
                cards[0] = rest[lowest]
                tally[table[slot_of(cards, ranks)]] += 1
        else:
            for lowest in range(chosen[1]):
                tally[table[slot + (rest[lowest] >> 2)]] += 1
        more = next_below(chosen, 1, hand - 2)
