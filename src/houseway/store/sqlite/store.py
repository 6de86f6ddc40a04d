"""The store in one SQLite file: one thread writes, any thread reads, and a write is acknowledged once it is durable."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final, TypeVar

import apsw
from msgspec import structs

from houseway.room.messages.commands import Grant
from houseway.room.messages.outcomes import Ack, Posting
from houseway.store.checkpoint import Checkpoint
from houseway.store.interface import Answered, Person, StoreFault, TableKept
from houseway.store.pending_writes import Append, PendingWrites
from houseway.store.promise import Promise
from houseway.store.row_hashes import hash_of_secret
from houseway.store.sqlite import checksums, ledger, log, people, rounds
from houseway.store.sqlite.files import checkpoint
from houseway.store.sqlite.files.database_file import connect, open_or_create, refuse_shortened
from houseway.store.sqlite.files.file_lock import Lock as FileLock
from houseway.store.sqlite.files.migrations import shipped_schemas
from houseway.store.sqlite.files.sqlite_errors import as_store_fault
from houseway.store.sqlite.reader import Reader
from houseway.store.sqlite.writer import SqliteWriter

LOG = logging.getLogger("houseway")
T = TypeVar("T")
AT_CLOSE: Final = 20_000
"""Rows to verify at most when a room closes; the next start verifies the rest."""


class SqliteStore(Reader, PendingWrites):
    """The store of a running room (see `Store`). It verifies the rows since the last checkpoint before it opens.

    `draw` gives the bytes of new seeds; without it they come from the operating system.
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
            with as_store_fault(self.path):
                self._read = connect(self.path)
                self._read.execute("PRAGMA query_only = ON").fetchall()
            self._verify()
        except BaseException:
            self._db.close()
            self._let_go()
            raise
        self._writer = SqliteWriter(self.path, self._db)

    def _verify(self) -> None:
        """Verifies the rows since the checkpoint, or the whole file if there is none. Raises StoreFault at damage."""
        with as_store_fault(self.path, "read"):
            refuse_shortened(self.path, self._db)
            last = checkpoint.read(self._db)
        if last is None and not self._is_verified:
            self.check()
        self._advance(last, None)

    def _advance(self, last: Checkpoint | None, most: int | None) -> None:
        """Verifies at most `most` rows after the checkpoint and moves it over them."""
        db, now = self._db, time.time_ns() // 1_000_000
        with as_store_fault(self.path), db:
            new = checkpoint.at_end(db, now) if last is None else checkpoint.tail(db, str(self.path), last, now, most)
            if last is None or new != structs.replace(last, at=now):
                checkpoint.write(db, new)

    def keep_checkpoint(self, verified: Checkpoint) -> Future[None]:
        """Stores a checkpoint that the scrubber has reached."""
        return self._writer.submit(lambda db: checkpoint.write(db, verified))

    def _hold(self, schema: int) -> None:
        """Takes the file lock, and verifies the whole file before a migration changes it."""
        self._held = FileLock(self.path)
        if 0 < schema < max(shipped_schemas()):
            self.check()
            self._is_verified = True

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.release()
            self._held = None

    def close(self) -> None:
        """Writes everything that is queued, advances the checkpoint and releases the file."""
        self._writer.close()
        self._read.close()
        try:
            if self._writer.broken is None and self._held is not None:
                self._close_verified()
        finally:
            try:
                with as_store_fault(self.path, "closed"):  # checkpoints the WAL: a disk that fails now loses nothing
                    self._db.close()
            finally:
                self._let_go()

    def _close_verified(self) -> None:
        """Advances the checkpoint, so that the next start verifies less. Only logs damage: that start refuses it."""
        with as_store_fault(self.path, "closed"):
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
        """The number of commits; each may hold many writes."""
        return self._writer.commits

    def when_broken(self, tell: Callable[[StoreFault], None]) -> None:
        """Sets the callback for a failed disk. The writer thread calls it once, with the reason."""
        self._writer.failed = tell

    # -- tables and chips -------------------------------------------------------------------------------------------

    def _write(self, work: Append) -> Promise[Ack]:
        return self._writer.promise(work)

    def keep_snapshot(self, table: str, n: int, snapshot: bytes) -> Future[None]:
        return self._writer.submit(lambda db: rounds.keep_last_snapshot(db, table, n, snapshot))

    def _write_grant(self, grant: Grant, posts: Sequence[Posting], at: int) -> Future[bool]:
        def write(db: apsw.Connection) -> bool:
            if ledger.has_key(db, grant.key):
                return False
            ledger.post(db, [ledger.Booking(posts, at, grant.reason, key=grant.key or None)])
            return True

        return self._writer.submit(write)

    def _kept_answer(self, who: str, key: str) -> tuple[bytes, Answered] | None:
        return log.result_of_key(self._read, who, key)

    def _kept_balance(self, account: str) -> int:
        with as_store_fault(self.path, "read"):
            return checkpoint.balance(self._read, str(self.path), account)

    def _kept_keys(self, who: str, after: str) -> list[str]:
        return log.keys(self._read, who, after)

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
            with as_store_fault(self.path, "read"):
                return checkpoint.damage_of(self._read, str(self.path), table)
        except StoreFault as fault:
            return fault

    # -- people and the house ---------------------------------------------------------------------------------------

    def person(self, person: str) -> Person | None:
        return self._sealed("person", "id", person, super().person(person))

    def by_secret(self, secret: str) -> Person | None:
        return self._sealed("person", "secret_hash", hash_of_secret(secret), super().by_secret(secret))

    def by_link(self, token: str) -> Person | None:
        return self._sealed("person", "link_hash", hash_of_secret(token), super().by_link(token))

    def meta(self, name: str) -> bytes | None:
        return self._sealed("meta", "name", name, super().meta(name))

    def _sealed(self, table: str, by: str, value: str | bytes, found: T) -> T:
        """Returns the looked-up value after verifying the checksum of its row."""
        if found is not None:
            with as_store_fault(self.path, "read"):
                checksums.check_row(self._read, str(self.path), table, by, value)
        return found

    def add_person(self, person: Person, secret: str) -> Future[None]:
        return self._writer.submit(lambda db: people.add(db, person, secret))

    def rename(self, person: str, name: str) -> Future[None]:
        return self._writer.submit(lambda db: people.change(db, person, "name", name))

    def set_link(self, person: str, token: str) -> Future[None]:
        return self._writer.submit(lambda db: people.change(db, person, "link_hash", hash_of_secret(token)))

    def set_secret(self, person: str, secret: str) -> Future[None]:
        return self._writer.submit(lambda db: people.change(db, person, "secret_hash", hash_of_secret(secret)))

    def set_meta(self, name: str, value: bytes) -> Future[None]:
        """Inserts or replaces a value."""

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

    def get_or_set_meta(self, name: str, value: bytes) -> bytes:
        kept = self.meta(name)
        if kept is None:
            self.set_meta(name, value).result()
        return value if kept is None else kept
