"""Many rows in one statement: each statement hands the interpreter over and waits to get it back, so few are better."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final, TypeVar

import apsw

LARGEST: Final = 32
"""Rows in one statement. One of each length is made once, and kept (see `file.STATEMENTS`)."""
T = TypeVar("T")


def runs(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """The rows in as few runs as there can be."""
    for at in range(0, len(rows), LARGEST):
        yield rows[at : at + LARGEST]


@cache
def _values(columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * rows)


def execute(db: apsw.Connection, form: str, rows: Sequence[Sequence[Any]]) -> None:
    """The statement with these rows where it has `{}`, as often as it takes."""
    for some in runs(rows):
        db.execute(form.format(_values(len(some[0]), len(some))), tuple(chain.from_iterable(some))).fetchall()
