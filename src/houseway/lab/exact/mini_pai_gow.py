"""Mini Pai Gow, exactly: every pair of hands, the best setting and double of every hand, and the Bonus."""

from typing import Final

from houseway.games.mini_pai_gow import BONUS, MAIN
from houseway.hands.five import Wheel
from houseway.lab.pai_gow.expected import expected
from houseway.lab.pai_gow.mini import HOUSE_WAY, METHOD, best_play, house_way
from houseway.lab.pai_gow.six_cards import six_card_way
from houseway.lab.pai_gow.way import Way
from houseway.lab.sides.mini_pai_gow import bonus
from houseway.lab.solver import Solver
from houseway.rulebook import Rules


def way_of(rules: Rules) -> Way:
    """The dealer's hand is set by the house way (MPG-18, MPG-40)."""
    return six_card_way(Wheel(rules.options.wheel))


SOLVER: Final = Solver(
    method=METHOD,
    wager=MAIN,
    base=best_play,
    expected=expected,
    sides={HOUSE_WAY: house_way, BONUS: bonus},
    ways=(HOUSE_WAY,),
    readings=("wheel", "qualifier"),
)
