"""Counter-based random numbers: the n-th of a stream mixes its start and n, as SplitMix64 does.

The start alone identifies a stream, so a chunk of rounds is dealt alike on every machine and by any worker. `below` is
exact: every card is equally likely to the last bit.

    at = start                          # of `houseway.lab.simulation.streams.start`
    at += STEP
    card = below(low_half(mixed(at)), 52)     # -1 about once in a hundred million: draw again
"""

from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Counts, Int
from houseway.lab.loops.compiled import element

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_HALF: Final = np.uint64(0xFFFFFFFF)
_WHOLE: Final = np.uint64(1 << 32)


@element
def mixed(at: Int) -> Int:
    """Returns 64 random bits for a counter."""
    bits = (at ^ at >> _30) * _FIRST
    bits = (bits ^ bits >> _27) * _SECOND
    return bits ^ bits >> _31


@element
def low_half(bits: Int) -> Int:
    return bits & _HALF


@element
def high_half(bits: Int) -> Int:
    return bits >> _32


@element
def below(half: Int, bound: Int) -> Int:
    """Returns a uniform number below `bound` from 32 random bits, or -1 if these bits decide none."""
    many = np.uint64(bound)
    product = half * many
    left = product & _HALF
    if left < many and left < _WHOLE % many:
        return np.int64(-1)
    return np.int64(product >> _32)


@element
def shuffled(pack: Counts, at: Int, dealt: Int) -> Int:
    """Shuffles the first `dealt` cards of the pack. Returns the next counter."""
    card = 0
    while card < dealt:
        at += STEP
        bits = mixed(at)
        for half in (low_half(bits), high_half(bits)):
            drawn = below(half, len(pack) - card)
            if drawn >= 0 and card < dealt:
                other = card + drawn
                pack[card], pack[other] = pack[other], pack[card]
                card += 1
    return at
