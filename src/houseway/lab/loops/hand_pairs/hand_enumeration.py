"""Enumeration of all hands that contain some cards, by their combinatorial index."""

from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel
from houseway.lab.loops.subsets import BINOMIALS

_OUT: Final = 0xFFFF_FFFF


@kernel
def steps_from(shared: Array, deck: int, hand: int, others: Array, steps: Array) -> Int:
    """Prepares the enumeration of hands that contain the shared cards. Returns the index that they all start from.

    A hand is the shared cards and `free` others t0 < t1 < ..; its index is the start plus the sum of steps[j, tj]. A
    card tj has j others and some shared cards below it, and moves every shared card above it one position up. The
    telescoping sums of `lift` account for that.
    """
    size = len(shared)
    free = hand - size
    count = 0
    for card in range(deck):
        below = 0
        inside = False
        for at in range(size):
            if shared[at] < card:
                below += 1
            elif shared[at] == card:
                inside = True
        if inside:
            continue
        others[count] = card
        for j in range(free):
            lift = np.int64(0)
            for at in range(below):
                lift += BINOMIALS[shared[at], at + j + 1] - BINOMIALS[shared[at], at + j + 2]
            steps[j, count] = BINOMIALS[card, j + below + 1] + lift
        count += 1
    start = np.int64(0)
    for at in range(size):
        start += BINOMIALS[shared[at], at + free + 1]
    return start


@kernel
def _begin(start: int, free: int, count: int, steps: Array, chosen: Array, sums: Array) -> None:
    chosen[:] = np.arange(free + 1)
    chosen[free] = count
    sums[free] = start
    for j in range(free - 1, 0, -1):
        sums[j] = sums[j + 1] + steps[j, chosen[j]]


@kernel
def _next(free: int, steps: Array, chosen: Array, sums: Array) -> bool:
    """Advances to the next choice of all free cards but the lowest. Returns False after the last."""
    at = 1
    while at < free and chosen[at] + 1 == chosen[at + 1]:
        at += 1
    if at >= free:
        return False
    chosen[at] += 1
    sums[at] = sums[at + 1] + steps[at, chosen[at]]
    for j in range(at - 1, 0, -1):
        chosen[j] = j
        sums[j] = sums[j + 1] + steps[j, j]
    return True


@kernel
def gather(start: int, free: int, count: int, steps: Array, classes: Array, out: Array) -> int:
    """Lists the classes of all hands that contain the shared cards, without hands that are out. Returns their number.

    The lowest free card changes fastest: its steps are the smallest, so the lookups stay close together.
    """
    chosen, sums = np.empty(free + 1, np.int64), np.empty(free + 1, np.int64)
    _begin(start, free, count, steps, chosen, sums)
    found = 0
    more = True
    while more:
        base = sums[1]
        for c in range(chosen[1]):
            seen = classes[base + steps[0, c]]
            if seen != _OUT:
                out[found] = seen
                found += 1
        more = _next(free, steps, chosen, sums)
    return found


@kernel
def tally_up(start: int, free: int, count: int, steps: Array, classes: Array, tally: Array) -> None:
    """Counts the classes that `gather` would list."""
    chosen, sums = np.empty(free + 1, np.int64), np.empty(free + 1, np.int64)
    _begin(start, free, count, steps, chosen, sums)
    more = True
    while more:
        base = sums[1]
        for c in range(chosen[1]):
            seen = classes[base + steps[0, c]]
            if seen != _OUT:
                tally[seen] += 1
        more = _next(free, steps, chosen, sums)


@kernel
def next_below(cards: Array, first: int, last: int) -> bool:
    """Advances to the next cards[first:last] below cards[last], by combinatorial index. Returns False at the end."""
    for at in range(first, last):
        if cards[at] + 1 < cards[at + 1]:
            cards[at] += 1
            for low in range(first, at):
                cards[low] = low
            return True
    return False
