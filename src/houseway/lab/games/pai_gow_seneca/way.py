"""The house way of Pai Gow Poker of the Seneca Niagara, for the pai gow method."""

from typing import Final

from houseway.games.pai_gow_seneca.game import house_rules_of
from houseway.lab.methods.pai_gow.setting_values import undoubled
from houseway.lab.methods.pai_gow.seven_cards import best, seven_card_way
from houseway.lab.methods.pai_gow.way import SplitHands, SplitWay
from houseway.rulebook import Rules


def way_of(rules: Rules) -> SplitWay:
    """Returns the house way: the classic way, or the Fortune chart (PGS-18, PGS-50)."""
    return seven_card_way(house_rules_of(rules.options))


SPLIT: Final = SplitHands(way=way_of, nets=undoubled, best=best)
