"""Processes beside the loop: what bots and the coach think about never keeps anybody waiting."""

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
"""Whether a thread has manners of its own; elsewhere it would be everybody in its process."""
_SIZE: Final = struct.Struct(">I")
"""How many bytes of a message follow."""


class Workers:
    """A process that is started when it is first needed, and again should it die; it does one thing after another.

    The loop itself speaks with it, over a socket: the threads of a pool would take turns with it at the interpreter,
    and do so with the small share of the workers that they serve. Only to start a process takes a thread, a tenth of a
    second long, which then waits for its end.
    """

    def __init__(self) -> None:
        self._life: _Life | None = None
        self._over = False

    @property
    def stopped(self) -> bool:
        return self._over

    def submit(self, work: Callable[..., Any], *given: Any) -> "Future[Any]":
        """What comes of the work; its answer, or why there is none, is set in the loop that asks."""
        if self._over:
            raise RuntimeError("the workers have gone home")
        if self._life is None or self._life.over:
            self._life = _Life(asyncio.get_running_loop())
        return self._life.ask(pickle.dumps((work, given), pickle.HIGHEST_PROTOCOL))

    def stop(self) -> None:
        """Nobody waits for what they are at."""
        self._over = True
        if self._life is not None:
            self._life.end()


class _Life(asyncio.Protocol):
    """One process from its start to its end, and the line to it: questions go out and answers come back in order."""

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
        threading.Thread(target=self._live, name="houseway-starter", daemon=True).start()

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
        """The process is killed, also one that is about to start."""
        self._ended.set()
        if self._process is not None:
            self._process.kill()
        if self._line is not None:
            self._line.abort()
        self._lose(RuntimeError("the workers have gone home"))

    # -- in the thread ------------------------------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            process, ours = self._start()
        except Exception as error:  # whoever asked is told; the next one starts another
            self._in_loop(self._lose, error)
            return
        atexit.register(process.kill)  # it is not waited for where the house ends without a word
        self._process = process
        if self._ended.is_set():
            process.kill()
        if not self._in_loop(self._meet, ours):
            ours.close()
        process.join()
        atexit.unregister(process.kill)
        self._in_loop(self._lose, RuntimeError("a worker has died"))

    def _start(self) -> tuple[SpawnProcess, socket.socket]:
        if THREADS_GIVE_WAY:  # and so does what this one starts, from its first moment: its imports too
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
        """Whether it will be done; not where the loop is closed, because the house has ended."""
        try:
            self._loop.call_soon_threadsafe(work, given)
        except RuntimeError:
            return False
        return True

    # -- in the loop --------------------------------------------------------------------------------------------------

    def _meet(self, ours: socket.socket) -> None:
        if self._ended.is_set():
            ours.close()
            return
        self._meeting = self._loop.create_task(self._loop.create_connection(lambda: self, sock=ours))
        self._meeting.add_done_callback(self._met)

    def _met(self, meeting: "asyncio.Task[Any]") -> None:
        error = None if meeting.cancelled() else meeting.exception()
        if isinstance(error, Exception):
            self._lose(error)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process is there: what was asked meanwhile is sent."""
        self._line = cast("asyncio.Transport", transport)  # that of uvloop is none by name
        if self._ended.is_set():
            self._line.abort()
            return
        self._line.writelines(self._unsent)
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        """Answers, or parts of them."""
        heard = self._heard
        heard += data
        while len(heard) >= _SIZE.size and len(heard) >= (end := _SIZE.size + _SIZE.unpack_from(heard)[0]):
            message = bytes(heard[_SIZE.size : end])
            del heard[:end]
            if self._asked:  # not so where the house has closed meanwhile
                _tell(self._asked.popleft(), message)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended: whoever waits for it is told."""
        self._lose(exc or RuntimeError("a worker has died"))

    def _lose(self, why: Exception) -> None:
        self.over = True
        while self._asked:
            self._asked.popleft().set_exception(why)


def _tell(asked: "Future[Any]", message: bytes) -> None:
    try:
        done, answer = pickle.loads(message)
    except Exception as error:  # an error that cannot be put together again here
        done, answer = False, error
    if done:
        asked.set_result(answer)
    else:
        asked.set_exception(answer)


# -- in the process ---------------------------------------------------------------------------------------------------


def _work(line: socket.socket) -> None:
    """Question after question until the house ends the line. Ctrl+C is left to the house, which this gives way to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not THREADS_GIVE_WAY:
        give_way()
    parent = multiprocessing.parent_process()

    def follow() -> None:
        """However the house ends, also in the middle of a thought."""
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
    with line.makefile("rb") as questions:
        while (question := _next_message(questions)) is not None:
            answer = _answered(question)
            line.sendall(_SIZE.pack(len(answer)) + answer)


def _next_message(line: BinaryIO) -> bytes | None:
    head = line.read(_SIZE.size)
    return line.read(_SIZE.unpack(head)[0]) if len(head) == _SIZE.size else None


def _answered(question: bytes) -> bytes:
    """Whether it could be done, and what came of it or why not; with the error goes where it happened."""
    try:
        work, given = pickle.loads(question)
        return pickle.dumps((True, work(*given)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError(repr(error)[:1000])))
