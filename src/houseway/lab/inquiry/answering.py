"""Exact odds of one question: every part of the game that was asked for, solved or read from the cache."""

import time
from collections.abc import Iterable

import msgspec

from houseway.lab.inquiry import cache
from houseway.lab.inquiry.answer import Frequency, OddsAnswer, Solved, Wager
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import Part, Solver, solver_in
from houseway.rulebook.rules import offered
from houseway.script import Refusal
from houseway.script.did_you_mean import unknown

BASE = "base"


def answered(
    asked: Question, *, wager: str | None = None, use_cache: bool = True, tell: Progress = silent
) -> OddsAnswer:
    """Returns the exact odds of every wager of a game, or of one. Raises Refusal for what cannot be asked.

    `wager` is a wager, or any key of `wagers` in an answer, such as `bonus: TCS-4a`.
    """
    started = time.perf_counter()
    solver = solver_of(asked)
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
    return OddsAnswer(
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
    wager = wager.partition(":")[0]  # `bonus: TCS-4a` is solved with the other tables of the bonus
    name = BASE if wager == solver.wager or wager in solver.within else wager
    if name in parts and not asked.offers(name):
        raise Refusal("wager", f"{wager} is not offered at a table with these options")
    if name not in parts:
        raise _unknown(wager, [*(solver.wager if part == BASE else part for part in parts), *solver.within])
    return {name: parts[name]}


def _unknown(wager: str, known: Iterable[str]) -> Refusal:
    says = "no odds of a wager {wager!r} are worked out"
    return unknown("wager", says, wager, known, "{known} are", wager=wager)


def solver_of(asked: Question) -> Solver:
    """Returns the solver of a banked game. Raises Refusal, with what to ask instead, if there is none."""
    if not asked.rules.game.bankers and (hands := asked.lab.hands):
        sentence = f"nobody banks {asked.game}: give the players' cards, such as --hands {hands!r}, for their equities"
        raise Refusal("no-odds", sentence)
    solver = solver_in(asked.lab)
    if solver is None:
        form = "nobody has worked out the odds of {game}: `houseway simulate {game}` deals it and says what it came to"
        raise Refusal("no-odds", form, facts={"game": asked.game})
    return solver


def _solved(asked: Question, name: str, part: Part, use_cache: bool, tell: Progress) -> Solved:
    if use_cache and (found := cache.kept(asked, name, Solved)) is not None:
        return found
    solved = part(asked, tell)
    if use_cache:
        cache.keep(asked, name, solved)
    return solved


def _several_hands(asked: Question) -> list[str]:
    """Returns the note that a player of two hands sees the cards of both, which no strategy here uses."""
    if asked.rules.options.get("hands_per_player", 1) == 1:
        return []
    clause = offered(asked.game)["hands_per_player"].clauses[0]
    return [f"These are the odds of one hand: that a player of two sees the cards of both is left out ({clause})."]


def _edge_note(name: str, wager: Wager) -> str:
    return f"{name}: the PLAYER has the edge, {float(wager.expectation):+.4%} of every unit staked."
