"""Design of pay tables for a target edge: rows changed by steps that a room would post, with the exact edge."""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any, Final, NamedTuple

from msgspec import Struct

from houseway.lab.inquiry.answer import OddsAnswer, Wager
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import Solver
from houseway.lab.odds import odds
from houseway.lab.report.rules import posted_tables
from houseway.lab.report.sensitivity import FIXED
from houseway.rulebook.options import text_of
from houseway.rulebook.paytables import PayTable
from houseway.script import Odds, Refusal

LADDER: Final = (
    *range(1, 13), 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 80, 90, 100, 120, 125, 150, 180, 200, 250, 300, 400, 500,
    600, 750, 800, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 7_500, 8_000, 10_000,
)  # fmt: skip
"""Odds to 1 that rooms post."""
WORKED_OUT: Final = 40
"""Most tables tried for a wager with decisions, each of which needs a new solution."""
MOST_TRIED: Final = 200_000
"""Most tables tried by counts, so that every search ends."""
EDGE: Final = re.compile(r"\s*(-?\d{1,3}(?:\.\d{1,8})?)\s*%?\s*")


class Designed(Struct, kw_only=True):
    """A pay table: its rows, its changes from the posted ones, and the wager's expectation.

    `pay` is the table for `--pay`. `hits` is the share of deals that win.
    """

    rows: dict[str, str]
    changed: dict[str, str]
    pay: str
    expectation: Fraction
    edge: float
    sd: float
    hits: float


class Designs(Struct, kw_only=True):
    """Pay tables with an edge between two bounds, fewest changes first. `posted` is the present one."""

    game: str
    wager: str
    table: str
    low: Fraction
    high: Fraction
    posted: Designed
    designs: list[Designed]
    tried: int
    method: str
    seconds: float


class _Rows(NamedTuple):
    """The rows that may be changed, as posted, with the alternatives of each."""

    table: PayTable
    now: dict[str, Odds]
    others: dict[str, list[Odds]]
    falling: bool
    """True if no row pays less than one below it. A design keeps that."""


def design(
    game: str,
    wager: str,
    low: Fraction,
    high: Fraction,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
    *,
    changes: int = 3,
    steps: int = 2,
    most: int = 10,
    tell: Progress = silent,
) -> Designs:
    """Returns at most `most` pay tables of a wager (or of a table id) with a house edge from `low` to `high`.

    At most `changes` rows are changed, each by at most `steps` steps of what rooms post. A side bet is counted once,
    and every table is exact arithmetic on the counts. A wager with decisions is solved anew with every table.
    """
    began = time.perf_counter()
    if low > high:
        form = "an edge from {low:.4%} to {high:.4%} is refused: the first is the lower one"
        raise Refusal("edge", form, facts={"low": float(low), "high": float(high)})
    asked = Question(game, options, pay)
    solver = solver_of(asked)
    rows = _rows(asked, _table(asked, wager), steps)
    name = rows.table.wager if rows.table.wager in solver.sides else solver.wager
    if (name == solver.wager or name in solver.ways) and (solver.slow or solver.ways):
        form = "{table} is refused: {wager} is played by decisions and takes minutes to solve with each pay table"
        raise Refusal("wager", form, facts={"table": rows.table.id, "wager": name})
    answer = odds(asked.game, asked.options, asked.pay, wager=name, tell=tell)
    counted = _is_counted(answer, solver, rows)
    said = rows.now if rows.table.id in asked.pay else {}
    posted = _designed(rows, {}, said, answer.wagers[name])
    found: list[tuple[int, Fraction, Designed]] = []
    tried, limit = 0, MOST_TRIED if counted else WORKED_OUT
    middle = (low + high) / 2
    for chosen in _tables(rows, changes):
        if (len(found) >= most and len(chosen) > found[-1][0]) or tried >= limit:
            break
        tried += 1
        if not counted or not tried % 1000:
            tell("pay tables tried", tried, limit)
        then = _paid(answer.wagers[name], chosen) if counted else _solved(asked, rows, chosen, name)
        if then is not None and low <= -then.expectation <= high:
            found.append((len(chosen), abs(-then.expectation - middle), _designed(rows, chosen, said, then)))
    found.sort(key=lambda each: each[:2])
    method = "the counts of the wager, paid by every table" if counted else "the game solved anew with every table"
    if tried >= limit:
        method += f", no more than {limit:,} of them"
    return Designs(
        game=asked.game, wager=name, table=rows.table.id, low=low, high=high, posted=posted,
        designs=[each for _, _, each in found[:most]], tried=tried, method=method, seconds=time.perf_counter() - began,
    )  # fmt: skip


def _table(asked: Question, wager: str) -> PayTable:
    """Returns the posted table that pays the wager or has that id. Raises Refusal unless there is exactly one."""
    tables = [table for table in posted_tables(asked) if table.unit != FIXED]
    here = [table for table in tables if table.id == wager] or [table for table in tables if table.wager == wager]
    if len(here) == 1:
        return here[0]
    form = "no pay table {wager!r} can be designed in {game}: {known} can"
    if here:
        form = "{wager} is paid by several tables: say which one, of {known}"
    known = [table.id for table in here or tables]
    raise Refusal("wager", form, facts={"wager": wager, "game": asked.game, "known": known})


def _rows(asked: Question, table: PayTable, steps: int) -> _Rows:
    now = {key: odds for key, odds in table.odds.items() if asked.rules.in_use(table.id, key)}
    if not now:
        needs = [f"{name}={text_of(value)}" for name, value in table.in_use.items()]
        form = "{table} pays nothing at this table: it is in use with {needs}"
        raise Refusal("table", form, facts={"table": table.id, "needs": needs or ["other options"]})
    return _Rows(table, now, {key: _near(each, steps) for key, each in now.items()}, _falls(now))


def _near(now: Odds, steps: int) -> list[Odds]:
    """Returns the alternatives to posted odds: the next steps of the ladder, up and down, nearest first."""
    value = Fraction(now.num, now.den)
    above = [each for each in LADDER if each > value][:steps]
    below = [each for each in LADDER if each < value][-steps:]
    return [Odds(each, 1) for each in sorted((*above, *below), key=lambda each: abs(each - value))]


def _tables(rows: _Rows, changes: int) -> Iterator[dict[str, Odds]]:
    """Yields every table with one changed row, then with two, and so on. Rarer hands never come to pay less."""
    for count in range(1, min(changes, len(rows.now)) + 1):
        for keys in combinations(rows.now, count):
            for values in product(*(rows.others[key] for key in keys)):
                chosen = dict(zip(keys, values, strict=True))
                if not rows.falling or _falls(rows.now | chosen):
                    yield chosen


def _falls(rows: Mapping[str, Odds]) -> bool:
    values = [Fraction(each.num, each.den) for each in rows.values()]
    return all(one >= other for one, other in pairwise(values))


def _is_counted(answer: OddsAnswer, solver: Solver, rows: _Rows) -> bool:
    """Returns True if every row is an outcome of its own that no decision depends on."""
    wager = answer.wagers.get(rows.table.wager)
    if wager is None or wager.part_of or rows.table.wager == solver.wager or rows.table.wager in solver.ways:
        return False
    return all(wager.pays.get(key) == Fraction(each.num, each.den) for key, each in rows.now.items())


def _paid(wager: Wager, chosen: dict[str, Odds]) -> Wager:
    pays = wager.pays | {key: Fraction(each.num, each.den) for key, each in chosen.items()}
    return Wager.of([(name, count, pays[name]) for name, count in wager.outcomes.items()])


def _solved(asked: Question, rows: _Rows, chosen: dict[str, Odds], name: str) -> Wager | None:
    pay = asked.pay | {rows.table.id: {key: _said(each) for key, each in (rows.now | chosen).items()}}
    try:
        return odds(asked.game, asked.options, pay, wager=name).wagers[name]
    except Refusal:  # the table does not take these rows
        return None


def _designed(rows: _Rows, chosen: dict[str, Odds], said: dict[str, Odds], wager: Wager) -> Designed:
    """Returns the design with these rows chosen. `said` holds rows requested beforehand, so that `pay` is complete."""
    paid, told = rows.now | chosen, said | chosen
    return Designed(
        rows={key: _said(each) for key, each in paid.items()},
        changed={key: _said(each) for key, each in chosen.items()},
        pay=f"{rows.table.id}={','.join(f'{key}={_said(each)}' for key, each in told.items())}" if told else "",
        expectation=wager.expectation,
        edge=-float(wager.expectation),
        sd=wager.sd,
        hits=sum(count for name, count in wager.outcomes.items() if wager.pays[name] > 0) / wager.total,
    )


def _said(odds: Odds) -> str:
    """Prints odds to 1, as `--pay` takes them."""
    return str(odds.num) if odds.den == 1 else f"{odds.num}:{odds.den}"


def edges_from(texts: Sequence[str]) -> tuple[Fraction, Fraction]:
    """Reads an edge in percent: `5` is from 4.75 to 5.25, `4..6` from 4 to 6."""
    found = [EDGE.fullmatch(text) for text in texts]
    if len(found) > 2 or not all(found):
        form = "{edge!r} is no edge: write percent, such as 5 or 4..6"
        raise Refusal("edge", form, "", "--edge", {"edge": "..".join(texts)[:40]})
    values = [Fraction(each[1]) / 100 for each in found if each]
    if len(values) == 1:
        return values[0] - Fraction(1, 400), values[0] + Fraction(1, 400)
    return values[0], values[-1]
