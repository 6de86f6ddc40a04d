"""The house way of Fortune Pai Gow, for the pai gow method."""

from typing import Final

from houseway.games.fortune_pai_gow import house_rules_of
from houseway.lab.methods.pai_gow.setting_values import undoubled
from houseway.lab.methods.pai_gow.seven_cards import best, seven_card_way
from houseway.lab.methods.pai_gow.way import SplitHands, SplitWay
from houseway.rulebook import Rules


def way_of(rules: Rules) -> SplitWay:
    """Returns the house way: the chart sets the player-dealer's hand (FPG-32, FPG-60)."""
    return seven_card_way(house_rules_of(rules.options))


SPLIT: Final = SplitHands(way=way_of, nets=undoubled, best=best)
