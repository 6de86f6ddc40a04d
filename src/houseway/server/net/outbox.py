"""What is on its way to one socket. A client that does not read slows nobody: it misses states, never answers."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from houseway.server.net.websocket_protocol import FastWebSocket

Sent = MutableMapping[str, Any]
Send = Callable[[Sent], Awaitable[None]]

STEPS_KEPT: Final = 16
"""Steps that wait for a slow client; beyond them only the latest is kept."""
ANSWERS_KEPT: Final = 256
"""Answers that wait for a client; one that asks so much and reads nothing is rude."""
BYTES_KEPT: Final = 128 * 1024
"""Bytes of answers that wait for a client. One frame may be larger, if nothing waits before it."""


class _Resumed:
    """A coroutine that has already run to its first wait, to be awaited from there."""

    def __init__(self, work: Any, first: Any) -> None:
        self._work = work
        self._first = first

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._first
        yield from self._work.__await__()


class Outbox:
    """Frames for one socket. While the line has room they are written at once, without a task of their own.

    `line` writes a frame by itself where it can; what it cannot write goes by `send`, as any other server has it.
    """

    __slots__ = (
        "_answers", "_line", "_send", "_steps", "_task", "_waiting", "_welcome", "closing", "gone", "last_n", "overrun",
        "sent", "session", "since", "skipped",
    )  # fmt: skip

    def __init__(self, send: Send, line: "FastWebSocket | None" = None) -> None:
        self._send = send
        self._line = line
        self._steps: list[bytes] = []  # few at most, and mostly none: an empty deque has most of a kilobyte
        self._answers: list[bytes] = []
        self._waiting = 0  # bytes of the answers that wait
        self._welcome: bytes | None = None
        self._task: asyncio.Task[None] | None = None
        self.closing: int | None = None
        self.gone = False
        self.overrun = False
        self.last_n = -1
        self.session = ""
        """The session that opened it, or what stands for a key; empty for whoever only looks at the lobby."""
        self.since = b""
        """What the person's cookies were signed with then (`People.since`), or the key that was shown."""
        self.sent = 0
        self.skipped = 0

    def answer(self, text: bytes) -> None:
        """Sends what is never left out: an answer, a welcome, advice.

        Sets `overrun` if too many answers, or too many bytes of them, wait for the client. Nothing waits any more then:
        the socket will be closed, and what it did not read takes no memory until it is.
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
        """A state of the table; of those that wait for too long only the latest is sent."""
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
        """Sends the whole table. States and a welcome that wait are older than this one, and are left out."""
        self._steps.clear()
        if self._welcome is not None:
            self._answers = [each for each in self._answers if each is not self._welcome]
            self._waiting = sum(map(len, self._answers))
        self.last_n = n
        self.answer(text)
        self._welcome = text if self._answers and self._answers[-1] is text else None

    def close(self, code: int) -> bool:
        """The socket is closed when what waits is sent, or without it where nobody reads; False if it is already."""
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
        """The frame is written now; where the line is full a task waits for it, and the rest waits for the task."""
        if self.gone:
            return
        work: Any = self._send(message)
        try:
            first = work.send(None)
        except StopIteration:
            self.sent += 1
            return
        except Exception:  # whatever it is, this line is dead, and only this line
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
        """Returns the frame that goes next: answers before states."""
        if not self._answers:
            return self._steps.pop(0)
        text = self._answers.pop(0)
        self._waiting -= len(text)
        if text is self._welcome:
            self._welcome = None
        return text

    def drop(self) -> None:
        """The socket is gone."""
        self.gone = True
        self._forget()
        if self._task is not None:
            self._task.cancel()
