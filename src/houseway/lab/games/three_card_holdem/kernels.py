"""Kernels of 3 Card Hold'em: cells of every bank for each board, then for each card that a player sees of it.

They do not enumerate the bank's hole cards. The number of banks below a value comes from the histogram of all hole
cards on that board, less those that hold one of the player's two cards.
"""

from functools import cache

import numpy as np

from houseway.hands.kernels.arrays import Counts, Hands, Int, Short, Values
from houseway.hands.kernels.three import values
from houseway.hands.three import LADDER
from houseway.lab.loops.comparison import CELLS
from houseway.lab.loops.compiled import element, kernel
from houseway.lab.loops.suits import ALL_SUITS, class_of, classes, places, renamed_places, renaming_of, sets


def flop_cells(least: int) -> Counts:
    """Returns the number of third cards and banks in each cell, by hole cards (169 classes) and two communal cards.

    `least` is the value with which the bank qualifies.
    """
    boards, _ = classes(3)
    cells = np.zeros((len(boards), len(sets(2)), CELLS), np.int16)
    _against_banks(_worth(), sets(2), least, len(LADDER.rungs), cells)
    holes = places(2)[tuple(classes(2)[0].T)]
    out = np.zeros((len(holes), 52, 52, CELLS), np.int64)
    _by_two(holes, sets(2), places(3), class_of(3), renaming_of(3), renamed_places(2, ALL_SUITS), cells, out)
    return out


@cache
def _worth() -> Values:
    """Returns the value of the best three of five, by class of board and hole cards; 0 if a card repeats."""
    boards, _ = classes(3)
    holes = sets(2)
    table = np.empty((len(boards), len(holes)), np.int32)
    for index, board in enumerate(boards):
        hands = np.hstack([holes, np.broadcast_to(board, (len(holes), 3))])
        table[index] = values(np.ascontiguousarray(hands))
        table[index, np.isin(holes, board).any(1)] = 0
    return table


@kernel
def _against_banks(worth: Values, holes: Hands, least: int, rungs: int, out: Short) -> None:
    """Fills `out` with the number of banks by board, the player's hole cards and cell."""
    below = np.empty((53, rungs + 1), np.int64)  # row 52 counts all hands, the others those with the card
    for board in range(len(worth)):
        below[:] = 0
        for hole in range(len(holes)):
            value = worth[board, hole]
            if value:
                for row in (52, np.int64(holes[hole, 0]), np.int64(holes[hole, 1])):
                    below[row, value + 1] += 1
        for row in range(53):
            for value in range(rungs):
                below[row, value + 1] += below[row, value]
        for hole in range(len(holes)):
            value = np.int64(worth[board, hole])
            if not value:
                continue
            x, y = np.int64(holes[hole, 0]), np.int64(holes[hole, 1])
            lower, to_equal = _banks(below, x, y, value, value), _banks(below, x, y, value, value + 1)
            weak = _banks(below, x, y, value, least)
            weak_lower = _banks(below, x, y, value, min(value, least))
            weak_to_equal = _banks(below, x, y, value, min(value + 1, least))
            out[board, hole, 0] = weak - weak_to_equal
            out[board, hole, 1] = weak_to_equal - weak_lower
            out[board, hole, 2] = weak_lower
            out[board, hole, 3] = _banks(below, x, y, value, rungs) - to_equal - (weak - weak_to_equal)
            out[board, hole, 4] = to_equal - lower - (weak_to_equal - weak_lower)
            out[board, hole, 5] = lower - weak_lower


@element
def _banks(below: Counts, x: Int, y: Int, value: Int, bound: Int) -> Int:
    """Counts the banks without the player's cards x and y that are worth less than `bound`."""
    return below[52, bound] - below[x, bound] - below[y, bound] + (value < bound)


@kernel
def _by_two(
    players: Counts,
    holes: Hands,
    board_places: Counts,
    board_class: Counts,
    board_renaming: Counts,
    renamed: Counts,
    cells: Short,
    out: Counts,
) -> None:
    """Sums over the third communal card. Both orders of the first two are filled."""
    for player in range(len(players)):
        hole = players[player]
        x, y = holes[hole]
        for first in range(52):
            for second in range(first + 1, 52):
                for third in range(52):
                    board = board_places[first, second, third]
                    if board < 0 or first in (x, y) or second in (x, y) or third in (x, y):
                        continue
                    row = cells[board_class[board], renamed[board_renaming[board], hole]]
                    for cell in range(CELLS):
                        out[player, first, second, cell] += row[cell]
                for cell in range(CELLS):
                    out[player, second, first, cell] = out[player, first, second, cell]
