"""What a changed pay table or option does: each change worked out anew, strategy and all."""

import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from houseway.lab.answer import Answer, Wager
from houseway.lab.exact import find
from houseway.lab.odds import odds
from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question
from houseway.lab.report.rules import posted_tables
from houseway.rulebook.options import text_of
from houseway.rulebook.rules import offered
from houseway.script import Odds, Refusal

PATIENCE: Final = 45.0
"""Seconds after which the changes that are left are not worked out any more."""


class Change(Struct):
    """One change and the expectations it changes: by wager, what it was and what it is then."""

    what: str
    value: str
    instead: str
    before: dict[str, Fraction]
    after: dict[str, Fraction]

    @property
    def moved(self) -> dict[str, Fraction]:
        """By wager, how much more the player expects."""
        return {
            name: self.after[name] - self.before[name] for name in self.before if self.after[name] != self.before[name]
        }

    @property
    def gives_the_edge(self) -> list[str]:
        """The wagers that the player has the edge on only then."""
        return [name for name in self.before if self.after[name] > 0 >= self.before[name]]


class Sensitivity(Struct):
    """All changes that change an expectation; `left` were not worked out for want of time.

    `again` says how much of the game was worked out for each.
    """

    rows: list[Change]
    options: list[Change]
    left: int
    again: str = "works the whole game out again, best strategy included"


def sensitivity(asked: Question, answer: Answer, *, patience: float = PATIENCE, tell: Tell = silent) -> Sensitivity:
    """One unit more on each row of each pay table, and every other choice of every option."""
    until = time.monotonic() + patience
    rows, options = list(_richer(asked)), list(_otherwise(asked))
    found: tuple[list[Change], list[Change]] = ([], [])
    left = 0
    for place, (kind, (what, value, instead, chosen, pay)) in enumerate(
        [*((0, each) for each in rows), *((1, each) for each in options)]
    ):
        tell("changed pay tables and options", place, len(rows) + len(options))
        if time.monotonic() > until:
            left += 1
            continue
        change = _change(asked, answer, what, value, instead, chosen, pay)
        if change is not None and change.moved:
            found[kind].append(change)
    if ways := find(asked.game).ways:
        return Sensitivity(*found, left, f"counts the {ways[0]} and the side bets again; best play takes minutes")
    return Sensitivity(*found, left)


Tried = tuple[str, str, str, dict[str, Any], dict[str, Any]]
"""What is changed, from what, to what, and the options and pay tables then."""


def _change(asked: Question, answer: Answer, *tried: Any) -> Change | None:
    what, value, instead, options, pay = tried
    try:
        then = _again(asked.game, answer, what, instead, options, pay)
    except Refusal:  # an option that goes only with others
        return None
    names = [
        name
        for name, wager in answer.wagers.items()
        if name in then and not (wager.unit or (wager.brief and ":" in name))
    ]
    return Change(
        what,
        value,
        instead,
        {name: answer.wagers[name].expectation for name in names},
        {name: then[name].expectation for name in names},
    )


def _again(
    game: str, answer: Answer, what: str, instead: str, options: dict[str, Any], pay: dict[str, Any]
) -> dict[str, Wager]:
    """Everything worked out again; of a game that takes minutes only its quickest way to be played, and the side bets.

    Where a solver names its readings no other option changes the game itself. What the answer says already of another
    choice, as `wager: option = choice`, is taken from there.
    """
    solver = find(game)
    if not solver.ways:
        return odds(game, options, pay).wagers
    parts = [name for name in solver.sides if name not in solver.ways]
    if what in solver.readings or what not in offered(game):
        parts.append(solver.ways[0])
    asked = Question(game, options, pay)
    wagers: dict[str, Wager] = {}
    for name in parts:
        if asked.offers(name):
            wagers |= odds(game, options, pay, wager=name).wagers
    if (known := answer.wagers.get(f"{solver.wager}: {what} = {instead}")) is not None:
        wagers[solver.wager] = known
    return wagers


def _richer(asked: Question) -> Iterator[Tried]:
    for table in posted_tables(asked):
        for key, row in table.odds.items():
            more = Odds(row.num + row.den, row.den)
            rows = _said(asked.pay.get(table.id, {})) | {key: f"{more.num}:{more.den}"}
            yield f"{table.title}: {key}", str(row), str(more), asked.options, asked.pay | {table.id: rows}


def _said(rows: str | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(rows, str):
        parts = (part.partition("=") for part in rows.split(",") if part.strip())
        return {label.strip(): value.strip() for label, _, value in parts}
    return dict(rows)


def _otherwise(asked: Question) -> Iterator[Tried]:
    for option in offered(asked.game).values():
        now = text_of(asked.rules.options[option.id])
        for choice in option.choices:
            text = text_of(choice)
            if text != now and ".." not in text:
                yield option.id, now, text, asked.options | {option.id: text}, asked.pay
