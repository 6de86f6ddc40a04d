"""Exact solver of Fortune Pai Gow Poker: every pair of hands, the best setting of every hand, and the side bets."""

from typing import Final

from houseway.games.fortune_pai_gow import FORTUNE
from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.lab.games.fortune_pai_gow.side import fortune
from houseway.lab.inquiry.solver import Solver
from houseway.lab.methods.pai_gow.exact import HOUSE_WAY, METHOD, best_play, house_way
from houseway.lab.methods.pai_gow.setting_values import expected

SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way, FORTUNE: fortune},
    ways=(HOUSE_WAY,),
    readings=("main_joker", "two_pair_complete"),
)
