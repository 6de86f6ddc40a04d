"""Counts of the hands disjoint from a player's hand, for many questions and all hands of a pattern at once.

By inclusion-exclusion, a count over the hands disjoint from H is the sum over the subsets S of H of (-1)^|S| times the
count over the hands that contain S. Hands of one pattern are asked the same questions and share most subsets up to
suits, so each row of the distributions is asked once for a whole pattern.

The sum may be cut at some size of S. Cut after an odd size it is never above the count, after an even one never below
(Bonferroni). The error is at most the next size's share: C(h, k) * C(d - k, h - k) for hands of h of d cards.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import prange

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel, parallel
from houseway.lab.loops.hand_pairs.distributions import Distributions, below_back, below_both, below_front
from houseway.lab.loops.subsets import BINOMIALS, MOST_IN_HAND

EITHER, BOTH = 0, 1
"""The two kinds of question: fronts below plus backs below, or hands with both halves below."""
SUITS: Final = 4


def _suit_strings() -> tuple[Array, Array, Array]:
    """Enumerates the ways to distribute suits over up to seven cards, suits numbered in order of appearance.

    By way: the way with one more card of each suit, and its index among those of as many cards. By number of cards: how
    many ways there are.
    """
    ways: list[tuple[int, ...]] = [()]
    for way in ways:
        if len(way) < MOST_IN_HAND:
            ways += [(*way, suit) for suit in range(min(len(set(way)) + 1, SUITS))]
    number = {way: at for at, way in enumerate(ways)}
    counts = [sum(len(way) == size for way in ways) for size in range(MOST_IN_HAND + 1)]
    longer = np.array([[number.get((*way, suit), -1) for suit in range(SUITS)] for way in ways], np.int64)
    place = np.array([at - sum(counts[: len(way)]) for at, way in enumerate(ways)], np.int64)
    return longer, place, np.array(counts, np.int64)


LONGER, PLACE, WAYS = _suit_strings()
SIZES: Final = np.array([some.bit_count() for some in range(1 << MOST_IN_HAND)], np.int64)
HIGHEST: Final = np.array([some.bit_length() - 1 for some in range(1 << MOST_IN_HAND)], np.int64)
STARTS: Final = np.concatenate([[0], np.cumsum(WAYS[SIZES])])
"""Start of the suit distributions of each subset of a hand's cards; all of all subsets are numbered."""


class Questions(NamedTuple):
    """Questions by group. Group g has the hands from `groups[g]` to `groups[g + 1]`, all of the same ranks.

    A dealer would set them alike, with the front `own_fronts[g]` and the back `own_backs[g]`. The group asks the
    questions from `first[g]` to `first[g + 1]`, and its answers begin at `starts[g]`.
    """

    hands: Array
    groups: Array
    own_fronts: Array
    own_backs: Array
    first: Array
    fronts: Array
    backs: Array
    starts: Array


@parallel
def count(rows: Distributions, questions: Questions, kind: int, sizes: tuple[int, int], threads: int) -> Array:
    """Returns the answers for the hands of each group in order, from the group's `starts` on.

    They are summed over the subsets of the sizes from the first of `sizes` to the last.
    """
    answers = np.empty(questions.starts[-1], np.int32)
    for thread in prange(threads):
        _count_share(rows, questions, kind, sizes, thread, threads, answers)
    return answers


@kernel
def _count_share(
    rows: Distributions, questions: Questions, kind: int, sizes: tuple[int, int], thread: int, threads: int,
    answers: Array,
) -> None:  # fmt: skip
    groups, first, starts = questions.groups, questions.first, questions.starts
    most = 1
    for group in range(len(groups) - 1):
        most = max(most, first[group + 1] - first[group])
    table = np.empty((STARTS[-1], most), np.int32)
    asked_in = np.zeros(STARTS[-1], np.int64)
    for group in range(thread, len(groups) - 1, threads):
        mine = answers[starts[group] : starts[group + 1]]
        _count_group(rows, questions, group, kind, sizes, asked_in, table, mine)


@kernel
def _count_group(
    rows: Distributions, questions: Questions, group: int, kind: int, sizes: tuple[int, int], asked_in: Array,
    table: Array, answers: Array,
) -> None:  # fmt: skip
    """Answers one group. `table` caches answers by subset of the cards and distribution of their suits."""
    hands = questions.hands[questions.groups[group] : questions.groups[group + 1]]
    own_front, own_back = questions.own_fronts[group], questions.own_backs[group]
    fronts = questions.fronts[questions.first[group] : questions.first[group + 1]]
    backs = questions.backs[questions.first[group] : questions.first[group + 1]]
    tag = group + 1
    hand, asked = rows.hand, len(fronts)
    everything = (1 << hand) - 1
    way, names = np.zeros(1 << MOST_IN_HAND, np.int64), np.zeros(1 << MOST_IN_HAND, np.int64)
    for at in range(len(hands)):
        mine = answers[at * asked : (at + 1) * asked]
        mine[:] = 0
        for some in range(everything):
            if some:
                top = HIGHEST[some]
                card = np.int64(hands[at, top])
                way[some], names[some] = _longer(way[some ^ 1 << top], names[some ^ 1 << top], card, rows.joker)
            if not sizes[0] <= SIZES[some] <= sizes[1]:
                continue
            local = STARTS[some] + PLACE[way[some]]
            answer = table[local]
            if asked_in[local] != tag:
                asked_in[local] = tag
                _ask(rows, _row(rows, hands[at], some), fronts, backs, kind, answer)
            if SIZES[some] & 1:
                for question in range(asked):
                    mine[question] -= answer[question]
            else:
                for question in range(asked):
                    mine[question] += answer[question]
        if sizes[1] < hand:
            continue
        sign = -1 if hand & 1 else 1
        for question in range(asked):  # the one hand that contains all of H is H
            front, back = own_front < fronts[question], own_back < backs[question]
            if kind == EITHER:
                mine[question] += sign * (np.int32(front) + np.int32(back))
            else:
                mine[question] += sign * np.int32(front and back)


@kernel
def _longer(way: Int, names: Int, card: Int, joker: Int) -> tuple[Int, Int]:
    """Returns the way with one more card.

    `names` has four bits for each suit, its number from 1, and above them their count.
    """
    if card == joker:
        return way, names
    suit = 4 * (card & 3)
    name = names >> suit & 15
    if name == 0:
        name = (names >> 16) + 1
        names += (1 << 16) + (name << suit)
    return LONGER[way, name - 1], names


@kernel
def _row(rows: Distributions, hand: Array, some: Int) -> Int:
    """Returns the row of a subset of a hand's cards."""
    index = np.int64(0)
    size = 0
    for at in range(rows.hand):
        if some >> at & 1:
            size += 1
            index += BINOMIALS[hand[at], size]
    return np.int64(rows.ids[rows.id_starts[size] + index])


@kernel
def _ask(rows: Distributions, row: int, fronts: Array, backs: Array, kind: int, out: Array) -> None:
    for question in range(len(fronts)):
        front, back = np.int64(fronts[question]), np.int64(backs[question])
        if kind == EITHER:
            out[question] = below_front(rows, row, front) + below_back(rows, row, back)
        else:
            out[question] = below_both(rows, row, front, back)
