"""Advice on a decision. The game's record names its adviser."""

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import structs

from houseway.lab.inquiry.advice import Advice, SeenView, adviser_of
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.simulation.policy import BotMaker
from houseway.rulebook.options import text_of
from houseway.script import Ask, Refusal
from houseway.table import Round
from houseway.table.reports.view import View
from houseway.table.reports.view import view as seen_by


def advise(
    view: View,
    request: Ask | None = None,
    *,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
) -> Advice:
    """Returns the expectation of every option of the viewer's decision, and its cost against the best.

    It uses the view alone, so nobody learns more than a seat may know. With the present `request`, only its choices
    count. `options` default to the view's own. `pay` holds the table's changed pay tables. Raises Refusal if the game
    has no adviser or if the viewer is asked nothing.
    """
    started = time.perf_counter()
    if request is not None:
        names = {choice.name for choice in request.choices}
        view = structs.replace(view, choices=[choice for choice in view.choices if choice.name in names])
    if not view.choices:
        raise Refusal("not-asked", f"place {view.viewer or 'of a spectator'} is asked nothing now")
    chosen = {name: text_of(value) for name, value in (view.options if options is None else options).items()}
    asked = _question(view.game, tuple(sorted(chosen.items())), _frozen(pay))
    found = adviser_of(asked).advised(SeenView(view, asked))
    found.seconds = round(time.perf_counter() - started, 4)
    return found


def advise_round(
    round_: Round,
    name: str,
    *,
    company: BotMaker | None = None,
    samples: int | None = None,
    seconds: float | None = None,
    tell: Progress = silent,
) -> Advice:
    """Returns the same for a place of a round. A game without an adviser is played out with the `company` of bots.

    Either way it uses what the place sees: each rollout deals the hidden cards anew. `seconds` bound the time of the
    rollouts.
    """
    from houseway.lab.simulation.rollouts import rolled_out

    started = time.perf_counter()
    if not lab_of(round_.game.id).advice and company is not None:
        found = rolled_out(round_, name, company, samples=samples, seconds=seconds, tell=tell)
        found.seconds = round(time.perf_counter() - started, 4)
        return found
    if samples is not None:
        raise Refusal("samples", f"{samples} deals are refused: advice on {round_.game.id} plays out no rounds")
    tell("working out what is left", 0, 0)
    return advise(seen_by(round_, name), pay=round_.setup.pay)


def warm_up(game: str, options: Mapping[str, object] | None = None, pay: Mapping[str, Any] | None = None) -> None:
    """Computes beforehand whatever the first advice on a game at these rules would have to wait for."""
    asked = _same(Question(game, options, pay))
    adviser_of(asked).warmed(asked)


@lru_cache(maxsize=64)
def _question(game: str, options: tuple[tuple[str, str], ...], pay: tuple[tuple[str, Any], ...]) -> Question:
    rows = {table: dict(changed) if isinstance(changed, tuple) else changed for table, changed in pay}
    return _same(Question(game, dict(options), rows))


_questions: dict[str, Question] = {}


def _same(asked: Question) -> Question:
    """Returns one question for all that ask the same, because advisers cache results by question."""
    return _questions.setdefault(asked.rules.fingerprint, asked)


def _frozen(pay: Mapping[str, Any] | None) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (table, rows if isinstance(rows, str) else tuple(sorted(rows.items())))
        for table, rows in sorted((pay or {}).items())
    )
