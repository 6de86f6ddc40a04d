"""Mini Pai Gow: its side bets, exactly."""

from typing import Final

from houseway.games.mini_pai_gow import BONUS, MAIN
from houseway.hands.five import Wheel
from houseway.lab.pai_gow.six_cards import six_card_way
from houseway.lab.pai_gow.way import Way
from houseway.lab.sides.mini_pai_gow import bonus
from houseway.lab.solver import Solver
from houseway.rulebook import Rules


def way_of(rules: Rules) -> Way:
    """The dealer's hand is set by the house way (MPG-18, MPG-40)."""
    return six_card_way(Wheel(rules.options.wheel))


SOLVER: Final = Solver(method="every hand of six of 53 cards: 22,957,480", wager=MAIN, sides={BONUS: bonus})
