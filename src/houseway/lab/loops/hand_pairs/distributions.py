"""Distributions of the dealer's front and back among the hands that contain a set S of cards, for every S.

One S stands for all its images under permutations of the suits. Each has a row, the sets of fewer cards first. A row
answers one question: how many of its hands have a front below `front` and a back below `back`, both counted from 0
among the fronts and backs that a dealer can have, lowest first. Its storage depends on how many cards the hands have
beside S:

    five or more   a grid of all answers
    four or three  the fronts of its hands in order of their backs, with sums before every block of them, and how
                   many backs are below each
    two or one     the fronts and the backs of its hands in order of the backs
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numba import get_num_threads, prange

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel, parallel
from houseway.lab.loops.hand_pairs.hand_enumeration import gather, steps_from, tally_up
from houseway.lab.loops.sorting import sort
from houseway.lab.loops.subsets import BINOMIALS, orbit_ids, orbits

GRID: Final = 5
DENSE: Final = 3
BLOCK_BITS: Final = 10


class Distributions(NamedTuple):
    """The rows of every S of fewer cards than a hand.

    `ids` holds the row of each S by its combinatorial index, those of size k from `id_starts[k]` on. Rows before
    `dense_from` have a `grid`, those before `lists_from` are dense. `fronts` is in order of the backs, each row's from
    `front_starts` on, in words of eight. `whole` has the front sums of rows with two cards beside S.
    """

    hand: int
    joker: int
    ids: Array
    id_starts: Array
    dense_from: int
    lists_from: int
    singles_from: int
    grid: Array
    below_back: Array
    blocks: Array
    block_starts: Array
    fronts: Array
    front_starts: Array
    front_counts: Array
    backs: Array
    back_starts: Array
    whole: Array


class HandClasses(NamedTuple):
    """The class of every hand by combinatorial index, and the front and back of each class, ascending by back."""

    of: Array
    fronts: Array
    backs: Array


class DenseRows(NamedTuple):
    """Rows to fill, as `Distributions` stores those with three or four cards beside S."""

    below_back: Array
    blocks: Array
    block_starts: Array
    fronts: Array
    front_starts: Array


class ListedRows(NamedTuple):
    """Rows to fill, as `Distributions` stores those with one or two cards beside S."""

    fronts: Array
    front_starts: Array
    backs: Array
    back_starts: Array
    whole: Array


@kernel
def _grids(deck: int, hand: int, sets: Array, classes: HandClasses, grid: Array, thread: int, threads: int) -> None:
    fronts, backs = classes.fronts, classes.backs
    free = hand - sets.shape[1]
    others, steps = np.empty(deck, np.int64), np.empty((free, deck), np.int64)
    tally = np.zeros(len(fronts), np.int64)
    for row in range(thread, len(sets), threads):
        start = steps_from(sets[row], deck, hand, others, steps)
        tally[:] = 0
        tally_up(start, free, deck - sets.shape[1], steps, classes.of, tally)
        mine = grid[row]
        mine[:] = 0
        for kind in range(len(tally)):
            mine[backs[kind] + 1, fronts[kind] + 1] += tally[kind]
        for back in range(1, mine.shape[0]):
            running = 0
            for front in range(1, mine.shape[1]):
                running += mine[back, front]
                mine[back, front] = mine[back - 1, front] + running


@parallel
def _fill_grids(deck: int, hand: int, sets: Array, classes: HandClasses, grid: Array, threads: int) -> None:
    for thread in prange(threads):
        _grids(deck, hand, sets, classes, grid, thread, threads)


@kernel
def _sum_grids(deck: int, hand: int, sets: Array, ids: Array, above: Array, grid: Array) -> None:
    """Sums the grids of these sets from those with one card more. Each hand is met once for each free card."""
    size = sets.shape[1]
    for row in range(len(sets)):
        mine = grid[row]
        mine[:] = 0
        for card in range(deck):
            index = np.int64(0)
            position = 1
            inside = False
            for at in range(size):
                inside |= sets[row, at] == card
                if sets[row, at] > card and position == at + 1:
                    index += BINOMIALS[card, position]
                    position += 1
                index += BINOMIALS[sets[row, at], position]
                position += 1
            if inside:
                continue
            if position == size + 1:
                index += BINOMIALS[card, position]
            mine += above[ids[index]]
        mine //= hand - size


@kernel
def _dense(deck: int, hand: int, sets: Array, classes: HandClasses, rows: DenseRows, thread: int, threads: int) -> None:
    class_fronts, class_backs = classes.fronts, classes.backs
    free = hand - sets.shape[1]
    count = BINOMIALS[deck - sets.shape[1], free]
    others, steps = np.empty(deck, np.int64), np.empty((free, deck), np.int64)
    found = np.empty(count, np.uint32)
    place = np.empty(rows.below_back.shape[1], np.int64)
    for row in range(thread, len(sets), threads):
        start = steps_from(sets[row], deck, hand, others, steps)
        gather(start, free, deck - sets.shape[1], steps, classes.of, found)
        below = rows.below_back[row]
        below[:] = 0
        for i in range(count):
            below[class_backs[found[i]] + 1] += 1
        for back in range(1, len(below)):
            below[back] += below[back - 1]
        place[:] = below
        mine = rows.fronts[rows.front_starts[row] :]
        for i in range(count):
            back = class_backs[found[i]]
            mine[place[back]] = class_fronts[found[i]]
            place[back] += 1
        _sum_blocks(mine, count, rows.blocks[rows.block_starts[row] :])


@parallel
def _fill_dense(deck: int, hand: int, sets: Array, classes: HandClasses, rows: DenseRows, threads: int) -> None:
    for thread in prange(threads):
        _dense(deck, hand, sets, classes, rows, thread, threads)


@kernel
def _sum_blocks(fronts: Array, count: int, blocks: Array) -> None:
    """Counts, before each block and after the last hand, the hands so far with a front below each one."""
    seen = np.zeros(blocks.shape[1], np.int64)
    block = 0
    for i in range(count + 1):
        if i & ((1 << BLOCK_BITS) - 1) == 0 or i == count:
            running = 0
            for front in range(len(seen)):
                running += seen[front]
                blocks[block, front] = running
            block += 1
        if i < count:
            seen[fronts[i] + 1] += 1


@kernel
def _lists(
    deck: int, hand: int, sets: Array, classes: HandClasses, rows: ListedRows, thread: int, threads: int
) -> None:
    class_fronts, class_backs = classes.fronts, classes.backs
    fronts, front_starts, backs, back_starts, whole = rows
    free = hand - sets.shape[1]
    count = BINOMIALS[deck - sets.shape[1], free]
    others, steps = np.empty(deck, np.int64), np.empty((free, deck), np.int64)
    found, spare = np.empty(count, np.int64), np.empty(count, np.int64)
    for row in range(thread, len(sets), threads):
        start = steps_from(sets[row], deck, hand, others, steps)
        gather(start, free, deck - sets.shape[1], steps, classes.of, found)
        sort(found, spare, count, len(class_fronts))  # classes ascend by back
        front_at, back_at = front_starts[row], back_starts[row]
        for i in range(count):
            fronts[front_at + i] = class_fronts[found[i]]
            backs[back_at + i] = class_backs[found[i]]
        if len(whole):
            mine = whole[row]
            mine[:] = 0
            for i in range(count):
                mine[class_fronts[found[i]] + 1] += 1
            for front in range(1, len(mine)):
                mine[front] += mine[front - 1]


@parallel
def _fill_lists(deck: int, hand: int, sets: Array, classes: HandClasses, rows: ListedRows, threads: int) -> None:
    for thread in prange(threads):
        _lists(deck, hand, sets, classes, rows, thread, threads)


def distributions(
    deck: int, hand: int, classes: Array, fronts: Array, backs: Array, progress: Callable[[float], None] | None = None
) -> Distributions:
    """Builds all rows for hands whose class is in `classes` by combinatorial index.

    `fronts` and `backs` give each class its front and its back, counted from 0 without gaps. Classes ascend by back.
    """
    front_kinds, back_kinds = int(fronts.max()) + 1, int(backs.max()) + 1
    sizes = range(hand)
    sets = [orbits(deck, size)[0] for size in sizes]
    starts = np.cumsum([0, *(len(each) for each in sets)])
    id_starts = np.cumsum([0, *(BINOMIALS[deck, size] for size in sizes)])
    ids = np.empty(id_starts[-1], np.int32)
    for size in sizes:
        ids[id_starts[size] : id_starts[size + 1]] = orbit_ids(deck, sets[size]) + starts[size]
    last_grid = max(hand - GRID, 0)
    first_list = hand - DENSE + 1
    dense_from, lists_from, singles_from = (int(starts[k]) for k in (last_grid + 1, first_list, hand - 1))
    threads, known = get_num_threads(), HandClasses(classes, fronts, backs)

    grid = np.empty((dense_from, back_kinds + 1, front_kinds + 1), np.int32)
    top = slice(starts[last_grid], starts[last_grid + 1])
    _fill_grids(deck, hand, sets[last_grid], known, grid[top], threads)
    for size in range(last_grid - 1, -1, -1):
        above = ids[id_starts[size + 1] : id_starts[size + 2]] - starts[size + 1]
        rows, more = slice(starts[size], starts[size + 1]), slice(starts[size + 1], starts[size + 2])
        _sum_grids(deck, hand, sets[size], above, grid[more], grid[rows])

    counts = np.concatenate(
        [np.full(len(sets[size]), BINOMIALS[deck - size, hand - size], np.int64) for size in range(last_grid + 1, hand)]
    )
    front_starts = np.cumsum([0, *((counts + 15) // 8 * 8)])  # a spare word behind each row, so that a scan may overrun
    all_fronts = np.zeros(front_starts[-1], np.uint8)
    dense = lists_from - dense_from
    below_back = np.empty((dense, back_kinds + 1), np.int32)
    block_starts = np.cumsum([0, *((counts[:dense] + (1 << BLOCK_BITS) - 1) // (1 << BLOCK_BITS) + 1)])
    blocks = np.empty((block_starts[-1], front_kinds + 1), np.int32)
    back_starts = np.cumsum([0, *counts[dense:]])
    all_backs = np.empty(back_starts[-1], np.uint16)
    whole = np.empty((singles_from - lists_from, front_kinds + 1), np.uint16)
    for size in range(last_grid + 1, hand):
        rows = slice(starts[size] - dense_from, starts[size + 1] - dense_from)
        if size < first_list:
            dense_rows = DenseRows(below_back[rows], blocks, block_starts[rows], all_fronts, front_starts[rows])
            _fill_dense(deck, hand, sets[size], known, dense_rows, threads)
        else:
            lists = slice(rows.start - dense, rows.stop - dense)
            sums = whole[lists] if hand - size == 2 else whole[:0]
            listed = ListedRows(all_fronts, front_starts[rows], all_backs, back_starts[lists], sums)
            _fill_lists(deck, hand, sets[size], known, listed, threads)
        if progress is not None:
            progress(size / (hand - 1))
    return Distributions(
        hand, deck // 4 * 4, ids, id_starts, dense_from, lists_from, singles_from, grid, below_back, blocks,
        block_starts, all_fronts.view(np.uint64), front_starts, counts, all_backs, back_starts, whole,
    )  # fmt: skip


# -- questions to a row -------------------------------------------------------------------------------------------

EACH: Final = np.uint64(0x0101_0101_0101_0101)
TOPS: Final = np.uint64(0x8080_8080_8080_8080)


@kernel
def _count_below(words: Array, start: Int, stop: Int, front: Int) -> Int:
    """Counts the bytes from `start` (the first of a word) to `stop` that are below `front`. All are below 128."""
    first, last = start >> 3, stop >> 3
    least = np.uint64(front) * EACH
    count = np.uint64(0)
    for word in range(first, last):
        not_below = ((words[word] | TOPS) - least) & TOPS
        count += np.uint64(8) - ((not_below >> np.uint64(7)) * EACH >> np.uint64(56))
    rest = stop & 7
    if rest:
        below = ~((words[last] | TOPS) - least) & TOPS & ((np.uint64(1) << np.uint64(8 * rest)) - np.uint64(1))
        count += (below >> np.uint64(7)) * EACH >> np.uint64(56)
    return np.int64(count)


@kernel
def below_back(rows: Distributions, row: Int, back: Int) -> Int:
    """Counts the hands of a row with a back below `back`."""
    if row < rows.dense_from:
        return np.int64(rows.grid[row, back, rows.grid.shape[2] - 1])
    if row < rows.lists_from:
        return np.int64(rows.below_back[row - rows.dense_from, back])
    at = row - rows.lists_from
    start = low = rows.back_starts[at]
    high = rows.back_starts[at + 1]
    while low < high:
        middle = (low + high) >> 1
        if rows.backs[middle] < back:
            low = middle + 1
        else:
            high = middle
    return low - start


@kernel
def below_front(rows: Distributions, row: Int, front: Int) -> Int:
    """Counts the hands of a row with a front below `front`."""
    if row < rows.dense_from:
        return np.int64(rows.grid[row, rows.grid.shape[1] - 1, front])
    at = row - rows.dense_from
    if row < rows.lists_from:
        return np.int64(rows.blocks[rows.block_starts[at + 1] - 1, front])
    if row < rows.singles_from:
        return np.int64(rows.whole[row - rows.lists_from, front])
    start = rows.front_starts[at]
    return _count_below(rows.fronts, start, start + rows.front_counts[at], front)


@kernel
def below_both(rows: Distributions, row: Int, front: Int, back: Int) -> Int:
    """Counts the hands of a row with a front below `front` and a back below `back`."""
    if row < rows.dense_from:
        return np.int64(rows.grid[row, back, front])
    if back == rows.grid.shape[1] - 1:
        return below_front(rows, row, front)
    if front == rows.grid.shape[2] - 1:
        return below_back(rows, row, back)
    count = below_back(rows, row, back)
    at = row - rows.dense_from
    start = rows.front_starts[at]
    if row < rows.lists_from:
        block = count >> BLOCK_BITS
        before = np.int64(rows.blocks[rows.block_starts[at] + block, front])
        return before + _count_below(rows.fronts, start + (block << BLOCK_BITS), start + count, front)
    return _count_below(rows.fronts, start, start + count, front)
