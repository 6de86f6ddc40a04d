"""Finished rounds, snapshots of tables, and the seeds of rounds."""

from collections.abc import Mapping, Sequence
from typing import Final

import apsw

from houseway.room.fairness.scheme import commit_of
from houseway.room.messages.outcomes import Ended, Row
from houseway.store.interface import RoundKept, TableKept, damaged
from houseway.store.round_rows import COLUMNS, REVEALED_OTHER, parts_of, revealed_seed, round_from
from houseway.store.row_hashes import hash_of_round, hash_of_snapshot, seal_of
from houseway.store.sqlite import bulk_insert, checksums

_TABLES: Final = """SELECT room_table.id, ordinal, opened, last_n, closed, body, coalesce(snapshot.n, 0) FROM room_table
    LEFT JOIN snapshot ON snapshot.table_id = room_table.id WHERE {} ORDER BY ordinal"""


def keep(db: apsw.Connection, ended: Sequence[tuple[Row, Ended]]) -> None:
    """Inserts the rounds that ended with these rows."""
    rows = []
    for row, each in ended:
        parts, head = parts_of(each), (each.round_id, row.table, each.number, row.at)
        rows.append((*head, *parts, revealed_seed(each), hash_of_round(parts), seal_of(head)))
    bulk_insert.execute(db, f"INSERT INTO round ({COLUMNS}, hash, seal) VALUES {{}}", rows)


def keep_snapshots(db: apsw.Connection, snapshots: Sequence[tuple[Row, bytes]]) -> None:
    """Replaces the snapshots of tables by those after these rows; the last one of each table stays."""
    _replace_snapshots(db, {row.table: (row.n, body) for row, body in snapshots})


def keep_last_snapshot(db: apsw.Connection, table: str, n: int, body: bytes) -> None:
    """Replaces the snapshot of an open table, if row `n` is its last one."""
    found = db.execute("SELECT 1 FROM room_table WHERE id = ? AND last_n = ? AND closed IS NULL", (table, n)).get
    if found is not None:
        _replace_snapshots(db, {table: (n, body)})


def _replace_snapshots(db: apsw.Connection, last: Mapping[str, tuple[int, bytes]]) -> None:
    rows = [(table, n, body, hash_of_snapshot(body), seal_of((table, n))) for table, (n, body) in last.items()]
    form = """INSERT INTO snapshot (table_id, n, body, hash, seal) VALUES {} ON CONFLICT (table_id)
        DO UPDATE SET n = excluded.n, body = excluded.body, hash = excluded.hash, seal = excluded.seal"""
    bulk_insert.execute(db, form, rows)


def read(db: apsw.Connection, where: str, bindings: tuple[object, ...]) -> list[RoundKept]:
    """Returns the finished rounds that meet a condition in SQL."""
    return [round_from(row) for row in db.execute(f"SELECT {COLUMNS} FROM round WHERE {where}", bindings)]


def tables(db: apsw.Connection, *, closed: bool) -> list[TableKept]:
    """Returns the open tables, with `closed` all tables, in the order of opening."""
    return [TableKept(*row) for row in db.execute(_TABLES.format("true" if closed else "closed IS NULL"))]


def table(db: apsw.Connection, name: str) -> TableKept | None:
    """Returns the table of that name, open or closed."""
    row = db.execute(_TABLES.format("room_table.id = ?"), (name,)).fetchone()
    return None if row is None else TableKept(*row)


def close_table(db: apsw.Connection, table: str, at: int) -> None:
    """Closes a table and reveals its seeds. Only this reveals them: no clock can bring it forward."""
    db.execute("UPDATE room_table SET closed = ? WHERE id = ?", (at, table)).fetchall()
    checksums.seal(db, "room_table", table)
    db.execute(
        """UPDATE round SET seed = (SELECT seed.seed FROM seed WHERE seed.table_id = round.table_id
        AND seed.number = round.number) WHERE seed IS NULL AND round.table_id = ? AND EXISTS (SELECT 1 FROM seed
        WHERE seed.table_id = round.table_id AND seed.number = round.number)""",
        (table,),
    ).fetchall()


def keep_seeds(db: apsw.Connection, seeds: Sequence[tuple[str, int, bytes]]) -> None:
    """Inserts seeds with their commitments. They are durable before anybody sees a commitment."""
    rows = [(table, number, commit_of(seed), seed, seal_of((table, number))) for table, number, seed in seeds]
    bulk_insert.execute(db, "INSERT INTO seed (table_id, number, commitment, seed, seal) VALUES {}", rows)


def newest_seed(db: apsw.Connection, table: str) -> int:
    """Returns the highest round number of the table that has a seed; 0 if none has."""
    return int(db.execute("SELECT coalesce(max(number), 0) FROM seed WHERE table_id = ?", (table,)).get)


def seed(db: apsw.Connection, table: str, number: int) -> bytes | None:
    """Returns the seed of a round."""
    found: bytes | None = db.execute("SELECT seed FROM seed WHERE table_id = ? AND number = ?", (table, number)).get
    return found


def checked_seed(db: apsw.Connection, file: str, table: str, number: int) -> bytes | None:
    """Returns the seed of a round. Raises StoreFault if it does not match its commitment."""
    row = db.execute("SELECT commitment, seed FROM seed WHERE table_id = ? AND number = ?", (table, number)).fetchone()
    if row is None:
        return None
    commitment, found = row
    if commit_of(found) != commitment:
        raise damaged(file, f"the seed of round {number} of table {table}")
    return bytes(found)


def check(db: apsw.Connection, file: str) -> None:
    """Verifies snapshots, seeds and rounds. Raises StoreFault for the first that does not match its hash."""
    for table, body, hash_ in db.execute("SELECT table_id, body, hash FROM snapshot"):
        if hash_of_snapshot(body) != hash_:
            raise damaged(file, f"the snapshot of table {table}")
    for table, number, commitment, kept in db.execute("SELECT table_id, number, commitment, seed FROM seed"):
        if commit_of(kept) != commitment:
            raise damaged(file, f"the seed of round {number} of table {table}")
    for id_, *parts, hash_ in db.execute("SELECT id, document, result, fair, seen, void, hash FROM round"):
        if hash_of_round(parts) != hash_:
            raise damaged(file, f"round {id_}")
    told = db.execute(REVEALED_OTHER).get
    if told is not None:
        raise damaged(file, f"the seed that is told of round {told}")
