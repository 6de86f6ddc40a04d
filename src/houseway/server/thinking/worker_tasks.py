"""Functions that worker processes run: a bot's decision, a coach's advice, an answer of the dealer school.

The event loop pickles a function by its name. Each imports its needs where it runs, so that the server never loads
them.
"""

import time
from typing import Any

from houseway.table import View
from houseway.table.setup import Decision


def warm_up() -> None:
    """Imports what bots need, before the first decision."""
    import houseway.players.bots  # noqa: F401


def bot_decision(view: View, name: str, style: str, seed: str) -> tuple[Decision, float]:
    """Returns the decision of a bot of that name and style, and the CPU seconds that it took."""
    from houseway.players.bots import Bot

    began = time.thread_time()
    return Bot(name, style, seed).decide(view), time.thread_time() - began


def coach_advice(view: View, pay: dict[str, Any]) -> Any:
    """Returns the expectation of every choice, from the place's view."""
    from houseway.lab.advise import advise

    return advise(view, pay=pay)


def played_out_advice(game: str, document: bytes, place: str, seconds: float) -> Any:
    """Returns the expectation of every choice by simulation with bots, for a game without an adviser.

    The document holds the whole round. The lab deals hidden cards anew before it simulates.
    """
    from houseway.games import find
    from houseway.lab.advise import advise_round
    from houseway.players.bots import Bot
    from houseway.table import document_from, resume

    round_ = resume(find(game), document_from(document))
    return advise_round(round_, place, company=Bot, seconds=seconds)


def school_judgement(game: str, seed: str, n: int, answer: str | int) -> bytes:
    """Returns whether an answer of the dealer school is right, as JSON."""
    import msgspec

    from houseway.room.review.school import judged

    return msgspec.json.encode(judged(game, seed, n, answer))
