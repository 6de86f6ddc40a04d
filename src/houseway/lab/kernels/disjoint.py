"""Pairs of disjoint hands, counted by how their two halves compare, without ever looking at a pair.

Two hands x and y are disjoint exactly when the sum over the subsets S of their common cards of (-1)^|S| is one (it is
zero otherwise). So the number of disjoint pairs with some outcome is the sum over all sets S of cards of (-1)^|S|
times the number of pairs with that outcome among the hands that contain S, common cards or not; and that number needs
only the histogram of the classes (front, back) of those hands. Suits being alike, one S stands for all its images
under the 24 permutations of the suits.

A deck is `4 * ranks` cards, rank * 4 + suit, with a joker behind them or not. A hand's place in an array is its
combinatorial index: the sum of C(card, position) over its cards in rising order, position from 1.
"""

from typing import Any, Final

import numpy as np
from numba import get_num_threads, njit, prange

from houseway.script import Refusal

MOST_CARDS: Final = 53
MOST_IN_HAND: Final = 7
OUT: Final = 0xFFFF  # the class of a hand that takes no part
GREATER, EQUAL, LESS = 0, 1, 2  # how the first hand's half compares with the second's

Array = Any


def _binomials() -> Array:
    table = np.zeros((MOST_CARDS + 1, MOST_IN_HAND + 2), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, MOST_CARDS + 1):
        for k in range(1, MOST_IN_HAND + 2):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


def _permuted_nibbles() -> Array:
    """For each permutation of four suits, what becomes of the four bits of one rank."""
    from itertools import permutations

    table = np.zeros((24, 16), dtype=np.uint64)
    for row, order in enumerate(permutations(range(4))):
        for bits in range(16):
            table[row, bits] = sum(1 << order[suit] for suit in range(4) if bits >> suit & 1)
    return table


BINOMIALS: Final = _binomials()
NIBBLES: Final = _permuted_nibbles()


def index_of(cards: tuple[int, ...]) -> int:
    """The place of a hand among all hands of its size."""
    return int(sum(BINOMIALS[card, position] for position, card in enumerate(sorted(cards), 1)))


@njit(cache=True, nogil=True)
def orbit(mask: Any, ranks: int) -> int:
    """How many sets of cards are this one under permutations of the suits; 0 if it is not the least of them."""
    same = 0
    for row in range(24):
        image = np.uint64(0)
        for rank in range(ranks):
            image |= NIBBLES[row, (mask >> np.uint64(4 * rank)) & np.uint64(15)] << np.uint64(4 * rank)
        if ranks * 4 < 64:
            image |= (mask >> np.uint64(4 * ranks)) << np.uint64(4 * ranks)
        if image < mask:
            return 0
        if image == mask:
            same += 1
    return 24 // same


@njit(cache=True, nogil=True)
def _next_set(cards: Array, size: int, deck: int) -> bool:
    """The next set of that size in order, in place; False after the last."""
    at = size - 1
    while at >= 0 and cards[at] == deck - size + at:
        at -= 1
    if at < 0:
        return False
    cards[at] += 1
    for after in range(at + 1, size):
        cards[after] = cards[after - 1] + 1
    return True


@njit(cache=True, nogil=True)
def _orbits(deck: int, ranks: int, size: int, sets: Array, weights: Array) -> int:
    """Fills in one set of each orbit with the number of sets it stands for; says how many orbits there are."""
    cards = np.arange(size)
    found = 0
    more = True
    while more:
        mask = np.uint64(0)
        for at in range(size):
            mask |= np.uint64(1) << np.uint64(cards[at])
        weight = orbit(mask, ranks)
        if weight:
            if found < len(weights):
                for at in range(size):
                    sets[found, at] = cards[at]
                weights[found] = weight
            found += 1
        more = size > 0 and _next_set(cards, size, deck)
    return found


def orbits(deck: int, size: int) -> tuple[Array, Array]:
    """One set of cards of each orbit under permutations of the suits, and the size of its orbit."""
    ranks = deck // 4
    # A guess that is exact enough to fill in one pass; a second pass mends a guess that was short.
    room = int(BINOMIALS[deck, size]) // 12 + 200
    while True:
        sets, weights = np.empty((room, size), np.uint8), np.empty(room, np.int64)
        found = _orbits(deck, ranks, size, sets, weights)
        if found <= room:
            assert weights[:found].sum() == BINOMIALS[deck, size]
            return sets[:found], weights[:found]
        room = found


@njit(cache=True, nogil=True)
def _steps(shared: Array, deck: int, hand: int, others: Array, steps: Array) -> Any:
    """Prepares the walk over the hands that contain the shared cards; says the index they all start from.

    A hand is the shared cards and `free` others t0 < t1 < ..; its index is the start plus the sum of steps[j, tj]. A
    card tj has j others and some shared cards below it, and moves every shared card above it one position up: the
    telescoping sums of `lift` take care of that.
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


@njit(cache=True, nogil=True)
def _gather(start: int, free: int, count: int, steps: Array, classes: Array, out: Array) -> int:
    """The classes of all hands that contain the shared cards, hands that are out left out; says how many.

    The lowest free card changes fastest: its steps are the smallest, so that the look-ups stay close together.
    """
    found = 0
    chosen = np.arange(free + 1)
    chosen[free] = count
    sums = np.empty(free + 1, np.int64)
    sums[free] = start
    for j in range(free - 1, 0, -1):
        sums[j] = sums[j + 1] + steps[j, chosen[j]]
    while True:
        base = sums[1]
        for c in range(chosen[1]):
            seen = classes[base + steps[0, c]]
            if seen != OUT:
                out[found] = seen
                found += 1
        at = 1
        while at < free and chosen[at] + 1 == chosen[at + 1]:
            at += 1
        if at >= free:
            return found
        chosen[at] += 1
        sums[at] = sums[at + 1] + steps[at, chosen[at]]
        for j in range(at - 1, 0, -1):
            chosen[j] = j
            sums[j] = sums[j + 1] + steps[j, j]


@njit(cache=True, nogil=True)
def _sort_small(values: Array, count: int) -> None:
    for i in range(1, count):
        value = values[i]
        j = i - 1
        while j >= 0 and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value


@njit(cache=True, nogil=True)
def _weighed(values: Array, count: int, tally: Array, kinds: Array, weights: Array) -> int:
    """The different classes among the values in rising order, with how often each occurs; says how many there are."""
    different = 0
    if count > 4096:
        for i in range(count):
            tally[values[i]] += 1
        for kind in range(len(tally)):
            if tally[kind]:
                kinds[different] = kind
                weights[different] = tally[kind]
                tally[kind] = 0
                different += 1
        return different
    if count > 64:
        values[:count].sort()
    else:
        _sort_small(values, count)
    for i in range(count):
        if different and kinds[different - 1] == values[i]:
            weights[different - 1] += 1
        else:
            kinds[different] = values[i]
            weights[different] = 1
            different += 1
    return different


@njit(cache=True, nogil=True)
def _compare(
    ones: Array, many: Array, first: int, others: Array, multitude: Array, second: int, fronts: Array, backs: Array,
    below: Array, upto: Array, cells: Array,
) -> None:  # fmt: skip
    """Adds to `cells` (front, back) the pairs of a first and a second hand by how their halves compare.

    Classes rise by back and then by front. `below` and `upto` hold, for each front, the second hands with a lower back,
    and with a back that is not higher, than the first hand in turn.
    """
    size = len(below)
    below[:] = 0
    upto[:] = 0
    everybody = np.zeros(size, np.int64)
    total = np.int64(0)
    for i in range(second):
        everybody[fronts[others[i]]] += multitude[i]
        total += multitude[i]
    low, high = 0, 0
    lows, highs = np.int64(0), np.int64(0)
    i = 0
    while i < first:
        back = backs[ones[i]]
        while low < second and backs[others[low]] < back:
            below[fronts[others[low]]] += multitude[low]
            lows += multitude[low]
            low += 1
        while high < second and backs[others[high]] <= back:
            upto[fronts[others[high]]] += multitude[high]
            highs += multitude[high]
            high += 1
        # All first hands of this back, front by front, against running sums over the second hands' fronts.
        at = 0
        under_low, under_high, under_all = np.int64(0), np.int64(0), np.int64(0)
        while i < first and backs[ones[i]] == back:
            front = fronts[ones[i]]
            weight = many[i]
            while at < front:
                under_low += below[at]
                under_high += upto[at]
                under_all += everybody[at]
                at += 1
            here_low, here_high, here_all = below[at], upto[at], everybody[at]
            over_low = lows - under_low - here_low
            over_high = highs - under_high - here_high
            over_all = total - under_all - here_all
            cells[0, 0] += weight * under_low
            cells[1, 0] += weight * here_low
            cells[2, 0] += weight * over_low
            cells[0, 1] += weight * (under_high - under_low)
            cells[1, 1] += weight * (here_high - here_low)
            cells[2, 1] += weight * (over_high - over_low)
            cells[0, 2] += weight * (under_all - under_high)
            cells[1, 2] += weight * (here_all - here_high)
            cells[2, 2] += weight * (over_all - over_high)
            i += 1


@njit(cache=True, nogil=True, parallel=True)
def _walk(
    sets: Array, weights: Array, deck: int, hand: int, firsts: Array, seconds: Array, same: bool, fronts: Array,
    backs: Array, threads: int,
) -> Array:  # fmt: skip
    """The nine cells summed over all the sets S given, each with its weight; every thread takes its share of them."""
    size = sets.shape[1]
    free = hand - size
    room = BINOMIALS[deck - size, free]
    cells = np.zeros((threads, 3, 3), np.int64)
    for thread in prange(threads):
        others = np.empty(deck, np.int64)
        steps = np.empty((max(free, 1), deck), np.int64)
        found = np.empty(room, np.uint16)
        tally = np.zeros(len(fronts), np.int64)
        most = min(room, len(fronts))
        ones, many = np.empty(most, np.int64), np.empty(most, np.int64)
        twos, much = np.empty(most, np.int64), np.empty(most, np.int64)
        below, upto = np.zeros(int(fronts.max()) + 1, np.int64), np.zeros(int(fronts.max()) + 1, np.int64)
        mine = np.zeros((3, 3), np.int64)
        for row in range(thread, len(sets), threads):
            start = _steps(sets[row], deck, hand, others, steps)
            count = _gather(start, free, deck - size, steps, firsts, found)
            first = _weighed(found, count, tally, ones, many)
            mine[:] = 0
            if same:
                _compare(ones, many, first, ones, many, first, fronts, backs, below, upto, mine)
            else:
                count = _gather(start, free, deck - size, steps, seconds, found)
                second = _weighed(found, count, tally, twos, much)
                _compare(ones, many, first, twos, much, second, fronts, backs, below, upto, mine)
            cells[thread] += weights[row] * mine
    return cells.sum(axis=0)


def _with_themselves(firsts: Array, seconds: Array, fronts: Array, backs: Array) -> Array:
    """The cells of every hand compared with itself: the sets S that are whole hands."""
    both = (firsts != OUT) & (seconds != OUT)
    pairs = np.zeros((3, 3), dtype=object)
    if seconds is firsts:
        pairs[EQUAL, EQUAL] = int(both.sum())
        return pairs
    kinds = len(fronts)
    seen = np.bincount(firsts[both].astype(np.int64) * kinds + seconds[both], minlength=1)
    for pair in np.flatnonzero(seen):
        one, other = divmod(int(pair), kinds)
        pairs[_sign(fronts[one], fronts[other]), _sign(backs[one], backs[other])] += int(seen[pair])
    return pairs


def _sign(one: int, other: int) -> int:
    return GREATER if one > other else EQUAL if one == other else LESS


def disjoint_pairs(
    deck: int, hand: int, firsts: Array, seconds: Array, fronts: Array, backs: Array, progress: Any = None
) -> list[list[int]]:
    """Ordered pairs of disjoint hands by how the first's front and back compare with the second's: `[front][back]`.

    `firsts` and `seconds` give every hand its class by combinatorial index (the same array if both are set alike); OUT
    leaves a hand out. A class has a front and a back, small ints of which the greater wins; classes are numbered in
    rising order of back and then front. Classes must not change when the suits are permuted.
    """
    if hand > MOST_IN_HAND or deck > MOST_CARDS or deck % 4 > 1:
        raise Refusal("deck", f"{hand} cards of {deck} cannot be counted: at most {MOST_IN_HAND} of {MOST_CARDS}")
    same = seconds is firsts
    cells = np.zeros((3, 3), dtype=object)
    threads = get_num_threads()
    for size in range(hand):
        sets, weights = orbits(deck, size)
        sign = -1 if size % 2 else 1
        chunk = max(threads, len(sets) // 16 + 1)
        for at in range(0, len(sets), chunk):
            part = _walk(
                sets[at : at + chunk],
                weights[at : at + chunk],
                deck,
                hand,
                firsts,
                seconds,
                same,
                fronts,
                backs,
                threads,
            )
            cells += sign * part.astype(object)
            if progress is not None:
                progress((size + min(1.0, (at + chunk) / len(sets))) / hand)
    cells += (-1 if hand % 2 else 1) * _with_themselves(firsts, seconds, fronts, backs)
    return [[int(cell) for cell in row] for row in cells]
