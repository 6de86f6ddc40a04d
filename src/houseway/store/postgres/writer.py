"""The one thread that writes to PostgreSQL: all that has come up goes out in one pipeline and one transaction."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from houseway.script import Refusal
from houseway.store.chosen import shown
from houseway.store.postgres.connection import connect, fault
from houseway.store.postgres.errands import Errand, told
from houseway.store.protocol import StoreFault
from houseway.store.writer import Writer

IDLE_AT_MOST: Final = 2000
"""Milliseconds after which the database ends a transaction whose node has fallen silent, well before a lease ends."""
LOCKED_AT_MOST: Final = 2000
AGAIN: Final = 5
"""Times that a errand is tried which met another node's."""
_CROSSED: Final = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.LockNotAvailable,
)
_CAGES: Final = "SELECT FROM account WHERE id = ANY(%s) AND shard = 0 ORDER BY id FOR NO KEY UPDATE"


class PostgresWriter(Writer[Errand]):
    """The writer of a shared database. `sure` is asked before each commit: it waits until the node may write.

    A group in which something is refused is rolled back and written again errand by errand, so that the others stand.
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

    def _commit(self, group: Sequence[tuple[Errand, Future[Any]]]) -> None:
        errands = [errand for errand, _ in group]
        try:
            if self.broken is not None:
                raise self.broken
            self._sure()
            answers = self._together(errands)
        except Exception as error:  # whatever it is, nothing of the group is certain
            broken = error if isinstance(error, StoreFault) else fault(self._url, error, "written")
            self._break(broken)
            answers = [broken for _ in errands]
        for (_, future), answer in zip(group, answers, strict=True):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _together(self, errands: Sequence[Errand]) -> list[Any]:
        """What each errand came to, or why it was refused; one commit for all, or one for each where one is refused."""
        if len(errands) > 1:
            try:
                return [
                    _answer(errand, counts) for errand, counts in zip(errands, self._transact(errands), strict=True)
                ]
            except psycopg.Error as error:
                self._roll_back(error)
        return [self._alone(errand) for errand in errands]

    def _alone(self, errand: Errand) -> Any:
        for _ in range(AGAIN):
            try:
                (counts,) = self._transact([errand])
            except psycopg.Error as error:
                self._roll_back(error)
                if isinstance(error, _CROSSED) or error.diag.constraint_name == "account_pkey":
                    met = error
                    continue
                refused = told(error, errand, self._last_of)
                if isinstance(refused, StoreFault) or not isinstance(refused, Refusal | psycopg.IntegrityError):
                    raise refused from None
                return refused
            else:
                return _answer(errand, counts)
        raise met

    def _transact(self, errands: Sequence[Errand]) -> list[list[int]]:
        """How many rows each statement of each errand touched, all of them durable."""
        db = self._db
        cages = sorted({cage for errand in errands for cage in errand.cages})
        with db.pipeline() as pipeline:
            try:
                db.execute("BEGIN")
                if len(cages) > 1:  # in one order, so that two nodes wait for each other in turn
                    db.execute(_CAGES, (cages,))
                made = [[db.execute(*statement) for statement in errand.statements] for errand in errands]
                ended = db.execute("COMMIT")
                pipeline.sync()
            except psycopg.Error:
                if not db.closed:
                    pipeline.sync()
                raise
        assert ended.statusmessage == "COMMIT", ended.statusmessage
        self.commits += 1
        return [[cursor.rowcount for cursor in cursors] for cursors in made]

    def _last_of(self, table: str) -> int:
        row = self._db.execute("SELECT last_n FROM room_table WHERE id = %s", (table,)).fetchone()
        return 0 if row is None else int(row[0])

    def _roll_back(self, error: psycopg.Error) -> None:
        """Nothing of the transaction is left; a line that is lost cannot be rolled back, and is raised."""
        if self._db.closed or self._db.broken:
            raise error
        if self._db.info.transaction_status != TransactionStatus.IDLE:
            self._db.execute("ROLLBACK")


def _answer(errand: Errand, counts: Sequence[int]) -> Any:
    try:
        return errand.came_to(counts)
    except Refusal as refused:
        return refused
