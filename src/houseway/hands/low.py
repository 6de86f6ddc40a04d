"""Low hands, ace to five: the ace is low, straights and flushes do not count. A greater value is a lower hand.

Any five different ranks beat any pair. The smaller card at the first difference from the top wins. Paired hands follow
in the order of their groups, smaller ranks first (LOW-44, LOW-45). Eight or better is the same order, cut off below
8-7-6-5-4 (OMA-45, OMA-47, PIN-42, PIN-43).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from houseway.cards import JOKER, RANK_NAMES, Card
from houseway.hands.hand import Hand, HandName, codes, listed, name_of, named, refuse
from houseway.hands.ladder import KEYS, RANK_KEYS, RANKS_MASK, Ladder, laid, matched, rungs

SIZES: Final = (5, 6, 7, 8)
LOW_RANKS: Final[tuple[int, ...]] = (12, *range(12))
"""The ranks from the ace, here the lowest, to the king."""


def _downward(*pattern: int) -> Iterable[tuple[int, ...]]:
    """Returns ranks by a pattern, the highest and so the worst first, with the ace low."""
    return [tuple(LOW_RANKS[place] for place in places) for places in reversed(matched(*pattern))]


LADDER: Final = Ladder(
    rungs("four of a kind", _downward(4, 1)),
    rungs("full house", _downward(3, 2)),
    rungs("three of a kind", _downward(3, 1, 1)),
    rungs("two pair", _downward(2, 2, 1)),
    rungs("pair", _downward(2, 1, 1, 1)),
    rungs("no pair", _downward(1, 1, 1, 1, 1)),
)
FLOORS: Final = LADDER.floors
category: Final = LADDER.category

_NO_LOW: Final = len(LADDER.rungs) - 1 - 56
"""Value of 9-4-3-2-A, the best hand without an eight-or-better low. 56 hands lie above it (OMA-47)."""


def value(cards: Sequence[Card]) -> int:
    """Returns the value of the best five cards: 1 for four kings with a queen to 6,175 for 5-4-3-2-A."""
    key = sum([KEYS[card] for card in cards]) & RANKS_MASK
    return LADDER.ranked[key + joker_key(key) if JOKER in cards else key]


def hand(cards: Sequence[Card]) -> Hand:
    """Returns the lowest five of five to eight cards. The joker is the lowest rank not there (LOW-02, LOW-46)."""
    refuse(cards, SIZES, joker=True)
    best = value(cards)
    kind, ranks, _ = LADDER.rungs[best]
    name = low_name(ranks) if kind == "no pair" else name_of(kind, ranks)
    return Hand(best, kind, name.says, laid(ranks, False, cards), name)


def joker_key(key: int) -> int:
    """Returns the key of the lowest rank that a key of natural ranks lacks (LOW-02)."""
    return next(RANK_KEYS[rank] for rank in LOW_RANKS if not key & 7 * RANK_KEYS[rank])


def low_name(ranks: Sequence[int]) -> HandName:
    """The name of five different ranks: by the two highest, then the others."""
    if ranks[0] == 3:
        return named("a wheel", "wheel")
    says = f"{RANK_NAMES[ranks[0]]}-{RANK_NAMES[ranks[1]]} low with {listed(ranks[2:])}"
    high, second = codes(ranks[:2])
    return named(says, "low", high=high, second=second, side=codes(ranks[2:]))


EIGHT_BITS: Final = tuple(1 << place if (place := LOW_RANKS.index(card >> 2)) < 8 else 0 for card in range(52))
"""Bitmask of each card's rank, one bit for each rank from ace to eight. Other cards have none."""


def _eights() -> bytes:
    """Returns the value of every set of those eight ranks: 1 for 8-7-6-5-4 to 56 for 5-4-3-2-A.

    Fewer than five ranks give 0.
    """
    values = bytearray(256)
    for held in range(256):
        ranks = [LOW_RANKS[bit] for bit in range(8) if held >> bit & 1]
        lows = (LADDER.ranked[sum(RANK_KEYS[rank] for rank in five)] for five in combinations(ranks, 5))
        values[held] = max(lows, default=_NO_LOW) - _NO_LOW
    return bytes(values)


EIGHTS: Final = _eights()


def eight_value(cards: Sequence[Card]) -> int:
    """Returns the eight-or-better value of any number of cards: 1 to 56 for a qualifying low, 0 for none."""
    held = 0
    for card in cards:
        held |= EIGHT_BITS[card]
    return EIGHTS[held]


def eight_hand(cards: Sequence[Card]) -> Hand:
    """Returns the lowest five different ranks of eight or less, or a hand of value 0 that says `no low`."""
    refuse(cards, SIZES)
    best = eight_value(cards)
    if not best:
        return Hand(0, "no low", "no low", (), named("no low", "no-low"))
    ranks = LADDER.rungs[best + _NO_LOW].ranks
    name = low_name(ranks)
    return Hand(best, "low", name.says, laid(ranks, False, cards), name)
