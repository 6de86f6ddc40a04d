"""Effect of a changed pay table or option: side bets from the counts at hand, the game itself solved anew."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from msgspec import Struct

from houseway.lab.inquiry.answer import OddsAnswer, Wager
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import Solver
from houseway.lab.odds import odds
from houseway.lab.report.rules import posted_tables
from houseway.rulebook import book
from houseway.rulebook.options import text_of
from houseway.rulebook.paytables import PayTable
from houseway.script import Odds, Refusal

OF_SLOW: Final = 4
"""Changes for which a slow game is solved anew, unless more are asked for."""


FIXED: Final = "fixed $"


class Change(Struct):
    """One change, and the expectations by wager before and after it."""

    what: str
    value: str
    instead: str
    before: dict[str, Fraction]
    after: dict[str, Fraction]

    @property
    def moved(self) -> dict[str, Fraction]:
        """The change of the player's expectation, by wager."""
        return {
            name: self.after[name] - self.before[name] for name in self.before if self.after[name] != self.before[name]
        }

    @property
    def gives_the_edge(self) -> list[str]:
        """The wagers on which the change gives the player the edge."""
        return [name for name in self.before if self.after[name] > 0 >= self.before[name]]


class Sensitivity(Struct):
    """All changes that move an expectation. `left` names those left out because each takes so long.

    `again` says how much of the game was solved for each.
    """

    rows: list[Change]
    options: list[Change]
    left: list[str]
    again: str = "works out again, best strategy included, whatever it may change"


class Tried(NamedTuple):
    """A change: old and new value, the options and pay tables then, and the parts of the game that it moves.

    `table` is the pay table of a changed row; an option has none.
    """

    what: str
    value: str
    instead: str
    options: dict[str, Any]
    pay: dict[str, Any]
    parts: tuple[str, ...]
    table: PayTable | None = None


def sensitivity(
    asked: Question, answer: OddsAnswer, *, most: int | None = None, tell: Progress = silent
) -> Sensitivity:
    """Tries one unit more on each row of each pay table, and every other choice of options that may change odds.

    Side bets are quick. The game itself is solved anew for at most `most` changes, in the order of the rule book. The
    default is all of them, or the first few of a slow game.
    """
    solver = solver_of(asked)
    if most is None and (solver.slow or solver.ways):
        most = OF_SLOW
    rows, options = list(_row_changes(asked, solver)), list(_option_changes(asked, solver))
    found: tuple[list[Change], list[Change]] = ([], [])
    left: list[str] = []
    worked = 0
    for place, (kind, tried) in enumerate([*((0, each) for each in rows), *((1, each) for each in options)]):
        tell("changed pay tables and options", place, len(rows) + len(options))
        change = _counted(answer, tried)
        if change is None:
            whole = solver.wager in tried.parts or any(name in solver.ways for name in tried.parts)
            if whole and most is not None and worked >= most:
                left.append(f"{tried.what} = {tried.instead}")
                continue
            worked += whole
            change = _solved_anew(asked, answer, solver, tried)
        if change is not None and change.moved:
            found[kind].append(change)
    if solver.ways:
        return Sensitivity(
            *found, left, f"counts the {solver.ways[0]} and the side bets again; best play takes minutes"
        )
    return Sensitivity(*found, left)


def _counted(answer: OddsAnswer, tried: Tried) -> Change | None:
    """Recomputes a row of a side bet from the counts at hand: only its payment is new. Returns None for others."""
    if tried.table is None or len(tried.parts) != 1:
        return None
    (name,) = tried.parts
    wager, row = answer.wagers.get(name), tried.what.removeprefix(f"{tried.table.title}: ")
    if wager is None or (answer.base is not None and name == answer.base.wager):
        return None
    now = tried.table.odds[row]
    if wager.part_of or wager.pays.get(row) != Fraction(now.num, now.den):
        return None
    before = {name: wager.expectation}
    after = {name: wager.expectation + Fraction(wager.outcomes[row], wager.total)}
    return Change(tried.what, tried.value, tried.instead, before, after)


def _solved_anew(asked: Question, answer: OddsAnswer, solver: Solver, tried: Tried) -> Change | None:
    try:
        then = _moved_parts(asked.game, answer, solver, tried)
    except Refusal:  # an option that goes only with others, or a table not in use
        return None
    names = [
        name
        for name, wager in answer.wagers.items()
        if name in then and not (wager.unit or wager.part_of or (wager.brief and ":" in name))
    ]
    return Change(
        tried.what,
        tried.value,
        tried.instead,
        {name: answer.wagers[name].expectation for name in names},
        {name: then[name].expectation for name in names},
    )


def _moved_parts(game: str, answer: OddsAnswer, solver: Solver, tried: Tried) -> dict[str, Wager]:
    """Solves the parts of the game that a change may move.

    An answer that already covers another choice, as `wager: option = choice`, is reused.
    """
    asked = Question(game, tried.options, tried.pay)
    wagers: dict[str, Wager] = {}
    for name in tried.parts:
        if asked.offers(name):
            wagers |= odds(game, tried.options, tried.pay, wager=name).wagers
    if (known := answer.wagers.get(f"{solver.wager}: {tried.what} = {tried.instead}")) is not None:
        wagers[solver.wager] = known
    return wagers


def _parts(solver: Solver, *, base: bool = True) -> tuple[str, ...]:
    """Returns all parts of a game; of a slow one only its quickest way to be played, and the side bets."""
    sides = tuple(name for name in solver.sides if name not in solver.ways)
    if solver.ways:
        return (*sides, solver.ways[0]) if base else sides
    return (solver.wager, *sides)


def _row_changes(asked: Question, solver: Solver) -> Iterator[Tried]:
    for table in posted_tables(asked):
        if table.unit == FIXED:  # a prize beside a wager has no edge
            continue
        side = table.wager in solver.sides and table.wager not in solver.ways
        parts = (table.wager,) if side else (solver.ways[0] if solver.ways else solver.wager,)
        for key, row in table.odds.items():
            if not asked.rules.in_use(table.id, key):
                continue
            more = Odds(row.num + row.den, row.den)
            rows = _said(asked.pay.get(table.id, {})) | {key: f"{more.num}:{more.den}"}
            pay = asked.pay | {table.id: rows}
            yield Tried(f"{table.title}: {key}", str(row), str(more), asked.options, pay, parts, table)


def _said(rows: str | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(rows, str):
        parts = (part.partition("=") for part in rows.split(",") if part.strip())
        return {label.strip(): value.strip() for label, _, value in parts}
    return dict(rows)


def _option_changes(asked: Question, solver: Solver) -> Iterator[Tried]:
    """Yields changes of the game's own options. Those of every table (seats, banks, chips, fees) move no odds."""
    for option in book(asked.game).options:
        if solver.moved_by is None:
            parts = _parts(solver, base=option.id in solver.readings)
        else:
            parts = solver.moved_by.get(option.id, ())
        now = text_of(asked.rules.options[option.id])
        for text in option.named:
            if parts and text != now:
                yield Tried(option.id, now, text, asked.options | {option.id: text}, asked.pay, parts)
