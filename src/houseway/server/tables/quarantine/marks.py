"""Marks of failed tables as the store keeps them, and the words that everybody gets about one."""

import traceback
from pathlib import Path
from typing import Final

from msgspec import Struct

from houseway.room.messages.faults import RowFault
from houseway.room.messages.view_types import LobbyLine
from houseway.script import Refusal

NAME: Final = "quarantine/"
"""Prefix of marks in `meta`."""
CODE: Final = "quarantined"
TRIES: Final = 2
"""Automatic attempts to return chips: by the table, then by its accounts alone. Then the host decides."""
REASON: Final = "the table was set aside"


class Mark(Struct, kw_only=True):
    """A failed table: when and in which stage it failed.

    `closed` is when its chips went back, `returned` how many cents.

    `last_error` is the error of the last attempt to return them.
    """

    table: str
    at: int
    stage: str
    error: str
    game: str = ""
    private: bool = True
    tries: int = 0
    closed: int | None = None
    returned: int = 0
    last_error: str = ""


def refusal(table: str) -> Refusal:
    """Returns the refusal that everybody gets at a failed table."""
    form = "this table was set aside because something in it failed: its round is void and its chips go back"
    return Refusal(CODE, form, facts={"table": table[:64]})


def told_error(error: BaseException) -> str:
    """Returns the type of an error and where it was raised.

    Leaves its message out: it may name cards, and a host may play.
    """
    row = ""
    if isinstance(error, RowFault):
        row = f"row {error.row}: "
        if error.__cause__ is None:
            return row + error.why
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {frames[-1].name}:{frames[-1].lineno} of {Path(frames[-1].filename).name}" if frames else ""
    return f"{row}{type(error).__name__}{where}"


def line_of(mark: Mark) -> LobbyLine:
    """Returns the lobby line of a failed table."""
    return LobbyLine(
        table=mark.table,
        game=mark.game,
        phase=CODE,
        round=0,
        seats=0,
        people=0,
        bots=0,
        names=[],
        limits=[],
        pace="",
        private=mark.private,
    )
