"""Worker processes beside the event loop, which compute the answers of bots, coach, odds and school."""

import asyncio
import atexit
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.context import SpawnProcess
from typing import Any, BinaryIO, Final, cast

from houseway.server.thinking.priority import give_way

THREADS_GIVE_WAY: Final = sys.platform == "linux"
"""Whether a thread has a priority of its own; elsewhere it would change the whole process."""
_SIZE: Final = struct.Struct(">I")
"""Length prefix of a message."""


class Workers:
    """A worker process, started on first use and again if it dies. It runs one task after another.

    The event loop talks to it over a socket pair: threads of a pool would compete with the loop for the interpreter
    lock, at the low priority of the workers that they serve. Only starting a process takes a thread, for a tenth of a
    second; the thread then waits for the process to end.
    """

    def __init__(self) -> None:
        self._life: _Life | None = None
        self._over = False

    @property
    def stopped(self) -> bool:
        return self._over

    def submit(self, work: Callable[..., Any], *given: Any) -> "Future[Any]":
        """Sends a task. Returns a future that the event loop settles. Raises RuntimeError after `stop`."""
        if self._over:
            raise RuntimeError("the workers were stopped")
        if self._life is None or self._life.over:
            self._life = _Life(asyncio.get_running_loop())
        return self._life.ask(pickle.dumps((work, given), pickle.HIGHEST_PROTOCOL))

    def stop(self) -> None:
        """Kills the process. Pending futures fail."""
        self._over = True
        if self._life is not None:
            self._life.end()


class _Life(asyncio.Protocol):
    """One process from start to end, and the connection to it. Answers come in the order of the questions."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.over = False
        self._loop = loop
        self._asked: deque[Future[Any]] = deque()
        self._unsent: list[bytes] = []
        self._heard = bytearray()
        self._line: asyncio.Transport | None = None
        self._meeting: asyncio.Task[Any] | None = None
        self._ended = threading.Event()
        self._process: SpawnProcess | None = None
        threading.Thread(target=self._run_process, name="houseway-starter", daemon=True).start()

    def ask(self, question: bytes) -> "Future[Any]":
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()
        self._asked.append(answer)
        message = _SIZE.pack(len(question)) + question
        if self._line is None:
            self._unsent.append(message)
        else:
            self._line.write(message)
        return answer

    def end(self) -> None:
        """Kills the process, even one that is about to start."""
        self._ended.set()
        if self._process is not None:
            self._process.kill()
        if self._line is not None:
            self._line.abort()
        self._fail_all(RuntimeError("the workers were stopped"))

    # -- in the thread ------------------------------------------------------------------------------------------------

    def _run_process(self) -> None:
        try:
            process, ours = self._start()
        except Exception as error:  # the next question starts another process
            self._in_loop(self._fail_all, error)
            return
        atexit.register(process.kill)  # kills it at interpreter exit, instead of joining it
        self._process = process
        if self._ended.is_set():
            process.kill()
        if not self._in_loop(self._connect, ours):
            ours.close()
        process.join()
        atexit.unregister(process.kill)
        self._in_loop(self._fail_all, RuntimeError("a worker has died"))

    def _start(self) -> tuple[SpawnProcess, socket.socket]:
        if THREADS_GIVE_WAY:  # inherited by the process, from its imports on
            give_way()
        ours, theirs = socket.socketpair()
        process = multiprocessing.get_context("spawn").Process(target=_work, args=(theirs,))
        try:
            process.start()
        except Exception:
            ours.close()
            raise
        finally:
            theirs.close()
        ours.setblocking(False)
        return process, ours

    def _in_loop(self, work: Callable[[Any], None], given: Any) -> bool:
        """Schedules `work` on the event loop. Returns False if the loop is closed."""
        try:
            self._loop.call_soon_threadsafe(work, given)
        except RuntimeError:
            return False
        return True

    # -- in the loop --------------------------------------------------------------------------------------------------

    def _connect(self, ours: socket.socket) -> None:
        if self._ended.is_set():
            ours.close()
            return
        self._meeting = self._loop.create_task(self._loop.create_connection(lambda: self, sock=ours))
        self._meeting.add_done_callback(self._connected)

    def _connected(self, meeting: "asyncio.Task[Any]") -> None:
        error = None if meeting.cancelled() else meeting.exception()
        if isinstance(error, Exception):
            self._fail_all(error)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the questions that were queued before the process was up."""
        self._line = cast("asyncio.Transport", transport)  # uvloop's is no subclass
        if self._ended.is_set():
            self._line.abort()
            return
        self._line.writelines(self._unsent)
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        """Settles a future for each complete answer."""
        heard = self._heard
        heard += data
        while len(heard) >= _SIZE.size and len(heard) >= (end := _SIZE.size + _SIZE.unpack_from(heard)[0]):
            message = bytes(heard[_SIZE.size : end])
            del heard[:end]
            if self._asked:  # empty after `end`
                _settle(self._asked.popleft(), message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fails all pending futures after the process has ended."""
        self._fail_all(exc or RuntimeError("a worker has died"))

    def _fail_all(self, why: Exception) -> None:
        self.over = True
        while self._asked:
            self._asked.popleft().set_exception(why)


def _settle(asked: "Future[Any]", message: bytes) -> None:
    try:
        done, answer = pickle.loads(message)
    except Exception as error:  # an error that cannot be unpickled here
        done, answer = False, error
    if done:
        asked.set_result(answer)
    else:
        asked.set_exception(answer)


# -- in the process ---------------------------------------------------------------------------------------------------


def _work(line: socket.socket) -> None:
    """Runs questions until the connection closes. Ignores SIGINT, which the server handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not THREADS_GIVE_WAY:
        give_way()
    parent = multiprocessing.parent_process()

    def follow() -> None:
        """Exits with the parent process, even in the middle of a task."""
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
    with line.makefile("rb") as questions:
        while (question := _next_message(questions)) is not None:
            answer = _run_question(question)
            line.sendall(_SIZE.pack(len(answer)) + answer)


def _next_message(line: BinaryIO) -> bytes | None:
    head = line.read(_SIZE.size)
    return line.read(_SIZE.unpack(head)[0]) if len(head) == _SIZE.size else None


def _run_question(question: bytes) -> bytes:
    """Runs a question. Returns a pickle of success and result, or of failure and the error with its traceback."""
    try:
        work, given = pickle.loads(question)
        return pickle.dumps((True, work(*given)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError(repr(error)[:1000])))
