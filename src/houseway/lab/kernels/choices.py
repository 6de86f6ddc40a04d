"""The best setting of each hand, from what `counts` says of all of them.

Of the dealers that share no card with a hand, `either` counts those whose front is beaten plus those whose back is
beaten, and `both` those beaten twice. With N dealers in all, N - either + both are lost to twice, so that a win that
pays p to 1 expects (either - N + (p - 1) * both) / N. Scores are that, times N and the denominator of p.
"""

from typing import Any

import numpy as np
from numba import njit, prange

Array = Any


@njit(cache=True, nogil=True, parallel=True)
def contenders(either: Array, starts: Array, first: Array, dealers: int, num: int, den: int) -> Array:
    """Which settings may be better than the house's, the first of its group, and than all others, for some hand.

    `both` is not known yet: it is at least either - N and at most half of either.
    """
    may = np.zeros(first[-1], np.bool_)
    for group in prange(len(first) - 1):
        asked = first[group + 1] - first[group]
        mine = may[first[group] : first[group + 1]]
        for at in range(starts[group], starts[group + 1], asked):
            best = _bounds(either[at], dealers, num, den)[0]
            house = best
            for column in range(1, asked):
                best = max(best, _bounds(either[at + column], dealers, num, den)[0])
            for column in range(1, asked):
                most = _bounds(either[at + column], dealers, num, den)[1]
                if most > house and most >= best:
                    mine[column] = True
    return may


@njit(cache=True, nogil=True)
def _bounds(either: int, dealers: int, num: int, den: int) -> tuple[int, int]:
    """The least and the greatest score."""
    score = den * (np.int64(either) - dealers)
    one = (num - den) * max(np.int64(either) - dealers, 0)
    other = (num - den) * (np.int64(either) // 2)
    return score + min(one, other), score + max(one, other)


@njit(cache=True, nogil=True, parallel=True)
def choose(
    either: Array, both: Array, starts: Array, first: Array, chosen: Array, groups: Array, dealers: int, num: int,
    den: int,
) -> None:  # fmt: skip
    """Writes the column of the best setting of each hand; the house's, the first, where none is better."""
    for group in prange(len(first) - 1):
        asked = first[group + 1] - first[group]
        for hand in range(groups[group + 1] - groups[group]):
            at = starts[group] + hand * asked
            best, column = np.int64(0), 0
            for each in range(asked):
                score = den * (np.int64(either[at + each]) - dealers) + (num - den) * np.int64(both[at + each])
                if each == 0 or score > best:
                    best, column = score, each
            chosen[groups[group] + hand] = column
