"""Counts of the hands that share no card with a player's hand, for many questions and all hands of a pattern at once.

A count over the hands disjoint from H is the sum over the subsets S of H of (-1)^|S| times the count over the hands
that contain S. Hands of one pattern are asked the same questions and share most of their subsets (up to the names of
suits), so that each row of the distributions is asked once for a whole pattern.
"""

from typing import Any, Final

import numpy as np
from numba import njit, prange

from houseway.lab.kernels.distributions import Distributions, below_back, below_both, below_front
from houseway.lab.kernels.subsets import BINOMIALS, MOST_IN_HAND

MOST_ROWS: Final = 4096
"""More subsets than any pattern has, suits exchanged."""
EITHER, BOTH = 0, 1
"""The two kinds of question: fronts below plus backs below, or hands of which both halves are below."""

Array = Any


def _set_sizes() -> Array:
    return np.array([mask.bit_count() for mask in range(1 << MOST_IN_HAND)], np.int64)


def _highest() -> Array:
    return np.array([mask.bit_length() - 1 for mask in range(1 << MOST_IN_HAND)], np.int64)


SIZES: Final = _set_sizes()
HIGHEST: Final = _highest()


@njit(cache=True, nogil=True, parallel=True)
def count(
    rows: Distributions, hands: Array, groups: Array, own_fronts: Array, own_backs: Array, first: Array, fronts: Array,
    backs: Array, starts: Array, kind: int, threads: int,
) -> Array:  # fmt: skip
    """The answers for the hands of each group, one after the other, from `starts` of the group on.

    Group g has the hands from `groups[g]` to `groups[g + 1]`, all of which a dealer would set with the front
    `own_fronts[g]` and the back `own_backs[g]`, and asks the questions (front, back) from `first[g]` to `first[g + 1]`.
    """
    answers = np.empty(starts[-1], np.int32)
    for thread in prange(threads):
        seen = np.zeros(rows.ids.max() + 1, np.int64)  # in which group a row was asked, and where its answers lie
        most = 1
        for group in range(len(groups) - 1):
            most = max(most, first[group + 1] - first[group])
        table = np.empty((MOST_ROWS, most), np.int32)
        for group in range(thread, len(groups) - 1, threads):
            asked = slice(first[group], first[group + 1])
            _count_group(
                rows, hands[groups[group] : groups[group + 1]], own_fronts[group], own_backs[group], fronts[asked],
                backs[asked], kind, group + 1, seen, table, answers[starts[group] : starts[group + 1]],
            )  # fmt: skip
    return answers


@njit(cache=True, nogil=True)
def _count_group(
    rows: Distributions, hands: Array, own_front: int, own_back: int, fronts: Array, backs: Array, kind: int, tag: int,
    seen: Array, table: Array, answers: Array,
) -> None:  # fmt: skip
    hand, asked = rows.hand, len(fronts)
    everything = (1 << hand) - 1
    index = np.zeros(1 << MOST_IN_HAND, np.int64)
    used = 0
    for at in range(len(hands)):
        mine = answers[at * asked : (at + 1) * asked]
        mine[:] = 0
        for some in range(everything):
            size = SIZES[some]
            if some:
                top = HIGHEST[some]
                index[some] = index[some ^ (1 << top)] + BINOMIALS[hands[at, top], size]
            row = np.int64(rows.ids[rows.id_starts[size] + index[some]])
            if seen[row] >> 16 != tag:
                seen[row] = tag << 16 | used
                _ask(rows, row, fronts, backs, kind, table[used])
                used += 1
            answer = table[seen[row] & 0xFFFF]
            if size & 1:
                for question in range(asked):
                    mine[question] -= answer[question]
            else:
                for question in range(asked):
                    mine[question] += answer[question]
        sign = -1 if hand & 1 else 1
        for question in range(asked):  # the one hand that contains all of H is H
            front, back = own_front < fronts[question], own_back < backs[question]
            if kind == EITHER:
                mine[question] += sign * (np.int32(front) + np.int32(back))
            else:
                mine[question] += sign * np.int32(front and back)


@njit(cache=True, nogil=True)
def _ask(rows: Distributions, row: int, fronts: Array, backs: Array, kind: int, out: Array) -> None:
    for question in range(len(fronts)):
        front, back = np.int64(fronts[question]), np.int64(backs[question])
        if kind == EITHER:
            out[question] = below_front(rows, row, front) + below_back(rows, row, back)
        else:
            out[question] = below_both(rows, row, front, back)
