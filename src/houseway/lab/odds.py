"""Exact odds of a game at one table's options and pay tables."""

from collections.abc import Mapping
from typing import Any

from houseway.lab.inquiry.answer import OddsAnswer
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question


def odds(
    game: str,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
    *,
    wager: str | None = None,
    use_cache: bool = True,
    tell: Progress = silent,
) -> OddsAnswer:
    """Returns the exact odds of every wager of a game, or of one. Raises Refusal for what cannot be asked.

    `wager` is a wager, or any key of `wagers` in an answer, such as `bonus: TCS-4a`.
    """
    return answered(Question(game, options, pay), wager=wager, use_cache=use_cache, tell=tell)
