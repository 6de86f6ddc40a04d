"""The store in one SQLite file: one thread writes, whoever asks reads, nothing is acknowledged before it is durable."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import apsw

from houseway.room.commands import Grant
from houseway.room.records import Ack, Posting, Row
from houseway.store import ledger, log, people, rounds, seals
from houseway.store.backup import copy
from houseway.store.file import connect, open_existing, open_or_create, refuse_damaged, shipped_schemas, told
from houseway.store.lock import Lock as FileLock
from houseway.store.promise import Promise
from houseway.store.protocol import Answered, LogLine, Person, Posted, RoundKept, StoreFault, TableKept, Totals
from houseway.store.underway import Append, Underway
from houseway.store.writer import SqliteWriter

T = TypeVar("T")


class Reader:
    """A database that is only read, whether its room runs or not: nothing is made and nothing is changed."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._read = open_existing(self.path, read_only=True)

    def close(self) -> None:
        self._read.close()

    def load_tables(self, *, closed: bool = False) -> list[TableKept]:
        return rounds.tables(self._read, closed=closed)

    def has_table(self, table: str) -> bool:
        return self._read.execute("SELECT 1 FROM room_table WHERE id = ?", (table,)).get is not None

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
        return ledger.postings(self._read, person, before, most)

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
            seals.check(db, str(self.path))
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


def checked(path: Path) -> Totals:
    """What a file holds, all of which was looked at."""
    reader = Reader(path)
    try:
        return reader.check()
    finally:
        reader.close()


class SqliteStore(Reader, Underway):
    """The memory of a room that runs (see `Store`). The file is looked over and the ledger counted before it opens.

    `draw` gives the bytes of new seeds; without it they come from the system.
    """

    def __init__(
        self,
        path: str | Path,
        draw: Callable[[], bytes] | None = None,
        schemas: Mapping[int, str] | None = None,
    ) -> None:
        self.path = Path(path)
        Underway.__init__(self, draw)
        self._held: FileLock | None = None
        try:
            self._db = open_or_create(self.path, schemas, self._hold)
        except BaseException:
            self._let_go()
            raise
        try:
            with told(self.path):
                self._read = connect(self.path)
                self._read.execute("PRAGMA query_only = ON").fetchall()
            self.check()
        except BaseException:
            self._db.close()
            self._let_go()
            raise
        self._writer = SqliteWriter(self.path, self._db)

    def _hold(self, schema: int) -> None:
        """Nobody else serves from the file, and one that is to be brought up is gone through before it is changed."""
        self._held = FileLock(self.path)
        if 0 < schema < max(shipped_schemas()):
            self.check()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.release()

    def close(self) -> None:
        """What was appended is durable, and the file is let go."""
        self._writer.close()
        self._read.close()
        try:
            with told(self.path, "closed"):  # the log is written back: a disk that fails now loses nothing of it
                self._db.close()
        finally:
            self._let_go()

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
        return ledger.balance(self._read, account)

    def _kept_keys(self, who: str) -> Iterator[str]:
        for (key,) in self._read.execute("SELECT key FROM log WHERE who = ? AND key <> ''", (who,)):
            yield str(key)

    def _kept_seed(self, table: str, number: int) -> bytes | None:
        return rounds.seed(self._read, table, number)

    def _newest_seed(self, table: str) -> int:
        return rounds.newest_seed(self._read, table)

    def _has_granted(self, key: str) -> bool:
        return ledger.has_key(self._read, key)

    def reveal(self, before: int) -> Future[int]:
        return self._writer.submit(lambda db: rounds.reveal(db, before))

    # -- people and the house ---------------------------------------------------------------------------------------

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
            seals.seal(db, "meta", name)

        return self._writer.submit(work)

    def first_meta(self, name: str, value: bytes) -> bytes:
        kept = self.meta(name)
        if kept is None:
            self.set_meta(name, value).result()
        return value if kept is None else kept
