"""Pai Gow Poker of California, exactly."""

from houseway.cards import PACK_WITH_JOKER
from houseway.games.pai_gow_california import manner_of
from houseway.lab.pai_gow.seven_cards import seven_card_way
from houseway.lab.pai_gow.way import Way
from houseway.rulebook import Rules


def way_of(rules: Rules) -> Way:
    """Hands are set by the Fortune chart (PGC-50), from a pack with a joker or without (PGC-01)."""
    return seven_card_way(manner_of(rules.options), joker=rules.options.deck == len(PACK_WITH_JOKER))
