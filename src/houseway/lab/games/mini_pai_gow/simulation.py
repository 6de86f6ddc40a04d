"""Simulation model of Mini Pai Gow: lookup tables set and double the hands. The house way never doubles."""

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

from houseway.games.mini_pai_gow.game import BONUS, MAIN, QUALIFIES
from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.lab.games.mini_pai_gow.solution import paid
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.simulation.model import WON, expected, notes
from houseway.lab.methods.pai_gow.simulation.simulated_setters import setter_of
from houseway.lab.simulation.model import CellModel, RoundCell
from houseway.lab.simulation.strategies import BEST, FILE, HOUSE_WAY, RULE, Tactic, refuse_other

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Counts

ID: Final = "mini-pai-gow"
METHOD: Final = (
    "twelve cards from a pack; settings looked up by the pattern of a hand or by the hand, results read from the script"
)
DECISIONS: Final = ("set", "set and double")


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:
    """Returns the model of the main wager and a Bonus of one unit each, for one player, so without Community Bonus."""
    import numpy as np

    from houseway.hands.kernels.jit import code
    from houseway.lab.methods.pai_gow.simulation.kernels import play_six

    refuse_other(player, ID, HOUSE_WAY, BEST, RULE, FILE)
    options = asked.rules.options
    mine, banks = setter_of(asked, player, tell), setter_of(asked, bank, tell)
    categories = list(five.FLOORS)
    kinds = [0, *(categories.index(five.category(value)) for value in range(1, len(five.LADDER.rungs)))]
    rows = np.array(kinds, np.uint8)
    wheel, least = code(Wheel(options.wheel)), QUALIFIES[options.qualifier]
    cells = _cells(asked, [asked.pays_or_loses(options.bonus_paytable, category) for category in categories])

    def count(start: "np.uint64", rounds: int) -> "Counts":
        out = np.zeros((len(WON), 2, 2, len(categories)), np.int64)
        play_six(start, rounds, mine, banks, least, rows, wheel, out)
        return out.ravel()

    sides = {BONUS: Fraction(1)}
    exact = expected(asked, BONUS, player, bank, tell)
    return CellModel(METHOD, MAIN, cells, count, sides=sides, expected=exact, notes=notes(exact, asked, player, bank))


def _cells(asked: Question, pays: list[Fraction]) -> list[RoundCell]:
    """Returns the cells by comparisons won, doubled or not, dealer qualified or not, and row of the Bonus."""
    cells = []
    for (taken, name), doubled, qualified in product(enumerate(WON), (False, True), (False, True)):
        hand = paid(asked, qualified, len(WON) - 1 - taken, doubled=doubled)
        says = f"{name}, dealer {'' if qualified else 'not '}qualified" if doubled else name
        cells += [
            RoundCell(says, DECISIONS[doubled], ProbedHand(hand.nets | {BONUS: net}, hand.staked + 1)) for net in pays
        ]
    return cells
