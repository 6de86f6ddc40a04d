"""One-card hands: the rank alone, ace highest of the natural cards, suits never (TCS-25, MPG-21)."""

from collections.abc import Sequence

from houseway.cards import JOKER, RANK_NAMES, Card
from houseway.hands.hand import Hand, a, refuse


def category(value: int) -> str:
    return "joker" if value == 14 else RANK_NAMES[value - 1]


def value(cards: Sequence[Card]) -> int:
    """1 for a two to 13 for an ace; the joker is 14, above every ace (MPG-21, MPG-23)."""
    return (cards[0] >> 2) + 1


def hand(cards: Sequence[Card]) -> Hand:
    """What a dealer calls the card; more than one is refused."""
    refuse(cards, (1,), joker=True)
    name = category(value(cards))
    return Hand(value(cards), name, "the joker" if cards[0] == JOKER else a(name), tuple(cards))
