"""What a person and a program are told of the best strategy: the chart before the flop, and a rule for the rest."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from houseway.cards import RANKS
from houseway.lab.answer import Strategy, fraction_text
from houseway.lab.kernels.suits import classes
from houseway.lab.kernels.ultimate_rules import KINDS
from houseway.lab.kernels.ultimate_texas_holdem import CHECK, LARGER, SMALLER
from houseway.lab.ultimate.rule import NEVER, told
from houseway.lab.ultimate.solve import DEALS, Solution
from houseway.lab.ultimate.worth import CATEGORIES, DECISIONS, MULTIPLES

DOWN: Final = RANKS[::-1]
SHORT: Final = {CHECK: "-", LARGER: f"{MULTIPLES[LARGER]}x", SMALLER: f"{MULTIPLES[SMALLER]}x"}
NAMES: Final = {CHECK: "check", LARGER: SHORT[LARGER], SMALLER: SHORT[SMALLER]}


def strategy(solution: Solution) -> Strategy:
    """The chart with pairs on its diagonal, and beneath it the rule; its cost is that of chart and rule together."""
    chart = {name: decision for name, decision, _ in _kinds(solution)}
    rows = [[row, *(SHORT[chart[cell_name(row, column)]] for column in DOWN)] for row in DOWN]
    briefly = [f"{SHORT[bet]} with {shorthand(chart, bet)}." for bet in (LARGER, SMALLER) if bet in chart.values()]
    flop, river = (f"bet {times}x" for times in MULTIPLES[2:])
    return Strategy(
        says="before the flop by this chart: suited above the diagonal, unsuited below it.",
        columns=["", *DOWN],
        rows=rows,
        cost=solution.expectation - solution.rule_expectation,
        note="\n".join(
            ["Before the flop " + " ".join(briefly or ["always check."]), *told(solution.rule, flop, river)]
        ),
        full=_full(solution),
    )


def cell_name(row: str, column: str) -> str:
    if row == column:
        return row + column
    return f"{row}{column}s" if RANKS.index(row) > RANKS.index(column) else f"{column}{row}o"


def _kinds(solution: Solution) -> Iterator[tuple[str, int, dict[int, int]]]:
    """Each kind of hole cards: its name, the decision before the flop, and what each decision wins in all deals."""
    for (low, high), decision, worth in zip(
        classes(2)[0].tolist(), solution.before.decisions, solution.before.worth, strict=True
    ):
        ranks = RANKS[high >> 2] + RANKS[low >> 2]
        suits = "" if high >> 2 == low >> 2 else "s" if high & 3 == low & 3 else "o"
        yield ranks + suits, decision, worth


def shorthand(chart: dict[str, int], decision: int) -> str:
    """`33+ A2s+ K5o+ J9s-J7s`: the hands of a decision, in rows of one high card."""
    rows = [[rank * 2 for rank in DOWN]]
    rows += [
        [f"{high}{low}{suits}" for low in DOWN[place + 1 :]] for suits in "so" for place, high in enumerate(DOWN[:-1])
    ]
    said = []
    for row in rows:
        for chosen, run in groupby(row, key=lambda hand: chart[hand] == decision):
            hands = list(run)
            if not chosen:
                continue
            if len(hands) == 1:
                said.append(hands[0])
            else:
                said.append(f"{hands[-1]}+" if hands[0] == row[0] else f"{hands[0]}-{hands[-1]}")
    return " ".join(said)


def _full(solution: Solution) -> dict[str, Any]:
    scale = solution.worth.scale
    before = {}
    for (name, decision, worth), weight in zip(_kinds(solution), classes(2)[1].tolist(), strict=True):
        deals = DEALS // 1326 * weight
        wins = {NAMES[each]: fraction_text(Fraction(total, scale * deals)) for each, total in worth.items()}
        before[name] = {"do": NAMES[decision], "wins": wins}
    rule = solution.rule
    return {
        "before the flop": before,
        "rule on the flop": {
            kind: "no hand" if least == NEVER else f"{RANKS[least]} or higher" if least else "every hand"
            for kind, least in zip(KINDS, rule.flop, strict=True)
        },
        "rule at the river: most cards that beat the hand": {
            "better than the board": rule.river[1],
            "no better than the board": rule.river[0],
        },
        "rule": {"flop": list(rule.flop), "river": list(rule.river)},
        "expectation of chart and rule": fraction_text(solution.rule_expectation),
        "best play, deals by decision and category": {
            decision: dict(zip(CATEGORIES, row, strict=True))
            for decision, row in zip(DECISIONS, solution.counts.sum(2).tolist(), strict=True)
        },
        "left out": "the best decision of each of the 2.3 million hands on a flop and 145 million at a river, which "
        "the expectation is that of; here they are summed up, and the rule stands for them",
    }
