"""One memory budget for the watch-delay buffers of all tables; the largest buffer gives up steps first.

A table that is watched with an hour's delay keeps an hour of steps, and a guest chooses the delay. Where all buffers
together hold more bytes than the budget, the largest one forgets every second step: its watchers see larger steps, the
buffers of others stay whole.
"""

from typing import Final, Protocol
from weakref import WeakKeyDictionary

MOST: Final = 64 * 2**20
"""Bytes of all buffers of a process."""
STEP_OVERHEAD: Final = 256
"""Bytes of a step beside its state and its story."""


class Buffer(Protocol):
    """A buffer that can be made smaller."""

    def thin(self) -> bool:
        """Forgets about half of its steps and tells the budget. Returns False if there is nothing to forget."""
        ...


class DelayBudget:
    """The sizes of all buffers. A buffer that nobody holds any more is forgotten by itself."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._sizes: WeakKeyDictionary[Buffer, int] = WeakKeyDictionary()
        self._total = 0

    @property
    def total(self) -> int:
        """Bytes of all buffers that are held."""
        return sum(self._sizes.values())

    def grown(self, buffer: Buffer, size: int) -> None:
        """Notes the size of a buffer. Thins the largest ones until all fit."""
        self.sized(buffer, size)
        if self._total <= self.most:  # the sum of then: buffers that are gone since make it too large, never too small
            return
        self._total = self.total
        while self._total > self.most and max(self._sizes, key=self._sizes.__getitem__).thin():
            pass

    def sized(self, buffer: Buffer, size: int) -> None:
        """Notes the size of a buffer."""
        self._total += size - self._sizes.get(buffer, 0)
        self._sizes[buffer] = size


SHARED: Final = DelayBudget()
"""The budget of this process."""
