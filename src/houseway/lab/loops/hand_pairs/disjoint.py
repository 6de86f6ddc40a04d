"""Counts of disjoint pairs of hands by the comparison of their halves, without enumerating pairs.

Two hands x and y are disjoint exactly if the sum over the subsets S of their common cards of (-1)^|S| is one; it is
zero otherwise. So the number of disjoint pairs with some outcome is the sum over all sets S of cards of (-1)^|S| times
the number of such pairs among the hands that contain S. That number needs only the histogram of the classes (front,
back) of those hands. By symmetry, one S stands for all its images under the 24 permutations of the suits.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numba import get_num_threads, prange

from houseway.hands.kernels.arrays import Array
from houseway.lab.loops.compiled import kernel, parallel
from houseway.lab.loops.hand_pairs.hand_enumeration import gather, steps_from, tally_up
from houseway.lab.loops.sorting import sort
from houseway.lab.loops.subsets import BINOMIALS, MOST_CARDS, MOST_IN_HAND, orbits
from houseway.script import Refusal

OUT: Final = 0xFFFF_FFFF  # the class of a hand that is left out
GREATER, EQUAL, LESS = 0, 1, 2  # comparison of the first hand's half with the second's
FRONT_BITS: Final = 4  # fronts are counted singly and in blocks of sixteen
MANY: Final = 1 << 16  # up to so many classes are sorted; more are tallied


class Sides(NamedTuple):
    """The class of every hand by combinatorial index, for the first hand and the second, which may be the `same`.

    `fronts` and `backs` are those of each class.
    """

    firsts: Array
    seconds: Array
    same: bool
    fronts: Array
    backs: Array


class Weighed(NamedTuple):
    """Classes in ascending order, with their counts."""

    kinds: Array
    weights: Array


class SortingRoom(NamedTuple):
    """Buffers for sorting and counting the classes of some hands."""

    found: Array
    spare: Array
    tally: Array


@kernel
def _weighed(values: Array, spare: Array, count: int, size: int, kinds: Array, weights: Array) -> int:
    """Fills in the distinct classes among the values, ascending, with their counts. Returns their number."""
    sort(values, spare, count, size)
    different = 0
    for i in range(count):
        if different and kinds[different - 1] == values[i]:
            weights[different - 1] += 1
        else:
            kinds[different] = values[i]
            weights[different] = 1
            different += 1
    return different


@kernel
def _listed(tally: Array, kinds: Array, weights: Array) -> int:
    """Does as `_weighed` from a tally of classes. Clears the tally."""
    different = 0
    for kind in range(len(tally)):
        if tally[kind]:
            kinds[different] = kind
            weights[different] = tally[kind]
            tally[kind] = 0
            different += 1
    return different


@kernel
def _compare(mine: Weighed, first: int, theirs: Weighed, second: int, sides: Sides, cells: Array) -> None:
    """Adds to `cells` (front, back) the pairs of a first and a second hand by the comparison of their halves.

    Classes ascend by back and then by front. `lower` counts the second hands with a lower back than the present first
    hand, by front and by block of fronts.
    """
    ones, many = mine
    others, multitude = theirs
    fronts, backs = sides.fronts, sides.backs
    lower, blocks = np.zeros(256, np.int64), np.zeros(256 >> FRONT_BITS, np.int64)
    under = np.zeros(257, np.int64)  # all second hands with a lower front
    for i in range(second):
        under[fronts[others[i]] + 1] += multitude[i]
    for front in range(256):
        under[front + 1] += under[front]
    total = under[256]
    lows = np.int64(0)
    i = j = 0
    while i < first:
        back = backs[ones[i]]
        while j < second and backs[others[j]] < back:
            front = fronts[others[j]]
            lower[front] += multitude[j]
            blocks[front >> FRONT_BITS] += multitude[j]
            lows += multitude[j]
            j += 1
        even, k = np.int64(0), j
        while k < second and backs[others[k]] == back:
            even += multitude[k]
            k += 1
        even_under, k = np.int64(0), j
        while i < first and backs[ones[i]] == back:
            front = fronts[ones[i]]
            weight = many[i]
            while k < second and backs[others[k]] == back and fronts[others[k]] < front:
                even_under += multitude[k]
                k += 1
            even_here = np.int64(0)
            if k < second and backs[others[k]] == back and fronts[others[k]] == front:
                even_here = multitude[k]
            low_under = np.int64(0)
            for block in range(front >> FRONT_BITS):
                low_under += blocks[block]
            for one in range(front >> FRONT_BITS << FRONT_BITS, front):
                low_under += lower[one]
            low_here = lower[front]
            all_here = under[front + 1] - under[front]
            cells[0, 0] += weight * low_under
            cells[1, 0] += weight * low_here
            cells[2, 0] += weight * (lows - low_under - low_here)
            cells[0, 1] += weight * even_under
            cells[1, 1] += weight * even_here
            cells[2, 1] += weight * (even - even_under - even_here)
            cells[0, 2] += weight * (under[front] - low_under - even_under)
            cells[1, 2] += weight * (all_here - low_here - even_here)
            cells[2, 2] += weight * (
                total - under[front + 1] - (lows - low_under - low_here) - (even - even_under - even_here)
            )
            i += 1


@kernel
def _histogram(
    start: int, free: int, count: int, steps: Array, classes: Array, room: SortingRoom, into: Weighed
) -> int:
    """Fills in the classes of all hands that contain some cards, ascending, with their counts. Returns their number."""
    if BINOMIALS[count, free] > MANY:
        tally_up(start, free, count, steps, classes, room.tally)
        return _listed(room.tally, into.kinds, into.weights)
    many = gather(start, free, count, steps, classes, room.found)
    return _weighed(room.found, room.spare, many, len(room.tally), into.kinds, into.weights)


@kernel
def _share(
    sets: Array, weights: Array, deck: int, hand: int, sides: Sides, thread: int, threads: int, cells: Array
) -> None:
    """Sums the nine cells over one thread's share of the weighted sets S."""
    size = sets.shape[1]
    free, count = hand - size, deck - size
    some, kinds = min(BINOMIALS[count, free], MANY), len(sides.fronts)
    others, steps = np.empty(deck, np.int64), np.empty((max(free, 1), deck), np.int64)
    room = SortingRoom(np.empty(some, np.int64), np.empty(some, np.int64), np.zeros(kinds, np.int64))
    most = min(BINOMIALS[count, free], kinds)
    ones = Weighed(np.empty(most, np.int64), np.empty(most, np.int64))
    twos = Weighed(np.empty(most, np.int64), np.empty(most, np.int64))
    mine = np.empty((3, 3), np.int64)
    for row in range(thread, len(sets), threads):
        start = steps_from(sets[row], deck, hand, others, steps)
        first = second = _histogram(start, free, count, steps, sides.firsts, room, ones)
        if sides.same:
            twos = ones
        else:
            second = _histogram(start, free, count, steps, sides.seconds, room, twos)
        for cell in range(9):
            mine[cell // 3, cell % 3] = 0
        _compare(ones, first, twos, second, sides, mine)
        for cell in range(9):
            cells[cell // 3, cell % 3] += np.int64(weights[row]) * mine[cell // 3, cell % 3]


@parallel
def _walk(sets: Array, weights: Array, deck: int, hand: int, sides: Sides, threads: int) -> Array:
    """Returns the nine cells of the given sets S, by thread."""
    cells = np.zeros((threads, 3, 3), np.int64)
    for thread in prange(threads):
        _share(sets, weights, deck, hand, sides, thread, threads, cells[thread])
    return cells


def _self_pairs(firsts: Array, seconds: Array, fronts: Array, backs: Array) -> Array:
    """Returns the cells of every hand compared with itself: the sets S that are whole hands."""
    pairs = np.zeros((3, 3), dtype=object)
    if seconds is firsts:
        pairs[EQUAL, EQUAL] = int((firsts != OUT).sum())
        return pairs
    for at in range(0, len(firsts), 1 << 24):
        ones, others = firsts[at : at + (1 << 24)], seconds[at : at + (1 << 24)]
        both = (ones != OUT) & (others != OUT)
        ones, others = ones[both], others[both]
        front = 1 + np.sign(fronts[others] - fronts[ones])
        back = 1 + np.sign(backs[others] - backs[ones])
        pairs += np.bincount(3 * front + back, minlength=9).reshape(3, 3).astype(object)
    return pairs


def disjoint_pairs(
    deck: int,
    hand: int,
    firsts: Array,
    seconds: Array,
    fronts: Array,
    backs: Array,
    progress: Callable[[float], None] | None = None,
) -> list[list[int]]:
    """Counts ordered pairs of disjoint hands by the comparison of fronts and of backs: `[front][back]`.

    `firsts` and `seconds` give every hand its class by combinatorial index (the same array if both are set alike). OUT
    leaves a hand out. A class has a front (below 256) and a back, of which the greater wins. Classes are numbered in
    ascending order of back and then front. They must not change when suits are permuted.
    """
    if hand > MOST_IN_HAND or deck > MOST_CARDS or deck % 4 > 1:
        raise Refusal("deck", f"{hand} cards of {deck} cannot be counted: at most {MOST_IN_HAND} of {MOST_CARDS}")
    sides = Sides(firsts, seconds, seconds is firsts, fronts, backs)
    cells = np.zeros((3, 3), dtype=object)
    threads = get_num_threads()
    for size in range(hand):
        sets, weights = orbits(deck, size)
        sign = -1 if size % 2 else 1
        chunk = max(threads, len(sets) // 16 + 1)
        for at in range(0, len(sets), chunk):
            some = slice(at, at + chunk)
            part = _walk(sets[some], weights[some], deck, hand, sides, threads)
            cells += sign * part.sum(axis=0).astype(object)
            if progress is not None:
                progress((size + min(1.0, (at + chunk) / len(sets))) / hand)
    cells += (-1 if hand % 2 else 1) * _self_pairs(firsts, seconds, fronts, backs)
    return [[int(cell) for cell in row] for row in cells]
