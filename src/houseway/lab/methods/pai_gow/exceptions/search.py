"""Search for exceptions to the house way: few rules that win most of the gain of perfect play, found greedily.

A rule takes all hands of one kind of move that meet up to three conditions, each a least or a greatest rank. The search
uses the approximate gain of a move for all hands of a pattern together. The gain of the rules is counted exactly
afterwards.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.methods.pai_gow.exceptions.moves import (
    JOKER_FEATURE,
    Moves,
    feature_text,
    rank_text,
    setting_text,
    type_text,
)

MOST_RULES: Final = 20
MOST_CONDITIONS: Final = 3
BEAM: Final = 100
THRESHOLDS: Final = 3
WORTH_A_CONDITION: Final = 1.02  # least factor that one more condition must gain


class Condition(NamedTuple):
    """A feature of at least, or of at most, some rank."""

    feature: int
    least: bool
    rank: int

    def meets(self, features: Array) -> Array:
        values = features[:, self.feature]
        return values >= self.rank if self.least else values <= self.rank


class ExceptionRule(NamedTuple):
    """A rule: all hands that can make a kind of move and meet the conditions make it."""

    kind: int
    conditions: tuple[Condition, ...]
    rows: Array


def rules_of(moves: Moves, gains: Array, least: float) -> list[ExceptionRule]:
    """Returns the rules, the largest gain first, none below `least`. The first rule that fits a hand decides."""
    left = np.ones(len(moves.kinds), np.bool_)
    by_kind = _rows_by_kind(moves, gains, least)
    best = {kind: _best(moves, gains, kind, rows, least) for kind, rows in by_kind.items()}
    rules: list[ExceptionRule] = []
    while len(rules) < MOST_RULES:
        gain, rule = max(best.values(), key=lambda found: found[0], default=(0, None))
        if rule is None or gain < least:
            break
        rules.append(rule)
        covered = np.zeros(moves.groups.max() + 1, np.bool_)
        covered[moves.groups[rule.rows]] = True
        left &= ~covered[moves.groups]
        for kind, rows in by_kind.items():
            if not left[rows].all():
                by_kind[kind] = rows[left[rows]]
                best[kind] = _best(moves, gains, kind, by_kind[kind], least)
    return rules


def _rows_by_kind(moves: Moves, gains: Array, least: float) -> dict[int, Array]:
    """Returns the rows of every kind that could gain so much."""
    promise = np.bincount(moves.kinds, np.maximum(gains, 0))
    order = np.argsort(moves.kinds, kind="stable")
    starts = np.searchsorted(moves.kinds[order], np.arange(len(promise) + 1))
    return {kind: order[starts[kind] : starts[kind + 1]] for kind in np.flatnonzero(promise >= least).tolist()}


def _best(moves: Moves, gains: Array, kind: int, rows: Array, least: float) -> tuple[float, ExceptionRule | None]:
    """Finds the best conditions for a kind of move by beam search, one condition at a time."""
    mine, won = moves.features[rows], gains[rows].astype(np.float64)
    if np.maximum(won, 0).sum() < least:
        return 0.0, None
    beam: list[tuple[float, tuple[Condition, ...], Array]] = [(float(won.sum()), (), np.ones(len(rows), np.bool_))]
    best = beam[0]
    for _ in range(MOST_CONDITIONS):
        longer: dict[float, tuple[tuple[Condition, ...], Array]] = {}
        for _, conditions, held in beam:
            for condition, gain in _conditions(mine[held], won[held]):
                longer.setdefault(gain, ((*conditions, condition), held))
        beam = [
            (gain, longer[gain][0], longer[gain][1] & longer[gain][0][-1].meets(mine))
            for gain in sorted(longer, reverse=True)[:BEAM]
        ]
        if beam[0][0] > WORTH_A_CONDITION * max(best[0], 0):
            best = beam[0]
    gain, conditions, held = best
    return gain, ExceptionRule(kind, conditions, rows[held])


def _conditions(features: Array, gains: Array) -> list[tuple[Condition, float]]:
    """Returns the best least and greatest ranks for each feature."""
    found = []
    for feature in range(features.shape[1]):
        sums = np.bincount(features[:, feature] + 1, gains, minlength=15)
        above, upto = sums[::-1].cumsum()[::-1], sums.cumsum()
        for least, totals in ((True, above), (False, upto)):
            best = np.argsort(totals, kind="stable")[-THRESHOLDS:].tolist()
            found += [(Condition(feature, least, place - 1), float(totals[place])) for place in best]
    return found


# -- in words -----------------------------------------------------------------------------------------------------


def rule_text(moves: Moves, rule: ExceptionRule) -> list[str]:
    """Returns the hand, the house's setting, the new one, and the conditions, in words."""
    type_, house_front, house_back, front, back = moves.codes[rule.kind].tolist()
    counts = moves.types[type_]
    unpaired = max(counts) == 1
    return [
        type_text(counts),
        setting_text(house_front, house_back, unpaired),
        setting_text(front, back, unpaired),
        _when(counts, moves.features[rule.rows], rule.conditions) or "always",
    ]


def _when(counts: tuple[int, ...], features: Array, conditions: tuple[Condition, ...]) -> str:
    """Returns the conditions in words, each narrowed to the ranks that occur in the hands that meet it."""
    parts = []
    for feature in sorted({condition.feature for condition in conditions}):
        values = features[:, feature]
        low, high = int(values.min()), int(values.max())
        sides = {condition.least for condition in conditions if condition.feature == feature}
        if feature == JOKER_FEATURE:
            parts.append("with the joker" if low else "without the joker")
            continue
        name = feature_text(counts, feature)
        if low == high:
            parts.append(f"{name} {rank_text(low)}")
        elif sides == {True, False}:
            parts.append(f"{name} {rank_text(low)} to {rank_text(high)}")
        else:
            parts.append(
                f"{name} {rank_text(low)} or higher" if True in sides else f"{name} {rank_text(high)} or lower"
            )
    return ", ".join(parts)
