"""Fortune Pai Gow Poker, exactly: every pair of hands, the best setting of every hand, and the side bets."""

from typing import Final

from houseway.games.fortune_pai_gow import FORTUNE, manner_of
from houseway.games.kit.pai_gow_round import MAIN
from houseway.lab.pai_gow.expected import expected
from houseway.lab.pai_gow.seven_cards import seven_card_way
from houseway.lab.pai_gow.solution import HOUSE_WAY, METHOD, best_play, house_way
from houseway.lab.pai_gow.way import Way
from houseway.lab.sides.fortune_pai_gow import fortune
from houseway.lab.solver import Solver
from houseway.rulebook import Rules


def way_of(rules: Rules) -> Way:
    """The player-dealer's hand is set by the chart (FPG-32, FPG-60)."""
    return seven_card_way(manner_of(rules.options))


SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way, FORTUNE: fortune},
    ways=(HOUSE_WAY,),
    readings=("main_joker", "two_pair_complete"),
)
