"""Simulated rounds by a strategy of the lab, counted in the shape of `UltimateSolution.counts` and `.folded`."""

from typing import NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Bytes, Counts, Small
from houseway.lab.games.ultimate_texas_holdem.decision_values import DECISIONS
from houseway.lab.games.ultimate_texas_holdem.kernels import rounds as kernels
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import CATEGORIES, tables, terms_of
from houseway.lab.games.ultimate_texas_holdem.rule import PlayRule
from houseway.lab.games.ultimate_texas_holdem.solve import UltimateSolution
from houseway.lab.loops.comparison import CELLS


class Best(NamedTuple):
    """The best strategy after a check: terms of a river's value, bets by flop, and rivers decided by their outs."""

    terms: Counts
    bets: Bytes
    sure: Bytes


class UltimatePlayer(NamedTuple):
    """Decisions before the flop by hole cards, and afterwards a rule or, if given, the best play."""

    before: Small
    rule: PlayRule
    best: Best | None = None

    @classmethod
    def of(cls, solution: UltimateSolution, *, best: bool = False) -> "UltimatePlayer":
        """Builds a player by chart and rule, or `best` in every single hand, at less than half the speed."""
        before = np.array(solution.before.decisions, np.int8)[tables().hole_class]
        if not best:
            return cls(before, solution.rule)
        bets = (solution.on_flop[:, :, 0] > solution.on_flop[:, :, 1]).astype(np.uint8)
        folds, plays = solution.reached[:, :, 0] > 0, solution.reached[:, :, 1] > 0
        sure = np.where(folds == plays, kernels.UNSURE, np.where(plays, kernels.PLAYED, kernels.FOLDED))
        return cls(before, solution.rule, Best(terms_of(solution.worth.cells()), bets, sure.astype(np.uint8)))

    def deal(self, start: int, rounds: int) -> tuple[Counts, Counts]:
        """Deals rounds from a state of the random stream.

        Counts decisions by category and cell, and folds by hand and board.
        """
        counts = np.zeros((len(DECISIONS), CATEGORIES, CELLS), np.int64)
        folded = np.zeros((CATEGORIES, CATEGORIES), np.int64)
        at = np.uint64(start)
        if self.best is None:
            most = np.array(self.rule.river, np.int64)
            kernels.play_rule(at, rounds, tables(), self.before, self.rule.table(), most, counts, folded)
        else:
            terms, bets, sure = self.best
            kernels.play_best(at, rounds, tables(), terms, self.before, bets, sure, counts, folded)
        return counts, folded
