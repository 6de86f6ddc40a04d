"""Readings: the effect on a count of each choice that a rule book leaves open, changed alone.

They are the options that a solver names as `readings`: what the joker stands for, where A-2-3-4-5 ranks, which pack is
dealt and which house way is followed. No other option changes how hands are set or ranked.
"""

import time
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from houseway.lab.inquiry.answer import Wager
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import solver_in
from houseway.lab.methods.pai_gow.exact import HOUSE_WAY, METHOD
from houseway.lab.odds import odds
from houseway.rulebook.options import text_of
from houseway.rulebook.rules import offered
from houseway.script import Refusal


class Reading(Struct, kw_only=True):
    """One choice of one option. The first reading, without an option, is the table as asked.

    `won`, `pushed` and `lost` count deals. `copies` counts those in which at least one half equals the bank's.
    `difference` is the gain of the player's expectation over the table as asked.
    """

    option: str
    value: str
    clauses: list[str]
    total: int
    won: int
    pushed: int
    lost: int
    copies: int | None
    expectation: Fraction
    edge: float
    difference: Fraction
    player_has_the_edge: bool


class Readings(Struct, kw_only=True):
    """All readings of one wager of a game."""

    game: str
    options: dict[str, str]
    wager: str
    readings: list[Reading]
    method: str
    seconds: float


def readings(
    game: str,
    options: Mapping[str, object] | None = None,
    *,
    wager: str | None = None,
    use_cache: bool = True,
    tell: Progress = silent,
) -> Readings:
    """Counts the table as asked, and every other named choice of each option that changes the count.

    It counts the house way against itself, or what the game's solver calls `wager`.
    """
    started = time.perf_counter()
    asked, wager = Question(game, options), wager or HOUSE_WAY
    found: list[Reading] = []
    for option, value in [("", ""), *_others(asked)]:
        chosen = asked.options | ({option: value} if option else {})
        answer = odds(asked.game, chosen, wager=wager, use_cache=use_cache, tell=_named(tell, option, value))
        clauses = offered(asked.game)[option].clauses if option else ()
        found.append(_reading(option, value, list(clauses), answer.wagers[wager], found[0] if found else None))
    return Readings(
        game=asked.game,
        options={name: text_of(value) for name, value in asked.options.items()},
        wager=wager,
        readings=found,
        method=METHOD,
        seconds=round(time.perf_counter() - started, 3),
    )


def options_of(game_id: str) -> tuple[str, ...]:
    """Returns the options that change how hands are set or ranked. Raises Refusal for a game without any."""
    solver = solver_in(lab_of(game_id))
    found = () if solver is None else solver.readings
    if not found:
        raise Refusal("no-readings", f"{game_id} is no pai gow game: only these have readings to compare")
    return found


def _others(asked: Question) -> list[tuple[str, str]]:
    return [
        (name, choice)
        for name in options_of(asked.game)
        for choice in offered(asked.game)[name].named
        if choice != text_of(asked.rules.options[name])
    ]


def _reading(option: str, value: str, clauses: list[str], wager: Wager, printed: Reading | None) -> Reading:
    def deals(sign: int) -> int:
        return sum(
            count for name, count in wager.outcomes.items() if (wager.pays[name] > 0) - (wager.pays[name] < 0) == sign
        )

    copied = [count for name, count in wager.outcomes.items() if "copied" in name]
    return Reading(
        option=option,
        value=value,
        clauses=clauses,
        total=wager.total,
        won=deals(1),
        pushed=deals(0),
        lost=deals(-1),
        copies=sum(copied) if copied else None,
        expectation=wager.expectation,
        edge=wager.edge,
        difference=wager.expectation - (printed.expectation if printed else wager.expectation),
        player_has_the_edge=wager.player_has_the_edge,
    )


def _named(tell: Progress, option: str, value: str) -> Progress:
    """Returns a progress report that names the reading."""

    def named(what: str, done: int, total: int) -> None:
        tell(f"{option} = {value}: {what}" if option else what, done, total)

    return named
