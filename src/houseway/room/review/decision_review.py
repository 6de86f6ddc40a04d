"""Review of decisions: plays a round again, and sets beside each decision the best one and the
cost of the difference.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

from msgspec import Struct

from houseway.room.fairness.redeal import fresh_round
from houseway.script import Answer, Ask, Refusal
from houseway.table import Record, Round
from houseway.table.documents.record import Observed
from houseway.table.setup import Decision, decision_of

Advise = Callable[[Round, Ask], Any]
"""Returns the cost of every option of a decision, the best first (see `houseway.lab.inquiry.advice.Advice`)."""


class Reviewed(Struct, omit_defaults=True):
    """A decision of the round. `cents` is its cost against the `best`; `why` says why that is not known."""

    place: str
    player: str
    step: int
    decision: Decision
    best: Decision | None = None
    cents: float | None = None
    error: float | None = None
    exact: bool = False
    why: str = ""


def review_decisions(round_: Round, advise: Advise, place: str | None = None) -> list[Reviewed]:
    """Returns every decision of a round, or those of one place, in order. Calls `advise` before each is applied."""
    again, rows, steps = fresh_round(round_), list[Reviewed](), count()

    def watch(ask: Ask, answer: Answer | None) -> None:
        if answer is not None:
            step = next(steps)
            if place in (None, ask.place.name):
                rows.append(_review(ask, decision_of(answer), step, lambda: advise(again, ask)))

    Observed(Record(round_.document()), on_decision=watch).play(again)
    return rows


def _review(ask: Ask, decision: Decision, step: int, advised: Callable[[], Any]) -> Reviewed:
    row = Reviewed(ask.place.name, ask.place.player, step, decision)
    try:
        advice = advised()
    except Refusal as refusal:
        row.why = refusal.sentence
        return row
    row.best, row.exact = advice.best, advice.exact
    found = next((each for each in advice.options if same(each.decision, decision)), None)
    if found is None or found.cents is None:
        row.why = "nobody has worked out what it is worth"
    else:
        row.cents, row.error = found.cents, found.error
    return row


def same(one: Decision, two: Decision) -> bool:
    """Returns whether two decisions are equal. Cards count in any order, and a missing amount equals any."""
    (choice, value), (other, given) = _parts(one), _parts(two)
    return choice == other and (value is None or given is None or _sorted(value) == _sorted(given))


def _parts(decision: Decision) -> tuple[str, Any]:
    return (decision, None) if isinstance(decision, str) else next(iter(decision.items()))


def _sorted(value: Any) -> Any:
    if isinstance(value, str):
        return sorted(value.split())
    return sorted(map(_sorted, value)) if isinstance(value, list) else value
