"""Counts of bonus rows for seven cards, over every hand of the pack with its joker."""

import numpy as np

from houseway.hands import seven
from houseway.hands.kernels.arrays import Counts, Int
from houseway.hands.kernels.bonus import seven_of
from houseway.hands.kernels.jit import code
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES
from houseway.hands.wild import Joker
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.compiled import kernel

PACK = 53


def row_counts(royal_match_joker: bool, tell: Progress) -> Counts:
    """Counts the 154,143,080 hands by the value of `houseway.hands.seven`, the joker fully wild."""
    counts = np.zeros(len(seven.ROWS), np.int64)
    for top in range(6, PACK):
        _below(top, code(Joker.FULL), royal_match_joker, counts)
        tell("every hand of seven cards", (top + 1) ** 7, PACK**7)
    return counts


@kernel
def _below(top: Int, joker: Int, match_joker: bool, counts: Counts) -> None:
    """Counts every hand whose highest card is `top`. Hands that begin alike share sums."""
    key1, lanes1 = CARD_KEYS[top], CARD_LANES[top]
    for b in range(5, top):
        key2, lanes2 = key1 + CARD_KEYS[b], lanes1 | CARD_LANES[b]
        for c in range(4, b):
            key3, lanes3 = key2 + CARD_KEYS[c], lanes2 | CARD_LANES[c]
            for d in range(3, c):
                key4, lanes4 = key3 + CARD_KEYS[d], lanes3 | CARD_LANES[d]
                for e in range(2, d):
                    key5, lanes5 = key4 + CARD_KEYS[e], lanes4 | CARD_LANES[e]
                    for f in range(1, e):
                        key6, lanes6 = key5 + CARD_KEYS[f], lanes5 | CARD_LANES[f]
                        for g in range(f):
                            counts[seven_of(key6 + CARD_KEYS[g], lanes6 | CARD_LANES[g], joker, match_joker)] += 1
