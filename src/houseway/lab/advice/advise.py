"""Asking for advice. Each game's adviser is a module of this package, found by the game's id."""

import time
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from msgspec import structs

from houseway.lab.advice.shape import Advice, Seen
from houseway.lab.question import Question
from houseway.rulebook.options import text_of
from houseway.script import Ask, Refusal
from houseway.table.view import View

SHARED = {
    "texas-holdem": "poker",
    "omaha": "poker",
    "pineapple-hi-lo": "poker",
    "lowball": "poker",
    "fortune-pai-gow": "pai_gow",
    "pai-gow-california": "pai_gow",
    "pai-gow-seneca": "pai_gow",
    "mini-pai-gow": "pai_gow",
}


class Adviser(Protocol):
    """A module that advises on one game, or on several that are alike."""

    def advised(self, seen: Seen) -> Advice: ...

    def warmed(self, asked: Question) -> None: ...


def advise(
    view: View,
    request: Ask | None = None,
    *,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
) -> Advice:
    """What every option of the viewer's decision expects, and what it costs against the best.

    From the view alone, so nobody is told more than a seat may know. With the `request` that is being asked, only its
    choices count. `options` are the view's own unless others are given, `pay` the table's changed pay tables. A game
    that nobody can advise on, or a decision that is not the viewer's, is refused.
    """
    started = time.perf_counter()
    if request is not None:
        names = {choice.name for choice in request.choices}
        view = structs.replace(view, choices=[choice for choice in view.choices if choice.name in names])
    if not view.choices:
        raise Refusal("not-asked", f"place {view.viewer or 'of a spectator'} is asked nothing now")
    chosen = {name: text_of(value) for name, value in (view.options if options is None else options).items()}
    asked = _question(view.game, tuple(sorted(chosen.items())), _frozen(pay))
    found = adviser_of(view.game).advised(Seen(view, asked))
    found.seconds = round(time.perf_counter() - started, 4)
    return found


def warm_up(game: str, options: Mapping[str, object] | None = None, pay: Mapping[str, Any] | None = None) -> None:
    """Does beforehand whatever the first advice on a game at these rules would have to wait for."""
    asked = _same(Question(game, options, pay))
    adviser_of(asked.game).warmed(asked)


def adviser_of(game: str) -> Adviser:
    name = f"houseway.lab.advice.{SHARED.get(game, game.replace('-', '_'))}"
    if find_spec(name) is None:
        raise Refusal("no-advice", f"nobody here can advise on {game}")
    return cast(Adviser, import_module(name))


@lru_cache(maxsize=64)
def _question(game: str, options: tuple[tuple[str, str], ...], pay: tuple[tuple[str, Any], ...]) -> Question:
    rows = {table: dict(changed) if isinstance(changed, tuple) else changed for table, changed in pay}
    return _same(Question(game, dict(options), rows))


_questions: dict[str, Question] = {}


def _same(asked: Question) -> Question:
    """One question for all that ask the same, however they put it: advisers remember what they found for it."""
    return _questions.setdefault(asked.rules.fingerprint, asked)


def _frozen(pay: Mapping[str, Any] | None) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (table, rows if isinstance(rows, str) else tuple(sorted(rows.items())))
        for table, rows in sorted((pay or {}).items())
    )
