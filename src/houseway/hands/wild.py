"""Five-card high hands of a pack with one joker: the best five of five, six or seven cards.

Five of a kind stands above the royal flush (FPG-34, PGC-30, PGS-30, MPG-19). A hand without the joker has the value
that `five` gives it. One with the joker has the value of the best hand that it may stand for, so the two compare
directly.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Final

from houseway.cards import JOKER, Card
from houseway.hands import five
from houseway.hands.five import FLOORS, Wheel, ladder_of, suited_key, suits_with
from houseway.hands.hand import Hand, refuse
from houseway.hands.ladder import ACE_KEY, KEYS, RANK_KEYS, RANKS_MASK, SUIT_SHIFT, Memo

SIZES: Final = (5, 6, 7)


class Joker(StrEnum):
    """The cards that the joker may stand for."""

    SEMI = "semi-wild"
    """An ace, or any card that completes a straight, a flush or both (FPG-02, PGC-33, PGS-02, MPG-03)."""
    FULL = "fully-wild"
    """Any card at all (FPG-03)."""

    __hash__ = str.__hash__  # as for `Wheel`


class WithJoker:
    """Values of natural cards with a joker: by their ranks, and by the ranks of those of one suit."""

    def __init__(self, joker: Joker, wheel: Wheel) -> None:
        self.ladder: Final = ladder_of(wheel)
        self.ranked: Final = Memo(self._semi if joker == Joker.SEMI else self._full)
        self.suited: Final = Memo(self._flush)

    def _semi(self, key: int) -> int:
        ace = self.ladder.ranked[key + ACE_KEY]
        others = (self.ladder.ranked[key + one] for one in RANK_KEYS)
        return max([ace, *(value for value in others if FLOORS["straight"] <= value < FLOORS["flush"])])

    def _full(self, key: int) -> int:
        return max(self.ladder.ranked[key + one] for one in RANK_KEYS)

    def _flush(self, key: int) -> int:
        """Returns the value of a flush with the joker, which is a missing rank (FPG-04, PGC-33, PGS-02, MPG-03)."""
        return max(self.ladder.suited[key + one] for one in RANK_KEYS if not key & one)


with_joker: Final = cache(WithJoker)
_FOURS: Final = suits_with(4)


def value(cards: Sequence[Card], joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST) -> int:
    """Returns the value: 1 for 7-5-4-3-2 of mixed suits to 7,462 for a royal flush, then up to 7,475 for five aces."""
    if JOKER not in cards:
        return five.value(cards, wheel)
    naturals = with_joker(joker, wheel)
    key = 0
    for card in cards:
        key += KEYS[card]
    best = naturals.ranked[key & RANKS_MASK]
    suit = _FOURS.get(key >> SUIT_SHIFT)
    # Four of a suit and the joker leave two more cards, so a flush is not always the better hand.
    return best if suit is None else max(best, naturals.suited[suited_key(cards, suit)])


def hand(cards: Sequence[Card], joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST) -> Hand:
    """Returns the best five of five, six or seven cards. The joker lies in place of the card that it stands for."""
    refuse(cards, SIZES, joker=True)
    return ladder_of(wheel).hand(value(cards, joker, wheel), cards)
