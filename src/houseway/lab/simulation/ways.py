"""How hands are set at a table of each pai gow game, for tables of the house way."""

from houseway.cards import PACK_WITH_JOKER, Cards
from houseway.games import fortune_pai_gow, pai_gow_california, pai_gow_seneca
from houseway.games.kit import six_cards
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.lab.pai_gow.seven_cards import seven_card_way
from houseway.lab.pai_gow.way import Deck, Halves, Way
from houseway.rulebook import Rules


def way_for(rules: Rules) -> Way:
    """The way of a table with these rules."""
    options = rules.options
    if rules.game.id == "mini-pai-gow":
        return six_card_way(Wheel(options.wheel))
    if rules.game.id == "pai-gow-california":
        joker = options.deck == len(PACK_WITH_JOKER)
        return seven_card_way(pai_gow_california.manner_of(options), joker=joker)
    games = {"fortune-pai-gow": fortune_pai_gow, "pai-gow-seneca": pai_gow_seneca}
    return seven_card_way(games[rules.game.id].manner_of(options))


def six_card_way(wheel: Wheel) -> Way:
    """One card in front and five behind (MPG-15), set as the dealer must (MPG-40)."""

    def house(cards: Cards) -> Halves:
        low = six_cards.house_low(cards, wheel)
        return six_cards.low_value(low), six_cards.high_value([card for card in cards if card != low], wheel)

    least = (0, *six_cards.LEAST_HIGH)
    return Way(Deck(tuple(range(13)), True, six_cards.CARDS), 1, Joker.SEMI, wheel, least, house)
