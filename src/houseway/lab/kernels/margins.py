"""Margins: how the dealer's front and back are distributed by themselves beside any hand, from few stored numbers.

Of the sums over the subsets S of a hand, those of up to three cards are stored for all hands together; the hands that
share more cards with it are few enough to be looked at one by one.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import get_num_threads, prange

from houseway.lab.kernels.compiled import kernel, parallel
from houseway.lab.kernels.patterns import EACH_SUIT, FLUSH, MANY_SUITED, multisets, slot_of
from houseway.lab.kernels.subsets import BINOMIALS, index_of, orbit_ids, orbits
from houseway.lab.kernels.walk import next_below, steps_from, tally_up

STORED: Final = 3

Array = Any


class Margins(NamedTuple):
    """For every S of up to three cards, found through `ids` from `id_starts` of its size on: how many of the hands that
    contain it have a front, and how many a back, below each one; and how many both a front below each one and a back
    below `mark`.

    `table` has the class of each slot of a pattern, `fronts` and `backs` those of a class.
    """

    deck: int
    hand: int
    mark: int
    table: Array
    fronts: Array
    backs: Array
    ids: Array
    id_starts: Array
    below_front: Array
    below_back: Array
    weak_front: Array


def margins(deck: int, hand: int, classes: Array, fronts: Array, backs: Array, table: Array, mark: int) -> Margins:
    """The margins of hands whose class is in `classes` by combinatorial index, as for `distributions`."""
    sets = [orbits(deck, size)[0] for size in range(STORED + 1)]
    starts = np.cumsum([0, *(len(each) for each in sets)])
    id_starts = np.cumsum([0, *(BINOMIALS[deck, size] for size in range(STORED + 1))])
    ids = np.concatenate([orbit_ids(deck, each) + start for each, start in zip(sets, starts, strict=False)])
    rows = [
        np.zeros((starts[-1], kinds), np.int32)
        for kinds in (int(fronts.max()) + 2, int(backs.max()) + 2, int(fronts.max()) + 2)
    ]
    top = slice(starts[STORED], starts[STORED + 1])
    _count(deck, hand, sets[STORED], classes, fronts, backs, mark, *(each[top] for each in rows), get_num_threads())
    for size in range(STORED - 1, -1, -1):
        for row, cards in enumerate(sets[size].tolist(), starts[size]):
            more = [ids[id_starts[size + 1] + index_of((*cards, card))] for card in range(deck) if card not in cards]
            for each in rows:  # a hand is met once for each of its cards outside S
                each[row] = each[more].sum(0, dtype=np.int64) // (hand - size)
    return Margins(deck, hand, mark, table, fronts, backs, ids.astype(np.int32), id_starts, *rows)


@kernel
def _share(
    deck: int, hand: int, sets: Array, classes: Array, fronts: Array, backs: Array, mark: int, below_front: Array,
    below_back: Array, weak_front: Array, thread: int, threads: int,
) -> None:  # fmt: skip
    free = hand - sets.shape[1]
    others, steps = np.empty(deck, np.int64), np.empty((free, deck), np.int64)
    tally = np.zeros(len(fronts), np.int64)
    for row in range(thread, len(sets), threads):
        start = steps_from(sets[row], deck, hand, others, steps)
        tally[:] = 0
        tally_up(start, free, deck - sets.shape[1], steps, classes, tally)
        for kind in range(len(tally)):
            below_front[row, fronts[kind] + 1] += tally[kind]
            below_back[row, backs[kind] + 1] += tally[kind]
            if backs[kind] < mark:
                weak_front[row, fronts[kind] + 1] += tally[kind]
        _cumulate(below_front[row])
        _cumulate(below_back[row])
        _cumulate(weak_front[row])


@parallel
def _count(
    deck: int, hand: int, sets: Array, classes: Array, fronts: Array, backs: Array, mark: int, below_front: Array,
    below_back: Array, weak_front: Array, threads: int,
) -> None:  # fmt: skip
    for thread in prange(threads):
        _share(
            deck, hand, sets, classes, fronts, backs, mark, below_front, below_back, weak_front, thread, threads,
        )  # fmt: skip


@kernel
def _cumulate(counts: Array) -> None:
    for at in range(1, len(counts)):
        counts[at] += counts[at - 1]


def beside(rows: Margins, cards: Array) -> tuple[Array, Array, Array]:
    """Of the hands that share no card with this one: how many fronts, backs, and fronts before a back below the mark,
    are below each one. The cards come in rising order."""
    stored = rows[-3:]
    below = [np.zeros(each.shape[1], np.int64) for each in stored]
    for some in range(1 << rows.hand):
        held = tuple(int(card) for at, card in enumerate(cards) if some >> at & 1)
        if len(held) <= STORED:
            row = rows.ids[rows.id_starts[len(held)] + index_of(held)]
            for sums, each in zip(below, stored, strict=True):
                sums += (-1) ** len(held) * each[row].astype(np.int64)
    kinds = max(map(len, below))
    classes = rows.table, rows.fronts, rows.backs
    overlaps = _overlapping(rows.deck, rows.hand, cards.astype(np.int64), *classes, rows.mark, kinds)
    for sums, found in zip(below, overlaps, strict=True):
        sums += found.cumsum()[: len(sums)]
    return below[0], below[1], below[2]


@kernel
def _overlapping(
    deck: int, hand: int, cards: Array, table: Array, fronts: Array, backs: Array, mark: int, kinds: int
) -> Array:
    """What the subsets S of more than three cards add: (-1)^|S| for every hand that contains S, by front and by back.

    A hand that shares j cards is in C(j, k) of those of size k.
    """
    found = np.zeros((3, kinds), np.int64)
    rest, members = np.empty(deck - hand, np.int64), np.empty(hand, np.int64)
    count = 0
    for card in range(deck):
        if card not in cards:
            rest[count] = card
            count += 1
    for some in range(1 << hand):
        size = 0
        for at in range(hand):
            if some >> at & 1:
                members[size] = cards[at]
                size += 1
        if size > STORED:
            weight = 0
            for smaller in range(STORED + 1, size + 1):
                weight += (-1 if smaller & 1 else 1) * BINOMIALS[size, smaller]
            _sharing(members[:size], rest, deck // 4, hand, weight, table, fronts, backs, mark, found)
    return found


@kernel
def _sharing(
    members: Array, rest: Array, ranks: int, hand: int, weight: int, table: Array, fronts: Array, backs: Array,
    mark: int, out: Array,
) -> None:  # fmt: skip
    """Adds the weight for every hand of these members and cards of the rest."""
    free = hand - len(members)
    if free == 0:
        _add(table[slot_of(members, ranks)], weight, fronts, backs, mark, out)
        return
    chosen = np.arange(free + 1)
    chosen[free] = len(rest)
    base = np.empty(hand - 1, np.int64)
    more = free <= len(rest)
    while more:
        i, j = 0, 1  # all but the lowest of the free cards, merged with the members
        for at in range(hand - 1):
            if j == free or (i < len(members) and members[i] < rest[chosen[j]]):
                base[at] = members[i]
                i += 1
            else:
                base[at] = rest[chosen[j]]
                j += 1
        _sweep(base, rest[: chosen[1]], ranks, weight, table, fronts, backs, mark, out)
        more = next_below(chosen, 1, free)


@kernel
def _sweep(
    base: Array, lowest: Array, ranks: int, weight: int, table: Array, fronts: Array, backs: Array, mark: int,
    out: Array,
) -> None:  # fmt: skip
    """Adds the weight for the base with each of these cards: its slot is put together from sums below and above it."""
    size = len(base)
    joker = np.int64(base[size - 1] >> 2 == ranks)
    naturals = size - joker
    below, above = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    counts = 0
    for at in range(naturals):
        below[at + 1] = below[at] + BINOMIALS[(base[at] >> 2) + at, at + 1]
        counts += 1 << 4 * (base[at] & 3)
    above[naturals] = multisets(ranks, size + 1) if joker else 0
    for at in range(naturals - 1, -1, -1):
        above[at] = above[at + 1] + BINOMIALS[(base[at] >> 2) + at + 1, at + 2]
    near = (counts + EACH_SUIT * (8 - FLUSH + joker + 1)) & MANY_SUITED
    whole = np.empty(size + 1, np.int64)
    place = 0
    for card in lowest:
        while place < naturals and base[place] < card:
            place += 1
        if near or card >> 2 == ranks:
            whole[:place] = base[:place]
            whole[place] = card
            whole[place + 1 :] = base[place:]
            slot = slot_of(whole, ranks)
        else:
            slot = below[place] + BINOMIALS[(card >> 2) + place, place + 1] + above[place]
        _add(table[slot], weight, fronts, backs, mark, out)


@kernel
def _add(kind: Any, weight: int, fronts: Array, backs: Array, mark: int, out: Array) -> None:
    front, back = np.int64(fronts[kind]), np.int64(backs[kind])
    out[0, front + 1] += weight
    out[1, back + 1] += weight
    if back < mark:
        out[2, front + 1] += weight
