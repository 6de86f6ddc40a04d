"""Copies a whole room between PostgreSQL and a SQLite file: a backup of a cluster in one file, and its restore.

Rows are copied unchanged. The shards of an account's balance become one row. Leases are not copied, so that the nodes
that serve the copy claim its tables.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import apsw
import psycopg

from houseway.store.interface import StoreFault
from houseway.store.postgres.connection import Connection, connect, fault
from houseway.store.postgres.room_database import open_room
from houseway.store.sqlite import checksums
from houseway.store.sqlite.files.backup import set_in_place
from houseway.store.sqlite.files.database_file import connect as connect_file
from houseway.store.sqlite.files.database_file import open_existing, open_or_create
from houseway.store.sqlite.files.sqlite_errors import as_store_fault
from houseway.store.sqlite.reader import checked
from houseway.store.url import shown

Rows = Iterator[tuple[Any, ...]]
COLUMNS: Final = {
    "meta": "name, value",
    "person": "id, name, kind, made, secret_hash, link_hash",
    "account": "id, kind, balance",
    "entry": "id, at, kind, table_id, n, round_id, key",
    "posting": "entry, line, account, cents, clause",
    "room_table": "ordinal, id, opened, last_n, last_hash, closed",
    "log": "table_id, n, at, who, key, asked, ack, body, prev_hash, hash, epoch",
    "seed": "table_id, number, commitment, seed",
    "round": "id, table_id, number, at, document, result, fair, seen, void, seed, hash",
    "snapshot": "table_id, n, body, hash",
}
"""Tables and columns of both databases, ordered so that every foreign key finds its row."""
_SCHEMA: Final = "schema"  # the one name in `meta` that belongs to the database and not to the room


def to_file(url: str, target: str | Path) -> int:
    """Copies a snapshot of the database to a file and returns its size in bytes. On failure the file stays."""

    def write(half: Path) -> None:
        db = open_or_create(half)  # `set_in_place` has created it, empty
        line = connect(url, "backup", default_transaction_isolation="repeatable read")
        try:
            with as_store_fault(half, "written"), line.transaction():
                _fill_file(line, db)
                db.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, without a write-ahead log beside it
        except psycopg.Error as error:
            raise fault(url, error, "read") from None
        finally:
            line.close()
            db.close()

    return set_in_place(shown(url), Path(target), write, checked)


def _fill_file(line: Connection, db: apsw.Connection) -> None:
    triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    with db:
        for name, _ in triggers:  # balances are copied, not moved
            db.execute(f"DROP TRIGGER {name}").fetchall()
        for table, columns in COLUMNS.items():
            places = ", ".join("?" * (columns.count(",") + 1))
            db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", _of_database(line, table)).fetchall()
        db.execute("UPDATE entry SET sealed = 1").fetchall()
        checksums.seal_all(db)
        for _, made in triggers:
            db.execute(str(made)).fetchall()


def _of_database(line: Connection, table: str) -> Rows:
    chosen = f"SELECT {COLUMNS[table]} FROM {table}"
    if table == "account":
        chosen = "SELECT id, kind, sum(balance)::bigint FROM account GROUP BY id, kind"
    elif table == "meta":
        chosen += f" WHERE name <> '{_SCHEMA}'"
    with line.cursor(name="copied") as rows:
        rows.execute(chosen)
        yield from rows


def to_database(path: str | Path, url: str) -> int:
    """Copies a file to an empty database in one transaction. Returns the number of rows."""
    db = open_existing(Path(path), read_only=True)
    try:
        open_room(url, create=True)
        line = connect(url, "restore")
        try:
            with line.transaction():
                return _fill_database(Path(path), line, url)
        except psycopg.Error as error:
            raise fault(url, error, "written") from None
        finally:
            line.close()
    finally:
        db.close()


def _fill_database(path: Path, line: Connection, url: str) -> int:
    line.execute("LOCK TABLE room_table, person, entry IN ACCESS EXCLUSIVE MODE")
    for table in ("room_table", "person", "entry"):
        if line.execute(f"SELECT FROM {table} LIMIT 1").fetchone() is not None:
            facts = {"file": shown(url)}
            raise StoreFault("database", "{file} cannot be written: a room is in it already", facts=facts)
    line.execute("ALTER TABLE posting DISABLE TRIGGER posting_moves_chips")  # balances are copied, not moved
    count, db = 0, connect_file(path, read_only=True)
    try:
        with as_store_fault(path, "read"), db:
            for table, columns in COLUMNS.items():
                with line.cursor().copy(f"COPY {table} ({columns}) FROM STDIN") as copied:
                    for row in db.execute(f"SELECT {columns} FROM {table}"):
                        copied.write_row(row)
                        count += 1
    finally:
        db.close()
    line.execute("ALTER TABLE posting ENABLE TRIGGER posting_moves_chips")
    for table, column in (("entry", "id"), ("room_table", "ordinal")):
        line.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), (SELECT max({column}) FROM {table}))"
        )
    line.execute(
        """INSERT INTO lease (table_id, owner, epoch, until, url)
        SELECT id, '', 1, '-infinity', '' FROM room_table WHERE closed IS NULL"""
    )
    return count
