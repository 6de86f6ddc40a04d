"""Turns: what bots have to say, one thing at a time, so that everybody else is heard between two of them."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any


class FairQueue:
    """Ten tables whose bots speak at the same moment are ten turns, and not one long stretch of the loop.

    To deal or to settle a hand takes one or two milliseconds. Somebody else's word that has become durable, or that has
    just come in, waits for one of them and not for all.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._under_way = False

    def take(self, work: Callable[..., None], *given: Any) -> None:
        """The work is done when it is its turn, at once where nobody else has one."""
        self._waiting.append(partial(work, *given))
        if not self._under_way:
            self._under_way = True
            self._next()

    def _next(self) -> None:
        try:
            self._waiting.popleft()()
        finally:
            asyncio.get_running_loop().call_soon(self._go_on)  # the loop hears what has come in before it

    def _go_on(self) -> None:
        if self._waiting:
            self._next()
        else:
            self._under_way = False
