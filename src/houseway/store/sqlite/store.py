"""The store in one SQLite file: one thread writes, whoever asks reads, nothing is acknowledged before it is durable."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import apsw
from msgspec import structs

from houseway.room.messages.commands import Grant
from houseway.room.messages.outcomes import Ack, Posting, Row
from houseway.store.interface import Answered, LogLine, Person, Posted, RoundKept, StoreFault, TableKept, Totals, above
from houseway.store.pending_writes import Append, PendingWrites
from houseway.store.promise import Promise
from houseway.store.sqlite import checksums, ledger, log, people, rounds
from houseway.store.sqlite.files import checkpoint
from houseway.store.sqlite.files.backup import copy
from houseway.store.sqlite.files.database_file import (
    connect,
    open_existing,
    open_or_create,
    refuse_damaged,
    refuse_shortened,
    shipped_schemas,
    told,
)
from houseway.store.sqlite.files.file_lock import Lock as FileLock
from houseway.store.sqlite.writer import SqliteWriter

LOG = logging.getLogger("houseway")
T = TypeVar("T")
AT_CLOSE: Final = 20_000
"""Rows that are verified at most when a room closes: what is left is verified at the next start."""


class Reader:
    """A database that is only read, whether its room runs or not: nothing is made and nothing is changed."""

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

    def rows_after(self, table: str, n: int) -> list[Row]:
        return log.rows_after(self._read, table, n)

    def log(self, table: str, after: int = 0) -> Iterator[LogLine]:
        return log.lines(self._read, table, after)

    def rounds(self, table: str, before: int | None = None, most: int = 50) -> list[RoundKept]:
        where = "table_id = ?1 AND (?2 IS NULL OR number < ?2) ORDER BY number DESC LIMIT ?3"
        return rounds.read(self._read, where, (table, before, most))

    def round(self, round_id: str) -> RoundKept | None:
        return next(iter(rounds.read(self._read, "id = ?", (round_id,))), None)

    def fair(self, table: str, number: int) -> dict[str, Any] | None:
        """The fairness part of a round that is over, which the next one of its table is chained to."""
        found = rounds.read(self._read, "table_id = ? AND number = ?", (table, number))
        return found[0].fair if found else None

    def every_round(self) -> Iterator[RoundKept]:
        """All rounds of all tables, in the order in which they ended."""
        ids = [row[0] for row in self._read.execute("SELECT id FROM round ORDER BY at, table_id, number").fetchall()]
        for id_ in ids:
            yield from rounds.read(self._read, "id = ?", (id_,))

    def postings(self, person: str, before: int | None = None, most: int = 100) -> list[Posted]:
        """Reads by a connection of its own, so that a thread beside the loop may ask."""
        return self._checked(lambda db: ledger.postings(db, person, before, most))

    def totals(self) -> Totals:
        return ledger.totals(self._read)

    def ledger_check(self) -> Totals:
        return self._checked(lambda db: ledger.check(db, str(self.path)))

    def check(self) -> Totals:
        """The ledger adds up, the logs hang together, and indexes and all other rows are as they were written.

        SQLite goes through pages and indexes meanwhile. A damaged page is told first: its rows may say anything.
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
        """What somebody finds who looks at everything as it stood at one moment.

        By a connection of its own: whoever reads by the other one meanwhile sees what is new.
        """
        db = connect(self.path, read_only=True)
        try:
            with told(self.path, "read"), db:
                found = look(db)
        finally:
            db.close()
        return found

    def backup(self, path: str | Path) -> int:
        return copy(self.path, Path(path), checked)

    def person(self, person: str) -> Person | None:
        return people.found(self._read, "id", person)

    def by_secret(self, secret: str) -> Person | None:
        return people.found(self._read, "secret_hash", people.hashed(secret))

    def by_link(self, token: str) -> Person | None:
        return people.found(self._read, "link_hash", people.hashed(token))

    def meta(self, name: str) -> bytes | None:
        value: bytes | None = self._read.execute("SELECT value FROM meta WHERE name = ?", (name,)).get
        return value

    def metas(self, prefix: str) -> dict[str, bytes]:
        rows = self._read.execute("SELECT name, value FROM meta WHERE name >= ? AND name < ?", (prefix, above(prefix)))
        return dict(cast("Iterable[tuple[str, bytes]]", rows))


def checked(path: Path) -> Totals:
    """What a file holds, all of which was looked at."""
    reader = Reader(path)
    try:
        return reader.check()
    finally:
        reader.close()


class SqliteStore(Reader, PendingWrites):
    """The memory of a room that runs (see `Store`). Rows since the last checkpoint are verified before it opens.

    `draw` gives the bytes of new seeds; without it they come from the system.
    """

    def __init__(
        self,
        path: str | Path,
        draw: Callable[[], bytes] | None = None,
        schemas: Mapping[int, str] | None = None,
    ) -> None:
        self.path = Path(path)
        PendingWrites.__init__(self, draw)
        self._held: FileLock | None = None
        self._is_verified = False
        try:
            self._db = open_or_create(self.path, schemas, self._hold)
        except BaseException:
            self._let_go()
            raise
        try:
            with told(self.path):
                self._read = connect(self.path)
                self._read.execute("PRAGMA query_only = ON").fetchall()
            self._verify()
        except BaseException:
            self._db.close()
            self._let_go()
            raise
        self._writer = SqliteWriter(self.path, self._db)

    def _verify(self) -> None:
        """What was written since the checkpoint is as it was written; all of the file where there is no checkpoint."""
        with told(self.path, "read"):
            refuse_shortened(self.path, self._db)
            last = checkpoint.read(self._db)
        if last is None and not self._is_verified:
            self.check()
        self._advance(last, None)

    def _advance(self, last: checkpoint.Checkpoint | None, most: int | None) -> None:
        """The checkpoint is moved over what follows it, by at most so many rows."""
        db, now = self._db, time.time_ns() // 1_000_000
        with told(self.path), db:
            new = checkpoint.at_end(db, now) if last is None else checkpoint.tail(db, str(self.path), last, now, most)
            if last is None or new != structs.replace(last, at=now):
                checkpoint.write(db, new)

    def keep_checkpoint(self, verified: checkpoint.Checkpoint) -> Future[None]:
        """The file was verified up to there, by somebody else."""
        return self._writer.submit(lambda db: checkpoint.write(db, verified))

    def _hold(self, schema: int) -> None:
        """Nobody else serves from the file, and one that is to be brought up is gone through before it is changed."""
        self._held = FileLock(self.path)
        if 0 < schema < max(shipped_schemas()):
            self.check()
            self._is_verified = True

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.release()
            self._held = None

    def close(self) -> None:
        """What was appended is durable, and the file is let go."""
        self._writer.close()
        self._read.close()
        try:
            if self._writer.broken is None and self._held is not None:
                self._close_verified()
        finally:
            try:
                with told(self.path, "closed"):  # the log is written back: a disk that fails now loses nothing of it
                    self._db.close()
            finally:
                self._let_go()

    def _close_verified(self) -> None:
        """The next start finds little to verify. Damage is not told here: that start tells it."""
        with told(self.path, "closed"):
            last = checkpoint.read(self._db)
        try:
            if last is not None:
                self._advance(last, AT_CLOSE)
        except StoreFault as fault:
            if "damaged" not in fault.form:
                raise
            LOG.critical("the room is damaged", extra={"facts": {"why": fault.sentence}})

    @property
    def commits(self) -> int:
        """How many commits were made; each may hold many appends."""
        return self._writer.commits

    def when_broken(self, tell: Callable[[StoreFault], None]) -> None:
        """`tell` hears why, in the writer's thread, when nothing more can be written."""
        self._writer.failed = tell

    # -- tables and chips -------------------------------------------------------------------------------------------

    def _write(self, work: Append) -> Promise[Ack]:
        return self._writer.promise(work)

    def _write_grant(self, grant: Grant, posts: Sequence[Posting], at: int) -> Future[bool]:
        def write(db: apsw.Connection) -> bool:
            if ledger.has_key(db, grant.key):
                return False
            ledger.post(db, [ledger.Booking(posts, at, grant.reason, key=grant.key or None)])
            return True

        return self._writer.submit(write)

    def _kept_answer(self, who: str, key: str) -> tuple[bytes, Answered] | None:
        return log.answered(self._read, who, key)

    def _kept_balance(self, account: str) -> int:
        with told(self.path, "read"):
            return checkpoint.balance(self._read, str(self.path), account)

    def _kept_keys(self, who: str) -> Iterator[str]:
        for (key,) in self._read.execute("SELECT key FROM log WHERE who = ? AND key <> ''", (who,)):
            yield str(key)

    def _kept_seed(self, table: str, number: int) -> bytes | None:
        return rounds.checked_seed(self._read, str(self.path), table, number)

    def _newest_seed(self, table: str) -> int:
        return rounds.newest_seed(self._read, table)

    def _has_granted(self, key: str) -> bool:
        return ledger.has_key(self._read, key)

    def load(self, tables: Sequence[str]) -> list[TableKept]:
        found = [rounds.table(self._read, table) for table in tables]
        return [kept for kept in found if kept is not None and kept.closed is None]

    def damage_of(self, table: str) -> StoreFault | None:
        try:
            with told(self.path, "read"):
                return checkpoint.damage_of(self._read, str(self.path), table)
        except StoreFault as fault:
            return fault

    # -- people and the house ---------------------------------------------------------------------------------------

    def person(self, person: str) -> Person | None:
        return self._sealed("person", "id", person, super().person(person))

    def by_secret(self, secret: str) -> Person | None:
        return self._sealed("person", "secret_hash", people.hashed(secret), super().by_secret(secret))

    def by_link(self, token: str) -> Person | None:
        return self._sealed("person", "link_hash", people.hashed(token), super().by_link(token))

    def meta(self, name: str) -> bytes | None:
        return self._sealed("meta", "name", name, super().meta(name))

    def _sealed(self, table: str, by: str, value: str | bytes, found: T) -> T:
        """What was found, if it is as it was written."""
        if found is not None:
            with told(self.path, "read"):
                checksums.check_row(self._read, str(self.path), table, by, value)
        return found

    def add_person(self, person: Person, secret: str) -> Future[None]:
        return self._writer.submit(lambda db: people.add(db, person, secret))

    def rename(self, person: str, name: str) -> Future[None]:
        return self._writer.submit(lambda db: people.change(db, person, "name", name))

    def set_link(self, person: str, token: str) -> Future[None]:
        return self._writer.submit(lambda db: people.change(db, person, "link_hash", people.hashed(token)))

    def set_secret(self, person: str, secret: str) -> Future[None]:
        return self._writer.submit(lambda db: people.change(db, person, "secret_hash", people.hashed(secret)))

    def set_meta(self, name: str, value: bytes) -> Future[None]:
        """The value of that name is this one, once the future is done."""

        def work(db: apsw.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value)).fetchall()
            checksums.seal(db, "meta", name)

        return self._writer.submit(work)

    def change_meta(self, name: str, value: bytes) -> Future[None]:
        def work(db: apsw.Connection) -> None:
            db.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name)).fetchall()
            if db.changes():
                checksums.seal(db, "meta", name)

        return self._writer.submit(work)

    def drop_meta(self, name: str) -> Future[None]:
        def work(db: apsw.Connection) -> None:
            db.execute("DELETE FROM meta WHERE name = ?", (name,)).fetchall()

        return self._writer.submit(work)

    def first_meta(self, name: str, value: bytes) -> bytes:
        kept = self.meta(name)
        if kept is None:
            self.set_meta(name, value).result()
        return value if kept is None else kept
