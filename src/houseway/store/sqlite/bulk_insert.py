"""Inserts many rows in one statement. Each statement releases the interpreter's lock, so fewer are faster."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Final, TypeVar

import apsw

LARGEST: Final = 32
"""Rows in one statement. Each length is one prepared statement (see `database_file.STATEMENTS`)."""
T = TypeVar("T")


def runs(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yields the rows in chunks of `LARGEST`."""
    for at in range(0, len(rows), LARGEST):
        yield rows[at : at + LARGEST]


@cache
def _values(columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * rows)


def execute(db: apsw.Connection, form: str, rows: Sequence[Sequence[object]]) -> None:
    """Runs the statement with the rows in place of `{}`, once for each chunk."""
    for some in runs(rows):
        db.execute(form.format(_values(len(some[0]), len(some))), tuple(chain.from_iterable(some))).fetchall()
