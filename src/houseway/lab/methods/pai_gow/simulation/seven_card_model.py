"""The model of the three games of seven cards: both sides set, main wager and possibly a bonus on the seven cards."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.hands import seven
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.simulation.model import WON, expected, main_outcome, notes, probed
from houseway.lab.methods.pai_gow.simulation.simulated_setters import setter_of
from houseway.lab.methods.pai_gow.way import way_of
from houseway.lab.simulation.model import CellModel, RoundCell
from houseway.lab.simulation.strategies import BEST, FILE, HOUSE_WAY, RULE, Tactic, refuse_other

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Counts

METHOD: Final = (
    "fourteen cards from a pack; settings looked up by the pattern of a hand or by the hand, "
    "results read from the script"
)


def seven_card_model(
    asked: Question,
    player: Tactic,
    bank: Tactic,
    tell: Progress,
    *,
    bonus: str = "",
    pays: Mapping[str, Fraction] | None = None,
    match_joker: bool = False,
) -> CellModel:
    """Returns the model of the game as both sides set their hands. `pays` are the rows of the bonus on seven cards."""
    import numpy as np

    from houseway.lab.methods.pai_gow.simulation.kernels import play_seven

    refuse_other(player, asked.game, HOUSE_WAY, BEST, RULE, FILE)
    deck = way_of(asked.rules).deck.size
    mine, banks = setter_of(asked, player, tell), setter_of(asked, bank, tell, banks=True)
    rows = seven.ROWS if bonus else ("",)
    cells = [
        RoundCell(
            name, "", ProbedHand(hand.nets | ({bonus: (pays or {})[row]} if bonus else {}), hand.staked + bool(bonus))
        )
        for name, hand in zip(WON, probed(asked, main_outcome, len(WON)), strict=True)
        for row in rows
    ]

    def count(start: "np.uint64", rounds: int) -> "Counts":
        out = np.zeros((len(WON), len(rows)), np.int64)
        play_seven(start, rounds, deck, mine, banks, match_joker, bool(bonus), out)
        return out.ravel()

    sides = {bonus: Fraction(1)} if bonus else {}
    exact = expected(asked, bonus, player, bank, tell)
    return CellModel(METHOD, MAIN, cells, count, sides=sides, expected=exact, notes=notes(exact, asked, player, bank))
