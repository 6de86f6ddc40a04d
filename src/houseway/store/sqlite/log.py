"""The log of a table: one row for each command, chained by hashes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import apsw
import msgspec

from houseway.room.messages.outcomes import Ack, Row
from houseway.store.interface import Answered, LogLine
from houseway.store.row_hashes import START, End, broken, hash_after, is_answered_by, reused, row_hash, stale, unlike
from houseway.store.sqlite import bulk_insert, checksums
from houseway.store.used_keys import PAGE

_COLUMNS = "table_id, n, at, who, key, body"
_PAGE = 200


def last_of(db: apsw.Connection, row: Row) -> End | None:
    """Returns the end of the log that a row is to follow; None if there is no log. Row 1 inserts its table."""
    if row.n == 1:
        db.execute(
            "INSERT INTO room_table (id, opened, last_n, last_hash) VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING",
            (row.table, row.at, START),
        ).fetchall()
        checksums.seal(db, "room_table", row.table)
    last = db.execute("SELECT last_n, last_hash FROM room_table WHERE id = ?", (row.table,)).fetchone()
    return None if last is None else (last[0], last[1])


def kept_row(row: Row, ack: Ack, command: bytes, last: End | None) -> tuple[tuple[Any, ...], End]:
    """Returns the columns of a row and the new end of its log. Raises Refusal `stale` if it does not follow `last`."""
    if last is None or last[0] != row.n - 1:
        raise stale(row, 0 if last is None else last[0])
    before, hash_ = last[1], row_hash(last[1], row)
    said = (row.table, row.n, row.at, row.who, row.key, row.body)
    return (*said, command, msgspec.json.encode(ack), before, hash_), (row.n, hash_)


def insert(db: apsw.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Inserts rows. Raises Refusal `key-reused` if an idempotency key was used before."""
    try:
        bulk_insert.execute(db, f"INSERT INTO log ({_COLUMNS}, asked, ack, prev_hash, hash) VALUES {{}}", rows)
    except apsw.ConstraintError as error:
        if "log.who, log.key" not in str(error):
            raise
        raise reused(str(rows[0][4])) from None


def move_ends(db: apsw.Connection, ends: Mapping[str, End]) -> None:
    """Stores the new ends of these logs."""
    form = """WITH ends (table_id, n, hash) AS (VALUES {})
        UPDATE room_table SET last_n = ends.n, last_hash = ends.hash FROM ends WHERE id = ends.table_id"""
    bulk_insert.execute(db, form, [(table, *end) for table, end in ends.items()])


def result_of_key(db: apsw.Connection, who: str, key: str) -> tuple[bytes, Answered] | None:
    """Returns the digest and the result of the command with that idempotency key; None for a new key."""
    row = db.execute("SELECT asked, table_id, n, ack FROM log WHERE who = ? AND key = ?", (who, key)).fetchone()
    if row is None:
        return None
    command, table, n, ack = row
    return command, Answered(table, n, msgspec.json.decode(ack, type=Ack))


def keys(db: apsw.Connection, who: str, after: str) -> list[str]:
    """Returns the person's next idempotency keys after this one, in their order, a page at most."""
    statement = "SELECT key FROM log WHERE who = ? AND key > ? AND key <> '' ORDER BY key LIMIT ?"
    return [str(key) for (key,) in db.execute(statement, (who, after, PAGE))]


def rows_after(db: apsw.Connection, table: str, n: int) -> list[Row]:
    """Returns the rows of a table's log after row `n`."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM log WHERE table_id = ? AND n > ? ORDER BY n", (table, n))
    return [Row(*row) for row in rows]


def row(db: apsw.Connection, table: str, n: int) -> Row | None:
    """Returns row `n` of a table's log; None if there is none."""
    found: list[tuple[Any, ...]] = db.execute(
        f"SELECT {_COLUMNS} FROM log WHERE table_id = ? AND n = ?", (table, n)
    ).fetchall()
    return Row(*found[0]) if found else None


def openers(db: apsw.Connection, tables: Sequence[str]) -> dict[str, str]:
    """Returns the sender of each table's first row, who opened it."""
    first = "SELECT who FROM log WHERE table_id = ? ORDER BY n LIMIT 1"
    return {table: str(who) for table in tables if (who := db.execute(first, (table,)).get) is not None}


def closing_row(db: apsw.Connection, table: str) -> Row | None:
    """Returns the last row of a closed table; None if the table is open or unknown."""
    columns = ", ".join(f"log.{name}" for name in _COLUMNS.split(", "))
    found: list[tuple[Any, ...]] = db.execute(
        f"""SELECT {columns} FROM room_table JOIN log ON log.table_id = room_table.id AND log.n = room_table.last_n
        WHERE room_table.id = ? AND closed IS NOT NULL""",
        (table,),
    ).fetchall()
    return Row(*found[0]) if found else None


def lines(db: apsw.Connection, table: str, after: int) -> Iterator[LogLine]:
    """Yields a log page by page: an open cursor would keep SQLite from checkpointing its write-ahead log."""
    columns = f"{_COLUMNS}, prev_hash, hash"
    while True:
        rows: list[tuple[Any, ...]] = db.execute(
            f"SELECT {columns} FROM log WHERE table_id = ? AND n > ? ORDER BY n LIMIT ?", (table, after, _PAGE)
        ).fetchall()
        if not rows:
            return
        for *row, before, hash_ in rows:
            yield LogLine(Row(*row), before.hex(), hash_.hex())
        after = rows[-1][1]


def check(db: apsw.Connection, file: str) -> None:
    """Verifies the hash chains of all tables. Raises StoreFault at the first broken link."""
    for table, *last in db.execute("SELECT id, last_n, last_hash FROM room_table ORDER BY ordinal").fetchall():
        check_table(db, file, str(table), tuple(last))


def check_table(db: apsw.Connection, file: str, table: str, last: tuple[Any, ...], after: int = 0) -> None:
    """Verifies the hash chain of a table from the row after `after` to its last. Raises StoreFault if it is broken."""
    first = db.execute("SELECT hash FROM log WHERE table_id = ? AND n = ?", (table, after)).get
    before, n = START if not after else first, after
    rows = db.execute(
        f"SELECT {_COLUMNS}, asked, ack, prev_hash, hash FROM log WHERE table_id = ? AND n > ? ORDER BY n",
        (table, after),
    )
    for _, number, at, who, key, body, asked, ack, prev, hash_ in rows:
        if number != n + 1 or prev != before or hash_ != hash_after(prev, (table, number, at, who, key), body):
            raise broken(file, table, number)
        if not is_answered_by(body, asked, ack):
            raise unlike(file, table, number)
        before, n = hash_, number
    if (n, before) != last:
        raise broken(file, table, n + 1)
