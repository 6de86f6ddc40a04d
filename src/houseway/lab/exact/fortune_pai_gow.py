"""Fortune Pai Gow Poker: its side bets, exactly."""

from typing import Final

from houseway.games.fortune_pai_gow import FORTUNE
from houseway.games.kit.pai_gow_round import MAIN
from houseway.lab.sides.fortune_pai_gow import fortune
from houseway.lab.solver import Solver

SOLVER: Final = Solver(method="every hand of seven of 53 cards: 154,143,080", wager=MAIN, sides={FORTUNE: fortune})
