"""Six cards, one in front and five behind: the way of Mini Pai Gow."""

from houseway.cards import Cards
from houseway.games.kit.six_cards import CARDS, LEAST_HIGH, high_value, house_low, low_value
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.lab.pai_gow.way import Deck, Halves, Way


def six_card_way(wheel: Wheel) -> Way:
    """The way of a table where A-2-3-4-5 stands there."""

    def house(cards: Cards) -> Halves:
        low = house_low(cards, wheel)
        return low_value(low), high_value([card for card in cards if card != low], wheel)

    return Way(Deck(tuple(range(13)), True, CARDS), 1, Joker.SEMI, wheel, (0, *LEAST_HIGH), house)
