"""All or some random ways to fill up a board, a row each."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.hands.kernels import high
from houseway.hands.kernels.jit import Hands, Int, kernel
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES

Masks = NDArray[np.uint64]
Counts = NDArray[np.int64]


def showdowns(holes: Hands, board: Hands, left: Hands) -> Counts:
    """How often which players of two hole cards win, a bit for each of them, over every way to fill up the board."""
    counts = np.zeros(1 << len(holes), np.int64)
    keys = CARD_KEYS[holes].sum(1) + CARD_KEYS[board].sum()
    lanes = np.bitwise_or.reduce(CARD_LANES[holes], 1) | np.bitwise_or.reduce(CARD_LANES[board], initial=0)
    _showdowns(keys, lanes, left, 5 - len(board), counts)
    return counts


@kernel
def _showdowns(hole_keys: Counts, hole_lanes: Counts, left: Hands, missing: Int, counts: Counts) -> None:
    """Sums are shared by the boards that begin alike."""
    at = np.full(missing + 1, -1)
    keys, lanes = np.zeros(missing + 1, np.int64), np.zeros(missing + 1, np.int64)
    level = 0
    while level >= 0:
        if level == missing:
            best, winners = 0, 0
            for player in range(len(hole_keys)):
                value = high.of(7, hole_keys[player] + keys[level], hole_lanes[player] | lanes[level], 0)
                if value > best:
                    best, winners = value, 1 << player
                elif value == best:
                    winners |= 1 << player
            counts[winners] += 1
            level -= 1
            continue
        at[level] += 1
        if at[level] == len(left):
            level -= 1
            continue
        keys[level + 1] = keys[level] + CARD_KEYS[left[at[level]]]
        lanes[level + 1] = lanes[level] | CARD_LANES[left[at[level]]]
        at[level + 1] = at[level]
        level += 1


def choices(left: Hands, count: int) -> Hands:
    """Every set of so many of these cards."""
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
def draws(pack: Hands, gone: Masks, out: Hands, seed: Int) -> None:
    """Fills each row with random cards of the pack that are not among its `gone`, each set as likely as the others."""
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
