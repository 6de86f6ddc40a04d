"""One-card hands: the rank alone, ace highest of the natural cards, suits never (TCS-25, MPG-21)."""

from collections.abc import Sequence
from typing import Final

from houseway.cards import RANK_NAMES, Card
from houseway.hands.hand import Hand, HandName, a, codes, named, refuse

JOKER_VALUE: Final = 14


def category(value: int) -> str:
    return "joker" if value == JOKER_VALUE else RANK_NAMES[value - 1]


def value(cards: Sequence[Card]) -> int:
    """Returns the value: 1 for a two to 13 for an ace, and 14 for the joker (MPG-21, MPG-23)."""
    return (cards[0] >> 2) + 1


def hand(cards: Sequence[Card]) -> Hand:
    """Returns the card with the dealer's word for it. Raises InputError for more than one card."""
    refuse(cards, (1,), joker=True)
    best = value(cards)
    name = card_name(best)
    return Hand(best, category(best), name.says, tuple(cards), name)


def card_name(value: int) -> HandName:
    """The name of the card of that value."""
    if value == JOKER_VALUE:
        return named("the joker", "joker")
    return named(a(category(value)), "one-card", ranks=codes((value - 1,)))
