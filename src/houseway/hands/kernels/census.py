"""Censuses of all hands of a pack: histograms indexed by value.

The loops deal cards from the highest down, and hands that begin alike share the sums of their cards. If no flush can
come, the suits of the last card make equal hands, which are counted at once.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np

from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.hands.kernels import high, wild
from houseway.hands.kernels.arrays import Counts, Int
from houseway.hands.kernels.jit import code, element, kernel
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES, EACH_SUIT, JOKER_BIT, MANY_SUITED
from houseway.hands.ladder import Ladder
from houseway.hands.wild import Joker


@element
def _value(size: Int, joker_held: bool, key: Int, lanes: Int, joker: Int, wheel: Int) -> Int:
    return wild.with_joker(size, key, lanes, joker, wheel) if joker_held else high.of(size, key, lanes, wheel)


@element
def _by_ranks(size: Int, joker_held: bool, key: Int, joker: Int, wheel: Int) -> Int:
    return wild.by_ranks(size, key, joker, wheel) if joker_held else high.by_ranks(size, key, wheel)


@cache
def _walk(size: int, joker_held: bool) -> Callable[[Counts, int, int], None]:
    """Returns a kernel that counts every hand of so many cards, all with the joker or all without."""
    naturals = size - joker_held
    walked = naturals - 2
    nearly_flush = (5 if joker_held else 4) * EACH_SUIT

    @kernel
    def walk(counts: Counts, joker: Int, wheel: Int) -> None:
        cards = np.empty(walked, np.int64)
        keys = np.full(walked + 1, JOKER_BIT if joker_held else 0)
        lanes = np.zeros(walked + 1, np.int64)
        level = 0
        cards[0] = naturals - 2
        while level >= 0:
            cards[level] += 1
            if cards[level] == (52 if level == 0 else cards[level - 1]):
                level -= 1
                continue
            keys[level + 1] = keys[level] + CARD_KEYS[cards[level]]
            lanes[level + 1] = lanes[level] | CARD_LANES[cards[level]]
            if level < walked - 1:
                level += 1
                cards[level] = naturals - 2 - level
                continue
            for last_but_one in range(1, cards[level]):
                key = keys[walked] + CARD_KEYS[last_but_one]
                if key + nearly_flush & MANY_SUITED:
                    held = lanes[walked] | CARD_LANES[last_but_one]
                    for last in range(last_but_one):
                        whole, all_held = key + CARD_KEYS[last], held | CARD_LANES[last]
                        counts[_value(size, joker_held, whole, all_held, joker, wheel)] += 1
                else:
                    for last in range(0, last_but_one, 4):
                        suits = min(4, last_but_one - last)
                        counts[_by_ranks(size, joker_held, key + CARD_KEYS[last], joker, wheel)] += suits

    return walk


def naturals(size: int = 7, wheel: Wheel = Wheel.LOWEST) -> Counts:
    """Counts the hands of five, six or seven of 52 cards, by value."""
    counts = np.zeros(len(five.LADDER.rungs), np.int64)
    _walk(size, False)(counts, 0, code(wheel))
    return counts


def with_joker(size: int = 7, joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST) -> Counts:
    """Counts the hands of five, six or seven of 53 cards, by value."""
    counts = naturals(size, wheel)
    _walk(size, True)(counts, code(joker), code(wheel))
    return counts


def by_category(counts: Counts, ladder: Ladder = five.LADDER) -> dict[str, int]:
    """Sums the counts of each category, best first."""
    floors = [*ladder.floors.items(), ("", len(counts))]
    totals = {name: int(counts[least:above].sum()) for (name, least), (_, above) in pairwise(floors)}
    return dict(reversed(totals.items()))
