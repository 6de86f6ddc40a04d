"""Beside the loop: what takes longer than a moment is done in threads, and only so much of it waits at a time.

Whoever asks and hangs up leaves the work behind. Without a limit a stranger would fill the memory with it, and the
questions of everybody else would wait at the end of the queue.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from houseway.script import Refusal

T = TypeVar("T")
WAITING: Final = 64
"""Pieces of work of one kind that are under way or wait at a time."""


class BoundedThreadPool:
    """A few threads for one kind of work; who comes when too much of it waits is refused with `busy`."""

    def __init__(self, name: str, threads: int = 2, most: int = WAITING) -> None:
        self._most = most
        self._under_way = 0
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"houseway-{name}")

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """What comes of the work."""
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
            future.exception()  # whoever asked may have gone: nobody else wants to know

    def stop(self) -> None:
        """What waits is not begun any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _closing() -> Refusal:
    return Refusal("busy", "the room closes: ask again when it is open")
