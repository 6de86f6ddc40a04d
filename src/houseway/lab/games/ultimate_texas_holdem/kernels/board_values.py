"""Kernels of Ultimate Texas Hold'em: every board ranked once, and its effect on any two hole cards.

On a board the 1,081 possible hole cards are sorted by value. Banks are not enumerated: the number of the 990 below a
player is the number of hole cards below, less those that hold one of the player's two cards. Boards that differ only by
the names of their suits are ranked once. The sums of a flop are collected through the first renaming of suits found,
and averaged over the flop's own symmetries afterwards.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from houseway.hands import five
from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Bytes, Counts, Hands, Int, Short, Small
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES, LANE
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import sixths
from houseway.lab.loops.compiled import element, kernel
from houseway.lab.loops.suits import class_of, classes, places, renamed_places, renaming_of

HOLES: Final = 1081
"""Hole cards beside a board."""
BANKS: Final = 990
"""Hands of the bank beside a board and a player's hole cards."""
FLOPS: Final = 10
"""Flops that a board of five may have come from."""
RENAMINGS: Final = 24
CATEGORIES: Final = 10
"""Categories of five-card hands below five of a kind."""
TERMS: Final = 4
"""Terms of a sum over banks: a constant, and a part for each bank not above, below, and not qualified (`terms_of`)."""
LARGER, SMALLER, FLOP, RIVER, FOLD = range(5)
"""Decisions, as rows of every table of values: the Play wager before the flop, on it, at the river, or none."""
CHECK: Final = -1


class Tables(NamedTuple):
    """Lookup tables of the passes: indexes of cards, their classes, and the renamings of suits that lead to them."""

    least: int
    categories: Bytes
    holes: Short
    hole_class: Counts
    flops: Counts
    flop_class: Counts
    flop_renaming: Counts
    renamed: Short


@cache
def tables() -> Tables:
    """Builds the tables. `least` is the value that qualifies the bank, a pair (UTH-33)."""
    floors = [floor for floor in five.FLOORS.values() if floor < five.FLOORS["five of a kind"]]
    assert len(floors) == CATEGORIES
    values = np.arange(five.FLOORS["royal flush"] + 1)
    return Tables(
        least=five.FLOORS["pair"],
        categories=(np.searchsorted(floors, values, side="right") - 1).clip(0).astype(np.uint8),
        holes=places(2).astype(np.int16),
        hole_class=class_of(2),
        flops=places(3),
        flop_class=class_of(3),
        flop_renaming=renaming_of(3),
        renamed=renamed_places(2).astype(np.int16),
    )


# -- boards -------------------------------------------------------------------------------------------------------


@cache
def boards() -> tuple[Hands, Counts]:
    """Returns one board of each kind, and how many of the 2,598,960 it stands for."""
    found = np.empty((140_000, 5), np.uint8)
    weights = np.empty(len(found), np.int64)
    count = _boards(found, weights)
    return found[:count], weights[:count]


@kernel
def _boards(found: Hands, weights: Counts) -> int:
    """Lists the boards whose suits, read as thirteen-bit numbers, do not rise."""
    count = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    lanes = CARD_LANES[a] | CARD_LANES[b] | CARD_LANES[c] | CARD_LANES[d]
                    for e in range(d):
                        weight = _orbit(lanes | CARD_LANES[e])
                        if weight:
                            found[count] = (e, d, c, b, a)
                            weights[count] = weight
                            count += 1
    return count


@element
def _orbit(lanes: Int) -> Int:
    """Returns the size of a set's orbit under renamed suits; 0 if another set represents it."""
    clubs, diamonds, hearts, spades = lanes & LANE, lanes >> 16 & LANE, lanes >> 32 & LANE, lanes >> 48 & LANE
    if clubs < diamonds or diamonds < hearts or hearts < spades:
        return 0
    same, stabiliser = 1, 1
    for equal in (clubs == diamonds, diamonds == hearts, hearts == spades):
        same = same + 1 if equal else 1
        stabiliser *= same
    return RENAMINGS // stabiliser


# -- one board ----------------------------------------------------------------------------------------------------


@kernel
def rank_board(board: Hands, least: int, order: Counts, spare: Counts, standing: Short) -> None:
    """Sorts all hole cards beside the board, the lowest first.

    `order` gets value << 12 | high card << 6 | low card. `standing` gets the number of banks that are lower, lower or
    equal, and not qualified (below the value `least`).
    """
    _valued(board, order)
    _sorted(order, spare)
    weak_by_card, by_card = np.zeros(64, np.int64), np.zeros(64, np.int64)
    weak = 0
    while weak < HOLES and order[weak] >> 12 < least:
        weak_by_card[order[weak] >> 6 & 63] += 1
        weak_by_card[order[weak] & 63] += 1
        weak += 1
    start = 0
    while start < HOLES:
        value = order[start] >> 12
        mine = value < least  # the player's own cards were then subtracted twice
        stop = start
        while stop < HOLES and order[stop] >> 12 == value:
            x, y = order[stop] >> 6 & 63, order[stop] & 63
            standing[stop, 0] = start - by_card[x] - by_card[y]
            standing[stop, 2] = weak - weak_by_card[x] - weak_by_card[y] + mine
            stop += 1
        for at in range(start, stop):
            by_card[order[at] >> 6 & 63] += 1
            by_card[order[at] & 63] += 1
        for at in range(start, stop):
            standing[at, 1] = stop - by_card[order[at] >> 6 & 63] - by_card[order[at] & 63] + 1
        start = stop


@element
def _board_sums(board: Hands) -> tuple[Int, Int]:
    key, lanes = np.int64(0), np.int64(0)
    for card in board:
        key += CARD_KEYS[card]
        lanes |= CARD_LANES[card]
    return key, lanes


@kernel
def _valued(board: Hands, order: Counts) -> None:
    key, lanes = _board_sums(board)
    at = 0
    for x in range(52):
        if lanes & CARD_LANES[x]:
            continue
        for y in range(x):
            if not lanes & CARD_LANES[y]:
                value = high.of(7, key + CARD_KEYS[x] + CARD_KEYS[y], lanes | CARD_LANES[x] | CARD_LANES[y], 0)
                order[at] = value << 12 | x << 6 | y
                at += 1


@kernel
def _sorted(order: Counts, spare: Counts) -> None:
    """Radix-sorts by value, in two passes of seven bits."""
    low, high_ = np.zeros(129, np.int64), np.zeros(129, np.int64)
    for code in order:
        low[(code >> 12 & 127) + 1] += 1
        high_[(code >> 19) + 1] += 1
    for digit in range(128):
        low[digit + 1] += low[digit]
        high_[digit + 1] += high_[digit]
    for code in order:
        digit = code >> 12 & 127
        spare[low[digit]] = code
        low[digit] += 1
    for code in spare:
        digit = code >> 19
        order[high_[digit]] = code
        high_[digit] += 1


@element
def summed(terms: Counts, decision: Int, category: Int, lower: Int, to_equal: Int, weak: Int) -> Int:
    """Returns the value of a decision against all banks together."""
    row = terms[decision, category]
    return row[0] + row[1] * to_equal + row[2] * lower + row[3] * weak


def terms_of(cells: Counts) -> Counts:
    """Turns the value of each cell, by decision and category, into the terms of the sum over all banks.

    With a high card (category 0) a player is below every qualified bank; with more, above every other.
    """
    terms = np.empty((*cells.shape[:-1], TERMS), np.int64)
    terms[..., 0] = BANKS * cells[..., 3]
    terms[..., 1] = cells[..., 4] - cells[..., 3]
    terms[..., 2] = cells[..., 5] - cells[..., 4]
    terms[..., 3] = cells[..., 2] - cells[..., 5]
    weak = cells[:, 0]
    terms[:, 0, 1] = weak[..., 1] - weak[..., 0]
    terms[:, 0, 2] = weak[..., 2] - weak[..., 1]
    terms[:, 0, 3] = weak[..., 0] - weak[..., 3]
    return terms


# -- first pass: what every decision is worth ---------------------------------------------------------------------


@kernel
def weigh(some: Hands, weights: Counts, tables: Tables, terms: Counts, by_class: Counts, by_flop: Counts) -> None:
    """Adds up, for some boards, what is won against all banks.

    `by_class` is by hole cards of 169 kinds: the larger and the smaller Play wager before the flop. `by_flop` is by
    kind of flop and hole cards: the Play wager on the flop, and the better of that at the river and a fold.
    """
    order, spare = np.empty(HOLES, np.int64), np.empty(HOLES, np.int64)
    standing = np.empty((HOLES, 3), np.int16)
    worth = np.empty((len(tables.hole_class), 2), np.int64)  # in the order of the pack, because it is read ten times
    for index in range(len(some)):
        board, weight = some[index], weights[index]
        rank_board(board, tables.least, order, spare, standing)
        worth[:] = 0
        for at in range(HOLES):
            code = order[at]
            category = tables.categories[code >> 12]
            lower, to_equal, weak = np.int64(standing[at, 0]), np.int64(standing[at, 1]), np.int64(standing[at, 2])
            hole = np.int64(tables.holes[code >> 6 & 63, code & 63])
            totals = by_class[tables.hole_class[hole]]
            totals[0] += weight * summed(terms, LARGER, category, lower, to_equal, weak)
            totals[1] += weight * summed(terms, SMALLER, category, lower, to_equal, weak)
            river = summed(terms, RIVER, category, lower, to_equal, weak)
            fold = summed(terms, FOLD, category, lower, to_equal, weak)
            worth[hole, 0] = weight * summed(terms, FLOP, category, lower, to_equal, weak)
            worth[hole, 1] = weight * max(river, fold)
        for a in range(5):
            for b in range(a):
                for c in range(b):
                    flop = tables.flops[board[a], board[b], board[c]]
                    names = tables.renamed[tables.flop_renaming[flop]]
                    sums = by_flop[tables.flop_class[flop]]
                    for held in range(len(worth)):
                        name = np.int64(names[held])
                        sums[name, 0] += worth[held, 0]
                        sums[name, 1] += worth[held, 1]


def averaged(by_flop: Counts) -> Counts:
    """Makes the sums of `weigh` over all boards exact: each becomes the sum over all turns and rivers.

    Flops and hole cards that share a card stay 0.
    """
    sums = np.empty_like(by_flop)
    for kind in range(len(by_flop)):
        sums[kind] = averaged_flop(kind, by_flop[kind])
    return sums


def averaged_flop(kind: int, sums: Counts) -> Counts:
    """Averages the sums of one kind of flop over the renamings of suits that leave it unchanged."""
    flops, holes = renamed_places(3), renamed_places(2)
    flop = places(3)[tuple(classes(3)[0][kind])]
    total = np.zeros_like(sums)
    for renaming in np.flatnonzero(flops[:, flop] == flop):
        total += sums[holes[renaming]]
    assert not (total % RENAMINGS).any()
    total //= RENAMINGS
    return total


# -- second pass: how often every outcome comes -------------------------------------------------------------------


@kernel
def tally(
    some: Hands,
    weights: Counts,
    tables: Tables,
    terms: Counts,
    before: Small,
    bets: Bytes,
    counts: Counts,
    folded: Counts,
    reached: Counts,
    river: Counts,
) -> None:
    """Counts, for some boards, the deals of the best strategy, and those that a rule on the flop lets through.

    `before` is the decision before the flop by hole cards. `bets` is by kind of flop and hole cards: 1 for a bet by the
    best strategy, 16 for one by the rule. `counts` gets the deals by decision, category and cell. `folded` gets folds
    by category of the hand and of the board. `reached` gets the deals that the best strategy checks to the river: by
    better category than the board or not, cards that beat the hand, and folded or played. `river` gets those that the
    rule checks to the river, by the first two, category and cell.
    """
    order, spare = np.empty(HOLES, np.int64), np.empty(HOLES, np.int64)
    standing = np.empty((HOLES, 3), np.int16)
    taken = np.empty(len(before), np.uint8)
    each = np.empty(52, np.int64)
    for index in range(len(some)):
        board, weight = some[index], weights[index]
        rank_board(board, tables.least, order, spare, standing)
        _taken(board, tables, bets, taken)
        key, lanes = _board_sums(board)
        above = sixths(key, lanes, each)
        beaten = 0
        boards_own = tables.categories[high.of(5, key, lanes, 0)]
        for at in range(HOLES):
            code = order[at]
            value = code >> 12
            while beaten < above and each[beaten] <= value:
                beaten += 1
            category = tables.categories[value]
            hole = np.int64(tables.holes[code >> 6 & 63, code & 63])
            lower, to_equal, weak = np.int64(standing[at, 0]), np.int64(standing[at, 1]), np.int64(standing[at, 2])
            decision = np.int64(before[hole])
            if decision != CHECK:
                _add(counts[decision, category], FLOPS * weight, category, lower, to_equal, weak)
                continue
            on_flop, by_rule = np.int64(taken[hole]) & 15, np.int64(taken[hole]) >> 4
            _add(counts[FLOP, category], on_flop * weight, category, lower, to_equal, weak)
            gain = summed(terms, RIVER, category, lower, to_equal, weak) - summed(
                terms, FOLD, category, lower, to_equal, weak
            )
            left = (FLOPS - on_flop) * weight
            better, outs = np.int64(category > boards_own), above - beaten
            reached[better, outs, np.int64(gain > 0)] += left * BANKS
            if gain > 0:
                _add(counts[RIVER, category], left, category, lower, to_equal, weak)
            else:
                _add(counts[FOLD, category], left, category, lower, to_equal, weak)
                folded[category, boards_own] += left * BANKS
            _add(river[better, outs, category], (FLOPS - by_rule) * weight, category, lower, to_equal, weak)


@kernel
def _taken(board: Hands, tables: Tables, bets: Bytes, taken: Bytes) -> None:
    """Counts, by hole cards, the flops of a board (out of ten) on which a bet is made."""
    taken[:] = 0
    for a in range(5):
        for b in range(a):
            for c in range(b):
                flop = tables.flops[board[a], board[b], board[c]]
                names = tables.renamed[tables.flop_renaming[flop]]
                made = bets[tables.flop_class[flop]]
                for hole in range(len(taken)):
                    taken[hole] += made[np.int64(names[hole])]


@element
def _add(cells: Counts, times: Int, category: Int, lower: Int, to_equal: Int, weak: Int) -> None:
    if category == 0:
        cells[0] += times * (weak - to_equal)
        cells[1] += times * (to_equal - lower)
        cells[2] += times * lower
        cells[3] += times * (BANKS - weak)
    else:
        cells[2] += times * weak
        cells[3] += times * (BANKS - to_equal)
        cells[4] += times * (to_equal - lower)
        cells[5] += times * (lower - weak)
