"""The best strategy for a person and for a program: the chart before the flop, and a rule for the rest."""

from base64 import b64encode
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

import numpy as np

from houseway.cards import RANKS, text_of_cards
from houseway.lab.games.ultimate_texas_holdem.decision_values import CATEGORIES, DECISIONS, MULTIPLES
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import (
    BANKS,
    CHECK,
    FLOP,
    FOLD,
    LARGER,
    RIVER,
    SMALLER,
    terms_of,
)
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import KINDS
from houseway.lab.games.ultimate_texas_holdem.rule import NEVER, told
from houseway.lab.games.ultimate_texas_holdem.solve import DEALS, UltimateSolution
from houseway.lab.inquiry.answer import Strategy, fraction_text
from houseway.lab.loops.suits import classes

DOWN: Final = RANKS[::-1]
SHORT: Final = {CHECK: "-", LARGER: f"{MULTIPLES[LARGER]}x", SMALLER: f"{MULTIPLES[SMALLER]}x"}
NAMES: Final = {CHECK: "check", LARGER: SHORT[LARGER], SMALLER: SHORT[SMALLER]}


def strategy(solution: UltimateSolution) -> Strategy:
    """Returns the chart with pairs on its diagonal, the rule beneath it, and the cost of both together."""
    chart = {name: decision for name, decision, _ in _kinds(solution)}
    rows = [[row, *(SHORT[chart[cell_name(row, column)]] for column in DOWN)] for row in DOWN]
    briefly = [f"{SHORT[bet]} with {shorthand(chart, bet)}." for bet in (LARGER, SMALLER) if bet in chart.values()]
    flop, river = (f"bet {times}x" for times in MULTIPLES[2:])
    cost = solution.expectation - solution.rule_expectation
    return Strategy(
        says=f"a chart and rules that a person can use, {float(cost):.3%} of the Ante short of the best play of every "
        "hand; before the flop by this chart, suited above the diagonal, unsuited below it.",
        columns=["", *DOWN],
        rows=rows,
        cost=cost,
        note="\n".join(
            ["Before the flop " + " ".join(briefly or ["always check."]), *told(solution.rule, flop, river)]
        ),
        full=_full(solution),
    )


def cell_name(row: str, column: str) -> str:
    """Names a cell of the chart: `AA`, `AKs` above the diagonal, `AKo` below it."""
    if row == column:
        return row + column
    return f"{row}{column}s" if RANKS.index(row) > RANKS.index(column) else f"{column}{row}o"


def _kinds(solution: UltimateSolution) -> Iterator[tuple[str, int, dict[int, int]]]:
    """Yields each kind of hole cards: name, decision before the flop, and what each decision wins in all deals."""
    for (low, high), decision, worth in zip(
        classes(2)[0].tolist(), solution.before.decisions, solution.before.worth, strict=True
    ):
        ranks = RANKS[high >> 2] + RANKS[low >> 2]
        suits = "" if high >> 2 == low >> 2 else "s" if high & 3 == low & 3 else "o"
        yield ranks + suits, decision, worth


def shorthand(chart: dict[str, int], decision: int) -> str:
    """Writes the hands of a decision in shorthand, such as `33+ A2s+ K5o+ J9s-J7s`."""
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


def _full(solution: UltimateSolution) -> dict[str, Any]:
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
        "on the flop": on_flop(solution),
        "at the river": at_river(solution),
    }


def on_flop(solution: UltimateSolution) -> dict[str, Any]:
    """Returns every decision on every kind of flop, one bit for each hole cards."""
    bets = np.packbits(solution.on_flop[:, :, 0] > solution.on_flop[:, :, 1], axis=1)
    return {
        "read": "for one flop of each kind (rename suits to match), base64 of 1,326 bits, the first the highest of its "
        f"byte: 1 is bet {MULTIPLES[FLOP]}x, 0 is check. A bit stands for each two cards in the order 2c2d 2c2h 2c2s "
        "2c3c .. AhAs, ranks before suits; it is 0 where the flop has one of them.",
        "bets": {
            text_of_cards(flop).replace(" ", ""): b64encode(row.tobytes()).decode()
            for flop, row in zip(classes(3)[0].tolist(), bets, strict=True)
        },
    }


def at_river(solution: UltimateSolution) -> dict[str, Any]:
    """Returns the decision at any river as an integer sum, and the number of deals folded and played by it."""
    terms = terms_of(solution.worth.cells())
    gains = (terms[RIVER] - terms[FOLD]).tolist()
    return {
        "read": f"of the {BANKS} hands that the bank may have, count those no higher than yours (e), those lower (l) "
        f"and those below a pair (w): bet {MULTIPLES[RIVER]}x if a + b*e + c*l + d*w is above 0, else fold, with "
        "[a, b, c, d] by the category of your hand of seven cards. The sum is what the bet gains over a fold, over all "
        f"those hands, in parts of 1/{solution.worth.scale} Ante.",
        "gain": dict(zip(CATEGORIES, gains, strict=True)),
        "deals by cards that beat the hand, folded and played": {
            name: {str(outs): row for outs, row in enumerate(solution.reached[kind].tolist()) if any(row)}
            for kind, name in enumerate(("no better than the board", "better than the board"))
        },
    }
