"""Rules of a blackjack table as values: packs, charts, payoffs, doubles, splits and surrender."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

RANKS: Final = "A23456789B"
"""The ten classes of cards. A Bonus card is any ten, jack, queen or king."""
ACES, EIGHTS, BONUS = 0, 7, 9
POINTS: Final = tuple(range(1, 11))
STAND, HIT, FREE = range(3)
"""The codes of a chart, as the rule book prints them."""
OVER, TRIO, PURE = 0, 1, 22
"""Results of a bank beside a total: over 21.5, over with three eights, and a Pure (a blackjack)."""

Chart = Mapping[tuple[int, bool], int]
_ELEVEN_OR_LESS: Final = {(total, False): HIT for total in range(2, 12)}
"""Totals that no card can bust: nobody stands on them, chart or no chart."""


class Payoffs(Struct, frozen=True, kw_only=True):
    """Winnings of a hand for each unit of its wager, by its end."""

    win: Fraction = Fraction(1)
    push: Fraction = Fraction(0)
    lose: Fraction = Fraction(-1)
    pure: Fraction = Fraction(3, 2)
    pures_tie: Fraction = Fraction(0)
    bank_pure: Fraction = Fraction(-1)
    over: Fraction = Fraction(-1)
    over_trio: Fraction = Fraction(-1)
    surrender: Fraction = Fraction(-1, 2)


class BlackjackRules(Struct, frozen=True, kw_only=True):
    """One table. `player` and `bank` are charts by total and soft or not. A total that they leave out stands.

    If `peek`, the bank looks for a Pure before anybody acts. Without it, doubles and splits lose to one as well, and a
    surrender is settled before the bank's second card is known. `most_hands` is the most hands after splits.
    """

    decks: int
    player: Chart
    bank: Chart
    payoffs: Payoffs = Payoffs()
    peek: bool = True
    surrender: bool = True
    double_on_stand: bool = True
    double_after_split: bool = True
    most_hands: int = 4
    resplit_aces: bool = False
    even_money: Fraction | None = None

    @property
    def shoe(self) -> tuple[int, ...]:
        """The number of cards of each class in the whole shoe."""
        return (*(4 * self.decks for _ in range(9)), 16 * self.decks)

    def takes_even_money(self, up: int) -> bool:
        """Returns True if even money on a Pure against this up card is better than waiting for the peek (P21-72)."""
        if self.even_money is None or up != ACES:
            return False
        closed = Fraction(self.shoe[BONUS] - 1, sum(self.shoe) - 3)
        return self.even_money > self.payoffs.pure * (1 - closed) + self.payoffs.pures_tie * closed

    def hands_of(self, pair: int) -> int:
        """Returns the most hands that a pair of this class may be split into."""
        return self.most_hands if pair != ACES or self.resplit_aces else min(2, self.most_hands)


def ordinary(
    decks: int,
    *,
    hits_soft_17: bool = False,
    blackjack: Fraction = Fraction(3, 2),
    double_after_split: bool = True,
    surrender: bool = False,
    resplit_aces: bool = False,
    most_hands: int = 4,
    peek: bool = True,
) -> BlackjackRules:
    """Returns ordinary blackjack: no chart binds the player, and a busted hand has lost whatever the bank makes."""
    bank = {(total, soft): HIT for soft in (False, True) for total in range(2, 17)}
    if hits_soft_17:
        bank[17, True] = HIT
    return BlackjackRules(
        decks=decks,
        player={(total, soft): FREE for soft in (False, True) for total in range(2, 22)} | _ELEVEN_OR_LESS,
        bank=bank,
        payoffs=Payoffs(pure=blackjack),
        peek=peek,
        surrender=surrender,
        double_after_split=double_after_split,
        most_hands=most_hands,
        resplit_aces=resplit_aces,
    )
