"""The way of games that are set like traditional pai gow: seven cards, two in front and five behind."""

from typing import TYPE_CHECKING

from houseway.cards import Cards
from houseway.games.kit.banked.setting import split
from houseway.games.kit.pai_gow.house_rules import HouseRules
from houseway.games.kit.pai_gow.ranking import CARDS, FRONT, LEAST_BACK
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.way import Halves, SplitDeck, SplitWay

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array
    from houseway.lab.methods.pai_gow.patterns import Patterns


def seven_card_way(rules: HouseRules, *, joker: bool = True) -> SplitWay:
    """Returns the way of a table at which hands are set and judged by these rules."""
    ranking = rules.ranking

    def house(cards: Cards) -> Halves:
        worth = ranking.worth(*split(cards, rules.house_way(cards).front))
        assert not worth.foul, f"the house way sets {cards} foul"
        return worth.front, worth.back

    return SplitWay(SplitDeck(tuple(range(13)), joker, CARDS), FRONT, ranking.joker, ranking.wheel, LEAST_BACK, house)


def best(asked: Question, patterns: "Patterns", tell: Progress, *, banks: bool) -> "Array":
    """Returns the number of the best setting of every hand."""
    from houseway.lab.methods.pai_gow.best_settings import best_of_seven

    return best_of_seven(asked, patterns, tell, banks=banks)
