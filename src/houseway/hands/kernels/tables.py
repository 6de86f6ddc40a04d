"""Lookup tables of a ladder's values, and the sums of card keys that index them.

As in `houseway.hands.ladder`, a hand's key is the sum of its cards' keys. Here the part for the ranks is a sum of
weights, different for every set of three to seven ranks. A list of offsets folds it into a table hardly larger than the
number of sets, a perfect hash, so the table stays in a core's own cache.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from houseway.cards import JOKER
from houseway.hands.kernels.arrays import Counts, Ranks
from houseway.hands.kernels.jit import kernel
from houseway.hands.ladder import RANK_KEYS, Ladder

# np.random.default_rng(1).integers(0, 1 << 29, 13): the first seed tried under which no two sets of ranks collide.
WEIGHTS: Final = (
    254041247, 274782142, 405427468, 510276311, 18711321, 77395102, 441814522,
    509302293, 133803605, 167413236, 466554377, 227271656, 146656676,
)  # fmt: skip
SUIT_SHIFT: Final = 36
ROW_SHIFT: Final = 16
ROW_BITS: Final = {3: 7, 4: 9, 5: 11, 6: 12, 7: 13}
SLOT_BITS: Final = {3: 10, 4: 12, 5: 13, 6: 15, 7: 16}

JOKER_BIT: Final = 1 << 60
EACH_SUIT: Final = sum(1 << SUIT_SHIFT + 4 * suit for suit in range(4))
MANY_SUITED: Final = 8 * EACH_SUIT
"""Adding `EACH_SUIT * (8 - n)` to a key sets one of these bits for a suit of which it holds n cards or more."""

CARD_KEYS: Final = np.array(
    [WEIGHTS[card >> 2] + (1 << SUIT_SHIFT + 4 * (card & 3)) for card in range(52)] + [JOKER_BIT], dtype=np.int64
)
CARD_LANES: Final = np.array([1 << 16 * (card & 3) + (card >> 2) for card in range(52)] + [0], dtype=np.int64)
"""Each card as one bit, sixteen bits for each suit. The lanes of a hand are the bitwise or of its cards'."""
LANE: Final = (1 << 13) - 1
assert len(CARD_KEYS) == JOKER + 1


@cache
def rank_keys(size: int, most: int = 4) -> Counts:
    """Returns the ladder's keys of every set of so many ranks, none more often than `most`, sorted."""
    sets = [np.zeros(int(total == 0), np.int64) for total in range(size + 1)]
    for one in RANK_KEYS:
        sets = [
            np.concatenate([sets[total - count] + count * one for count in range(min(total, most) + 1)])
            for total in range(size + 1)
        ]
    return np.sort(sets[size])


@cache
def best_values(ladder: Ladder, size: int) -> tuple[Counts, Ranks]:
    """Returns every key of so many ranks with its value: the best that is left without one of the cards."""
    if size == ladder.size:
        known = sorted(
            (sum(RANK_KEYS[rank] for rank in rung.ranks), value)
            for value, rung in enumerate(ladder.rungs)
            if value and not rung.suited
        )
        return np.array([key for key, _ in known], np.int64), np.array([value for _, value in known], np.uint16)
    fewer, values = best_values(ladder, size - 1)
    keys = rank_keys(size, 5 if "five aces" in ladder.floors else 4)
    best = np.zeros(len(keys), np.uint16)
    for one in RANK_KEYS:
        held = np.flatnonzero(keys & 7 * one)
        best[held] = np.maximum(best[held], values[np.searchsorted(fewer, keys[held] - one)])
    return keys, best


def ranked(ladder: Ladder, size: int) -> Ranks:
    """Returns the values of `best_values` for sets that one pack can hold, each in its slot."""
    keys, values = best_values(ladder, size)
    return slotted(size, values[np.searchsorted(keys, rank_keys(size))])


def suited(value: Callable[[int], int], least: int, most: int) -> Ranks:
    """Returns values of `least` to `most` ranks of one suit, indexed by the thirteen bits of a lane."""
    values = np.zeros(1 << 13, np.uint16)
    for lane in range(1 << 13):
        if least <= lane.bit_count() <= most:
            values[lane] = value(sum(RANK_KEYS[rank] for rank in range(13) if lane >> rank & 1))
    return values


def slotted(size: int, values: Ranks) -> Ranks:
    """Moves values from the order of `rank_keys(size)` to the slots where kernels look for them."""
    rows, columns = _places(size)
    table = np.zeros(1 << SLOT_BITS[size], np.uint16)
    table[columns ^ offsets(size)[rows]] = values
    return table


@cache
def offsets(size: int) -> Ranks:
    """Returns the offsets to fold into the low bits of a key, by its middle bits, so that no two sets collide."""
    rows, columns = _places(size)
    return _placed(rows, columns, 1 << ROW_BITS[size], 1 << SLOT_BITS[size])


def _places(size: int) -> tuple[Counts, Counts]:
    keys = rank_keys(size)
    sums = np.zeros(len(keys), np.int64)
    for rank, weight in enumerate(WEIGHTS):
        sums += (keys >> 3 * rank & 7) * weight
    return sums >> ROW_SHIFT & (1 << ROW_BITS[size]) - 1, sums & (1 << SLOT_BITS[size]) - 1


@kernel
def _placed(rows: Counts, columns: Counts, row_count: int, slots: int) -> Ranks:
    """Finds the offsets. The fullest rows choose first, each the least offset that moves its columns to free slots."""
    order = np.argsort(rows, kind="mergesort")
    starts = np.searchsorted(rows[order], np.arange(row_count + 1))
    taken = np.zeros(slots, np.bool_)
    placed = np.zeros(row_count, np.uint16)
    for row in np.argsort(starts[:-1] - starts[1:], kind="mergesort"):
        members = columns[order[starts[row] : starts[row + 1]]]
        for offset in range(slots):
            free = True
            for column in members:
                free &= not taken[column ^ offset]
            if free:
                break
        else:
            raise AssertionError("the weights leave two sets of ranks in one slot")
        for column in members:
            taken[column ^ offset] = True
        placed[row] = offset
    return placed
