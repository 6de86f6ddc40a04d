"""Reader of a written chart and rule, in the form in which the lab prints its own."""

from typing import Any, Final

from houseway.cards import RANKS
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import KINDS
from houseway.lab.games.ultimate_texas_holdem.rule import NEVER, PlayRule
from houseway.lab.games.ultimate_texas_holdem.strategy import DOWN, SHORT, cell_name
from houseway.lab.loops.suits import sets
from houseway.script import Refusal

ON_THE_FLOP: Final = "rule on the flop"
AT_THE_RIVER: Final = "rule at the river: most cards that beat the hand"
NO_HAND, EVERY_HAND, OR_HIGHER = "no hand", "every hand", " or higher"
BETTER, NO_BETTER = "better than the board", "no better than the board"


def chart_of(columns: list[str], rows: list[list[str]], path: str) -> list[int]:
    """Reads the decision before the flop by hole cards: suited above the diagonal, pairs on it, unsuited below."""
    names = columns[1:] or list(DOWN)
    if sorted(names) != sorted(RANKS):
        raise Refusal("strategy", f"{path}: the columns are {', '.join(names)}: they must be the ranks, A to 2")
    decisions = {says: decision for decision, says in SHORT.items()}
    chart = {}
    for row in rows:
        if len(row) != 1 + len(names) or row[0] not in DOWN:
            raise Refusal("strategy", f"{path}: {row!r} is no row: write a rank and {len(names)} decisions")
        for column, says in zip(names, row[1:], strict=True):
            if says not in decisions:
                raise Refusal(
                    "strategy", f"{path}: {says!r} is no decision before the flop: {', '.join(decisions)} are", "UTH-19"
                )
            chart[cell_name(row[0], column)] = decisions[says]
    if missing := [rank for rank in DOWN if rank * 2 not in chart]:
        raise Refusal("strategy", f"{path} has no row for {', '.join(missing)}")
    return [chart[_name(low, high)] for low, high in sets(2).tolist()]


def _name(low: int, high: int) -> str:
    pair = RANKS[high >> 2] + RANKS[low >> 2]
    return pair if high >> 2 == low >> 2 else pair + ("s" if high & 3 == low & 3 else "o")


def rule_of(full: dict[str, Any], usual: PlayRule, path: str) -> PlayRule:
    """Returns the file's rule for flop and river, or the usual one if the file has none."""
    flop, river = full.get(ON_THE_FLOP, {}), full.get(AT_THE_RIVER, {})
    if not isinstance(flop, dict) or not isinstance(river, dict):
        raise Refusal("strategy", f"{path}: the rules for flop and river are no tables")
    if unknown := [name for name in (*flop, *river) if name not in (*KINDS, BETTER, NO_BETTER)]:
        raise Refusal("strategy", f"{path}: {unknown[0]!r} is no kind of hand: {'; '.join(KINDS)} are")
    least = [_least(flop[kind], path) if kind in flop else usual.flop[at] for at, kind in enumerate(KINDS)]
    most = [river.get(name, usual.river[at]) for at, name in enumerate((NO_BETTER, BETTER))]
    if not all(isinstance(each, int) and -1 <= each <= 45 for each in most):
        raise Refusal("strategy", f"{path}: {most} are no numbers of cards that beat a hand: -1 (never) to 45 are")
    return PlayRule(tuple(least), (most[0], most[1]))


def _least(says: object, path: str) -> int:
    if says in (NO_HAND, EVERY_HAND):
        return NEVER if says == NO_HAND else 0
    rank = str(says).removesuffix(OR_HIGHER)
    if rank not in RANKS or len(rank) != 1:
        raise Refusal("strategy", f"{path}: {says!r} is no bound: write {NO_HAND}, {EVERY_HAND} or Q{OR_HIGHER}")
    return RANKS.index(rank)
