"""Fair queue: runs bots' turns one at a time and yields to the event loop between two of them."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any


class FairQueue:
    """Spreads the turns of bots at many tables over passes of the event loop.

    Dealing or settling a hand takes one or two milliseconds. A client's message or a commit waits for one of them at
    most.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._under_way = False

    def take(self, work: Callable[..., None], *given: Any) -> None:
        """Queues the work, or runs it at once if the queue is idle."""
        self._waiting.append(partial(work, *given))
        if not self._under_way:
            self._under_way = True
            self._next()

    def _next(self) -> None:
        try:
            self._waiting.popleft()()
        finally:
            asyncio.get_running_loop().call_soon(self._go_on)  # yields to the event loop

    def _go_on(self) -> None:
        if self._waiting:
            self._next()
        else:
            self._under_way = False
