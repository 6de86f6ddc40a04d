"""Arrays of the values of a ladder, and the sums of card keys that find them.

As in `houseway.hands.ladder` a hand's key is the sum of its cards' keys. Here the part that tells the ranks is not a
row of digits but a sum of weights, different for every set of three to seven ranks, which a list of offsets folds
into a table hardly larger than the number of sets: small enough to stay in a core's own cache.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from houseway.cards import JOKER
from houseway.hands.kernels.arrays import Counts, Ranks
from houseway.hands.kernels.jit import kernel
from houseway.hands.ladder import RANK_KEYS, Ladder

# np.random.default_rng(1).integers(0, 1 << 29, 13): the first seed tried for which no two sets of ranks collide.
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
"""Added to a key, `EACH_SUIT * (8 - n)` sets one of these bits for a suit of which it holds n cards or more."""

CARD_KEYS: Final = np.array(
    [WEIGHTS[card >> 2] + (1 << SUIT_SHIFT + 4 * (card & 3)) for card in range(52)] + [JOKER_BIT], dtype=np.int64
)
CARD_LANES: Final = np.array([1 << 16 * (card & 3) + (card >> 2) for card in range(52)] + [0], dtype=np.int64)
"""The cards as bits of a set, sixteen bits for each suit: the lanes of a hand are the bitwise or of its cards'."""
LANE: Final = (1 << 13) - 1
assert len(CARD_KEYS) == JOKER + 1


@cache
def rank_keys(size: int, most: int = 4) -> Counts:
    """The ladder's keys of every set of so many ranks, no rank more often than `most`, in order."""
    sets = [np.zeros(int(total == 0), np.int64) for total in range(size + 1)]
    for one in RANK_KEYS:
        sets = [
            np.concatenate([sets[total - count] + count * one for count in range(min(total, most) + 1)])
            for total in range(size + 1)
        ]
    return np.sort(sets[size])


@cache
def best_values(ladder: Ladder, size: int) -> tuple[Counts, Ranks]:
    """Every key of so many ranks and its value: the best that is left when one card is thrown away."""
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
    """The values of `best_values` for sets that one pack can hold, each in its slot."""
    keys, values = best_values(ladder, size)
    return slotted(size, values[np.searchsorted(keys, rank_keys(size))])


def suited(value: Callable[[int], int], least: int, most: int) -> Ranks:
    """Ranks of `least` to `most` ranks of one suit, by the thirteen bits of a lane."""
    values = np.zeros(1 << 13, np.uint16)
    for lane in range(1 << 13):
        if least <= lane.bit_count() <= most:
            values[lane] = value(sum(RANK_KEYS[rank] for rank in range(13) if lane >> rank & 1))
    return values


def slotted(size: int, values: Ranks) -> Ranks:
    """Ranks that stand in the order of `rank_keys(size)`, moved to where kernels look for them."""
    rows, columns = _places(size)
    table = np.zeros(1 << SLOT_BITS[size], np.uint16)
    table[columns ^ offsets(size)[rows]] = values
    return table


@cache
def offsets(size: int) -> Ranks:
    """What to fold into the low bits of a key, by its middle bits, so that no two sets of ranks meet."""
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
    """The fullest rows choose first, each the least offset that moves all its columns to free slots."""
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
