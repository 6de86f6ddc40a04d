"""Exact solver of Mini Pai Gow: every pair of hands, the best setting and double of every hand, and the Bonus."""

from typing import Final

from houseway.games.mini_pai_gow.game import BONUS, MAIN
from houseway.lab.games.mini_pai_gow.side import bonus
from houseway.lab.games.mini_pai_gow.solution import HOUSE_WAY, METHOD, best_play, house_way
from houseway.lab.inquiry.solver import Solver
from houseway.lab.methods.pai_gow.setting_values import expected

SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way, BONUS: bonus},
    ways=(HOUSE_WAY,),
    readings=("wheel", "qualifier"),
)
