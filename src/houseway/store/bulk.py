"""Many rows in one statement: each statement hands the interpreter over and waits to get it back, so few are better."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

import apsw

LARGEST: Final = 32
T = TypeVar("T")


def runs(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """The rows in runs of powers of two, so that the same few statements come again."""
    at = 0
    while at < len(rows):
        count = min(LARGEST, 1 << ((len(rows) - at).bit_length() - 1))
        yield rows[at : at + count]
        at += count


@lru_cache(maxsize=64)
def _values(columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * rows)


def execute(db: apsw.Connection, form: str, rows: Sequence[Sequence[Any]]) -> None:
    """The statement with these rows where it has `{}`, as often as it takes."""
    for some in runs(rows):
        db.execute(form.format(_values(len(some[0]), len(some))), tuple(chain.from_iterable(some))).fetchall()
