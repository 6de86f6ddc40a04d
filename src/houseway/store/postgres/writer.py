"""The writer thread of a PostgreSQL database: group commit in one pipeline and one transaction."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from houseway.script import Refusal
from houseway.store.group_writer import Waiting, Writer
from houseway.store.interface import StoreFault
from houseway.store.postgres.connection import connect, fault
from houseway.store.postgres.statements import Write, refusal_of
from houseway.store.url import shown

IDLE_AT_MOST: Final = 2000
"""Milliseconds after which the database ends an idle transaction, well before a lease expires."""
LOCKED_AT_MOST: Final = 2000
AGAIN: Final = 5
"""Attempts of a write that conflicts with another node's."""
_CROSSED: Final = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.LockNotAvailable,
)
_BAD_ROWS: Final = (psycopg.IntegrityError, psycopg.DataError, psycopg.errors.ProgramLimitExceeded)
"""Errors about the values of a row; every other error is about the database or the connection."""
_CAGES: Final = "SELECT FROM account WHERE id = ANY(%s) AND shard = 0 ORDER BY id FOR NO KEY UPDATE"


class PostgresWriter(Writer[Write]):
    """Writes to a shared database. It calls `wait_valid` before each commit, which waits for valid leases.

    If any write of a group is refused, it rolls the group back and commits its writes one by one.
    """

    def __init__(self, url: str, wait_valid: Callable[[], None] = lambda: None) -> None:
        self._url = url
        self._wait_valid = wait_valid
        self._db = connect(
            url,
            "writer",
            idle_in_transaction_session_timeout=IDLE_AT_MOST,
            lock_timeout=LOCKED_AT_MOST,
        )
        if self._db.execute("SHOW synchronous_commit").fetchone() in (("off",), ("local",)):
            self._db.execute("SET synchronous_commit = on")
        super().__init__(shown(url))

    def close(self) -> None:
        super().close()
        self._db.close()

    def _commit(self, group: Sequence[tuple[Write, Waiting]]) -> None:
        writes = [write for write, _ in group]
        try:
            if self.broken is not None:
                raise self.broken
            self._wait_valid()
            answers = self._together(writes)
        except Exception as error:  # after any other error nothing of the group is certain
            broken = error if isinstance(error, StoreFault) else fault(self._url, error, "written")
            self._break(broken)
            answers = [broken for _ in writes]
        for (_, future), answer in zip(group, answers, strict=True):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _together(self, writes: Sequence[Write]) -> list[Any]:
        """Returns the result or the refusal of each write. Commits all at once, or one by one after a refusal."""
        if len(writes) > 1:
            try:
                return [_answer(write, counts) for write, counts in zip(writes, self._transact(writes), strict=True)]
            except Exception as error:
                self._roll_back(error)
        return [self._alone(write) for write in writes]

    def _alone(self, write: Write) -> Any:
        for _ in range(AGAIN):
            try:
                (counts,) = self._transact([write])
            except psycopg.Error as error:
                self._roll_back(error)
                if isinstance(error, _CROSSED) or error.diag.constraint_name == "account_pkey":
                    met = error
                    continue
                refused = refusal_of(error, write, self._last_of)
                if isinstance(refused, StoreFault) or not isinstance(refused, (Refusal, *_BAD_ROWS)):
                    raise refused from None
                return refused
            except Exception as error:  # the driver cannot encode a value: only this write fails
                self._roll_back(error)
                if isinstance(error, StoreFault | OSError | MemoryError):
                    raise
                return error
            else:
                return _answer(write, counts)
        raise met

    def _transact(self, writes: Sequence[Write]) -> list[list[int]]:
        """Commits the writes in one transaction. Returns the row counts of each statement of each write."""
        db = self._db
        cages = sorted({cage for write in writes for cage in write.cages})
        with db.pipeline() as pipeline:
            try:
                db.execute("BEGIN")
                if len(cages) > 1:  # locks in one order, so that two nodes cannot deadlock
                    db.execute(_CAGES, (cages,))
                made = [[db.execute(*statement) for statement in write.statements] for write in writes]
                ended = db.execute("COMMIT")
                pipeline.sync()
            except Exception:
                with suppress(psycopg.Error):  # later statements only report that they were aborted
                    pipeline.sync()
                raise
        assert ended.statusmessage == "COMMIT", ended.statusmessage
        self.commits += 1
        return [[cursor.rowcount for cursor in cursors] for cursors in made]

    def _last_of(self, table: str) -> int:
        row = self._db.execute("SELECT last_n FROM room_table WHERE id = %s", (table,)).fetchone()
        return 0 if row is None else int(row[0])

    def _roll_back(self, error: Exception) -> None:
        """Rolls the transaction back. Raises the error if the connection is lost.

        It calls the driver's rollback, which also drops the statements that the aborted pipeline never prepared.
        """
        if self._db.closed or self._db.broken:
            raise error
        if self._db.info.transaction_status != TransactionStatus.IDLE:
            self._db.rollback()


def _answer(write: Write, counts: Sequence[int]) -> Any:
    try:
        return write.came_to(counts)
    except Refusal as refused:
        return refused
