"""The value of every three-card hand, and comparisons of a bank's three cards with a player's."""

from functools import cache
from itertools import permutations

import numpy as np

from houseway.hands import three
from houseway.hands.kernels.arrays import Counts, Hands, Ranks
from houseway.lab.loops.comparison import cell_of
from houseway.lab.loops.compiled import kernel
from houseway.lab.loops.suits import sets


@cache
def values() -> Ranks:
    """Returns `three.value` of each of `sets(3)`."""
    return np.array([three.value(hand) for hand in sets(3).tolist()], np.uint16)


@cache
def cube() -> Ranks:
    """Returns `three.value` by three cards in any order; 0 if a card repeats."""
    table = np.zeros((52, 52, 52), np.uint16)
    hands = sets(3)
    for order in permutations(range(3)):
        table[tuple(hands[:, place] for place in order)] = values()
    return table


@kernel
def compare(hands: Hands, table: Ranks, least: int, out: Counts) -> None:
    """Counts, for each hand and each exposed bank card, the cells over the bank's two other cards.

    `least` is the lowest value with which the bank qualifies. Rows of cards that the player holds stay 0.
    """
    left = np.empty(49, np.int64)
    for index in range(len(hands)):
        a, b, c = hands[index]
        mine = table[a, b, c]
        size = 0
        for card in range(52):
            if card != a and card != b and card != c:
                left[size] = card
                size += 1
        for shown in left:
            cells = out[index, shown]
            for i in range(size):
                if left[i] == shown:
                    continue
                for j in range(i + 1, size):
                    if left[j] == shown:
                        continue
                    banks = table[shown, left[i], left[j]]
                    cells[cell_of(mine, banks, least)] += 1
