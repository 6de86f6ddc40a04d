"""Sets of cards: the combinatorial index of a set, and one representative for all that differ only by suits.

A deck is `4 * ranks` cards, rank * 4 + suit, with a joker behind them or not. The index of a set is the sum of C(card,
position) over its cards in ascending order, position from 1. It numbers the sets of one size from 0.
"""

from itertools import permutations
from typing import Final

import numpy as np
from numba import prange

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel, parallel

MOST_CARDS: Final = 53
MOST_IN_HAND: Final = 7


def _binomials() -> Array:
    table = np.zeros((MOST_CARDS + 1, MOST_IN_HAND + 2), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, MOST_CARDS + 1):
        for k in range(1, MOST_IN_HAND + 2):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


def _permuted_nibbles() -> Array:
    """Returns the image of the four bits of one rank under each permutation of suits. The first is the identity."""
    table = np.zeros((24, 16), dtype=np.int64)
    for row, order in enumerate(permutations(range(4))):
        for bits in range(16):
            table[row, bits] = sum(1 << order[suit] for suit in range(4) if bits >> suit & 1)
    return table


BINOMIALS: Final = _binomials()
NIBBLES: Final = _permuted_nibbles()
SUITS_IN: Final = np.array([bits.bit_count() for bits in range(16)], np.int64)


def index_of(cards: tuple[int, ...]) -> int:
    """Returns the index of a set among all sets of its size."""
    return int(sum(BINOMIALS[card, position] for position, card in enumerate(sorted(cards), 1)))


def orbits(deck: int, size: int) -> tuple[Array, Array]:
    """Returns one ascending set of each orbit under permutations of the suits, and the size of the orbit."""
    nothing = np.empty((0, size), np.uint8), np.empty(0, np.uint8)
    count = _orbits(deck // 4, deck % 4, size, *nothing)
    sets, weights = np.empty((count, size), np.uint8), np.empty(count, np.uint8)
    _orbits(deck // 4, deck % 4, size, sets, weights)
    return sets, weights


def orbit_ids(deck: int, sets: Array) -> Array:
    """Returns, by combinatorial index, the row of `sets` (from `orbits`) that represents the set."""
    size = sets.shape[1]
    ids = np.empty(BINOMIALS[deck, size], np.int32)
    _spread(deck // 4, sets, np.arange(len(sets), dtype=np.int32), ids)
    return ids


def spread(deck: int, sets: Array, values: Array) -> Array:
    """Returns, by combinatorial index, the value of the row of `sets` (from `orbits`) that represents the set."""
    everywhere = np.empty(BINOMIALS[deck, sets.shape[1]], values.dtype)
    _spread(deck // 4, sets, values, everywhere)
    return everywhere


@kernel
def _orbits(ranks: int, jokers: int, size: int, sets: Array, weights: Array) -> int:
    """Enumerates one set of each orbit: the least one. Returns the number of orbits.

    The search chooses the suits of each rank, from the highest rank down. It drops a choice that a permutation of suits
    makes smaller. `fixing` holds the permutations that leave the ranks above unchanged. Their number at the end gives
    the size of the orbit.
    """
    fixing = np.empty((ranks + 1, 24), np.int64)
    fixing[ranks] = np.arange(24)
    fixed = np.zeros(ranks + 1, np.int64)
    fixed[ranks] = 24
    held = np.full(ranks, -1, np.int64)  # suits by rank
    left = np.zeros(ranks, np.int64)  # by rank, the cards still to come when it is reached
    found = 0
    for joker in range(min(jokers, size) + 1):
        rank = ranks - 1
        left[rank] = size - joker
        held[rank] = -1
        if size == joker:
            _write(ranks, ranks, held, joker, 24, found, sets, weights)
            found += 1
            continue
        while rank < ranks:
            held[rank] += 1
            bits = held[rank]
            if bits > 15:
                rank += 1
                continue
            rest = left[rank] - SUITS_IN[bits]
            if rest < 0 or rest > 4 * rank:
                continue
            count = _fixing(bits, fixing[rank + 1], fixed[rank + 1], fixing[rank])
            if count and rest:
                fixed[rank] = count
                rank -= 1
                left[rank] = rest
                held[rank] = -1
            elif count:
                _write(rank, ranks, held, joker, count, found, sets, weights)
                found += 1
    return found


@kernel
def _fixing(bits: int, above: Array, many: int, out: Array) -> int:
    """Filters the permutations that fix the suits of one rank. Returns 0 if one makes them smaller."""
    count = 0
    for at in range(many):
        image = NIBBLES[above[at], bits]
        if image < bits:
            return 0
        if image == bits:
            out[count] = above[at]
            count += 1
    return count


@kernel
def _write(low: int, ranks: int, held: Array, joker: int, fixed: int, row: int, sets: Array, weights: Array) -> None:
    """Writes the set and its weight into row `row`; nothing if `weights` is empty, when orbits are only counted."""
    if not len(weights):
        return
    at = 0
    for rank in range(low, ranks):
        for suit in range(4):
            if held[rank] >> suit & 1:
                sets[row, at] = 4 * rank + suit
                at += 1
    if joker:
        sets[row, at] = 4 * ranks
    weights[row] = 24 // fixed


@parallel
def _spread(ranks: int, sets: Array, values: Array, out: Array) -> None:
    """Writes each value at the index of every image of its set."""
    for row in prange(len(sets)):
        _write_images(ranks, sets[row], values[row], out)


@kernel
def _write_images(ranks: int, cards: Array, value: Int, out: Array) -> None:
    size = len(cards)
    bits, rank_of = np.zeros(MOST_IN_HAND, np.int64), np.empty(MOST_IN_HAND, np.int64)
    count = 0
    joker = np.int64(0)
    for at in range(size):
        card = np.int64(cards[at])
        if card >> 2 == ranks:
            joker = BINOMIALS[card, size]
        elif count and rank_of[count - 1] == card >> 2:
            bits[count - 1] |= 1 << (card & 3)
        else:
            rank_of[count] = card >> 2
            bits[count] = 1 << (card & 3)
            count += 1
    for order in range(24):
        index = joker
        position = 1
        for at in range(count):
            image = NIBBLES[order, bits[at]]
            for suit in range(4):
                if image >> suit & 1:
                    index += BINOMIALS[4 * rank_of[at] + suit, position]
                    position += 1
        out[index] = value
