"""What becomes of something that was handed in: as a Future, for rows that come by the thousand in a second."""

import logging
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

LOG = logging.getLogger("houseway")
T = TypeVar("T")
_DOOR = Lock()
"""Shared by all promises: held for an instant, and a lock for each of them would cost more than the rest of it."""


class Promise(Generic[T]):
    """Kept or failed once, by whoever writes. The words are those of a Future; nobody cancels one."""

    __slots__ = ("_done", "_error", "_then", "_value")

    def __init__(self) -> None:
        self._done = False
        self._value: T | None = None
        self._error: Exception | None = None
        self._then: list[Callable[[Promise[T]], None]] | None = None

    def done(self) -> bool:
        """Whether it is settled, either way."""
        return self._done

    def result(self, timeout: float | None = None) -> T:
        """What was promised, once it is settled; raises what went wrong."""
        error = self.exception(timeout)
        if error is not None:
            raise error
        return self._value  # type: ignore[return-value]

    def exception(self, timeout: float | None = None) -> Exception | None:
        """What went wrong, once it is settled; None for nothing."""
        if not self._done:
            self._wait(timeout)
        return self._error

    def add_done_callback(self, then: "Callable[[Promise[T]], None]") -> None:
        """Called when it is settled, by whoever settles it; at once if it is."""
        with _DOOR:
            if not self._done:
                self._then = [then] if self._then is None else [*self._then, then]
                return
        self._call(then)

    def set_result(self, value: T) -> None:
        """It is kept."""
        self._value = value
        self._settle()

    def set_exception(self, error: Exception) -> None:
        """It failed."""
        self._error = error
        self._settle()

    def _settle(self) -> None:
        with _DOOR:
            self._done = True
        if self._then is not None:
            for then in self._then:
                self._call(then)
            self._then = None

    def _call(self, then: "Callable[[Promise[T]], None]") -> None:
        try:
            then(self)
        except Exception:  # whoever settles it has others to settle
            LOG.exception("something that waited for the disk failed")

    def _wait(self, timeout: float | None) -> None:
        settled = Lock()
        settled.acquire()
        self.add_done_callback(lambda _: settled.release())
        if not settled.acquire(timeout=-1 if timeout is None else timeout):
            raise TimeoutError
