"""Pai Gow Poker of California, exactly: every pair of hands, the best setting of every hand, and banking."""

from typing import Final

from houseway.cards import PACK_WITH_JOKER
from houseway.games.kit.pai_gow_round import MAIN
from houseway.games.pai_gow_california import manner_of
from houseway.lab.pai_gow.expected import expected
from houseway.lab.pai_gow.seven_cards import seven_card_way
from houseway.lab.pai_gow.solution import BANKING, HOUSE_WAY, METHOD, banking, best_play, house_way
from houseway.lab.pai_gow.way import Way
from houseway.lab.solver import Solver
from houseway.rulebook import Rules


def way_of(rules: Rules) -> Way:
    """Hands are set by the Fortune chart (PGC-50), from a pack with a joker or without (PGC-01)."""
    return seven_card_way(manner_of(rules.options), joker=rules.options.deck == len(PACK_WITH_JOKER))


SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way, BANKING: banking},
    ways=(HOUSE_WAY, BANKING),
    banked=(BANKING,),
    readings=("joker", "wheel", "deck"),
)
