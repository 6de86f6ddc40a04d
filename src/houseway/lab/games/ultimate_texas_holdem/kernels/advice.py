"""Kernels for advice on Ultimate Texas Hold'em: each decision's net, summed over banks and boards to come."""

import numpy as np

from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Counts, Int, Small
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES
from houseway.lab.loops.comparison import cell_of
from houseway.lab.loops.compiled import element, kernel


@element
def _summed(
    key: Int, lanes: Int, board_key: Int, board_lanes: Int, left: Counts, size: Int, categories: Small,
    least: Int, worth: Counts, sums: Counts,
) -> None:  # fmt: skip
    """Adds to `sums`, by decision, what a whole hand wins from every bank of two of the cards left."""
    mine = high.of(7, key, lanes, 0)
    rows = worth[:, categories[mine]]
    cells = np.zeros(6, np.int64)
    for i in range(size):
        one_key, one_lane = board_key + CARD_KEYS[left[i]], board_lanes | CARD_LANES[left[i]]
        for j in range(i + 1, size):
            banks = high.of(7, one_key + CARD_KEYS[left[j]], one_lane | CARD_LANES[left[j]], 0)
            cells[cell_of(mine, banks, least)] += 1
    for decision in range(len(sums)):
        for cell in range(6):
            sums[decision] += cells[cell] * rows[decision, cell]


@kernel
def at_river(
    hole: Counts, board: Counts, left: Counts, categories: Small, least: int, worth: Counts, sums: Counts
) -> None:
    """Fills `sums` by decision over all banks."""
    board_key, board_lanes = np.int64(0), np.int64(0)
    for card in board:
        board_key += CARD_KEYS[card]
        board_lanes |= CARD_LANES[card]
    key = board_key + CARD_KEYS[hole[0]] + CARD_KEYS[hole[1]]
    lanes = board_lanes | CARD_LANES[hole[0]] | CARD_LANES[hole[1]]
    _summed(key, lanes, board_key, board_lanes, left, len(left), categories, least, worth, sums)


@kernel
def on_flop(
    hole: Counts, flop: Counts, left: Counts, categories: Small, least: int, worth: Counts, forgone: Counts,
    sums: Counts,
) -> None:  # fmt: skip
    """Sums over all turns, rivers and banks: a bet now, and a check with the better of the last two decisions after it.

    `worth` has the bet on the flop, the bet at the river and the fold, in this order. `forgone` is what a fold gives up
    besides, by category of the hand and of the board.
    """
    flop_key, flop_lanes = np.int64(0), np.int64(0)
    for card in flop:
        flop_key += CARD_KEYS[card]
        flop_lanes |= CARD_LANES[card]
    own_key = CARD_KEYS[hole[0]] + CARD_KEYS[hole[1]]
    own_lanes = CARD_LANES[hole[0]] | CARD_LANES[hole[1]]
    others, each = np.empty(len(left), np.int64), np.zeros(3, np.int64)
    for i in range(len(left)):
        for j in range(i + 1, len(left)):
            board_key = flop_key + CARD_KEYS[left[i]] + CARD_KEYS[left[j]]
            board_lanes = flop_lanes | CARD_LANES[left[i]] | CARD_LANES[left[j]]
            size = 0
            for place in range(len(left)):
                if place != i and place != j:
                    others[size] = left[place]
                    size += 1
            each[:] = 0
            key, lanes = board_key + own_key, board_lanes | own_lanes
            _summed(key, lanes, board_key, board_lanes, others, size, categories, least, worth, each)
            mine, boards = categories[high.of(7, key, lanes, 0)], categories[high.of(5, board_key, board_lanes, 0)]
            banks = size * (size - 1) // 2
            sums[0] += each[0]
            sums[1] += max(each[1], each[2] - banks * forgone[mine, boards])
