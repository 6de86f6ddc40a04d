"""A round gone through once more: beside each decision what would have been best there, and what it cost."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from houseway.cards import Cards
from houseway.room.fairness.proof import once_more
from houseway.script import Answer, Ask, Deal, Refusal, Roll
from houseway.table import Record, Round, play
from houseway.table.setup import Decision, decision_of

Advise = Callable[[Round, Ask], Any]
"""What every option of a decision costs, the best first (see `houseway.lab.inquiry.advice.Advice`)."""


class Reviewed(Struct, omit_defaults=True):
    """A decision of the round: `cents` is what it cost against the `best`, and `why` says where that is not known."""

    place: str
    player: str
    step: int
    decision: Decision
    best: Decision | None = None
    cents: float | None = None
    error: float | None = None
    exact: bool = False
    why: str = ""


def reviewed(round_: Round, advise: Advise, place: str | None = None) -> list[Reviewed]:
    """Every decision of a round, or those of one place, in the order they were made; `advise` is asked before each."""
    again = once_more(round_)
    source = _Watched(Record(round_.document()), again, advise, place)
    play(again, source, source.record.into(again))
    return source.rows


class _Watched:
    """The document's answers; whoever is asked is advised first."""

    def __init__(self, record: Record, again: Round, advise: Advise, place: str | None) -> None:
        self.record = record
        self.rows: list[Reviewed] = []
        self._round = again
        self._advise = advise
        self._place = place
        self._step = 0

    def cards(self, request: Deal) -> Cards | None:
        return self.record.cards(request)

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        return self.record.dice(request)

    def decision(self, ask: Ask) -> Answer | None:
        answer = self.record.decision(ask)
        if answer is not None:
            if self._place in (None, ask.place.name):
                self.rows.append(self._review(ask, answer))
            self._step += 1
        return answer

    def _review(self, ask: Ask, answer: Answer) -> Reviewed:
        decision = decision_of(answer)
        row = Reviewed(ask.place.name, ask.place.player, self._step, decision)
        try:
            advice = self._advise(self._round, ask)
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
    """Whether two decisions are one: cards count in any order, and a choice of one amount may go without saying it."""
    (choice, value), (other, given) = _parts(one), _parts(two)
    return choice == other and (value is None or given is None or _sorted(value) == _sorted(given))


def _parts(decision: Decision) -> tuple[str, Any]:
    return (decision, None) if isinstance(decision, str) else next(iter(decision.items()))


def _sorted(value: Any) -> Any:
    if isinstance(value, str):
        return sorted(value.split())
    return sorted(map(_sorted, value)) if isinstance(value, list) else value
