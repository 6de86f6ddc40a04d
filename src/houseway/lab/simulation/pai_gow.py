"""The pai gow games at speed: hands set by the pattern they are of, results as the script pays them."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from houseway.lab.odds import odds
from houseway.lab.probe import Hand
from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.simulation.choice import HOUSE_WAY, Choice
from houseway.lab.simulation.model import GAME
from houseway.lab.simulation.script import Banked
from houseway.lab.simulation.store import kept
from houseway.lab.simulation.tally import Tally
from houseway.lab.simulation.ways import way_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WON: Final = ("both lost", "one each", "both won")
_ENOUGH: Final = 5_000
"""Rounds within which every outcome of a game has been met."""


def house_table(asked: Question, tell: Tell) -> "NDArray[np.int32]":
    """What the house makes of a hand, front above back, by its `kernels.pai_gow.places`; kept on disk."""
    table: NDArray[np.int32] = kept(asked, "house way", lambda: {"table": _house_table(asked, tell)})["table"]
    return table


def _house_table(asked: Question, tell: Tell) -> "NDArray[np.int32]":
    """The house way of one hand of each pattern, asked of the game itself."""
    import numpy as np

    from houseway.lab.pai_gow.patterns import in_the_pack, representatives
    from houseway.lab.simulation.kernels.pai_gow import FRONT_SHIFT, places

    way = way_for(asked.rules)
    hands = in_the_pack(way.deck, representatives(way.deck))
    worth = np.empty(len(hands), np.int32)
    for number, hand in enumerate(hands.tolist()):
        front, back = way.house(tuple(hand))
        worth[number] = front << FRONT_SHIFT | back
        if number % 2_000 == 0:
            tell("the house way of every pattern of hands", number, len(hands))
    at = places(hands)
    table = np.full(at.max() + 1, -1, np.int32)
    table[at] = worth
    return table


def probed(asked: Question, met: Callable[[Any], int | None], cells: int) -> list[Hand]:
    """What the script made of the first round that `met` puts in each cell, without the side bets."""
    table = Banked(asked, Choice(HOUSE_WAY), Choice(HOUSE_WAY), None)
    found: dict[int, Hand] = {}
    unit = table.units[GAME]
    for number in range(_ENOUGH):
        tally = Tally()
        round_ = table.play(table.setup(0, {}), f"probe {number}", table.policies(""))
        cell = met(round_)
        if cell is not None and cell not in found:
            table.count(round_, tally)
            nets = {
                name: Fraction(next(iter(row)), unit)
                for name, row in tally.nets.items()
                if name not in (GAME, *table.sides)
            }
            found[cell] = Hand(nets, Fraction(tally.staked[GAME], unit))
            if len(found) == cells:
                return [found[each] for each in range(cells)]
    raise AssertionError(f"{asked.game}: {len(found)} of {cells} outcomes were met in {_ENOUGH} rounds")


def main_outcome(round_: Any) -> int:
    """Lost, pushed or won: the index in `WON`."""
    paid = next(paid for paid in round_.payments if paid.wager == "main")
    return ("lose", "push", "win").index(paid.outcome)


def expected(asked: Question, bonus: str, tell: Tell) -> dict[str, Fraction]:
    """The exact expectation of the bonus, which the cards alone decide."""
    known = odds(asked.game, asked.options, asked.pay, wager=bonus, tell=tell).wagers if bonus else {}
    return {bonus: known[bonus].expectation} if bonus in known else {}
