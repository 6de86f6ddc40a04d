"""Bounded thread pools: run blocking work beside the event loop, with a bounded queue.

A client that disconnects leaves its work behind. Without a bound one client could fill memory and queue for all.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from houseway.script import Refusal

T = TypeVar("T")
WAITING: Final = 64
"""Tasks of one kind running or queued at a time."""


class BoundedThreadPool:
    """A few threads for one kind of work. Raises a Refusal `busy` when its queue is full."""

    def __init__(self, name: str, threads: int = 2, most: int = WAITING) -> None:
        self._most = most
        self._under_way = 0
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"houseway-{name}")

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """Runs the work in a thread and returns its result."""
        if self._under_way >= self._most:
            raise Refusal("busy", "{most} others wait for the same: ask again in a second", facts={"most": self._most})
        try:
            future = asyncio.wrap_future(self._threads.submit(work, *given))
        except RuntimeError:
            raise _closing() from None
        self._under_way += 1
        future.add_done_callback(self._done)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if future.cancelled():
                raise _closing() from None
            raise

    def _done(self, future: "asyncio.Future[Any]") -> None:
        self._under_way -= 1
        if not future.cancelled():
            future.exception()  # retrieved, so that asyncio logs nothing

    def stop(self) -> None:
        """Cancels queued work."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _closing() -> Refusal:
    return Refusal("busy", "the room closes: ask again when it is open")
