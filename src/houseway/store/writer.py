"""The one thread that writes: it takes whatever has come up by now and commits all of it at once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Generic, TypeVar

import apsw

from houseway.script import Refusal
from houseway.store.file import fault
from houseway.store.protocol import StoreFault

T = TypeVar("T")
W = TypeVar("W")
Work = Callable[[apsw.Connection], T]
AT_ONCE: Final = 512


class Writer(ABC, Generic[W]):
    """Work in, futures out: a future has its result when the commit that holds the work is on the disk.

    Work that is refused is undone by itself, and the others of its group stand. When the disk or the database fails,
    the writer is `broken`: every future that is open fails, and so does all work from then on.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._queue: SimpleQueue[tuple[W, Future[Any]] | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self.broken: StoreFault | None = None
        self.commits = 0
        self._thread = Thread(target=self._run, name="houseway-writer", daemon=True)
        self._thread.start()

    @abstractmethod
    def _commit(self, group: Sequence[tuple[W, Future[Any]]]) -> None:
        """Everything in the group is durable or refused, and its futures say so."""

    def put(self, work: W) -> Future[Any]:
        """The work is queued; a writer that is broken or closed fails it at once."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # what is handed in is written, whoever still waits for it
        with self._door:
            if self.broken is None and not self._closed:
                self._queue.put((work, future))
                return future
        future.set_exception(self.broken or _closed(self._name))
        return future

    def close(self) -> None:
        """Everything handed in so far is written; nothing more is taken."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            first = self._queue.get()
            group = [] if first is None else [first]
            going = first is not None
            while going and len(group) < AT_ONCE and not self._queue.empty():
                job = self._queue.get()
                going = job is not None
                group += [] if job is None else [job]
            if group:
                self._commit(group)

    def _break(self, error: StoreFault) -> None:
        with self._door:
            self.broken = error


class SqliteWriter(Writer[Work[Any]]):
    """The writer of a file; each piece of work has a savepoint of its own."""

    def __init__(self, path: Path, db: apsw.Connection) -> None:
        self._path = path
        self._db = db
        super().__init__(str(path))

    def submit(self, work: Work[T]) -> Future[T]:
        """The work is carried out in the order of these calls."""
        return self.put(work)

    def _commit(self, group: Sequence[tuple[Work[Any], Future[Any]]]) -> None:
        done: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            if self.broken is not None:
                raise self.broken
            self._db.execute("BEGIN IMMEDIATE").fetchall()
            done = [(future, *self._carry_out(work)) for work, future in group]
            self._db.execute("COMMIT").fetchall()
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

    def _carry_out(self, work: Work[Any]) -> tuple[Any, Exception | None]:
        """The work's answer, or why it is refused, and then nothing of it is left."""
        self._db.execute("SAVEPOINT work").fetchall()
        try:
            value, refused = work(self._db), None
        except StoreFault:
            raise
        except (Refusal, apsw.ConstraintError, AssertionError) as error:
            value, refused = None, error
            self._db.execute("ROLLBACK TO work").fetchall()
        self._db.execute("RELEASE work").fetchall()
        return value, refused

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            try:
                self._db.execute("ROLLBACK").fetchall()
            except apsw.Error:
                self._db.interrupt()  # it is rolled back when the file is opened again


def _closed(name: str) -> StoreFault:
    return StoreFault("database", "{file} cannot be written: it was closed", facts={"file": name})
