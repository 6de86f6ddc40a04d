"""One-card hands: the rank alone, ace highest of the natural cards, suits never (TCS-25, MPG-21)."""

from collections.abc import Sequence

from houseway.cards import JOKER, RANK_NAMES, Card
from houseway.hands.hand import Hand, a, refuse


def category(value: int) -> str:
    return "joker" if value == 14 else RANK_NAMES[value - 1]


def value(cards: Sequence[Card]) -> int:
    """Returns the value: 1 for a two to 13 for an ace, and 14 for the joker (MPG-21, MPG-23)."""
    return (cards[0] >> 2) + 1


def hand(cards: Sequence[Card]) -> Hand:
    """Returns the card with the dealer's word for it. Raises InputError for more than one card."""
    refuse(cards, (1,), joker=True)
    name = category(value(cards))
    return Hand(value(cards), name, "the joker" if cards[0] == JOKER else a(name), tuple(cards))
