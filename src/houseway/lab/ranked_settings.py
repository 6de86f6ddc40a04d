"""Settings of a hand ranked by expectation, in games that split hands."""

from houseway import games
from houseway.cards import Cards
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.solver import ExpectedSetting, best_first, solver_in
from houseway.rulebook import Rules
from houseway.script import Refusal


def best_settings(rules: Rules, cards: Cards, tell: Progress = silent) -> list[ExpectedSetting]:
    """Returns every setting that is not foul with its exact expectation, the best first; of equals the house's.

    Raises Refusal if the game splits no hands or is not solved.
    """
    if games.find(rules.game.id).settings is None:
        raise Refusal("set", f"no hand is split in {rules.game.id}: `houseway rank` says what cards are worth")
    solver = solver_in(lab_of(rules.game.id))
    if solver is None or solver.expected is None:
        raise Refusal("set", f"what settings expect in {rules.game.id} is not worked out here")
    return best_first(solver.expected(rules, cards, tell))
