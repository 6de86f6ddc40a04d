"""Reads a room's SQLite file, whether a server runs on it or not."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar, cast

import apsw

from houseway.room.messages.outcomes import Row
from houseway.store.interface import LogLine, Person, Posted, RoundHead, RoundKept, TableKept, Totals, above
from houseway.store.round_rows import head_from, heads_given, heads_query
from houseway.store.row_hashes import hash_of_secret
from houseway.store.sqlite import checksums, ledger, log, people, rounds
from houseway.store.sqlite.files import checkpoint
from houseway.store.sqlite.files.backup import copy
from houseway.store.sqlite.files.database_file import connect, open_existing, refuse_damaged
from houseway.store.sqlite.files.sqlite_errors import as_store_fault

T = TypeVar("T")
_HEADS: Final = heads_query(":{}")


class Reader:
    """Reads a room's file, whether a server runs on it or not. It creates and changes nothing."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._read = open_existing(self.path, read_only=True)

    def close(self) -> None:
        self._read.close()

    def load_tables(self, *, closed: bool = False) -> list[TableKept]:
        return rounds.tables(self._read, closed=closed)

    def openers(self, tables: Sequence[str]) -> dict[str, str]:
        return log.openers(self._read, tables)

    def has_table(self, table: str) -> bool:
        return self._read.execute("SELECT 1 FROM room_table WHERE id = ?", (table,)).get is not None

    def kept(self, table: str) -> TableKept | None:
        return rounds.table(self._read, table)

    def chips_at(self, table: str) -> dict[str, int]:
        return ledger.chips_at(self._read, table)

    def closing_row(self, table: str) -> Row | None:
        return log.closing_row(self._read, table)

    def row(self, table: str, n: int) -> Row | None:
        return log.row(self._read, table, n)

    def rows_after(self, table: str, n: int) -> list[Row]:
        return log.rows_after(self._read, table, n)

    def log(self, table: str, after: int = 0) -> Iterator[LogLine]:
        return log.lines(self._read, table, after)

    def rounds(self, table: str, before: int | None = None, most: int = 50) -> list[RoundKept]:
        where = "table_id = ?1 AND (?2 IS NULL OR number < ?2) ORDER BY number DESC LIMIT ?3"
        return rounds.read(self._read, where, (table, before, most))

    def round_heads(
        self, table: str, until: int | None = None, before: int | None = None, most: int = 50
    ) -> list[RoundHead]:
        given = heads_given(table, until, before, most)
        return [head_from(row) for row in self._read.execute(_HEADS, given)]

    def round(self, round_id: str) -> RoundKept | None:
        return next(iter(rounds.read(self._read, "id = ?", (round_id,))), None)

    def every_round(self) -> Iterator[RoundKept]:
        """Yields the rounds of all tables in the order in which they ended."""
        ids = [row[0] for row in self._read.execute("SELECT id FROM round ORDER BY at, table_id, number").fetchall()]
        for id_ in ids:
            yield from rounds.read(self._read, "id = ?", (id_,))

    def rounds_between(self, start: int, end: int) -> Iterator[RoundKept]:
        """Yields the rounds that ended from `start` up to `end`, in the order in which they ended."""
        within = "SELECT id FROM round WHERE at >= ? AND at < ? ORDER BY at, table_id, number"
        for (id_,) in self._read.execute(within, (start, end)).fetchall():
            yield from rounds.read(self._read, "id = ?", (id_,))

    def last_entry_at(self) -> int | None:
        """Returns the time of the last entry of a table; None if no chip has moved at one."""
        at: int | None = self._read.execute("SELECT max(at) FROM entry WHERE table_id IS NOT NULL").get
        return at

    def postings(self, person: str, before: int | None = None, most: int = 100) -> list[Posted]:
        """Reads by a connection of its own, so that a worker thread may call it."""
        return self._checked(lambda db: ledger.postings(db, person, before, most))

    def entries_between(self, start: int, end: int) -> Iterator[Posted]:
        """Yields the postings of all entries from `start` up to `end`, entry by entry."""
        return ledger.entries_between(self._read, start, end)

    def stacks_before(self, at: int) -> dict[str, int]:
        """Returns the chips of each stack at the moment `at`, by account, without zeros."""
        return ledger.stacks_before(self._read, at)

    def totals(self) -> Totals:
        return ledger.totals(self._read)

    def ledger_check(self) -> Totals:
        return self._checked(lambda db: ledger.check(db, str(self.path)))

    def check(self) -> Totals:
        """Verifies ledger sums, hash chains, hashes and checksums of all rows, and returns the totals.

        A second thread lets SQLite check pages and indexes meanwhile. Raises StoreFault for the first damage; a
        damaged page comes first, because its rows may say anything.
        """

        def rows(db: apsw.Connection) -> Totals:
            log.check(db, str(self.path))
            rounds.check(db, str(self.path))
            totals = ledger.check(db, str(self.path))
            checksums.check(db, str(self.path))
            checkpoint.check(db, str(self.path))
            return totals

        with ThreadPoolExecutor(1) as beside:
            pages = beside.submit(self._checked, lambda db: refuse_damaged(self.path, db, "integrity_check"))
            try:
                return self._checked(rows)
            finally:
                pages.result()

    def _checked(self, look: Callable[[apsw.Connection], T]) -> T:
        """Returns the result of `look` on a snapshot of the database.

        It opens a connection of its own: the shared one must go on seeing new rows.
        """
        db = connect(self.path, read_only=True)
        try:
            with as_store_fault(self.path, "read"), db:
                found = look(db)
        finally:
            db.close()
        return found

    def backup(self, path: str | Path) -> int:
        return copy(self.path, Path(path), checked)

    def person(self, person: str) -> Person | None:
        return people.find(self._read, "id", person)

    def by_secret(self, secret: str) -> Person | None:
        return people.find(self._read, "secret_hash", hash_of_secret(secret))

    def by_link(self, token: str) -> Person | None:
        return people.find(self._read, "link_hash", hash_of_secret(token))

    def meta(self, name: str) -> bytes | None:
        value: bytes | None = self._read.execute("SELECT value FROM meta WHERE name = ?", (name,)).get
        return value

    def metas(self, prefix: str) -> dict[str, bytes]:
        rows = self._read.execute("SELECT name, value FROM meta WHERE name >= ? AND name < ?", (prefix, above(prefix)))
        return dict(cast("Iterable[tuple[str, bytes]]", rows))


def checked(path: Path) -> Totals:
    """Verifies a whole file and returns its totals. Raises StoreFault if it is damaged."""
    reader = Reader(path)
    try:
        return reader.check()
    finally:
        reader.close()
