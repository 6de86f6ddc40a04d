"""The house way of Pai Gow Poker of California, for the pai gow method."""

from typing import Final

from houseway.cards import PACK_WITH_JOKER
from houseway.games.pai_gow_california import house_rules_of
from houseway.lab.methods.pai_gow.setting_values import undoubled
from houseway.lab.methods.pai_gow.seven_cards import best, seven_card_way
from houseway.lab.methods.pai_gow.way import SplitHands, SplitWay
from houseway.rulebook import Rules


def way_of(rules: Rules) -> SplitWay:
    """Returns the house way: the Fortune chart (PGC-50), for a pack with a joker or without (PGC-01)."""
    return seven_card_way(house_rules_of(rules.options), joker=rules.options.deck == len(PACK_WITH_JOKER))


SPLIT: Final = SplitHands(way=way_of, nets=undoubled, best=best)
