"""What waits for the disk: nothing is told to anybody before it is durable, and everything in the order it was done."""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

LOG = logging.getLogger("houseway")
Told = Callable[[], None]


class Commits:
    """The writer thread says when something is durable; the loop then tells it, and whatever waited behind it.

    Rows are durable in the order of their appends, so that the first that is not yet holds back all that follow.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, fail: Callable[[BaseException], None] | None = None) -> None:
        self.loop = loop
        self._fail = fail or crash
        self._waiting: deque[tuple[Future[Any] | None, Told]] = deque()
        self._woken = False

    def __len__(self) -> int:
        return len(self._waiting)

    def when(self, future: Future[Any], told: Told) -> None:
        """`told` is called when the future is done, and everything before it."""
        self._waiting.append((future, told))
        future.add_done_callback(self._wake)

    def after(self, told: Told) -> None:
        """`told` is called when everything that was done so far is durable; at once if it is."""
        if self._waiting:
            self._waiting.append((None, told))
        else:
            told()

    async def durable(self) -> None:
        """Everything that was done so far is durable."""
        if self._waiting:
            done: asyncio.Future[None] = self.loop.create_future()
            self._waiting.append((None, lambda: None if done.done() else done.set_result(None)))
            await done

    def _wake(self, _future: Future[Any]) -> None:
        if not self._woken:
            self._woken = True
            try:
                self.loop.call_soon_threadsafe(self._tell)
            except RuntimeError:  # the loop is closed: the process ends
                return

    def _tell(self) -> None:
        self._woken = False
        waiting = self._waiting
        while waiting and (waiting[0][0] is None or waiting[0][0].done()):
            future, told = waiting.popleft()
            error = None if future is None else future.exception()
            if error is not None:
                self._fail(error)
                return
            told()


def crash(error: BaseException) -> None:
    """What was done could not be kept: the process ends, and the room resumes from what the store holds."""
    LOG.critical("a commit failed: the room ends", exc_info=error)
    for handler in logging.getLogger().handlers:
        handler.flush()
    os._exit(70)
