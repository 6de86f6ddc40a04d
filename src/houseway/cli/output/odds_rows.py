"""Answers of the lab as rows of one shape: a wager with its sum, each of its outcomes, and what falls where.

An expectation is exact as two whole numbers, `numerator` and `denominator`, and a decimal beside them. `edge` is the
house's share of a unit staked, below nothing where the player has it.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from houseway.lab.equity import Equity
    from houseway.lab.fees import NetOfFee
    from houseway.lab.inquiry.answer import OddsAnswer, Wager
    from houseway.lab.rule_readings import Readings

    Row = dict[str, object]

COLUMNS: Final = (
    "game", "kind", "name", "outcome", "deals", "total", "probability", "wins", "adds", "expectation", "numerator",
    "denominator", "edge", "sd", "unit", "note",
)  # fmt: skip
"""Of the rows of a game: `kind` says whether a row is a wager, one of its outcomes, a circle, a decision or a fee."""


def rows_of(found: "OddsAnswer | Readings | Equity", net: "NetOfFee | None" = None) -> "list[Row]":
    """The rows of whichever answer it is."""
    from houseway.lab.equity import Equity
    from houseway.lab.inquiry.answer import OddsAnswer

    if isinstance(found, OddsAnswer):
        return [dict.fromkeys(COLUMNS, "") | {"game": found.game, **row} for row in _of_game(found, net)]
    return _of_equity(found) if isinstance(found, Equity) else _of_readings(found)


def _of_game(found: "OddsAnswer", net: "NetOfFee | None") -> "Iterator[Row]":
    for name, wager in found.wagers.items():
        yield {"kind": "wager", "name": name, "total": wager.total, **_sum(wager)}
        for outcome, count in wager.outcomes.items():
            pays = wager.pays[outcome]
            adds = float(count * pays / wager.total)
            yield {"kind": "outcome", "name": name, "outcome": outcome, "deals": count, "total": wager.total,
                   "probability": count / wager.total, "wins": float(pays), "adds": adds}  # fmt: skip
    if found.base is not None:
        base = found.base
        yield {"kind": "game", "name": base.wager, **_exact(base.expectation), "edge": base.edge, "sd": base.sd}
        yield {"kind": "fact", "name": "average wager", **_exact(base.average_wager)}
        yield {"kind": "fact", "name": "element of risk", "expectation": base.element_of_risk}
        for name, amount in base.circles.items():
            yield {"kind": "circle", "name": name, **_exact(amount)}
        for name, each in base.decisions.items():
            yield {
                "kind": "decision", "name": name, "deals": each.count, "total": each.total, "probability": each.share,
            }  # fmt: skip
    if net is not None:
        from houseway.lab.fees import told

        for name, value in told(net):
            yield {"kind": "fee", "name": name, "note": value}


def _sum(wager: "Wager") -> "Row":
    return {
        **_exact(wager.expectation),
        "edge": "" if wager.unit else wager.edge,
        "sd": wager.sd,
        "unit": wager.unit,
        "note": " ".join(filter(None, (wager.part_of and f"part of the {wager.part_of}", wager.note))),
    }


def _exact(value: Fraction) -> "Row":
    return {"expectation": float(value), "numerator": value.numerator, "denominator": value.denominator}


def _of_equity(found: "Equity") -> "list[Row]":
    return [
        {
            "game": found.game, "board": found.board, "dead": found.dead, "hand": each.hand,
            "equity": float(each.equity), "numerator": each.equity.numerator, "denominator": each.equity.denominator,
            "wins": each.wins, "ties": each.ties, "losses": each.losses, "low": each.low, "deals": found.total,
            "exact": found.exact, "standard_error": found.standard_error,
        }
        for each in found.players
    ]  # fmt: skip


def _of_readings(found: "Readings") -> "list[Row]":
    return [
        {
            "game": found.game, "wager": found.wager, "option": each.option, "value": each.value, "won": each.won,
            "pushed": each.pushed, "lost": each.lost, "copies": each.copies, "total": each.total,
            **_exact(each.expectation), "edge": each.edge, "difference": float(each.difference),
            "clauses": " ".join(each.clauses),
        }
        for each in found.readings
    ]  # fmt: skip
