"""Checksums of rows that neither a ledger sum nor the hash chain covers: people, the room's keys, entries' headings.

A flipped bit in a name, a key or a clause changes no sum and breaks no chain. The column `seal` of such a row holds
its SHA-256, and of an entry also that of its postings. The writer sets it, and a start verifies it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import apsw

from houseway.store.interface import damaged
from houseway.store.row_hashes import ENTRY, SEALED, seal_of

SINCE: Final = 2
"""The first schema with checksums."""
_SOME: Final = 5_000
"""Rows that `seal_all` updates at a time."""


def seal(db: apsw.Connection, table: str, *known_by: object) -> None:
    """Sets the checksum of one row, found by its key."""
    row = db.execute(f"SELECT {SEALED[table][1]} FROM {table} WHERE {_where(table)}", known_by).fetchone()
    assert row is not None, f"{known_by} is not in {table}"
    _set(db, table, [row])


def _where(table: str) -> str:
    count, columns, _ = SEALED[table]
    return " AND ".join([f"{name} = ?" for name in columns.split(", ")[:count]])


def _set(db: apsw.Connection, table: str, rows: Sequence[Sequence[object]]) -> None:
    count = SEALED[table][0]
    seals = [(seal_of(row), *row[:count]) for row in rows]
    db.executemany(f"UPDATE {table} SET seal = ? WHERE {_where(table)}", seals).fetchall()


def seal_all(db: apsw.Connection) -> None:
    """Sets the checksum of every row that has none: after a migration, or in a copy from PostgreSQL."""
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
    """Verifies every checksum. Raises StoreFault for the first that does not match. Older schemas have none."""
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
    """Verifies the checksum of the row with that value in column `by`. Raises StoreFault if it does not match."""
    _, columns, called = SEALED[table]
    for *row, was in db.execute(f"SELECT {columns}, seal FROM {table} WHERE {by} = ?", (value,)):
        if seal_of(row) != was:
            raise damaged(file, called.format(*row))


Entry = tuple[Sequence[Any], list[Sequence[Any]], bytes | None]


def entries(db: apsw.Connection, after: int = 0, last: int = 2**62) -> Iterator[Entry]:
    """Yields ledger entries with their postings and checksums, by two cursors that advance side by side."""
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
