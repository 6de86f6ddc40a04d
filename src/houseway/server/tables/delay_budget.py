"""One memory budget for the watch-delay buffers of all tables. The largest buffer drops steps first.

A table with an hour's watch delay buffers an hour of steps, and a guest chooses the delay. If all buffers together
exceed the budget, the largest drops every second step: its watchers see larger steps, other buffers stay whole.
"""

from typing import Final, Protocol
from weakref import WeakKeyDictionary

MOST: Final = 64 * 2**20
"""Bytes of all buffers of a process."""
STEP_OVERHEAD: Final = 256
"""Bytes of a step beside its state and its story."""


class Buffer(Protocol):
    """A buffer that can be thinned."""

    def thin(self) -> bool:
        """Drops about half of its steps and reports its new size. Returns False if nothing can be dropped."""
        ...


class DelayBudget:
    """The sizes of all buffers, by weak reference."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._sizes: WeakKeyDictionary[Buffer, int] = WeakKeyDictionary()
        self._total = 0

    @property
    def total(self) -> int:
        """Bytes of all live buffers."""
        return sum(self._sizes.values())

    def record_and_thin(self, buffer: Buffer, size: int) -> None:
        """Records the size of a buffer. Thins the largest ones until all fit."""
        self.record(buffer, size)
        if self._total <= self.most:  # an upper bound: dead buffers are not subtracted yet
            return
        self._total = self.total
        while self._total > self.most and max(self._sizes, key=self._sizes.__getitem__).thin():
            pass

    def record(self, buffer: Buffer, size: int) -> None:
        """Records the size of a buffer."""
        self._total += size - self._sizes.get(buffer, 0)
        self._sizes[buffer] = size


SHARED: Final = DelayBudget()
"""The budget of this process."""
