"""Two-card hands in which neighbours and suits count, and the colours that decide a copy.

The order is suited connectors, pair, connected cards, suited cards, high card (TCS-26). A-K is the highest pair of
neighbours and A-2, two-high, the lowest (TCS-27, TCS-28). Pairs compare by rank, the rest by the higher card and then
the lower (TCS-29).
"""

from collections.abc import Sequence
from typing import Final

from houseway.cards import Card
from houseway.hands.hand import Hand, refuse
from houseway.hands.ladder import KEYS, RANKS_MASK, Ladder, matched, rungs, straights, unpaired

LADDER: Final = Ladder(
    rungs("high card", unpaired(2)),
    rungs("suited cards", unpaired(2), suited=True),
    rungs("connected cards", straights(2)),
    rungs("pair", matched(2)),
    rungs("suited connectors", straights(2), suited=True),
)
FLOORS: Final = LADDER.floors
category: Final = LADDER.category


def value(cards: Sequence[Card]) -> int:
    """Returns the value: 1 for 4-2 of two suits to 169 for a suited A-K."""
    one, two = cards
    values = LADDER.ranked if (one ^ two) & 3 else LADDER.suited
    return values[KEYS[one] + KEYS[two] & RANKS_MASK]


def hand(cards: Sequence[Card]) -> Hand:
    refuse(cards, (2,))
    return LADDER.hand(value(cards), cards)


def reds(cards: Sequence[Card]) -> int:
    """Counts the diamonds and hearts among the cards."""
    return sum((card & 3) in (1, 2) for card in cards)


def same_colours(cards: Sequence[Card], others: Sequence[Card]) -> bool:
    """Returns True if two copies hold equally many red cards, whatever their ranks (TCS-31, TCS-32, TCS-54)."""
    return reds(cards) == reds(others)
