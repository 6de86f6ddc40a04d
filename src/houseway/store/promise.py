"""A lighter Future, for thousands of rows a second."""

import logging
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

LOG = logging.getLogger("houseway")
T = TypeVar("T")
_DOOR = Lock()
"""One lock for all promises, held for an instant: a lock for each would cost more than the rest of it."""


class Promise(Generic[T]):
    """The result of a queued write, set once by the writer thread. Its methods are those of a Future without cancel."""

    __slots__ = ("_done", "_error", "_then", "_value")

    def __init__(self) -> None:
        self._done = False
        self._value: T | None = None
        self._error: Exception | None = None
        self._then: list[Callable[[Promise[T]], None]] | None = None

    def done(self) -> bool:
        """Returns whether the result or the exception is set."""
        return self._done

    def result(self, timeout: float | None = None) -> T:
        """Waits for the result and returns it. Raises the exception of a failed write, TimeoutError after `timeout`."""
        error = self.exception(timeout)
        if error is not None:
            raise error
        return self._value  # type: ignore[return-value]

    def exception(self, timeout: float | None = None) -> Exception | None:
        """Waits for the end and returns the exception; None if the write succeeded."""
        if not self._done:
            self._wait(timeout)
        return self._error

    def add_done_callback(self, then: "Callable[[Promise[T]], None]") -> None:
        """Calls `then` in the thread that settles the promise; at once if it is settled already."""
        with _DOOR:
            if not self._done:
                self._then = [then] if self._then is None else [*self._then, then]
                return
        self._call(then)

    def set_result(self, value: T) -> None:
        """Settles the promise with a result."""
        self._value = value
        self._settle()

    def set_exception(self, error: Exception) -> None:
        """Settles the promise with an exception."""
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
        except Exception:  # the writer thread has other promises to settle
            LOG.exception("a callback of a durable write failed")

    def _wait(self, timeout: float | None) -> None:
        settled = Lock()
        settled.acquire()
        self.add_done_callback(lambda _: settled.release())
        if not settled.acquire(timeout=-1 if timeout is None else timeout):
            raise TimeoutError
