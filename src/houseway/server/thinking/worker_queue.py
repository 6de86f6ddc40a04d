"""Bounded queues before worker processes, so that neither the event loop nor its interpreter lock is taken.

A thread would compete with the loop for the interpreter lock, five milliseconds at a time. The process starts with the
first task and ends after a while without any.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from houseway.script import Refusal
from houseway.server.thinking.worker_process import Workers

T = TypeVar("T")
EACH: Final = 2
"""Tasks of one asker, a person or an address, running or queued at a time."""
IDLE: Final = 300.0
"""Seconds without a task after which the process ends."""


class WorkerQueue:
    """A bounded queue before one worker process. Raises a Refusal `busy` when it is full.

    The process ends after `idle` seconds without a task; None stands for `IDLE`.
    """

    def __init__(self, most: int, each: int = EACH, idle: float | None = None) -> None:
        self._most = most
        self._each = each
        self._idle_after = idle
        self._asking: Counter[str] = Counter()
        self._workers: Workers | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._over = False

    async def do(self, asker: str, work: Callable[..., T], *given: object) -> T:
        """Returns the result of `work`, an importable function. Raises a Refusal `busy` if too much waits.

        If the client disconnects, the task goes on and counts for its asker until it is done.
        """
        if self._over:
            raise closing()
        if self._asking[asker] >= self._each:
            form = "{most} of your questions wait already: ask again when they are answered"
            raise Refusal("busy", form, facts={"most": self._each})
        if self._asking.total() >= self._most:
            raise Refusal("busy", "{most} others wait for the same: ask again in a second", facts={"most": self._most})
        if self._idle is not None:
            self._idle.cancel()
        self._workers = self._workers or Workers()
        future = asyncio.wrap_future(self._workers.submit(work, *given))
        self._asking[asker] += 1
        future.add_done_callback(lambda done: self._done(asker, done))
        try:
            answer: T = await asyncio.shield(future)
        except Refusal:
            raise
        except Exception as error:
            raise (closing() if self._over else died()) from error
        return answer

    def _done(self, asker: str, future: "asyncio.Future[Any]") -> None:
        self._asking[asker] -= 1
        if not self._asking[asker]:
            del self._asking[asker]
        if not future.cancelled():
            future.exception()  # retrieved, so that asyncio logs nothing
        if not self._asking and not self._over:
            after = IDLE if self._idle_after is None else self._idle_after
            self._idle = asyncio.get_running_loop().call_later(after, self._end)

    def _end(self) -> None:
        if self._workers is not None and not self._asking:
            self._workers.stop()
            self._workers = None

    def stop(self) -> None:
        """Kills the process. Pending tasks fail."""
        self._over = True
        if self._idle is not None:
            self._idle.cancel()
        if self._workers is not None:
            self._workers.stop()


def closing() -> Refusal:
    return Refusal("busy", "the room closes: ask again when it is open")


def died() -> Refusal:
    return Refusal("busy", "the question could not be worked out: ask again in a few seconds")
