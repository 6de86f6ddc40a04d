"""Ultimate Texas Hold'em: its side bets, exactly."""

from typing import Final

from houseway.games.ultimate_texas_holdem import ANTE, TRIPS
from houseway.lab.sides.ultimate_texas_holdem import trips
from houseway.lab.solver import Solver

SOLVER: Final = Solver(method="every hand of seven of 52 cards: 133,784,560", wager=ANTE, sides={TRIPS: trips})
