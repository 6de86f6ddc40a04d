"""Pai Gow Poker of Seneca, exactly: every pair of hands and the best setting of every hand, net of the commission."""

from typing import Final

from houseway.games.kit.pai_gow_round import MAIN
from houseway.games.pai_gow_seneca import manner_of
from houseway.lab.pai_gow.expected import expected
from houseway.lab.pai_gow.seven_cards import seven_card_way
from houseway.lab.pai_gow.solution import HOUSE_WAY, METHOD, best_play, house_way
from houseway.lab.pai_gow.way import Way
from houseway.lab.solver import Solver
from houseway.rulebook import Rules


def way_of(rules: Rules) -> Way:
    """The house sets its hand by the classic way, or by the Fortune chart (PGS-18, PGS-50)."""
    return seven_card_way(manner_of(rules.options))


SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way},
    ways=(HOUSE_WAY,),
    readings=("house_way",),
)
