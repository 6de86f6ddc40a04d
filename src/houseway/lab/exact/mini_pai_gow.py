"""Mini Pai Gow: its side bets, exactly."""

from typing import Final

from houseway.games.mini_pai_gow import BONUS, MAIN
from houseway.lab.sides.mini_pai_gow import bonus
from houseway.lab.solver import Solver

SOLVER: Final = Solver(method="every hand of six of 53 cards: 22,957,480", wager=MAIN, sides={BONUS: bonus})
