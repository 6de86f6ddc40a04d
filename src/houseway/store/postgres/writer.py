"""The one thread that writes to PostgreSQL: all that has come up goes out in one pipeline and one transaction."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from houseway.script import Refusal
from houseway.store.group_writer import Waiting, Writer
from houseway.store.interface import StoreFault
from houseway.store.postgres.connection import connect, fault
from houseway.store.postgres.statements import Write, told
from houseway.store.url import shown

IDLE_AT_MOST: Final = 2000
"""Milliseconds after which the database ends a transaction whose node has fallen silent, well before a lease ends."""
LOCKED_AT_MOST: Final = 2000
AGAIN: Final = 5
"""Times that a write is tried which met another node's."""
_CROSSED: Final = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.LockNotAvailable,
)
_BAD_ROWS: Final = (psycopg.IntegrityError, psycopg.DataError, psycopg.errors.ProgramLimitExceeded)
"""Errors of the database about what is written; every other one is about the database or the line to it."""
_CAGES: Final = "SELECT FROM account WHERE id = ANY(%s) AND shard = 0 ORDER BY id FOR NO KEY UPDATE"


class PostgresWriter(Writer[Write]):
    """The writer of a shared database. `sure` is asked before each commit: it waits until the node may write.

    A group in which something is refused is rolled back and written again one by one, so that the others stand.
    """

    def __init__(self, url: str, sure: Callable[[], None] = lambda: None) -> None:
        self._url = url
        self._sure = sure
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
            self._sure()
            answers = self._together(writes)
        except Exception as error:  # whatever it is, nothing of the group is certain
            broken = error if isinstance(error, StoreFault) else fault(self._url, error, "written")
            self._break(broken)
            answers = [broken for _ in writes]
        for (_, future), answer in zip(group, answers, strict=True):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _together(self, writes: Sequence[Write]) -> list[Any]:
        """What each write came to, or why it was refused; one commit for all, or one for each where one is refused."""
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
                refused = told(error, write, self._last_of)
                if isinstance(refused, StoreFault) or not isinstance(refused, (Refusal, *_BAD_ROWS)):
                    raise refused from None
                return refused
            except Exception as error:  # no word that the database takes: a fault of this write alone
                self._roll_back(error)
                if isinstance(error, StoreFault | OSError | MemoryError):
                    raise
                return error
            else:
                return _answer(write, counts)
        raise met

    def _transact(self, writes: Sequence[Write]) -> list[list[int]]:
        """How many rows each statement of each write touched, all of them durable."""
        db = self._db
        cages = sorted({cage for write in writes for cage in write.cages})
        with db.pipeline() as pipeline:
            try:
                db.execute("BEGIN")
                if len(cages) > 1:  # in one order, so that two nodes wait for each other in turn
                    db.execute(_CAGES, (cages,))
                made = [[db.execute(*statement) for statement in write.statements] for write in writes]
                ended = db.execute("COMMIT")
                pipeline.sync()
            except Exception:
                with suppress(psycopg.Error):  # all that came behind the fault was aborted, and says only that
                    pipeline.sync()
                raise
        assert ended.statusmessage == "COMMIT", ended.statusmessage
        self.commits += 1
        return [[cursor.rowcount for cursor in cursors] for cursors in made]

    def _last_of(self, table: str) -> int:
        row = self._db.execute("SELECT last_n FROM room_table WHERE id = %s", (table,)).fetchone()
        return 0 if row is None else int(row[0])

    def _roll_back(self, error: Exception) -> None:
        """Nothing of the transaction is left; a line that is lost cannot be rolled back, and is raised.

        The driver's own word for it, because it also forgets the statements that the aborted pipeline never prepared.
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
