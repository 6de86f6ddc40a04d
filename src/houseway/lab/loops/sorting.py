"""Sorting of small integers: insertion sort for few, radix sort for many."""

from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.loops.compiled import kernel

FEW: Final = 64
DIGIT: Final = 9


@kernel
def sort(values: Array, spare: Array, count: int, most: int) -> None:
    """Sorts the first `count` values, none above `most`. `spare` has room for as many."""
    if count > FEW:
        _sort_by_digits(values, spare, count, most)
    else:
        _sort_few(values, count)


@kernel
def _sort_few(values: Array, count: int) -> None:
    for i in range(1, count):
        value = values[i]
        j = i - 1
        while j >= 0 and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value


@kernel
def _sort_by_digits(values: Array, spare: Array, count: int, most: int) -> None:
    """Radix-sorts by the lowest digit first. The result is in `values`."""
    starts = np.empty(1 << DIGIT, np.int64)
    shift = 0
    source, target = values, spare
    while most >> shift or shift % (2 * DIGIT):  # an even number of passes, so that the result ends in `values`
        starts[:] = 0
        for i in range(count):
            starts[source[i] >> shift & (1 << DIGIT) - 1] += 1
        at = 0
        for digit in range(1 << DIGIT):
            at, starts[digit] = at + starts[digit], at
        for i in range(count):
            digit = source[i] >> shift & (1 << DIGIT) - 1
            target[starts[digit]] = source[i]
            starts[digit] += 1
        source, target = target, source
        shift += DIGIT
