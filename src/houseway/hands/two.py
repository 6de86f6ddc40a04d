"""Two-card hands: a pair, or two cards compared by the higher and then the lower (FPG-39, PGC-32, PGS-34).

Straights and flushes do not count. `connectors` ranks two cards in games in which they do.
"""

from collections.abc import Sequence
from typing import Final

from houseway.cards import JOKER, KING, Card
from houseway.hands.hand import Hand, refuse
from houseway.hands.ladder import ACE_KEY, KEYS, RANKS_MASK, Ladder, matched, rungs
from houseway.hands.wild import Joker

LADDER: Final = Ladder(rungs("high card", matched(1, 1)), rungs("pair", matched(2)))
FLOORS: Final = LADDER.floors
category: Final = LADDER.category


def value(cards: Sequence[Card], joker: Joker = Joker.SEMI) -> int:
    """Returns the value: 1 for 3-2 to 91 for a pair of aces.

    The joker is an ace (FPG-02, PGC-33, PGS-02). A fully wild joker pairs the other card (FPG-80).
    """
    one, two = cards
    if JOKER in cards:
        partner = KEYS[one] + KEYS[two] & RANKS_MASK
        return LADDER.ranked[partner + (ACE_KEY if joker == Joker.SEMI else partner)]
    return LADDER.ranked[KEYS[one] + KEYS[two] & RANKS_MASK]


def hand(cards: Sequence[Card], joker: Joker = Joker.SEMI) -> Hand:
    refuse(cards, (2,), joker=True)
    return LADDER.hand(value(cards, joker), cards)


def bonus(cards: Sequence[Card]) -> str:
    """Returns the row of a pay table for two cards dealt, the highest that they meet (TCH-45, TCH-48).

    The rows are `ace-king suited`, `pair of aces`, `pair of kings`, `pair` and `suited`. `nothing` is no row.
    """
    refuse(cards, (2,))
    low, high = sorted(cards)
    if low >> 2 == high >> 2:
        return {12: "pair of aces", 11: "pair of kings"}.get(low >> 2, "pair")
    if low & 3 != high & 3:
        return "nothing"
    return "ace-king suited" if low >> 2 == KING else "suited"
