"""Choice of the best setting of each hand, from the counts of `counts`.

Of the dealers that share no card with a hand, `either` counts those whose front is beaten plus those whose back is
beaten, and `both` those beaten twice. With N dealers in all, N - either + both are lost to twice, so a win that pays p
to 1 expects (either - N + (p - 1) * both) / N. Scores are that, times N and the denominator of p.
"""

import numpy as np

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel


@kernel
def contenders(
    either: Array, both: Array, spread: tuple[int, int, int, int], starts: Array, first: Array, dealers: int, num: int,
    den: int,
) -> Array:  # fmt: skip
    """Marks the settings that may be better, for some hand, than the house's and than all others.

    The house's setting is the first of its group. The counts are incomplete: either lies between either + spread[0] and
    either + spread[1], and both, if counted, between both + spread[2] and both + spread[3].
    """
    may = np.zeros(first[-1], np.bool_)
    for group in range(len(first) - 1):
        asked = first[group + 1] - first[group]
        mine = may[first[group] : first[group + 1]]
        for at in range(starts[group], starts[group + 1], asked):
            house = best = _bounds(either, both, spread, at, dealers, num, den)[0]
            for column in range(1, asked):
                best = max(best, _bounds(either, both, spread, at + column, dealers, num, den)[0])
            for column in range(1, asked):
                most = _bounds(either, both, spread, at + column, dealers, num, den)[1]
                if most > house and most >= best:
                    mine[column] = True
    return may


@kernel
def _bounds(
    either: Array, both: Array, spread: tuple[int, int, int, int], at: int, dealers: int, num: int, den: int
) -> tuple[Int, Int]:
    """Returns bounds of the score. `both` is at least either - N and at most half of either."""
    low, high = np.int64(either[at]) + spread[0], np.int64(either[at]) + spread[1]
    fewest, most = max(low - dealers, np.int64(0)), high // 2
    if len(both):
        fewest, most = max(fewest, np.int64(both[at]) + spread[2]), min(most, np.int64(both[at]) + spread[3])
    one, other = (num - den) * fewest, (num - den) * most
    return den * (low - dealers) + min(one, other), den * (high - dealers) + max(one, other)


@kernel
def choose(either: Array, both: Array, starts: Array, first: Array, groups: Array, num: int, den: int) -> Array:
    """Returns the column of each hand's best setting: the house's, the first, if none is better."""
    chosen = np.zeros(groups[-1], np.int64)
    for group in range(len(first) - 1):
        asked = first[group + 1] - first[group]
        for hand in range(groups[group + 1] - groups[group]):
            at = starts[group] + hand * asked
            best, column = np.int64(0), 0
            for each in range(asked):
                score = den * np.int64(either[at + each]) + (num - den) * np.int64(both[at + each])
                if each == 0 or score > best:
                    best, column = score, each
            chosen[groups[group] + hand] = column
    return chosen


@kernel
def above_house(counts: Array, weights: Array, starts: Array, first: Array, groups: Array) -> Array:
    """Returns, by setting, its count above the house's, summed over the weighted hands of its group."""
    sums = np.zeros(first[-1], np.int64)
    for group in range(len(first) - 1):
        asked = first[group + 1] - first[group]
        for hand in range(groups[group + 1] - groups[group]):
            at = starts[group] + hand * asked
            weight = np.int64(weights[groups[group] + hand])
            for column in range(asked):
                sums[first[group] + column] += weight * (np.int64(counts[at + column]) - counts[at])
    return sums
