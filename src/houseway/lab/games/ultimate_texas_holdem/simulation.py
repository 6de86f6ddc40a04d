"""Simulation model of Ultimate Texas Hold'em: the lab's own strategies, results as the script pays them."""

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.games.ultimate_texas_holdem import ANTE, TRIPS
from houseway.lab.games.ultimate_texas_holdem.decision_values import CATEGORIES, DECISIONS, UltimateWorth, probed
from houseway.lab.games.ultimate_texas_holdem.exact import solution_of
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.array_cache import Tables, kept
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.comparison import CELLS
from houseway.lab.simulation.model import GAME, CellModel, RoundCell
from houseway.lab.simulation.strategies import BEST, FILE, RULE, Tactic, refuse_other

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Counts
    from houseway.lab.games.ultimate_texas_holdem.dealt_rounds import UltimatePlayer
    from houseway.lab.games.ultimate_texas_holdem.solve import UltimateSolution

ID: Final = "ultimate-texas-holdem"
FOLD: Final = len(DECISIONS) - 1
NOTHING: Final = ProbedHand({}, Fraction(0))


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:  # noqa: ARG001
    """Returns the model of an Ante, the equal Blind and a Trips wager of one unit each."""
    refuse_other(player, ID, BEST, RULE, FILE)
    tables = kept(asked, "decisions", lambda: _tables(solution_of(asked, tell)))
    worth = probed(asked)
    seat = _player(tables, worth, best=player.kind == BEST)
    if player.kind == FILE:
        seat = written(seat, player)

    def count(start: "np.uint64", rounds: int) -> "Counts":
        import numpy as np

        counts, folded = seat.deal(int(start), rounds)
        return np.concatenate([counts[:FOLD].ravel(), folded.ravel()])

    expected = _expected(asked, tell) if player.kind == BEST else {}
    if player.kind == RULE:
        expected = {GAME: Fraction(*map(int, tables["rule_expectation"]))}
    return CellModel(
        "nine cards from a pack; decisions by the lab's solution, results read from the script",
        ANTE,
        _cells(asked, worth),
        count,
        sides={TRIPS: Fraction(1)},
        expected=expected,
    )


def _tables(solution: "UltimateSolution") -> Tables:
    """Returns the parts of a solution that the seat needs."""
    import numpy as np

    from houseway.lab.games.ultimate_texas_holdem.dealt_rounds import UltimatePlayer

    seat = UltimatePlayer.of(solution, best=True)
    assert seat.best is not None
    exact = solution.rule_expectation
    return {
        "before": seat.before,
        "bets": seat.best.bets,
        "sure": seat.best.sure,
        "flop": np.array(solution.rule.flop),
        "river": np.array(solution.rule.river),
        "rule_expectation": np.array([str(exact.numerator), str(exact.denominator)]),
    }


def _player(tables: Tables, worth: UltimateWorth, *, best: bool) -> "UltimatePlayer":
    from houseway.lab.games.ultimate_texas_holdem.dealt_rounds import Best, UltimatePlayer
    from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import terms_of
    from houseway.lab.games.ultimate_texas_holdem.rule import PlayRule

    low, high = tables["river"].tolist()
    rule = PlayRule(tuple(tables["flop"].tolist()), (low, high))
    by_hand = Best(terms_of(worth.cells()), tables["bets"], tables["sure"]) if best else None
    return UltimatePlayer(tables["before"], rule, by_hand)


def written(seat: "UltimatePlayer", choice: Tactic) -> "UltimatePlayer":
    """Returns the seat with the chart and the rule of a file. It keeps its own rule if the file has none."""
    import numpy as np

    from houseway.lab.games.ultimate_texas_holdem.strategy_file import chart_of, rule_of

    before = chart_of(*choice.table(ID), choice.path)
    rule = rule_of(choice.full(ID), seat.rule, choice.path) if choice.has_full(ID) else seat.rule
    return seat._replace(before=np.array(before, np.int8), rule=rule)


def _cells(asked: Question, worth: UltimateWorth) -> list[RoundCell]:
    """Returns every decision by category and cell, then folds by the categories of the hand and of the board."""
    pays = [asked.pays_or_loses(TRIPS, row) for row in CATEGORIES]
    hands = worth.hands
    cells = []
    for place, decision in enumerate(DECISIONS[:FOLD]):
        for category in range(len(CATEGORIES)):
            for cell, name in enumerate(CELLS):
                hand = hands.get((place, category, cell), NOTHING)
                cells.append(RoundCell(f"{decision}: {name}", decision, _with_trips(hand, pays[category])))
    whole = asked.rules.options.trips_on_fold == "whole-hand"
    fold = next(hand for (decision, _, _), hand in hands.items() if decision == FOLD)
    for own in range(len(CATEGORIES)):
        cells += [
            RoundCell(DECISIONS[FOLD], DECISIONS[FOLD], _with_trips(fold, pays[own if whole else board]))
            for board in range(len(CATEGORIES))
        ]
    return cells


def _with_trips(hand: ProbedHand, pays: Fraction) -> ProbedHand:
    return ProbedHand(hand.nets | {TRIPS: pays}, hand.staked + 1) if hand.nets else hand


def _expected(asked: Question, tell: Progress) -> dict[str, Fraction]:
    answer = answered(asked, tell=tell)
    assert answer.base is not None
    return {GAME: answer.base.expectation, **answer.base.circles, TRIPS: answer.wagers[TRIPS].expectation}
