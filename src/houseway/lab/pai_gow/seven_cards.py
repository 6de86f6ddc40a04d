"""Seven cards, two in front and five behind: the way of a game that is set like traditional pai gow."""

from houseway.cards import Cards
from houseway.games.kit.pai_gow import CARDS, FRONT, LEAST_BACK
from houseway.games.kit.pai_gow_round import Manner
from houseway.games.kit.setting import split
from houseway.lab.pai_gow.way import Deck, Halves, Way


def seven_card_way(manner: Manner, *, joker: bool = True) -> Way:
    """The way of a table where hands are set and judged in this manner."""
    ranking = manner.ranking

    def house(cards: Cards) -> Halves:
        worth = ranking.worth(*split(cards, manner.house_way(cards).front))
        assert not worth.foul, f"the house way sets {cards} foul"
        return worth.front, worth.back

    return Way(Deck(tuple(range(13)), joker, CARDS), FRONT, ranking.joker, ranking.wheel, LEAST_BACK, house)
