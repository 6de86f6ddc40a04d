"""Setting of hands at a table: the cards dealt, the house way, and the value of any setting."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from houseway.cards import JOKER, Cards
from houseway.hands import one, two, wild
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.question import Question
from houseway.roster import part
from houseway.rulebook import Rules
from houseway.script import Cents

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array

Halves = tuple[int, int]
"""The values of a setting: the front, or low hand, and the back."""


Three = tuple[Fraction, Fraction, Fraction]
"""Nets of both halves lost, one won and both won, per unit of the main wager."""


Counts = tuple[int, int, int]
Meet = Callable[[list[Halves], int], list[tuple[Counts, Counts]]]
"""Returns, for settings and the least back that qualifies, each one's opponents without and with such a back."""


class SplitDeck(NamedTuple):
    """The cards that are dealt: whole ranks of the pack, with a joker or not, so many to a hand.

    A card of a deck is numbered from its own lowest rank, and the joker comes last. `cards` converts to cards of the
    pack.
    """

    ranks: tuple[int, ...]
    joker: bool
    hand: int

    @property
    def size(self) -> int:
        return 4 * len(self.ranks) + self.joker

    def cards(self, hand: Cards) -> Cards:
        return tuple([JOKER if card >> 2 == len(self.ranks) else 4 * self.ranks[card >> 2] + card % 4 for card in hand])


class SplitWay(NamedTuple):
    """Setting at one table: `low` cards in front, foul if the back is below `least_back` of the front's value.

    `house` returns the values of both halves when the house sets a hand.
    """

    deck: SplitDeck
    low: int
    joker: Joker
    wheel: Wheel
    least_back: tuple[int, ...]
    house: Callable[[Cards], Halves]

    def halves(self, low: Cards, high: Cards) -> Halves:
        """Returns the values of the two halves of a setting."""
        front = two.value(low, self.joker) if self.low == two.LADDER.size else one.value(low)
        return front, wild.value(high, self.joker, self.wheel)

    def smaller(self, ranks: tuple[int, ...], joker: bool = True) -> "SplitWay":
        """Returns the same way with a smaller deck, on which every pair of hands can be enumerated."""
        return self._replace(deck=SplitDeck(ranks, joker, self.deck.hand))


def way_of(rules: Rules) -> SplitWay:
    """Returns the way of a table with these rules."""
    return split_of(rules.game.id).way(rules)


class Nets(NamedTuple):
    """Net of a hand against an opponent who does not qualify, and against one who does."""

    weak: Three
    qualified: Three
    doubled: bool = False


class SplitHands(Struct, frozen=True, kw_only=True):
    """A game's part in the method: its `way`, and the payments of a hand.

    `nets` returns them for a main wager of so many cents, `against_player` the same if a player banks. `qualifies`
    returns the least back of an opponent who gives doubles action; it is None if nothing is doubled. `staked` are the
    circles that play against the bank. `best` numbers the best setting of every hand (see `best_settings`).
    """

    way: Callable[[Rules], SplitWay]
    nets: Callable[[Question, Cents], tuple[Nets, ...]]
    best: "Callable[..., Array]"
    against_player: Callable[[Question, Cents], tuple[Nets, ...]] | None = None
    qualifies: Callable[[Question], int] | None = None
    staked: tuple[str, ...] = ("main",)

    @property
    def doubles(self) -> bool:
        """True if a hand may be doubled against an opponent who qualifies."""
        return self.qualifies is not None


def split_of(game_id: str) -> SplitHands:
    """Returns the part of a game's record about setting its hands."""
    found: SplitHands = part(lab_of(game_id).split)
    return found
