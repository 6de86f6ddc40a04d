"""Round kernels of pai gow: two hands from one pack, set by lookup tables of patterns or of single hands."""

from typing import Final, NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Bytes, Counts, Hands, Int, Values
from houseway.hands.kernels.bonus import seven_value
from houseway.hands.kernels.high import FIVE_SUITED, slot
from houseway.hands.kernels.tables import CARD_KEYS, JOKER_BIT, MANY_SUITED, SLOT_BITS
from houseway.hands.kernels.wild import FOUR_SUITED, value6
from houseway.lab.loops.chance import shuffled
from houseway.lab.loops.compiled import element, kernel
from houseway.lab.loops.hand_pairs.patterns import multisets, slot_of
from houseway.lab.loops.subsets import BINOMIALS

FRONT_SHIFT: Final = 16
"""Position of the front's value in a setting's code, above the back's."""
BACK: Final = (1 << FRONT_SHIFT) - 1
RANKS: Final = 13
SLOTS: Final = tuple(1 << SLOT_BITS.get(size, 0) for size in range(8))
SUITED: Final = tuple(SLOTS[size] + SLOTS[max(size - 1, 0)] for size in range(8))
"""Sections of the tables: natural hands by their ranks, hands with a joker, then those with a flush."""

DOUBLED_SHIFT: Final = 24
"""Position of the doubled flag in a setting's code."""
DOUBLED_BIT: Final = 7
NUMBER: Final = (1 << DOUBLED_BIT) - 1
"""Mask of the setting's number in a byte of `lab.methods.pai_gow.best_settings`; the bit above marks a double."""


class Setter(NamedTuple):
    """Sets hands by the `table` alone, which has the setting of every place, or hand by hand.

    Hand by hand, `chosen` has a number for each hand by combinatorial index, and the `table` says where the settings of
    a place begin in `codes`.
    """

    table: Values
    codes: Values
    chosen: Bytes


@element
def won(mine: Int, banks: Int) -> Int:
    """Counts the comparisons that the player takes. A copy is the bank's."""
    return (mine >> FRONT_SHIFT > banks >> FRONT_SHIFT) + (mine & BACK > banks & BACK)


@element
def sorted_into(pack: Counts, first: Int, hand: Counts) -> None:
    """Sorts the cards from `first` on into `hand`."""
    for place in range(len(hand)):
        card = pack[first + place]
        slot = place
        while slot > 0 and hand[slot - 1] > card:
            hand[slot] = hand[slot - 1]
            slot -= 1
        hand[slot] = card


@element
def place_of(size: Int, pack: Counts, first: Int, hand: Counts, plain: Int) -> Int:
    """Returns the table index of a hand of six or seven cards that lies in the pack from `first` on.

    It uses the ranks in any order. Only a hand that may hold a flush, one in twenty-five, is sorted.
    """
    key = np.int64(0)
    for place in range(size):
        key += CARD_KEYS[pack[first + place]]
    joker = key & JOKER_BIT != 0
    if (key + (FOUR_SUITED if joker else FIVE_SUITED)) & MANY_SUITED:
        sorted_into(pack, first, hand)
        return SUITED[size] + slot_of(hand, RANKS) - plain
    if size == 7:
        return SLOTS[7] + slot(6, key) if joker else slot(7, key)
    return SLOTS[6] + slot(5, key) if joker else slot(6, key)


@element
def setting_of(size: Int, pack: Counts, first: Int, hand: Counts, plain: Int, by: Setter) -> Int:
    """Returns the setting of a hand of six or seven cards that lies in the pack from `first` on."""
    place = place_of(size, pack, first, hand, plain)
    if not len(by.chosen):
        return np.int64(by.table[place])
    sorted_into(pack, first, hand)
    index = np.int64(0)
    for at in range(size):
        index += BINOMIALS[hand[at], at + 1]
    chosen = np.int64(by.chosen[index])
    return by.codes[by.table[place] + (chosen & NUMBER)] | chosen >> DOUBLED_BIT << DOUBLED_SHIFT


@kernel
def play_seven(
    start: Int, rounds: int, deck: int, mine: Setter, banks: Setter, match_joker: bool, fortune: bool, out: Counts
) -> None:
    """Deals rounds and counts them in `out` by comparisons won and, if `fortune`, row of the seven cards.

    The joker is fully wild in that row.
    """
    at, plain = start, multisets(RANKS, 7) + multisets(RANKS, 6)
    pack, hand = np.arange(deck), np.empty(7, np.int64)
    for _ in range(rounds):
        at = shuffled(pack, at, 14)
        own, other = setting_of(7, pack, 0, hand, plain, mine), setting_of(7, pack, 7, hand, plain, banks)
        row = 0
        if fortune:
            row = seven_value(pack[0], pack[1], pack[2], pack[3], pack[4], pack[5], pack[6], 1, match_joker)
        out[won(own, other), row] += 1


@kernel
def play_six(
    start: Int, rounds: int, mine: Setter, banks: Setter, least: int, rows: Bytes, wheel: int, out: Counts
) -> None:
    """Deals rounds and counts them in `out` by comparisons won, doubled, bank qualified, and row of the six cards."""
    at, plain = start, multisets(RANKS, 6) + multisets(RANKS, 5)
    pack, hand = np.arange(53), np.empty(6, np.int64)
    for _ in range(rounds):
        at = shuffled(pack, at, 12)
        own, other = setting_of(6, pack, 0, hand, plain, mine), setting_of(6, pack, 6, hand, plain, banks)
        row = rows[value6(pack[0], pack[1], pack[2], pack[3], pack[4], pack[5], 0, wheel)]
        doubled = own >> DOUBLED_SHIFT
        own -= doubled << DOUBLED_SHIFT
        out[won(own, other), doubled, np.int64(other & BACK >= least), row] += 1


def places(hands: Hands) -> Counts:
    """Returns the table indexes of many hands."""
    size = hands.shape[1]
    found = np.empty(len(hands), np.int64)
    (_places_of_seven if size == 7 else _places_of_six)(hands.astype(np.int64), found)
    return found


@kernel
def _places_of_seven(hands: Counts, found: Counts) -> None:
    hand, plain = np.empty(7, np.int64), multisets(RANKS, 7) + multisets(RANKS, 6)
    for row in range(len(hands)):
        found[row] = place_of(7, hands[row], 0, hand, plain)


@kernel
def _places_of_six(hands: Counts, found: Counts) -> None:
    hand, plain = np.empty(6, np.int64), multisets(RANKS, 6) + multisets(RANKS, 5)
    for row in range(len(hands)):
        found[row] = place_of(6, hands[row], 0, hand, plain)
