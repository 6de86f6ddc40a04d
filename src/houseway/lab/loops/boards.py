"""All ways, or random ways, to complete a board, one a row."""

from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Counts, Hands, Int, Words
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES, LANE
from houseway.lab.loops.compiled import element, kernel

LANE_BITS: Final = 16
"""Bits between the lanes of two suits."""


def showdowns(holes: Hands, board: Hands, left: Hands) -> Counts:
    """Counts, over every completion of the board, which players of two hole cards win, as a bitmask of winners."""
    counts = np.zeros(1 << len(holes), np.int64)
    keys = CARD_KEYS[holes].sum(1) + CARD_KEYS[board].sum()
    lanes = np.bitwise_or.reduce(CARD_LANES[holes], 1) | np.bitwise_or.reduce(CARD_LANES[board], initial=0)
    _showdowns(keys, lanes, left, 5 - len(board), _alike(holes, board, left), counts)
    return counts


def _alike(holes: Hands, board: Hands, left: Hands) -> Counts:
    """Returns disjoint pairs of suits that can be swapped without changing anything known, as shifts of their lanes."""
    known = [*map(set, holes.tolist()), set(board.tolist()), set(left.tolist())]
    pairs: list[tuple[int, int]] = []
    for one, two in combinations(range(4), 2):
        swap = {one: two, two: one}
        fixed = all({card & ~3 | swap.get(card & 3, card & 3) for card in cards} == cards for cards in known)
        if fixed and not {one, two} & {suit for pair in pairs for suit in pair}:
            pairs.append((one, two))
    return LANE_BITS * np.array(pairs, np.int64).reshape(-1, 2)


@kernel
def _showdowns(hole_keys: Counts, hole_lanes: Counts, left: Hands, missing: Int, alike: Counts, counts: Counts) -> None:
    """Enumerates boards. Boards that begin alike share sums; of boards equal up to swapped suits, one is ranked."""
    if missing == 0:
        counts[_winners(hole_keys, hole_lanes, 0, 0)] += 1
        return
    cards, size = len(left), missing - 1
    card_keys, card_lanes = np.empty(cards, np.int64), np.empty(cards, np.int64)
    for place in range(cards):
        card_keys[place], card_lanes[place] = CARD_KEYS[left[place]], CARD_LANES[left[place]]
    at = np.full(missing, -1)
    keys, lanes = np.zeros(missing, np.int64), np.zeros(missing, np.int64)
    level = 0
    while level >= 0:
        if level == size:
            for place in range(at[level] + 1, cards):
                key, lane = keys[level] + card_keys[place], lanes[level] | card_lanes[place]
                weight = _weight(lane, alike)
                if weight:
                    counts[_winners(hole_keys, hole_lanes, key, lane)] += weight
            level -= 1
            continue
        at[level] += 1
        if at[level] == cards:
            level -= 1
            continue
        keys[level + 1] = keys[level] + card_keys[at[level]]
        lanes[level + 1] = lanes[level] | card_lanes[at[level]]
        at[level + 1] = at[level]
        level += 1


@element
def _weight(lanes: Int, alike: Counts) -> Int:
    """Returns the number of boards that this one stands for; 0 if another represents it."""
    weight = 1
    for pair in range(len(alike)):
        one, two = lanes >> alike[pair, 0] & LANE, lanes >> alike[pair, 1] & LANE
        if one < two:
            return 0
        if one > two:
            weight *= 2
    return weight


@element
def _winners(hole_keys: Counts, hole_lanes: Counts, key: Int, lanes: Int) -> Int:
    """Returns a bitmask of the players whose hand with this board is the highest."""
    best, winners = 0, 0
    for player in range(len(hole_keys)):
        value = high.of(7, hole_keys[player] + key, hole_lanes[player] | lanes, 0)
        if value > best:
            best, winners = value, 1 << player
        elif value == best:
            winners |= 1 << player
    return winners


def choices(left: Hands, count: int) -> Hands:
    """Returns every set of so many of these cards."""
    out = np.empty((comb(len(left), count), count), np.uint8)
    _choices(left, count, out)
    return out


@kernel
def _choices(left: Hands, count: Int, out: Hands) -> None:
    at = np.arange(count)
    for row in range(len(out)):
        for place in range(count):
            out[row, place] = left[at[place]]
        place = count - 1
        while place >= 0 and at[place] == len(left) - count + place:
            place -= 1
        if place < 0:
            break
        at[place] += 1
        for after in range(place + 1, count):
            at[after] = at[after - 1] + 1


@kernel
def draws(pack: Hands, gone: Words, out: Hands, seed: Int) -> None:
    """Fills each row with random cards of the pack that are not among its `gone`, all sets equally likely."""
    np.random.seed(seed)
    left = np.empty(len(pack), np.uint8)
    for row in range(len(out)):
        size = 0
        for card in pack:
            if not gone[row] >> np.uint64(card) & np.uint64(1):
                left[size] = card
                size += 1
        for place in range(out.shape[1]):
            chosen = np.random.randint(place, size)
            left[place], left[chosen] = left[chosen], left[place]
            out[row, place] = left[place]
