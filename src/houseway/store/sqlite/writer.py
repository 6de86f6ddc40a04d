"""The one thread that writes: it takes whatever has come up by now and commits all of it at once."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Generic, TypeVar

import apsw

from houseway.store.faults import is_broken
from houseway.store.interface import StoreFault
from houseway.store.pending_writes import Append
from houseway.store.promise import Promise
from houseway.store.sqlite import batch
from houseway.store.sqlite.files.database_file import fault

T = TypeVar("T")
W = TypeVar("W")
Work = Callable[[apsw.Connection], T]
Waiting = Future[Any] | Promise[Any]
Done = tuple[Waiting, Any, Exception | None]
AT_ONCE: Final = 512
CROWD: Final = 4
EACH, LONGEST = 0.00025, 0.01
"""After a commit of a `CROWD` or more, the next waits a moment for each of them: many share what a commit costs, and
whoever comes alone waits for nobody. In seconds, and at most so many.
"""


class Writer(ABC, Generic[W]):
    """Work in, futures out: a future has its result when the commit that holds the work is on the disk.

    Work that is refused, or that cannot be written because of what it says, is undone by itself, and the others of its
    group stand. When the disk or the database fails, the writer is `broken`: every future that is open fails, and so
    does all work from then on. `failed` is told of it once, in the writer's thread: not everybody who has handed
    something in asks what became of it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._queue: SimpleQueue[tuple[W, Waiting] | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self.broken: StoreFault | None = None
        self.failed: Callable[[StoreFault], None] = lambda _: None
        self.commits = 0
        self._thread = Thread(target=self._run, name="houseway-writer", daemon=True)
        self._thread.start()

    @abstractmethod
    def _commit(self, group: Sequence[tuple[W, Waiting]]) -> None:
        """Everything in the group is durable or refused, and its futures say so."""

    def put(self, work: W) -> Future[Any]:
        """The work is queued; a writer that is broken or closed fails it at once."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # what is handed in is written, whoever still waits for it
        self._hand_in(work, future)
        return future

    def promise(self, work: W) -> Promise[Any]:
        """As `put`, for what comes often."""
        promise: Promise[Any] = Promise()
        self._hand_in(work, promise)
        return promise

    def _hand_in(self, work: W, future: Waiting) -> None:
        with self._door:
            if self.broken is None and not self._closed:
                self._queue.put((work, future))
                return
        future.set_exception(self.broken or _closed(self._name))

    def close(self) -> None:
        """Everything handed in so far is written; nothing more is taken."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going, group = True, list[tuple[W, Waiting]]()
        while going:
            first = self._queue.get()
            going = first is not None
            if going and len(group) >= CROWD:
                time.sleep(min(len(group) * EACH, LONGEST))
            group = [] if first is None else [first]
            while going and len(group) < AT_ONCE and not self._queue.empty():
                job = self._queue.get()
                going = job is not None
                group += [] if job is None else [job]
            if group:
                self._commit(group)

    def _break(self, error: StoreFault) -> None:
        with self._door:
            first, self.broken = self.broken is None, error
        if first:
            self.failed(error)


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


def _closed(name: str) -> StoreFault:
    return StoreFault("database", "{file} cannot be written: it was closed", facts={"file": name})
