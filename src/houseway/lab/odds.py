"""Asking the lab: exact odds of a game at one table's options and pay tables."""

import time
from collections.abc import Mapping
from typing import Any

from houseway.lab import cache
from houseway.lab.answer import Answer, Frequency, Solved, Wager
from houseway.lab.exact import find
from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question
from houseway.lab.solver import Part, Solver
from houseway.script import Refusal

BASE = "base"


def odds(
    game: str,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
    *,
    wager: str | None = None,
    use_cache: bool = True,
    tell: Tell = silent,
) -> Answer:
    """The exact odds of every wager of a game, or of one; what cannot be asked is refused."""
    started = time.perf_counter()
    asked = Question(game, options, pay)
    solver = find(asked.game)
    wagers: dict[str, Wager] = {}
    base, notes = None, []
    frequencies: dict[str, Frequency] = {}
    for name, part in _parts(asked, solver, wager).items():
        solved = _solved(asked, name, part, use_cache, tell)
        wagers |= solved.wagers
        base = base or solved.base
        frequencies |= solved.frequencies
        notes += solved.notes
    if wager in solver.within:
        wagers, base, notes = {wager: _within(solver, wager, wagers)}, None, []
        frequencies = {name: each for name, each in frequencies.items() if name.startswith(wager)}
    notes += [_edge_note(name, each) for name, each in wagers.items() if each.player_has_the_edge]
    return Answer(
        game=asked.game,
        options=dict(asked.rules.options),
        pay={table: {key: str(odds) for key, odds in asked.rules.table(table).odds.items()} for table in asked.pay},
        wagers=wagers,
        base=base,
        exact=True,
        method=solver.method,
        seconds=round(time.perf_counter() - started, 3),
        notes=notes,
        frequencies=frequencies,
    )


def _within(solver: Solver, wager: str, wagers: dict[str, Wager]) -> Wager:
    """A wager that the base game has an answer for, if this table offers it."""
    if wager not in wagers:
        option = solver.within[wager]
        raise Refusal("wager", f"{wager} is not offered at this table: option {option} offers it", "", "options")
    return wagers[wager]


def _parts(asked: Question, solver: Solver, wager: str | None) -> dict[str, Part]:
    parts = ({BASE: solver.base} if solver.base is not None else {}) | dict(solver.sides)
    if wager is None:
        return {name: part for name, part in parts.items() if asked.offers(name)}
    name = BASE if wager == solver.wager or wager in solver.within else wager
    if name in parts and not asked.offers(name):
        raise Refusal("wager", f"{wager} is not offered at a table with these options")
    if name not in parts:
        known = ", ".join([solver.wager if part == BASE else part for part in parts] + [*solver.within])
        raise Refusal("wager", f"no odds of a wager {wager!r} are worked out: {known} are")
    return {name: parts[name]}


def _solved(asked: Question, name: str, part: Part, use_cache: bool, tell: Tell) -> Solved:
    if use_cache and (found := cache.kept(asked, name, Solved)) is not None:
        return found
    solved = part(asked, tell)
    if use_cache:
        cache.keep(asked, name, solved)
    return solved


def _edge_note(name: str, wager: Wager) -> str:
    return f"{name}: the PLAYER has the edge, {float(wager.expectation):+.4%} of every unit staked."
