"""Simulation of pai gow games: hands set by their pattern, results as the script pays them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.exact import BANKING
from houseway.lab.methods.pai_gow.exact import HOUSE_WAY as HOUSE_WAY_PART
from houseway.lab.methods.pai_gow.simulation.simulated_setters import known
from houseway.lab.simulation.model import GAME
from houseway.lab.simulation.script_model import BankedTable
from houseway.lab.simulation.strategies import BEST, FILE, HOUSE_WAY, RULE, Tactic
from houseway.lab.simulation.tally import Tally
from houseway.table import Round

WON: Final = ("both lost", "one each", "both won")
_ENOUGH: Final = 5_000
"""Rounds within which every outcome of a game occurs."""


def probed(asked: Question, met: Callable[[Round], int | None], cells: int) -> list[ProbedHand]:
    """Returns the result of the first round that `met` puts in each cell, without the side bets."""
    table = BankedTable(asked, Tactic(HOUSE_WAY), Tactic(HOUSE_WAY), None)
    found: dict[int, ProbedHand] = {}
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
            found[cell] = ProbedHand(nets, Fraction(tally.staked[GAME], unit))
            if len(found) == cells:
                return [found[each] for each in range(cells)]
    raise AssertionError(f"{asked.game}: {len(found)} of {cells} outcomes were met in {_ENOUGH} rounds")


def main_outcome(round_: Round) -> int:
    """Returns the index in `WON`: lost, pushed or won."""
    paid = next(paid for paid in round_.payments if paid.wager == "main")
    return ("lose", "push", "win").index(paid.outcome)


def expected(asked: Question, bonus: str, player: Tactic, bank: Tactic, tell: Progress) -> dict[str, Fraction]:
    """Returns the exact expectation of the bonus, which the cards alone decide, and of the game if it is cached."""
    sides = answered(asked, wager=bonus, tell=tell).wagers if bonus else {}
    found = {bonus: sides[bonus].expectation} if bonus in sides else {}
    exact = _exact(asked, player, bank)
    return found if exact is None else {GAME: exact, **found}


def _exact(asked: Question, player: Tactic, bank: Tactic) -> Fraction | None:
    """Returns the game's exact expectation if it is cached. Counting would take minutes, so nobody waits for it."""
    match player.kind, bank.kind:
        case "house-way", "house-way":
            solved = known(asked, HOUSE_WAY_PART)
            return None if solved is None else solved.wagers[HOUSE_WAY_PART].expectation
        case "house-way", "best":
            solved = known(asked, BANKING)
            return None if solved is None else -solved.wagers[BANKING].expectation
        case "best" | "table", "house-way":
            solved = known(asked)
            if solved is None or solved.base is None:
                return None
            cost = solved.base.strategy.cost if player.kind == RULE else Fraction(0)
            return None if cost is None else solved.base.expectation - cost
    return None


def notes(exact: dict[str, Fraction], asked: Question, player: Tactic, bank: Tactic) -> list[str]:
    """Returns notes on these two strategies."""
    said = []
    if BEST in (player.kind, bank.kind):
        said.append("best is the best setting against the house way")
    if GAME not in exact and not (FILE in (player.kind, bank.kind) or player.kind == bank.kind == BEST):
        said.append(
            f"once `houseway odds {asked.game}` has counted it, the exact expectation stands beside the estimate"
        )
    return said
