"""Exact solver of Pai Gow Poker of Seneca: every pair of hands, the best setting, net of the commission."""

from typing import Final

from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.lab.inquiry.solver import Solver
from houseway.lab.methods.pai_gow.exact import HOUSE_WAY, METHOD, best_play, house_way
from houseway.lab.methods.pai_gow.setting_values import expected

SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way},
    ways=(HOUSE_WAY,),
    readings=("house_way",),
)
