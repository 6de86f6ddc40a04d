"""Tallies by class of the hands that share no card with a given one, from few stored numbers.

Of the sums over the subsets S of a hand, those of up to two cards are stored for all hands together. The few hands that
share more cards with it are enumerated.
"""

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numba import prange

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.compiled import kernel, parallel
from houseway.lab.loops.hand_pairs.patterns import EACH_SUIT, FLUSH, MANY_SUITED, multisets, slot_of
from houseway.lab.loops.subsets import BINOMIALS, index_of, orbit_ids, orbits

STORED: Final = 2
AT_ONCE: Final = 16


class Tallies(NamedTuple):
    """Numbers of hands of each class: of all, with each card, and with each two cards, up to suits.

    `table` has the class of each slot of a pattern. The row of a card or of two is found by its combinatorial index.
    """

    table: Array
    row_of_one: Array
    row_of_two: Array
    everybody: Array
    with_one: Array
    with_two: Array


def tallies(deck: int, hand: int, table: Array, kinds: int, tell: Progress) -> Tallies:
    """Returns the tallies of all hands of a deck with `kinds` classes."""
    (ones, _), (twos, _) = orbits(deck, 1), orbits(deck, 2)
    row_of_one, row_of_two = orbit_ids(deck, ones), orbit_ids(deck, twos)
    with_two = np.zeros((len(twos), kinds), np.int32)
    for at in range(0, len(twos), AT_ONCE):
        _tally_sets(deck, hand, twos[at : at + AT_ONCE].astype(np.int64), table, with_two[at : at + AT_ONCE])
        tell("dealers' hands with every two cards", min(at + AT_ONCE, len(twos)), len(twos))
    with_one = np.zeros((len(ones), kinds), np.int64)
    for row, (card,) in enumerate(ones.tolist()):
        for other in set(range(deck)) - {card}:
            with_one[row] += with_two[row_of_two[index_of((card, other))]]
    with_one //= hand - 1  # a hand was counted once for each of its other cards
    everybody = with_one[row_of_one].sum(0, keepdims=True) // hand
    return Tallies(table, row_of_one, row_of_two, *(_small(rows) for rows in (everybody, with_one, with_two)))


def _small(rows: Array) -> Array:
    return rows.astype(np.min_scalar_type(int(rows.max())))


def hands_disjoint(rows: Tallies, deck: int, hand: int, cards: Array) -> Array:
    """Counts, by class, the hands that share no card with this one. The cards are in ascending order."""
    found: Array = rows.everybody[0].astype(np.int64)
    held = cards.tolist()
    for card in held:
        np.subtract(found, rows.with_one[rows.row_of_one[card]], out=found)
    for two in combinations(held, STORED):
        np.add(found, rows.with_two[rows.row_of_two[index_of(two)]], out=found)
    _tally_overlaps(deck, hand, cards.astype(np.int64), rows.table, found)
    return found


class FreeCards(NamedTuple):
    """Cards that every hand has, and the rest, with what each of these adds to a slot and to the suits."""

    members: Array
    rest: Array
    steps: Array
    suits: Array


class Adding(NamedTuple):
    """The `weight` that each hand of a deck of so many ranks adds to its class in `out`, by the `table` of slots."""

    ranks: int
    hand: int
    weight: int
    table: Array
    out: Array


@kernel
def judge(
    tally: Array, fronts: Array, backs: Array, mark: int, front_marks: Array, back_marks: Array, out: Array
) -> None:
    """Adds the tallied hands by setting, by the other's back at least the mark or not, and by halves won.

    A setting wins a half against the classes that are below its mark there.
    """
    for kind in range(len(tally)):
        count = tally[kind]
        if count:
            front, back = np.int64(fronts[kind]), np.int64(backs[kind])
            qualified = np.int64(back >= mark)
            for setting in range(len(front_marks)):
                won = np.int64(front < front_marks[setting]) + np.int64(back < back_marks[setting])
                out[setting, qualified, won] += count


@parallel
def _tally_sets(deck: int, hand: int, sets: Array, table: Array, out: Array) -> None:
    """Tallies the hands that contain each of the sets."""
    for row in prange(len(sets)):
        _tally_sharing(sets[row], _others(deck, sets[row]), deck // 4, hand, 1, table, out[row])


@kernel
def _tally_overlaps(deck: int, hand: int, cards: Array, table: Array, out: Array) -> None:
    """Adds the share of the subsets S larger than the stored ones: (-1)^|S| for every hand that contains S.

    A hand that shares j cards is in C(j, k) of those of size k.
    """
    rest, members = _others(deck, cards), np.empty(hand, np.int64)
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
            _tally_sharing(members[:size], rest, deck // 4, hand, weight, table, out)


@kernel
def _others(deck: int, cards: Array) -> Array:
    """Returns the other cards of the deck in ascending order."""
    rest = np.empty(deck - len(cards), np.int64)
    count = 0
    for card in range(deck):
        if card not in cards:
            rest[count] = card
            count += 1
    return rest


@kernel
def _tally_sharing(members: Array, rest: Array, ranks: int, hand: int, weight: int, table: Array, out: Array) -> None:
    """Adds the weight to the class of every hand of these members and cards of the rest.

    The slot of a hand without a flush is a start plus a step for each of its free cards. The lowest of them changes
    fastest. `suited` has the cards of each suit in four bits; a long suit reaches the highest.
    """
    free = hand - len(members)
    if free == 0:
        out[table[slot_of(members, ranks)]] += weight
        return
    steps, suits = np.empty((free, len(rest)), np.int64), np.empty(len(rest), np.int64)
    ends = np.empty(len(rest), np.int64)  # end of the cards of one rank
    for place in range(len(rest) - 1, -1, -1):
        alike = place + 1 < len(rest) and rest[place] >> 2 == rest[place + 1] >> 2
        ends[place] = ends[place + 1] if alike else place + 1
    chosen, sums, suited = np.arange(free + 1), np.empty(free + 1, np.int64), np.empty(free + 1, np.int64)
    chosen[free] = len(rest)
    sums[free], suited[free] = _steps(members, rest, ranks, hand, steps, suits)
    free_cards, adding = FreeCards(members, rest, steps, suits), Adding(ranks, hand, weight, table, out)
    at, more = free - 1, free <= len(rest)
    while more:
        for j in range(at, 0, -1):
            sums[j] = sums[j + 1] + steps[j, chosen[j]]
            suited[j] = suited[j + 1] + suits[chosen[j]]
        start, counts = sums[1], suited[1]
        if (counts + EACH_SUIT) & MANY_SUITED:  # one card short of a flush
            _sweep_near_flush(free_cards, chosen, start, counts, adding)
        else:
            lowest = 0
            while lowest < chosen[1]:  # cards of one rank add the same
                after = min(ends[lowest], chosen[1])
                out[table[start + steps[0, lowest]]] += weight * (after - lowest)
                lowest = after
        at = 1
        while at < free and chosen[at] + 1 == chosen[at + 1]:
            chosen[at] = at
            at += 1
        more = at < free
        chosen[at] += more


@kernel
def _steps(members: Array, rest: Array, ranks: int, hand: int, steps: Array, suits: Array) -> tuple[Int, Int]:
    """Computes what each card of the rest adds to a slot as the j-th free card, and to the suits. Returns both starts.

    At first the free cards lie below all members. One that lies above some of them moves these one position down.
    """
    free = len(steps)
    start, counts = np.int64(0), np.int64(EACH_SUIT * (8 - FLUSH))
    for at in range(len(members)):
        start += _adds(members[at], at + free, ranks, hand)
        counts += EACH_SUIT if members[at] >> 2 == ranks else 1 << 4 * (members[at] & 3)
    for place in range(len(rest)):
        card = rest[place]
        suits[place] = EACH_SUIT if card >> 2 == ranks else 1 << 4 * (card & 3)
        for j in range(free):
            steps[j, place] = 0
            below = 0
            while below < len(members) and members[below] < card:
                moved = members[below]
                steps[j, place] += _adds(moved, below + j, ranks, hand) - _adds(moved, below + j + 1, ranks, hand)
                below += 1
            steps[j, place] += _adds(card, below + j, ranks, hand)
    return start, counts


@kernel
def _adds(card: int, place: int, ranks: int, hand: int) -> Int:
    """Returns what a card at this position of a hand adds to its slot. The joker is always last."""
    return multisets(ranks, hand) if card >> 2 == ranks else BINOMIALS[(card >> 2) + place, place + 1]


@kernel
def _sweep_near_flush(cards: FreeCards, chosen: Array, start: int, counts: int, adding: Adding) -> None:
    """Counts the hands that differ in their lowest card, if the other cards make a flush or lack one card for it.

    A hand with a flush has another slot than the same ranks without one.
    """
    members, rest, steps, suits = cards
    ranks, hand, weight, table, out = adding
    suit = 0
    while not (counts + EACH_SUIT) >> 4 * suit & 8:
        suit += 1
    mask, one, other = 0, -1, -1  # the ranks of the long suit, and those beside it
    for at in range(len(members) + len(chosen) - 2):
        card = members[at] if at < len(members) else rest[chosen[at - len(members) + 1]]
        if card >> 2 == ranks or card & 3 == suit:
            mask |= 1 << (card >> 2)
        elif one < 0:
            one = card >> 2
        else:
            other = card >> 2
    plain, beside_it = multisets(ranks, hand) + multisets(ranks, hand - 1), multisets(ranks, hand - FLUSH)
    for lowest in range(chosen[1]):
        slot = start + steps[0, lowest]
        if (counts + suits[lowest]) & MANY_SUITED:
            rank = rest[lowest] >> 2
            if rank == ranks or rest[lowest] & 3 == suit:
                slot = plain + (mask | 1 << rank) * beside_it + _number(one, other)
            else:
                slot = plain + mask * beside_it + (_number(rank, -1) if one < 0 else _number(one, rank))
        out[table[slot]] += weight


@kernel
def _number(one: int, other: int) -> Int:
    """Returns the number of a multiset of up to two ranks; -1 stands for none."""
    if one < 0:
        return np.int64(0)
    if other < 0:
        return np.int64(one)
    return min(one, other) + BINOMIALS[max(one, other) + 1, 2]
