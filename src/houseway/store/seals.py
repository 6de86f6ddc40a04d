"""Seals: hashes over what no chain of hashes holds: people, the house's own keys, tables and entries of the ledger.

A bit that turns in a name, a key or a clause changes no sum and breaks no chain. Each of these rows carries SHA-256 of
what it says, and an entry also of its postings; it is set by whoever writes the row, and looked at when a room opens.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import apsw
import msgspec

from houseway.store.protocol import StoreFault

SINCE: Final = 2
"""The schema from which on these rows are sealed."""
_ENCODE: Final = msgspec.json.Encoder().encode
_TOLD: Final = {
    "meta": ("name", "name, value", "what is kept under {name!r}"),
    "person": ("id", "id, name, kind, made, secret_hash, link_hash", "person {name}"),
    "room_table": ("id", "id, ordinal, opened, closed", "table {name}"),
}
"""How rows of a table are named, what is sealed of them, and what they are called."""
_ENTRY: Final = "id, at, kind, table_id, n, round_id, key"


def seal_of(row: Sequence[Any], postings: Iterable[Sequence[Any]] = ()) -> bytes:
    """SHA-256 of what the row says and of its postings, as JSON; bytes are written in base64."""
    return hashlib.sha256(_ENCODE((row, [*postings]))).digest()


def seal(db: apsw.Connection, table: str, name: str) -> None:
    """The row of that name is sealed as it stands now."""
    by, columns, _ = _TOLD[table]
    row = db.execute(f"SELECT {columns} FROM {table} WHERE {by} = ?", (name,)).fetchone()
    assert row is not None, f"{name} is not in {table}"
    db.execute(f"UPDATE {table} SET hash = ? WHERE {by} = ?", (seal_of(row), name)).fetchall()


def seal_all(db: apsw.Connection) -> None:
    """Every row that has no seal yet is given one, as in a room that comes from elsewhere or from an older schema."""
    for table, (by, columns, _) in _TOLD.items():
        for row in db.execute(f"SELECT {columns} FROM {table} WHERE hash IS NULL").fetchall():
            db.execute(f"UPDATE {table} SET hash = ? WHERE {by} = ?", (seal_of(row), row[0])).fetchall()
    seals = [(seal_of(row[1:], posted), row[0]) for row, posted, hash_ in _entries(db) if hash_ is None]
    db.executemany("UPDATE entry SET hash = ? WHERE id = ?", seals).fetchall()


def check(db: apsw.Connection, file: str) -> None:
    """Every seal is as it was set; refused with the first that is not. A room of an older schema has none."""
    if db.execute("PRAGMA user_version").get < SINCE:
        return
    for table, (_, columns, called) in _TOLD.items():
        for *row, hash_ in db.execute(f"SELECT {columns}, hash FROM {table}"):
            if seal_of(row) != hash_:
                raise _broken(file, called.format(name=row[0]))
    for row, posted, hash_ in _entries(db):
        if seal_of(row[1:], posted) != hash_:
            raise _broken(file, f"entry {row[0]} of its ledger")


def _entries(db: apsw.Connection) -> Iterator[tuple[Sequence[Any], list[Sequence[Any]], bytes | None]]:
    """Every entry of the ledger with its postings and its seal; both are gone through in their order, side by side."""
    lines = db.execute("SELECT entry, account, cents, clause FROM posting ORDER BY entry, line")
    by_entry = groupby(lines, itemgetter(0))
    at, posted = next(by_entry, (None, iter(())))
    for *row, hash_ in db.execute(f"SELECT {_ENTRY}, hash FROM entry ORDER BY id"):
        own: list[Sequence[Any]] = []
        if at == row[0]:
            own = [line[1:] for line in posted]
            at, posted = next(by_entry, (None, iter(())))
        yield row, own, hash_


def _broken(file: str, what: str) -> StoreFault:
    form = "{file} is damaged: {what} is not as it was written"
    return StoreFault("database", form, facts={"file": file, "what": what})
