"""Policies: the answers of one seat in a scripted round, by name, by a bot, or by a user's program."""

from collections.abc import Callable
from functools import lru_cache, partial
from traceback import extract_tb
from typing import Any, Protocol

from houseway.lab.inquiry.advice import SeenView, adviser_of
from houseway.lab.inquiry.question import Question
from houseway.lab.simulation.strategies import BEST, BOTS, HOUSE_WAY, Tactic
from houseway.script import Refusal
from houseway.table.reports.view import View
from houseway.table.setup import Decision

Policy = Callable[[View], Decision]


class Companion(Protocol):
    """A player that answers from a view."""

    def decide(self, view: View) -> Decision: ...


BotMaker = Callable[[str, str, object], Companion]
"""Makes a player of a name, a style and a seed. `houseway.players.bots.Bot` is one."""


def policy_of(choice: Tactic, company: BotMaker | None, name: str, asked: Question, seed: str) -> Policy:
    """Returns the policy of the seat of that name by this strategy. Raises Refusal if it cannot be played."""
    style = name.rpartition(", ")[2] if ", " in name else "steady"
    if choice.kind == HOUSE_WAY:
        return house_way
    if choice.kind == BEST:
        _warmed(asked)
        return partial(_advised, asked)
    if choice.is_program:
        return program(choice)
    if choice.kind == BOTS:
        if company is None:
            raise Refusal("bots", "nobody brought bots: pass company=houseway.players.bots.Bot")
        return company(name, style, seed).decide
    raise Refusal("strategy", f"{choice} cannot be played through the script: a program can, file:MINE.py")


def house_way(view: View) -> Decision:
    """Returns the house way if it is offered, else the default of a player whose time ran out."""
    if any(choice.name == HOUSE_WAY for choice in view.choices):
        return HOUSE_WAY
    assert view.default is not None
    return view.default


def _advised(asked: Question, view: View) -> Decision:
    return adviser_of(asked).advised(SeenView(view, asked)).best


@lru_cache(maxsize=16)
def _warmed(asked: Question) -> None:
    """Computes whatever makes advice exact before the first round."""
    adviser_of(asked).warmed(asked)


def program(choice: Tactic) -> Policy:
    """Loads the function `decide(view)` of a Python file. Raises Refusal with the line of a failure."""
    names: dict[str, Any] = {"__name__": "houseway_strategy"}
    try:
        exec(compile(choice.text, choice.path, "exec"), names)
    except Exception as error:
        raise _failed(choice, error) from error
    decide = names.get("decide")
    if not callable(decide):
        raise Refusal("strategy", f"{choice.path} has no function decide(view)")
    return partial(_decided, choice, decide)


def _decided(choice: Tactic, decide: Policy, view: View) -> Decision:
    try:
        return decide(view)
    except Exception as error:
        raise _failed(choice, error) from error


def _failed(choice: Tactic, error: Exception) -> Refusal:
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == choice.path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    says = error.msg if isinstance(error, SyntaxError) else error
    return Refusal("strategy", f"{choice.path} failed in line {line}: {type(error).__name__}: {says}")
