"""Seals: hashes over what no sum and no chain of hashes holds, as people, the house's own keys and entries' headings.

A bit that turns in a name, a key or a clause changes no sum and breaks no chain. Each of these rows carries SHA-256 of
what it says, and an entry also of its postings; it is set by whoever writes the row, and looked at when a room opens.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import apsw

from houseway.store.interface import damaged
from houseway.store.row_hashes import ENTRY, SEALED, seal_of

SINCE: Final = 2
"""The schema from which on rows are sealed."""
_SOME: Final = 5_000
"""Rows that are given their seals at a time."""


def seal(db: apsw.Connection, table: str, *known_by: Any) -> None:
    """That row is sealed as it stands now."""
    row = db.execute(f"SELECT {SEALED[table][1]} FROM {table} WHERE {_where(table)}", known_by).fetchone()
    assert row is not None, f"{known_by} is not in {table}"
    _set(db, table, [row])


def _where(table: str) -> str:
    count, columns, _ = SEALED[table]
    return " AND ".join([f"{name} = ?" for name in columns.split(", ")[:count]])


def _set(db: apsw.Connection, table: str, rows: Sequence[Sequence[Any]]) -> None:
    count = SEALED[table][0]
    seals = [(seal_of(row), *row[:count]) for row in rows]
    db.executemany(f"UPDATE {table} SET seal = ? WHERE {_where(table)}", seals).fetchall()


def seal_all(db: apsw.Connection) -> None:
    """Every row that has no seal yet is given one, as in a room that comes from elsewhere or from an older schema."""
    for table, (_, columns, _) in SEALED.items():
        while rows := db.execute(f"SELECT {columns} FROM {table} WHERE seal IS NULL LIMIT {_SOME}").fetchall():
            _set(db, table, rows)
    first = 0
    some = f"SELECT max(id) FROM (SELECT id FROM entry WHERE id > ? ORDER BY id LIMIT {_SOME})"
    while last := db.execute(some, (first,)).get:
        seals = [(seal_of(row[1:], posted), row[0]) for row, posted, was in entries(db, first, last) if was is None]
        db.executemany("UPDATE entry SET seal = ? WHERE id = ?", seals).fetchall()
        first = last


def check(db: apsw.Connection, file: str) -> None:
    """Every seal is as it was set; refused with the first that is not. A room of an older schema has none."""
    if db.execute("PRAGMA user_version").get < SINCE:
        return
    for table, (_, columns, called) in SEALED.items():
        for *row, was in db.execute(f"SELECT {columns}, seal FROM {table}"):
            if seal_of(row) != was:
                raise damaged(file, called.format(*row))
    for row, posted, was in entries(db):
        if seal_of(row[1:], posted) != was:
            raise damaged(file, f"entry {row[0]} of its ledger")


def check_row(db: apsw.Connection, file: str, table: str, by: str, value: str | bytes) -> None:
    """Refused where the row of that value is not as it was sealed."""
    _, columns, called = SEALED[table]
    for *row, was in db.execute(f"SELECT {columns}, seal FROM {table} WHERE {by} = ?", (value,)):
        if seal_of(row) != was:
            raise damaged(file, called.format(*row))


Entry = tuple[Sequence[Any], list[Sequence[Any]], bytes | None]


def entries(db: apsw.Connection, after: int = 0, last: int = 2**62) -> Iterator[Entry]:
    """Entries of the ledger with their postings and their seals; both are gone through in their order, side by side."""
    lines = db.execute(
        "SELECT entry, account, cents, clause FROM posting WHERE entry > ? AND entry <= ? ORDER BY entry, line",
        (after, last),
    )
    by_entry = groupby(lines, itemgetter(0))
    at, posted = next(by_entry, (None, iter(())))
    entries = db.execute(f"SELECT {ENTRY}, seal FROM entry WHERE id > ? AND id <= ? ORDER BY id", (after, last))
    for *row, was in entries:
        own: list[Sequence[Any]] = []
        if at == row[0]:
            own = [line[1:] for line in posted]
            at, posted = next(by_entry, (None, iter(())))
        yield row, own, was
