"""How hands are set at a table: which cards are dealt, how the house sets them, and what any setting is worth."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from houseway.cards import JOKER, Cards
from houseway.hands import one, two, wild
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.rulebook import Rules

Halves = tuple[int, int]
"""The values of a setting: the front, or low hand, and the back."""


class Deck(NamedTuple):
    """The cards that are dealt: whole ranks of the pack, with a joker or not, so many to a hand.

    A card of a deck is counted from its own lowest rank on, and the joker comes last; `cards` are those of the pack.
    """

    ranks: tuple[int, ...]
    joker: bool
    hand: int

    @property
    def size(self) -> int:
        return 4 * len(self.ranks) + self.joker

    def cards(self, hand: Cards) -> Cards:
        return tuple([JOKER if card >> 2 == len(self.ranks) else 4 * self.ranks[card >> 2] + card % 4 for card in hand])


class Way(NamedTuple):
    """Setting at one table: `low` cards in front, foul where the back is below `least_back` of the front's value.

    `house` says what both halves of a hand are worth when the house sets it.
    """

    deck: Deck
    low: int
    joker: Joker
    wheel: Wheel
    least_back: tuple[int, ...]
    house: Callable[[Cards], Halves]

    def halves(self, low: Cards, high: Cards) -> Halves:
        """What the two halves of a setting are worth."""
        front = two.value(low, self.joker) if self.low == two.LADDER.size else one.value(low)
        return front, wild.value(high, self.joker, self.wheel)

    def smaller(self, ranks: tuple[int, ...], joker: bool = True) -> "Way":
        """The same way with a smaller deck, on which every pair of hands can be looked at."""
        return self._replace(deck=Deck(ranks, joker, self.deck.hand))


def way_of(rules: Rules) -> Way:
    """The way of a table with these rules."""
    module = import_module(f"houseway.lab.exact.{rules.game.id.replace('-', '_')}")
    way: Way = module.way_of(rules)
    return way
