"""The three games of seven cards: both sides set, main wager and, where there is one, a bonus on the seven cards."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.games.kit.pai_gow_round import MAIN
from houseway.hands import seven
from houseway.lab.probe import Hand
from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.simulation.choice import HOUSE_WAY, Choice, refuse_other
from houseway.lab.simulation.model import Cell, Cells
from houseway.lab.simulation.pai_gow import WON, expected, house_table, main_outcome, probed
from houseway.lab.simulation.ways import way_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

METHOD: Final = (
    "fourteen cards from a pack; the house way looked up by the pattern of a hand, results read from the script"
)


def seven_card_model(
    asked: Question,
    player: Choice,
    bank: Choice,
    tell: Tell,
    *,
    bonus: str = "",
    pays: Mapping[str, Fraction] | None = None,
    match_joker: bool = False,
) -> Cells:
    """The game against a bank that sets by the house way; `pays` are the rows of the bonus on seven cards."""
    import numpy as np

    from houseway.lab.simulation.kernels.pai_gow import play_seven

    refuse_other(player, asked.game, HOUSE_WAY)
    refuse_other(bank, f"the bank of {asked.game}", HOUSE_WAY)
    deck = way_for(asked.rules).deck.size
    banks = mine = house_table(asked, tell)
    rows = seven.ROWS if bonus else ("",)
    cells = [
        Cell(
            name, HOUSE_WAY, Hand(hand.nets | ({bonus: (pays or {})[row]} if bonus else {}), hand.staked + bool(bonus))
        )
        for name, hand in zip(WON, probed(asked, main_outcome, len(WON)), strict=True)
        for row in rows
    ]

    def count(start: "np.uint64", rounds: int) -> "NDArray[np.int64]":
        out = np.zeros((len(WON), len(rows)), np.int64)
        play_seven(start, rounds, deck, mine, banks, match_joker, bool(bonus), out)
        return out.ravel()

    sides = {bonus: Fraction(1)} if bonus else {}
    return Cells(METHOD, MAIN, cells, count, sides=sides, expected=expected(asked, bonus, tell))
