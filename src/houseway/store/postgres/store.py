"""The store on PostgreSQL: several nodes share one room, and each writes the tables whose leases it holds."""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

import psycopg

from houseway.room.messages.commands import AnyCommand, Grant, Open
from houseway.room.messages.outcomes import Ack, Posting
from houseway.store.interface import Person, PersonColumn, StoreFault, TableKept
from houseway.store.pending_writes import Append, PendingWrites
from houseway.store.postgres import statements
from houseway.store.postgres.connection import Connection, connect, fault
from houseway.store.postgres.integrity_checks import check_table
from houseway.store.postgres.leases import FIRST, Leases
from houseway.store.postgres.reader import PostgresReader
from houseway.store.postgres.room_database import open_room
from houseway.store.postgres.writer import PostgresWriter
from houseway.store.promise import Promise
from houseway.store.row_hashes import START, hash_of_secret, stale

LOG = logging.getLogger("houseway")


class _End:
    """The end of a table's log including pending rows: the next row is chained to it."""

    __slots__ = ("epoch", "hash", "n")

    def __init__(self, n: int, hash_: bytes, epoch: int) -> None:
        self.n = n
        self.hash = hash_
        self.epoch = epoch


class PostgresStore(PostgresReader, PendingWrites):
    """The store of one node of a running room (see `Store`).

    `address` is the URL at which other nodes reach this one; `origins` are those of its pages.

    The first node verifies the rows since the last checkpoint before it opens; a node that joins a running room does
    not. Each row is written under the lease of its table; the first row of a table that nobody holds claims it.
    """

    def __init__(
        self,
        url: str,
        draw: Callable[[], bytes] | None = None,
        schemas: Mapping[int, str] | None = None,
        *,
        address: str = "",
        origins: Sequence[str] = (),
    ) -> None:
        open_room(url, schemas, create=True)
        PendingWrites.__init__(self, draw, shared=True)
        self._reach(url)
        self._ends: dict[str, _End] = {}
        self._damaged: dict[str, StoreFault] = {}
        try:
            others = "SELECT FROM node WHERE until > clock_timestamp() AND url <> %s LIMIT 1"
            if self._one(others, (address,)) is None:
                self.check_start()
            self.leases = Leases(url, self.rows, address, origins)
            self._writer = PostgresWriter(url, self.leases.wait_valid)
        except BaseException:
            self._line.close()
            raise

    def close(self) -> None:
        """Writes everything that is queued and releases the leases."""
        self._writer.close()
        self.leases.close()
        super().close()

    def _reached(self) -> Connection:
        return connect(self.url, "reader")

    @property
    def commits(self) -> int:
        """The number of commits; each may hold many writes."""
        return self._writer.commits

    def when_broken(self, tell: Callable[[StoreFault], None]) -> None:
        """Sets the callback for a failed database. The writer thread calls it once, with the reason."""
        self._writer.failed = tell

    # -- tables -----------------------------------------------------------------------------------------------------

    def claim(self, tables: Sequence[str] | None = None, most: int = 1000, late: float = 0.0) -> list[TableKept]:
        """Claims tables with expired leases, and returns those whose hash chains are intact.

        It holds a damaged table without serving it: the next node to claim it would find the same. It drops cached
        keys and seeds, because another node may have used more.
        """
        claimed = self.leases.claim(tables, most, late)
        if not claimed:
            return []
        self._forget_keys()
        for table in claimed:
            self._forget(table)
        kept = self.load(list(claimed))
        self._check(kept)
        self.leases.hold({each.table: claimed[each.table] for each in kept})
        return [each for each in kept if each.table not in self._damaged]

    def _check(self, tables: Sequence[TableKept]) -> None:
        with self._using, self._line.transaction():
            for kept in tables:
                (row,) = self._line.execute("SELECT last_n, last_hash FROM room_table WHERE id = %s", (kept.table,))
                try:
                    check_table(self._line, self.path, kept.table, (row[0], row[1]), kept.snapshot_n)
                except StoreFault as damage:
                    self._damaged[kept.table] = damage
                    LOG.critical("a table is damaged and left alone", extra={"facts": {"why": damage.sentence}})

    def _refuse_damaged(self, table: str) -> None:
        if table in self._damaged:
            raise self._damaged[table]

    def _forget(self, table: str) -> None:
        self._damaged.pop(table, None)
        self._ends.pop(table, None)
        self._seeds.pop(table, None)
        self._newest.pop(table, None)
        self._unkept.pop(table, None)

    def reload(self, table: str) -> TableKept | None:
        """Returns a table of this node as the database has it, and drops the pending end of its log."""
        self._refuse_damaged(table)
        self._ends.pop(table, None)
        return next(iter(self.load([table])), None)

    def kept(self, table: str) -> TableKept | None:
        """Returns the stored table. The next row is chained to the end in the database."""
        self._ends.pop(table, None)
        return super().kept(table)

    def _write(self, work: Append) -> Promise[Ack]:
        row = work.outcome.row
        try:
            end = self._end_of(row.table)
            if end.n != row.n - 1:
                raise stale(row, end.n)
            leases = self.leases
            held = statements.Footing(leases.id, leases.address, end.epoch, leases.number, end.hash)
            write, hash_ = statements.append(work, held)
        except psycopg.Error as error:
            return _failed(fault(self.url, error, "written"))
        except Exception as error:  # a fault of this row alone, returned as the writer does
            return _failed(error)
        end.n, end.hash = row.n, hash_
        if work.closes:
            leases.closing(row.table)
        promise = self._writer.promise(write)

        def settled(ended: Promise[Ack]) -> None:
            refused = ended.exception() is not None
            if refused and self._ends.get(row.table) is end:
                del self._ends[row.table]
            if work.closes:
                (leases.stays if refused else leases.closed)(row.table)
            elif row.n == 1 and not refused:
                leases.opened(row.table)

        promise.add_done_callback(settled)
        return promise

    def _end_of(self, table: str) -> _End:
        """Returns the end of a log for the next row. Claims the table if nobody holds it."""
        end = self._ends.get(table)
        if end is not None:
            return end
        row = self._last(table)
        if row is not None and table not in self.leases.epochs:
            self.claim([table])
            self._refuse_damaged(table)
            row = self._last(table)
        n, hash_ = (0, START) if row is None else (int(row[0]), bytes(row[1]))
        end = self._ends[table] = _End(n, hash_, self.leases.epochs.get(table, FIRST if row is None else 0))
        return end

    def _last(self, table: str) -> tuple[Any, ...] | None:
        return self._one("SELECT last_n, last_hash FROM room_table WHERE id = %s", (table,))

    def _may_be_known(self, who: str, command: AnyCommand) -> bool:
        """Returns True for `Open`, which any node may have carried out; other keys belong to tables held here."""
        return isinstance(command, Open) or super()._may_be_known(who, command)

    def seed(self, table: str, number: int) -> bytes:
        """Returns the seed of a round, read from the database if another node holds the table."""
        if table not in self.leases.epochs and table not in self._ends:
            kept = self._kept_seed(table, number)
            if kept is not None:
                return kept
        return super().seed(table, number)

    def keep_snapshot(self, table: str, n: int, snapshot: bytes) -> Future[None]:
        """Replaces the snapshot of an open table that this node holds, if row `n` is its last one."""
        leases = self.leases
        epoch = leases.epochs.get(table, 0)
        return self._writer.put(statements.keep_snapshot(table, n, snapshot, owner=leases.id, epoch=epoch))

    def show(self, lines: Mapping[str, bytes]) -> Future[None]:
        """Publishes lines of tables for every node's lobby."""
        return self._writer.put(statements.Write([statements.board(lines)], lambda _: None))

    def tell_all(self, news: str) -> Future[None]:
        """Notifies all nodes, this one too, after all earlier writes."""
        return self._writer.put(statements.Write([statements.notify(news)], lambda _: None))

    def _write_grant(self, grant: Grant, posts: Sequence[Posting], at: int) -> Future[bool]:
        return self._writer.put(statements.grant(grant, posts, at, self.leases.number))

    # -- people and the house ---------------------------------------------------------------------------------------

    def add_person(self, person: Person, secret: str) -> Future[None]:
        return self._writer.put(statements.add_person(person, hash_of_secret(secret)))

    def _change(self, person: str, column: PersonColumn, value: str | bytes) -> Future[None]:
        return self._writer.put(statements.change_person(person, column, value, f"person {person}"))

    def rename(self, person: str, name: str) -> Future[None]:
        return self._change(person, "name", name)

    def set_link(self, person: str, token: str) -> Future[None]:
        return self._change(person, "link_hash", hash_of_secret(token))

    def set_secret(self, person: str, secret: str) -> Future[None]:
        return self._change(person, "secret_hash", hash_of_secret(secret))

    def set_meta(self, name: str, value: bytes) -> Future[None]:
        return self._writer.put(statements.set_meta(name, value))

    def change_meta(self, name: str, value: bytes) -> Future[None]:
        return self._writer.put(statements.change_meta(name, value))

    def drop_meta(self, name: str) -> Future[None]:
        return self._writer.put(statements.drop_meta(name))

    def get_or_set_meta(self, name: str, value: bytes) -> bytes:
        self.rows("INSERT INTO meta (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING name", (name, value))
        kept = self.meta(name)
        assert kept is not None
        return kept


def _failed(error: Exception) -> Promise[Any]:
    promise: Promise[Any] = Promise()
    promise.set_exception(error)
    return promise
