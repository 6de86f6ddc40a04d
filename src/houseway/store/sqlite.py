"""The store in one SQLite file: one thread writes, whoever asks reads, nothing is acknowledged before it is durable."""

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

import apsw

from houseway.room.commands import AnyCommand, Grant
from houseway.room.fair import SEED_BYTES
from houseway.room.records import Ack, Outcome, Posting, Row, granted
from houseway.store import ledger, log, people, rounds
from houseway.store.backup import copy
from houseway.store.file import connect, fault, open_existing, open_or_create, refuse_damaged, told
from houseway.store.keys import Keys
from houseway.store.lock import Lock as FileLock
from houseway.store.protocol import Answered, LogLine, Person, Posted, RoundKept, TableKept, Totals
from houseway.store.writer import Writer

T = TypeVar("T")
SEEDS_DRAWN: Final = 64


class Reader:
    """A database that is only read, whether its room runs or not: nothing is made and nothing is changed."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._read = open_existing(self.path, read_only=True)

    def close(self) -> None:
        self._read.close()

    def load_tables(self, *, closed: bool = False) -> list[TableKept]:
        return rounds.tables(self._read, closed=closed)

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
        return self._checked(lambda _: None)

    def check(self, *, whole: bool = True) -> Totals:
        """The ledger adds up, the logs hang together, indexes, snapshots, seeds and rounds are as they were written.

        Without `whole` only those rows of the logs are read that tables are folded from; no indexes and no rounds.
        """

        def more(db: apsw.Connection) -> None:
            if whole:
                refuse_damaged(self.path, db, "integrity_check")
            log.check(db, str(self.path), whole=whole)
            rounds.check(db, str(self.path), whole=whole)

        return self._checked(more)

    def _checked(self, more: Callable[[apsw.Connection], None]) -> Totals:
        """The ledger's totals after `more` was looked at, all as it stood at one moment.

        By a connection of its own: whoever reads by the other one meanwhile sees what is new.
        """
        db = connect(self.path, read_only=True)
        try:
            with db:
                more(db)
                totals = ledger.check(db, str(self.path))
        except apsw.Error as error:
            raise fault(self.path, error, "read") from None
        finally:
            db.close()
        return totals

    def backup(self, path: str | Path) -> int:
        return copy(self.path, Path(path))

    def person(self, person: str) -> Person | None:
        return people.found(self._read, "id", person)

    def by_secret(self, secret: str) -> Person | None:
        return people.found(self._read, "secret_hash", people.hashed(secret))

    def by_link(self, token: str) -> Person | None:
        return people.found(self._read, "link_hash", people.hashed(token))

    def meta(self, name: str) -> bytes | None:
        value: bytes | None = self._read.execute("SELECT value FROM meta WHERE name = ?", (name,)).get
        return value


class SqliteStore(Reader):
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
        self._draw = draw or drawn_seeds().__next__
        self._door = Lock()
        self._balances: dict[str, int] = {}
        self._open: dict[tuple[str, str], tuple[bytes, Future[Answered]]] = {}
        self._seeds: dict[str, dict[int, bytes]] = defaultdict(dict)
        self._newest: dict[str, int] = {}  # the newest seed of each table
        self._unkept: dict[str, dict[int, bytes]] = defaultdict(dict)
        db = open_or_create(self.path, schemas)
        try:
            self._held = FileLock(self.path)
        except BaseException:
            db.close()
            raise
        try:
            with told(self.path):
                self._read = connect(self.path)
                self._read.execute("PRAGMA query_only = ON").fetchall()
            self.check(whole=False)
        except BaseException:
            db.close()
            self._held.release()
            raise
        self._db = db
        self._writer = Writer(self.path, db)
        self._keys = Keys(self._read)

    def close(self) -> None:
        """What was appended is durable, and the file is let go."""
        self._writer.close()
        self._read.close()
        self._db.close()
        self._held.release()

    @property
    def commits(self) -> int:
        """How many commits were made; each may hold many appends."""
        return self._writer.commits

    # -- tables -----------------------------------------------------------------------------------------------------

    def append(self, outcome: Outcome, *, closes: bool = False) -> Future[Ack]:
        row, posts = outcome.row, outcome.posts
        if outcome.idle:  # nothing happened
            return _done(outcome.ack)
        command = log.asked(row)
        seeds = self._unkept.pop(row.table, {})

        def work(db: apsw.Connection) -> Ack:
            log.append(db, row, outcome.ack, command)
            if posts:
                ended = outcome.ended.round_id if outcome.ended is not None else None
                ledger.post(db, posts, row.at, "table", table=row.table, n=row.n, round_id=ended)
            if seeds:
                rounds.keep_seeds(db, row.table, seeds)
            rounds.keep(db, row, outcome.ended, outcome.snapshot)
            if closes:
                rounds.close_table(db, row.table, row.at)
            return outcome.ack

        answer: Future[Answered] = Future()
        if row.key:
            self._open[row.who, row.key] = (command, answer)
            self._keys.add(row.who, row.key)
        self._move(posts)
        future = self._writer.submit(work)

        def settled(done: Future[Ack]) -> None:
            self._open.pop((row.who, row.key), None)
            refused = done.exception()
            if refused is None:
                answer.set_result(Answered(row.table, row.n, done.result()))
                return
            self._move([Posting(each.account, -each.cents) for each in posts])
            self._unkept[row.table] = seeds | self._unkept.pop(row.table, {})
            answer.set_exception(refused)

        future.add_done_callback(settled)
        return future

    def answered(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        if not command.key:
            return None
        under = self._open.get((who, command.key))
        if under is None:
            if not self._keys.may_hold(who, command.key):
                return None
            kept = log.answered(self._read, who, command.key)
            if kept is None:
                return None
            under = (kept[0], _done(kept[1]))
        if under[0] != log.digest(command):
            raise log.reused(command.key)
        return under[1]

    # -- chips ------------------------------------------------------------------------------------------------------

    def grant(self, grant: Grant, at: int) -> Future[bool]:
        posts = granted(grant)

        def work(db: apsw.Connection) -> bool:
            if ledger.has_key(db, grant.key):
                return False
            ledger.post(db, posts, at, grant.reason, key=grant.key or None)
            return True

        if ledger.has_key(self._read, grant.key):
            return _done(False)
        self._move(posts)
        future = self._writer.submit(work)

        def settled(done: Future[bool]) -> None:
            if done.exception() is not None or not done.result():
                self._move([Posting(each.account, -each.cents) for each in posts])

        future.add_done_callback(settled)
        return future

    def balance(self, account: str) -> int:
        with self._door:
            if account not in self._balances:
                self._balances[account] = ledger.balance(self._read, account)
            return self._balances[account]

    def _move(self, posts: tuple[Posting, ...] | list[Posting]) -> None:
        """What is on its way to the disk, or has turned back, counts at once."""
        for each in posts:
            self.balance(each.account)
        with self._door:
            for each in posts:
                self._balances[each.account] += each.cents

    # -- seeds ------------------------------------------------------------------------------------------------------

    def seed(self, table: str, number: int) -> bytes:
        known = self._seeds[table]
        if number not in known:
            if table not in self._newest:
                self._newest[table] = rounds.newest_seed(self._read, table)
            kept = rounds.seed(self._read, table, number) if number <= self._newest[table] else None
            if kept is None:
                self._newest[table] = number
                kept = self._unkept[table][number] = self._draw()
            known[number] = kept
            for older in [each for each in known if each < number - 1]:
                del known[older]
        return known[number]

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

        return self._writer.submit(work)


def drawn_seeds() -> Iterator[bytes]:
    """Seeds from the system, many at a time: whoever asks it lets go of the interpreter, and waits to get it back."""
    while True:
        pool = secrets.token_bytes(SEED_BYTES * SEEDS_DRAWN)
        for at in range(0, len(pool), SEED_BYTES):
            yield pool[at : at + SEED_BYTES]


def _done(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future
