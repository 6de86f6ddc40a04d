"""Naive rules of poker that share nothing with the rankings they check."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

from houseway.cards import JOKER, Card
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
    "five aces",
)
SHAPES = {
    (5,): "five of a kind",
    (4, 1): "four of a kind",
    (3, 2): "full house",
    (3, 1, 1): "three of a kind",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high card",
}
COMPLETED = {"straight", "flush", "straight flush", "royal flush"}

Judged = tuple[int, tuple[float, ...]]
"""The rank of a category, then its tie-breaks."""


def five(cards: Sequence[Card], wheel: Wheel = Wheel.LOWEST) -> Judged:
    """Judges exactly five cards, the joker already replaced."""
    counts = Counter(card >> 2 for card in cards)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    category = SHAPES[tuple(counts[rank] for rank in groups)]
    ties: tuple[float, ...] = tuple(groups)
    if category == "high card":
        flush = len({card & 3 for card in cards}) == 1
        straight = True
        if groups == [12, 3, 2, 1, 0]:
            ties = (3,) if wheel is Wheel.LOWEST else (11.5,)
        elif groups[0] - groups[4] == 4:
            ties = (groups[0],)
        else:
            straight = False
        if straight and flush:
            category = "royal flush" if ties == (12,) else "straight flush"
        elif straight or flush:
            category = "straight" if straight else "flush"
    if category == "five of a kind" and groups == [12]:
        category = "five aces"
    return CATEGORIES.index(category), ties


def with_joker(cards: Sequence[Card], joker: Joker, wheel: Wheel) -> Judged:
    """Judges exactly five cards, one of which may be the joker, by trying every card that it could be."""
    if JOKER not in cards:
        return five(cards, wheel)
    naturals = [card for card in cards if card != JOKER]
    tried = ((stand_in, five([*naturals, stand_in], wheel)) for stand_in in range(52))
    return max(
        judged
        for stand_in, judged in tried
        if joker is Joker.FULL or stand_in >> 2 == 12 or CATEGORIES[judged[0]] in COMPLETED
    )


def best_five(cards: Sequence[Card], joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST) -> Judged:
    return max(with_joker(chosen, joker, wheel) for chosen in combinations(cards, 5))


def low(cards: Sequence[Card]) -> Judged:
    """Judges five natural cards, ace to five. Smaller is better, so everything is negated."""
    counts = Counter((card >> 2) + 1 if card >> 2 < 12 else 0 for card in cards)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    worse = sorted(SHAPES, key=lambda shape: (shape[0], -len(shape)))
    return -worse.index(tuple(counts[rank] for rank in groups)), tuple(-rank for rank in groups)


def three(cards: Sequence[Card]) -> Judged:
    counts = Counter(card >> 2 for card in cards)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    flush = len({card & 3 for card in cards}) == 1
    run = groups == [12, 1, 0] or (len(groups) == 3 and groups[0] - groups[2] == 2)
    top = (1.0,) if groups == [12, 1, 0] else (float(groups[0]),)
    if run and flush:
        return 5, top
    if len(groups) == 1:
        return 4, tuple(groups)
    if run:
        return 3, top
    return 2 if flush else 3 - len(groups), tuple(groups)


def same_order(pairs: Iterable[tuple[int, object]]) -> bool:
    """Returns True if the values give the same order as the judgements, with equal values for equal ones."""
    known: dict[int, Any] = {}
    for value, judged in pairs:
        if known.setdefault(value, judged) != judged:
            return False
    return all(known[lower] < known[higher] for lower, higher in pairwise(sorted(known)))
