"""The writer thread of a SQLite file: group commit in few statements, one by one after a refusal."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import apsw

from houseway.store.faults import is_broken
from houseway.store.group_writer import Waiting, Writer
from houseway.store.interface import StoreFault
from houseway.store.pending_writes import Append
from houseway.store.sqlite import batch
from houseway.store.sqlite.files.sqlite_errors import fault

T = TypeVar("T")
Work = Callable[[apsw.Connection], T]
Done = tuple[Waiting, Any, Exception | None]


class SqliteWriter(Writer[Work[Any] | Append]):
    """Writes a group in few statements. If any of it is refused, it writes the group again, one by one."""

    def __init__(self, path: Path, db: apsw.Connection) -> None:
        self._path = path
        self._db = db
        db.execute("PRAGMA temp_store = MEMORY").fetchall()  # a statement journal on disk would be created each time
        self._known = batch.WriterCache()
        super().__init__(str(path))

    def submit(self, work: Work[T]) -> Future[T]:
        """Queues work. The writer thread runs it in the order of the calls."""
        return self.put(work)

    def _commit(self, group: Sequence[tuple[Work[Any] | Append, Waiting]]) -> None:
        try:
            if self.broken is not None:
                raise self.broken
            done = self._all_at_once(group) or self._one_by_one(group)
            self.commits += 1
        except Exception as error:  # after any other error nothing of the group is certain
            self._break(error if isinstance(error, StoreFault) else fault(self._path, error, "written"))
            self._roll_back()
            done = [(future, None, self.broken) for _, future in group]
        for future, value, refused in done:
            if refused is None:
                future.set_result(value)
            else:
                future.set_exception(refused)

    def _all_at_once(self, group: Sequence[tuple[Work[Any] | Append, Waiting]]) -> list[Done]:
        """Commits the group in one transaction. Returns [] after a rollback if any of it is refused.

        It writes consecutive outcomes as one batch.
        """
        db, done = self._db, list[Done]()
        db.execute("BEGIN IMMEDIATE").fetchall()
        try:
            run: list[Append] = []
            for work, future in group:
                if isinstance(work, Append):
                    run.append(work)
                    done.append((future, work.outcome.ack, None))
                else:
                    self._keep(run)
                    run = []
                    done.append((future, work(db), None))
            self._keep(run)
        except Exception as error:
            if is_broken(error):
                raise
            self._known.forget()
            db.execute("ROLLBACK").fetchall()
            return []
        db.execute("COMMIT").fetchall()
        return done

    def _one_by_one(self, group: Sequence[tuple[Work[Any] | Append, Waiting]]) -> list[Done]:
        """Commits the group in one transaction with a savepoint for each piece, so that a refusal undoes one piece."""
        self._db.execute("BEGIN IMMEDIATE").fetchall()
        done: list[Done] = [(future, *self._carry_out(work)) for work, future in group]
        self._db.execute("COMMIT").fetchall()
        return done

    def _carry_out(self, work: Work[Any] | Append) -> tuple[Any, Exception | None]:
        """Returns the result of the work, or its refusal after rolling back to the savepoint."""
        self._db.execute("SAVEPOINT work").fetchall()
        try:
            value, refused = self._write(work), None
        except Exception as error:
            if is_broken(error):
                raise
            value, refused = None, error
            self._known.forget()
            self._db.execute("ROLLBACK TO work").fetchall()
        self._db.execute("RELEASE work").fetchall()
        return value, refused

    def _write(self, work: Work[Any] | Append) -> Any:
        if not isinstance(work, Append):
            return work(self._db)
        self._keep([work])
        return work.outcome.ack

    def _keep(self, works: Sequence[Append]) -> None:
        if works:
            batch.keep(self._db, works, self._known)

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            try:
                self._db.execute("ROLLBACK").fetchall()
            except apsw.Error:
                self._db.interrupt()  # SQLite rolls it back when the file is opened again
