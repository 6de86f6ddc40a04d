"""Pai gow hands: two cards in front, five behind; which settings are foul, and how two settings compare.

The front is measured against the back by class and then rank by rank as far as two cards go; equality is legal (FPG-31,
PGC-26, PGS-14). A hand equal to the bank's is a copy and the bank's to win (FPG-42, PGC-38, PGS-36).
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from houseway.cards import Card, Cards
from houseway.games.kit.banked.setting import outcome, split
from houseway.hands import Hand, five, two, wild
from houseway.hands.five import Wheel
from houseway.hands.hand import refuse
from houseway.hands.wild import Joker
from houseway.script import Setting, Verdict

FRONT: Final = 2
CARDS: Final = 7
PAIR: Final = two.FLOORS["pair"]
"""The least value of a front hand that is a pair."""


class Worth(NamedTuple):
    """What the two hands of a setting are worth; a foul one is worth nothing and loses without a comparison."""

    front: int
    back: int
    foul: bool

    def against(self, bank: "Worth") -> Verdict:
        """The outcome for the player: both hands must be higher, and copies are the bank's."""
        return outcome(self.front > bank.front, self.back > bank.back)


class Ranking:
    """What the joker may stand for and where A-2-3-4-5 stands: all that the ranks of a pai gow game depend on."""

    def __init__(self, joker: Joker, wheel: Wheel) -> None:
        self.joker = joker
        self.wheel = wheel

    def front(self, cards: Sequence[Card]) -> int:
        return two.value(cards, self.joker)

    def back(self, cards: Sequence[Card]) -> int:
        return wild.value(cards, self.joker, self.wheel)

    def worth(self, front: Cards, back: Cards) -> Worth:
        """What a setting is worth; wrong counts are foul, and so is a front that outranks the back."""
        if len(front) != FRONT or len(front) + len(back) != CARDS:
            return Worth(0, 0, True)
        low, high = self.front(front), self.back(back)
        return Worth(low, high, high < LEAST_BACK[low])

    def hands(self, front: Cards, back: Cards) -> tuple[Hand, Hand]:
        return two.hand(front, self.joker), wild.hand(back, self.joker, self.wheel)

    def setting(self, front: Cards, back: Cards, *clauses: str) -> Setting:
        """The setting with its words, as it is shown to people."""
        low, high = self.hands(front, back)
        return Setting(back, front, high.says, low.says, clauses, high.name, low.name)

    def settings(self, cards: Cards) -> list[Setting]:
        """Every setting that is not foul, the highest back first and then the highest front."""
        refuse(cards, (CARDS,), joker=True)
        legal = [
            (worth, front, back)
            for front, back in (split(cards, front) for front in combinations(cards, FRONT))
            if not (worth := self.worth(front, back)).foul
        ]
        legal.sort(key=lambda row: (row[0].back, row[0].front), reverse=True)
        return [self.setting(front, back) for _, front, back in legal]

    def ranks(self, cards: Cards) -> dict[str, Hand]:
        """What two cards are worth in front and five or more behind."""
        if len(cards) == FRONT:
            return {"front": two.hand(cards, self.joker)}
        return {"back": wild.hand(cards, self.joker, self.wheel)}


@cache
def ranking_of(joker: str, wheel: str = Wheel.LOWEST) -> Ranking:
    """The ranking that a table's options name, or that a game's rules fix."""
    return Ranking(Joker(joker), Wheel(wheel))


def _least_back(front: tuple[int, ...]) -> int:
    """The lowest back that a front of these ranks may stand before."""
    pair = front[0] == front[1]
    for value, (category, ranks, _) in enumerate(five.LADDER.rungs):
        if pair and category == "pair" and ranks[0] >= front[0]:
            return value
        if not pair and category == "high card" and ranks[:FRONT] >= front:
            return value
    return five.FLOORS["pair"]


LEAST_BACK: Final = (0, *(_least_back(rung.ranks) for rung in two.LADDER.rungs[1:]))
"""By the value of the front: a back that is worth less makes the setting foul."""
