"""The one thread that writes: it takes whatever has come up by now and commits all of it at once."""

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
from houseway.store.sqlite.files.database_file import fault

T = TypeVar("T")
Work = Callable[[apsw.Connection], T]
Done = tuple[Waiting, Any, Exception | None]


class SqliteWriter(Writer[Work[Any] | Append]):
    """The writer of a file. A group is written in few statements; if anything in it is refused, one by one instead."""

    def __init__(self, path: Path, db: apsw.Connection) -> None:
        self._path = path
        self._db = db
        db.execute("PRAGMA temp_store = MEMORY").fetchall()  # what undoes half a statement was a file, made each time
        self._known = batch.WriterCache()
        super().__init__(str(path))

    def submit(self, work: Work[T]) -> Future[T]:
        """The work is carried out in the order of these calls."""
        return self.put(work)

    def _commit(self, group: Sequence[tuple[Work[Any] | Append, Waiting]]) -> None:
        try:
            if self.broken is not None:
                raise self.broken
            done = self._all_at_once(group) or self._one_by_one(group)
            self.commits += 1
        except Exception as error:  # whatever it is, nothing of the group is certain
            self._break(error if isinstance(error, StoreFault) else fault(self._path, error, "written"))
            self._roll_back()
            done = [(future, None, self.broken) for _, future in group]
        for future, value, refused in done:
            if refused is None:
                future.set_result(value)
            else:
                future.set_exception(refused)

    def _all_at_once(self, group: Sequence[tuple[Work[Any] | Append, Waiting]]) -> list[Done]:
        """What came of each, if all of it stands; nothing where something is refused, and then nothing was done.

        Outcomes that come one after another are written together.
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
        """What came of each; what is refused is undone by itself."""
        self._db.execute("BEGIN IMMEDIATE").fetchall()
        done: list[Done] = [(future, *self._carry_out(work)) for work, future in group]
        self._db.execute("COMMIT").fetchall()
        return done

    def _carry_out(self, work: Work[Any] | Append) -> tuple[Any, Exception | None]:
        """The work's answer, or why it is refused, and then nothing of it is left."""
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
                self._db.interrupt()  # it is rolled back when the file is opened again
