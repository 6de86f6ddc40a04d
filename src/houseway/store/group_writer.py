"""Group commit: one writer thread takes everything that is queued and commits it in one transaction."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Generic, TypeVar

from houseway.store.interface import StoreFault
from houseway.store.promise import Promise

W = TypeVar("W")
Waiting = Future[Any] | Promise[Any]
AT_ONCE: Final = 512
"""Pieces of work in one commit, at most."""
CROWD: Final = 4
EACH, LONGEST = 0.00025, 0.01
"""Seconds. After a commit of `CROWD` or more pieces, the writer waits `EACH` for each of them, `LONGEST` at most.

Under load more writers share the cost of one commit; a single writer never waits.
"""


class Writer(ABC, Generic[W]):
    """Queues work for the writer thread. A future has its result once the commit that holds its work is durable.

    A piece of work that is refused, or that no column can hold, is rolled back alone; the rest of its group commits.
    If the disk or the database fails, the writer is `broken`: it fails every open future and all later work. It then
    calls `failed` once, in its own thread, because not every caller looks at its future.
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
        """Makes each piece of work in the group durable or refuses it, and settles its future."""

    def put(self, work: W) -> Future[Any]:
        """Queues the work. The future fails at once if the writer is broken or closed."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # queued work is written even if its caller stops waiting
        self._hand_in(work, future)
        return future

    def promise(self, work: W) -> Promise[Any]:
        """Queues the work as `put` does, at less cost per call."""
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
        """Writes everything that is queued and ends the thread. Later work fails."""
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


def _closed(name: str) -> StoreFault:
    return StoreFault("database", "{file} cannot be written: it was closed", facts={"file": name})
