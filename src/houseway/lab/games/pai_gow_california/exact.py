"""Exact solver of Pai Gow Poker of California: every pair of hands, the best setting of every hand, and banking."""

from typing import Final

from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.lab.inquiry.solver import Solver
from houseway.lab.methods.pai_gow.exact import BANKING, HOUSE_WAY, METHOD, banking, best_play, house_way
from houseway.lab.methods.pai_gow.setting_values import expected

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
