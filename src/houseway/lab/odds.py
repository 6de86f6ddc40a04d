"""Asking the lab: exact odds of a game at one table's options and pay tables."""

import time
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from houseway.lab import cache
from houseway.lab.answer import Answer, Frequency, Solved, Wager
from houseway.lab.equity import EXAMPLES
from houseway.lab.exact import find
from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question
from houseway.lab.solver import Part, Solver
from houseway.rulebook.options import text_of
from houseway.rulebook.rules import offered
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
    """The exact odds of every wager of a game, or of one; what cannot be asked is refused.

    `wager` is a wager, or any key of `wagers` in an answer, such as `bonus: TCS-4a`.
    """
    started = time.perf_counter()
    asked = Question(game, options, pay)
    solver = solver_of(asked)
    refuse_unused(asked, solver)
    wagers: dict[str, Wager] = {}
    base, notes = None, []
    frequencies: dict[str, Frequency] = {}
    for name, part in _parts(asked, solver, wager).items():
        solved = _solved(asked, name, part, use_cache, tell)
        wagers |= solved.wagers
        base = base or solved.base
        frequencies |= solved.frequencies
        notes += solved.notes
    if wager is not None and (wager in solver.within or ":" in wager):
        if wager not in wagers:
            raise _unknown(wager, wagers)
        wagers, base = {wager: msgspec.structs.replace(wagers[wager], brief=False)}, None
        notes = [] if wager in solver.within else notes
        frequencies = {name: each for name, each in frequencies.items() if name.startswith(wager)}
    edges = [_edge_note(name, each) for name, each in wagers.items() if each.player_has_the_edge]
    return Answer(
        game=asked.game,
        options=dict(asked.rules.options),
        pay=asked.posted_pay(),
        wagers=wagers,
        base=base,
        exact=True,
        method=solver.method,
        seconds=round(time.perf_counter() - started, 3),
        notes=[*edges, *notes, *_several_hands(asked)],
        frequencies=frequencies,
    )


def _parts(asked: Question, solver: Solver, wager: str | None) -> dict[str, Part]:
    parts = ({BASE: solver.base} if solver.base is not None else {}) | dict(solver.sides)
    if wager is None:
        return {name: part for name, part in parts.items() if asked.offers(name)}
    if (option := solver.within.get(wager)) and not asked.rules.options[option]:
        raise Refusal("wager", f"{wager} is not offered at this table: --option {option}=true offers it")
    wager = wager.partition(":")[0]  # `bonus: TCS-4a` is worked out with all else that is said of the bonus
    name = BASE if wager == solver.wager or wager in solver.within else wager
    if name in parts and not asked.offers(name):
        raise Refusal("wager", f"{wager} is not offered at a table with these options")
    if name not in parts:
        raise _unknown(wager, [*(solver.wager if part == BASE else part for part in parts), *solver.within])
    return {name: parts[name]}


def _unknown(wager: str, known: Iterable[str]) -> Refusal:
    return Refusal("wager", f"no odds of a wager {wager!r} are worked out: {', '.join(known)} are")


def solver_of(asked: Question) -> Solver:
    """The solver of a banked game; of one that nobody banks, it is said how else to ask."""
    if not asked.rules.game.bankers and (hands := EXAMPLES.get(asked.game)):
        sentence = f"nobody banks {asked.game}: give the players' cards, such as --hands {hands!r}, for their equities"
        raise Refusal("no-odds", sentence)
    return find(asked.game)


def refuse_unused(asked: Question, solver: Solver) -> None:
    """A pay table that is not in use at a table of these options cannot change anything."""
    for table, rows in asked.pay.items():
        listed = asked.rules.table(table).listed(rows)
        for name in (table, *(f"{table}: {row}" for row in listed)):
            option, value = solver.needs.get(name, ("", ""))
            if option and text_of(asked.rules.options[option]) != value:
                clause = offered(asked.game)[option].clauses[0]
                sentence = f"pay table {name} is not in use at this table: --option {option}={value} puts it in use"
                raise Refusal("unused-pay-table", sentence, clause)


def _solved(asked: Question, name: str, part: Part, use_cache: bool, tell: Tell) -> Solved:
    if use_cache and (found := cache.kept(asked, name, Solved)) is not None:
        return found
    solved = part(asked, tell)
    if use_cache:
        cache.keep(asked, name, solved)
    return solved


def _several_hands(asked: Question) -> list[str]:
    """Who plays two hands sees the cards of both, and that is in no strategy here."""
    if asked.rules.options.get("hands_per_player", 1) == 1:
        return []
    clause = offered(asked.game)["hands_per_player"].clauses[0]
    return [f"These are the odds of one hand: that a player of two sees the cards of both is left out ({clause})."]


def _edge_note(name: str, wager: Wager) -> str:
    return f"{name}: the PLAYER has the edge, {float(wager.expectation):+.4%} of every unit staked."
