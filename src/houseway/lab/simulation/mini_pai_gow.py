"""Mini Pai Gow at speed, both hands set the house way, which never doubles."""

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.games.mini_pai_gow import BONUS, MAIN, QUALIFIES
from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.lab.probe import Hand
from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.simulation.choice import HOUSE_WAY, Choice, refuse_other
from houseway.lab.simulation.model import Cell, Cells
from houseway.lab.simulation.pai_gow import WON, expected, house_table, main_outcome, probed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ID: Final = "mini-pai-gow"
METHOD: Final = "twelve cards from a pack; the house way looked up by a hand's pattern, results read from the script"


def model(asked: Question, player: Choice, bank: Choice, tell: Tell) -> Cells:
    """The main wager and a Bonus of one unit each; alone at the table, so no Community Bonus comes."""
    import numpy as np

    from houseway.hands.kernels.jit import code
    from houseway.lab.simulation.kernels.pai_gow import play_six

    refuse_other(player, ID, HOUSE_WAY)
    refuse_other(bank, f"the bank of {ID}", HOUSE_WAY)
    options = asked.rules.options
    house, categories = house_table(asked, tell), list(five.FLOORS)
    kinds = [0, *(categories.index(five.category(value)) for value in range(1, len(five.LADDER.rungs)))]
    rows, never = np.array(kinds, np.uint8), np.zeros(len(house), np.bool_)
    wheel, least = code(Wheel(options.wheel)), QUALIFIES[options.qualifier]
    pays = [asked.pays_or_loses(options.bonus_paytable, category) for category in categories]
    cells = [
        Cell(name, HOUSE_WAY, Hand(hand.nets | {BONUS: net}, hand.staked + 1))
        for name, hand in zip(WON, probed(asked, main_outcome, len(WON)), strict=True)
        for net in pays
    ]

    def count(start: "np.uint64", rounds: int) -> "NDArray[np.int64]":
        out = np.zeros((len(WON), 2, 2, len(categories)), np.int64)
        play_six(start, rounds, house, never, house, least, rows, wheel, out)
        found: NDArray[np.int64] = out.sum((1, 2)).ravel()
        return found

    sides = {BONUS: Fraction(1)}
    return Cells(METHOD, MAIN, cells, count, sides=sides, expected=expected(asked, BONUS, tell))
