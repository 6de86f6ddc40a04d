"""The commit queue: holds every effect back until its row is durable, and releases effects in order."""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from houseway.script import Refusal
from houseway.store import Promise, StoreFault

LOG = logging.getLogger("houseway")
T = TypeVar("T")
Durable = Future[Any] | Promise[Any]
Told = Callable[[], None]
Refused = Callable[[Any], None]
UNSURE: Final = 0.05
"""Seconds between two checks of the leases while they are invalid."""


class Commits:
    """Releases effects on the event loop once the writer thread has made their rows durable.

    Rows become durable in the order of their appends, so that the first pending one holds back all that follow. While
    the leases of this node are invalid, nothing is released.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, fail: Callable[[BaseException], None] | None = None) -> None:
        self.loop = loop
        self.fail = fail or crash
        """Ends the process, because the store failed."""
        self._waiting: deque[tuple[Durable | None, Told, Refused | None]] = deque()
        self._woken = False
        self.rolled_back = 0
        """Rows that the store rejected, because another node was faster. Their effects were rolled back."""
        self.lease_is_valid: Callable[[], bool] = lambda: True

    def __len__(self) -> int:
        return len(self._waiting)

    def when(self, future: Durable, told: Told, refused: Refused | None = None) -> None:
        """Calls `told` once the future and everything before it is done, or `refused` with the error of a rejected row.

        The error is a Refusal if another node was faster, and any other error if the row cannot be stored.
        """
        self._waiting.append((future, told, refused))
        if len(self._waiting) == 1:  # later entries are checked once this one is done
            future.add_done_callback(self._wake)

    def after(self, told: Told) -> None:
        """Calls `told` once everything so far is durable; at once if it is."""
        if self._waiting or not self.lease_is_valid():
            self._waiting.append((None, told, None))
            self._schedule_check()
        else:
            told()

    async def durable(self) -> None:
        """Returns once everything so far is durable."""
        if self._waiting or not self.lease_is_valid():
            done: asyncio.Future[None] = self.loop.create_future()
            self._waiting.append((None, lambda: None if done.done() else done.set_result(None), None))
            self._schedule_check()
            await done

    async def as_durable(self, look: Callable[[], T]) -> T:
        """Returns the result of `look` once it is durable. Calls `look` again after a rollback."""
        while True:
            before, seen = self.rolled_back, look()
            await self.durable()
            if self.rolled_back == before:
                return seen

    def _schedule_check(self) -> None:
        """Schedules another check if the leases are invalid: no commit will wake the queue."""
        if not self._woken and not self.lease_is_valid():
            self._woken = True
            self.loop.call_later(UNSURE, self._release)

    def _wake(self, _future: Durable) -> None:
        if not self._woken:
            self._woken = True
            try:
                self.loop.call_soon_threadsafe(self._release)
            except RuntimeError:  # the loop is closed: the process ends
                return

    def _release(self) -> None:
        self._woken = False
        waiting = self._waiting
        while waiting and (waiting[0][0] is None or waiting[0][0].done()):
            if not self.lease_is_valid():
                self._schedule_check()
                return
            future, told, refused = waiting.popleft()
            error = None if future is None else future.exception()
            if error is not None and (refused is None or is_fault(error)):
                self.fail(error)
                return
            try:
                if error is None:
                    told()
                else:
                    self.rolled_back += 1
                    assert refused is not None
                    assert isinstance(error, Exception)
                    refused(error)
            except StoreFault as broken:
                self.fail(broken)
                return
            except Exception:  # an effect that fails must not block the queue
                LOG.exception("an effect failed after its commit")
        if waiting and waiting[0][0] is not None:
            waiting[0][0].add_done_callback(self._wake)


def is_fault(error: BaseException) -> bool:
    """Returns whether the whole store has failed, and not only one row (see `store.writer`)."""
    return isinstance(error, StoreFault) or not isinstance(error, Exception)


def crash(error: BaseException) -> None:
    """Ends the process after a failed commit. The next start resumes from the stored state."""
    why = error.sentence if isinstance(error, Refusal) else type(error).__name__
    LOG.critical("a commit failed: the server stops", extra={"facts": {"why": why}}, exc_info=error)
    for handler in logging.getLogger().handlers:
        handler.flush()
    os._exit(70)
