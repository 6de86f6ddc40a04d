"""Checkpoints of verification: a start verifies only the rows after the checkpoint, however long the history is.

Log rows, ledger entries and rounds are only ever appended, so that "after the checkpoint" is a range of row ids. The
tail is verified by the same hashes, checksums and sums as by `houseway ledger`; the scrubber verifies the rest
meanwhile. A file without a checkpoint, or with one that does not fit its rows, is verified whole.
"""

from collections import Counter
from typing import Any, Final

import apsw
import msgspec

from houseway.store import row_hashes
from houseway.store.accounts import SHARED, kind_of, unequal_balance, unequal_entry
from houseway.store.checkpoint import Checkpoint
from houseway.store.interface import StoreFault, damaged
from houseway.store.row_hashes import End, seal_of
from houseway.store.sqlite import checksums, log, rounds

SINCE: Final = 3
"""The first schema with a checkpoint."""
_COLUMNS: Final = "at, log, log_hash, entry, entry_seal, round, round_hash, sums"
_LOG: Final = "rowid, table_id, n, at, who, key, body, asked, ack, prev_hash, hash"
_ROUND: Final = "rowid, id, table_id, number, at, seal, seed, hash, document, result, fair, seen, void"


def _made(*fields: Any) -> Checkpoint:
    return Checkpoint(**dict(zip(Checkpoint.__struct_fields__, fields, strict=True)))


def _row(checkpoint: Checkpoint) -> tuple[Any, ...]:
    sums = msgspec.json.encode(checkpoint.sums, order="sorted")
    return *[getattr(checkpoint, name) for name in Checkpoint.__struct_fields__[:-1]], sums


def write(db: apsw.Connection, checkpoint: Checkpoint) -> None:
    """Stores the checkpoint, within the caller's transaction."""
    row = _row(checkpoint)
    places = ", ".join("?" * (len(row) + 1))
    db.execute(
        f"INSERT OR REPLACE INTO checkpoint (id, {_COLUMNS}, seal) VALUES (1, {places})", (*row, seal_of(row))
    ).fetchall()


def read(db: apsw.Connection) -> Checkpoint | None:
    """Returns the checkpoint; None if there is none, or if the rows that it names are not those that were verified."""
    if db.execute("PRAGMA user_version").get < SINCE:
        return None
    found = db.execute(f"SELECT {_COLUMNS}, seal FROM checkpoint").fetchone()
    if found is None or seal_of(found[:-1]) != found[-1]:
        return None
    checkpoint = _made(*found[:-2], msgspec.json.decode(found[-2], type=dict[str, int]))
    return checkpoint if _fits(db, checkpoint) else None


def check(db: apsw.Connection, file: str) -> None:
    """Raises StoreFault if the checksum of the checkpoint does not match."""
    if db.execute("PRAGMA user_version").get < SINCE:
        return
    for *row, seal in db.execute(f"SELECT {_COLUMNS}, seal FROM checkpoint"):
        if seal_of(row) != seal:
            raise damaged(file, "its checkpoint")


def _fits(db: apsw.Connection, checkpoint: Checkpoint) -> bool:
    """Returns whether the named rows have those hashes: a vacuumed or patched file has other row ids."""
    named = (
        ("SELECT hash FROM log WHERE rowid = ?", checkpoint.log, checkpoint.log_hash),
        ("SELECT seal FROM entry WHERE id = ?", checkpoint.entry, checkpoint.entry_seal),
        ("SELECT hash FROM round WHERE rowid = ?", checkpoint.round, checkpoint.round_hash),
    )
    return all(not id_ or db.execute(query, (id_,)).get == hash_ for query, id_, hash_ in named)


def at_end(db: apsw.Connection, at: int) -> Checkpoint:
    """Returns a checkpoint after the last rows, for a file that was verified whole."""
    ends: list[Any] = [
        db.execute(query).fetchone() or (0, b"")
        for query in (
            "SELECT rowid, hash FROM log ORDER BY rowid DESC LIMIT 1",
            "SELECT id, seal FROM entry ORDER BY id DESC LIMIT 1",
            "SELECT rowid, hash FROM round ORDER BY rowid DESC LIMIT 1",
        )
    ]
    balances: Any = db.execute("SELECT id, balance FROM account WHERE id IN ('house', 'box', 'issued')").fetchall()
    return _made(at, *ends[0], *ends[1], *ends[2], dict(balances))


def tail(db: apsw.Connection, file: str, since: Checkpoint, at: int, most: int | None = None) -> Checkpoint:
    """Verifies the rows after `since` and returns the checkpoint behind them. The caller has begun a transaction.

    Raises StoreFault for the first damaged row. It stops after `most` log rows, entries and rounds each. It verifies
    the ends of logs and the balances only if it reaches the end.
    """
    limit = -1 if most is None else most
    log_, log_hash, ends, more = _tail_of_log(db, file, since, limit)
    entry, seal, moved, more_entries = _tail_of_ledger(db, file, since, limit)
    round_, round_hash = _tail_of_rounds(db, file, since, limit)
    sums = {**since.sums}
    for account in SHARED:
        if account in moved or account in sums:
            sums[account] = sums.get(account, 0) + moved[account]
    if not more:
        _check_ends(db, file, ends)
    if not more_entries:
        _check_balances(db, file, moved, sums)
    return Checkpoint(at, log_, log_hash, entry, seal, round_, round_hash, sums)


def _tail_of_log(
    db: apsw.Connection, file: str, since: Checkpoint, most: int
) -> tuple[int, bytes, dict[str, End], bool]:
    """Verifies log rows. Returns the last row id and hash, the ends of the logs, and whether more rows may follow."""
    last, last_hash, ends, count = since.log, since.log_hash, dict[str, End](), 0
    for rowid, table, n, at, who, key, body, asked, ack, prev, hash_ in db.execute(
        f"SELECT {_LOG} FROM log WHERE rowid > ? ORDER BY rowid LIMIT ?", (since.log, most)
    ):
        before = ends.get(table) or _before(db, table, n)
        if before != (n - 1, prev) or hash_ != row_hashes.hash_after(prev, (table, n, at, who, key), body):
            raise row_hashes.broken(file, table, n)
        if not row_hashes.is_answered_by(body, asked, ack):
            raise row_hashes.unlike(file, table, n)
        ends[table] = n, hash_
        last, last_hash, count = rowid, hash_, count + 1
    return last, last_hash, ends, count == most


def _before(db: apsw.Connection, table: str, n: int) -> End | None:
    if n == 1:
        return 0, row_hashes.START
    hash_ = db.execute("SELECT hash FROM log WHERE table_id = ? AND n = ?", (table, n - 1)).get
    return None if hash_ is None else (n - 1, hash_)


def _check_ends(db: apsw.Connection, file: str, ends: dict[str, End]) -> None:
    for table, end in ends.items():
        if db.execute("SELECT last_n, last_hash FROM room_table WHERE id = ?", (table,)).fetchone() != end:
            raise row_hashes.broken(file, table, end[0] + 1)


def _tail_of_ledger(
    db: apsw.Connection, file: str, since: Checkpoint, most: int
) -> tuple[int, bytes, Counter[str], bool]:
    """Verifies entries. Returns the last id and checksum, the sums by account, and whether more entries may follow."""
    some = "SELECT coalesce(max(id), 0), count(*) FROM (SELECT id FROM entry WHERE id > ? ORDER BY id LIMIT ?)"
    last, count = db.execute(some, (since.entry, most)).fetchone() or (0, 0)
    moved: Counter[str] = Counter()
    seal = since.entry_seal
    for row, posted, was in checksums.entries(db, since.entry, last):
        if sum(line[1] for line in posted):
            raise unequal_entry(file, row[0])
        if was is None or seal_of(row[1:], posted) != was:
            raise damaged(file, f"entry {row[0]} of its ledger")
        for account, cents, _ in posted:
            moved[account] += cents
        seal = was
    return max(last, since.entry), seal, moved, count == most


def _check_balances(db: apsw.Connection, file: str, moved: Counter[str], sums: dict[str, int]) -> None:
    """Verifies the balance of every account that these entries moved."""
    for account in moved:
        has = db.execute("SELECT balance FROM account WHERE id = ?", (account,)).get
        posted = sums[account] if account in sums else posted_to(db, account)
        if has != posted:
            raise unequal_balance(file, account, has or 0, posted)


def posted_to(db: apsw.Connection, account: str) -> int:
    """Returns the sum of one account's postings, from an index alone."""
    return int(db.execute("SELECT coalesce(sum(cents), 0) FROM posting WHERE account = ?", (account,)).get)


def balance(db: apsw.Connection, file: str, account: str) -> int:
    """Returns a balance. Raises StoreFault if it is not the sum of its postings; shared accounts are not summed."""
    if kind_of(account) in SHARED:
        return int(db.execute("SELECT balance FROM account WHERE id = ?", (account,)).get or 0)
    has, posted = db.execute(
        """SELECT coalesce((SELECT balance FROM account WHERE id = ?1), 0),
        coalesce((SELECT sum(cents) FROM posting WHERE account = ?1), 0)""",
        (account,),
    ).fetchone() or (0, 0)
    if has != posted:
        raise unequal_balance(file, account, has, posted)
    return int(has)


def _tail_of_rounds(db: apsw.Connection, file: str, since: Checkpoint, most: int) -> tuple[int, bytes]:
    last, last_hash = since.round, since.round_hash
    for rowid, *row in db.execute(
        f"SELECT {_ROUND} FROM round WHERE rowid > ? ORDER BY rowid LIMIT ?", (since.round, most)
    ):
        check_round(db, file, row)
        last, last_hash = rowid, row[6]
    return last, last_hash


def check_round(db: apsw.Connection, file: str, row: list[Any]) -> None:
    """Verifies a round (`_ROUND` without its row id) and its revealed seed. Raises StoreFault at damage."""
    id_, table, number, at, seal, seed, hash_, *parts = row
    if row_hashes.hash_of_round(parts) != hash_ or seal_of((id_, table, number, at)) != seal:
        raise damaged(file, f"round {id_}")
    if seed is not None and (kept := rounds.seed(db, table, number)) is not None and kept != seed:
        raise damaged(file, f"the seed that is told of round {id_}")


def damage_of(db: apsw.Connection, file: str, table: str) -> StoreFault | None:
    """Returns the damage in the rows that a table is rebuilt from: its heading, its snapshot and the later log rows."""
    head = db.execute(
        "SELECT id, ordinal, opened, closed, seal, last_n, last_hash FROM room_table WHERE id = ?", (table,)
    ).fetchone()
    if head is None or seal_of(head[:4]) != head[4]:
        return damaged(file, f"table {table}")
    kept = db.execute("SELECT n, body, hash, seal FROM snapshot WHERE table_id = ?", (table,)).fetchone()
    n = 0
    if kept is not None:
        n, body, hash_, seal = kept
        if row_hashes.hash_of_snapshot(body) != hash_ or seal_of((table, n)) != seal:
            return damaged(file, f"the snapshot of table {table}")
    try:
        log.check_table(db, file, table, (head[5], head[6]), n)
    except StoreFault as fault:
        return fault
    return None
