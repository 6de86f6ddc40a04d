"""The outbox of one socket: backpressure for slow clients, which skip states but never miss an answer."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from houseway.server.net.websocket_protocol import FastWebSocket

Sent = MutableMapping[str, Any]
Send = Callable[[Sent], Awaitable[None]]

STEPS_KEPT: Final = 16
"""Steps queued for a slow client; beyond them only the latest is kept."""
ANSWERS_KEPT: Final = 256
"""Answers queued for a client; beyond them the socket is closed."""
BYTES_KEPT: Final = 128 * 1024
"""Bytes of answers queued for a client. One frame may be larger, if it is alone."""


class _Resumed:
    """A coroutine that has run to its first suspension, to be awaited from there."""

    def __init__(self, work: Any, first: Any) -> None:
        self._work = work
        self._first = first

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._first
        yield from self._work.__await__()


class Outbox:
    """Frames for one socket. Writes at once, without a task, while the transport's buffer has room.

    `line` writes a frame directly if it can; otherwise the frame goes through ASGI `send`.
    """

    __slots__ = (
        "_answers", "_line", "_send", "_steps", "_task", "_waiting", "_welcome", "closing", "gone", "last_n", "overrun",
        "sent", "session", "since", "skipped",
    )  # fmt: skip

    def __init__(self, send: Send, line: "FastWebSocket | None" = None) -> None:
        self._send = send
        self._line = line
        self._steps: list[bytes] = []  # a list: mostly empty, and an empty deque takes most of a kilobyte
        self._answers: list[bytes] = []
        self._waiting = 0  # bytes of the queued answers
        self._welcome: bytes | None = None
        self._task: asyncio.Task[None] | None = None
        self.closing: int | None = None
        self.gone = False
        self.overrun = False
        self.last_n = -1
        self.session = ""
        """The session that opened the socket, or the name for a key; empty in the lobby without a session."""
        self.since = b""
        """The cookie salt at that time (`People.since`), or the key that was shown."""
        self.sent = 0
        self.skipped = 0

    def answer(self, text: bytes) -> None:
        """Sends a frame that is never skipped: an answer, a welcome, advice.

        Sets `overrun` and drops the queue if too many answers, or too many bytes of them, wait: the caller closes the
        socket.
        """
        if self._task is None:
            self._write(text)
        elif self.overrun:
            return
        elif len(self._answers) >= ANSWERS_KEPT or (self._answers and self._waiting + len(text) > BYTES_KEPT):
            self.overrun = True
            self._forget()
        else:
            self._answers.append(text)
            self._waiting += len(text)

    def _forget(self) -> None:
        self._answers.clear()
        self._steps.clear()
        self._waiting, self._welcome = 0, None

    def step(self, text: bytes, n: int) -> None:
        """Sends a state of the table. If too many states wait, only the latest is kept."""
        self.last_n = n
        if self._task is None:
            if self._line is not None and self.closing is None and self._line.write_text(text):
                self.sent += 1
            else:
                self._write(text)
            return
        if len(self._steps) >= STEPS_KEPT:
            self.skipped += len(self._steps)
            self._steps.clear()
        self._steps.append(text)

    def welcome(self, text: bytes, n: int) -> None:
        """Sends the whole table. Drops queued states and an older welcome."""
        self._steps.clear()
        if self._welcome is not None:
            self._answers = [each for each in self._answers if each is not self._welcome]
            self._waiting = sum(map(len, self._answers))
        self.last_n = n
        self.answer(text)
        self._welcome = text if self._answers and self._answers[-1] is text else None

    def close(self, code: int) -> bool:
        """Closes the socket after the queue is sent. Returns False if it is closed or closing already."""
        if self.gone or self.closing is not None:
            return False
        self.closing = code
        if self._task is None:
            self._run({"type": "websocket.close", "code": code})
        return True

    def _write(self, text: bytes) -> None:
        if self._line is not None and self.closing is None and self._line.write_text(text):
            self.sent += 1
            return
        self._run({"type": "websocket.send", "text": text.decode()})

    def _run(self, message: Sent) -> None:
        """Sends a message at once. If the transport's buffer is full, a task waits for it and drains the queue."""
        if self.gone:
            return
        work: Any = self._send(message)
        try:
            first = work.send(None)
        except StopIteration:
            self.sent += 1
            return
        except Exception:  # any error ends this socket, and only this one
            self.gone = True
            return
        self._task = asyncio.get_running_loop().create_task(self._drain(_Resumed(work, first)))

    async def _drain(self, work: Awaitable[None]) -> None:
        try:
            await work
            self.sent += 1
            while self._answers or self._steps:
                text = self._next()
                await self._send({"type": "websocket.send", "text": text.decode()})
                self.sent += 1
            if self.closing is not None:
                await self._send({"type": "websocket.close", "code": self.closing})
        except Exception:  # as above
            self.gone = True
        finally:
            self._task = None

    def _next(self) -> bytes:
        """Returns the next frame: answers before states."""
        if not self._answers:
            return self._steps.pop(0)
        text = self._answers.pop(0)
        self._waiting -= len(text)
        if text is self._welcome:
            self._welcome = None
        return text

    def drop(self) -> None:
        """Marks the socket as gone and cancels the task."""
        self.gone = True
        self._forget()
        if self._task is not None:
            self._task.cancel()
