"""Processes beside the loop: what bots and the coach think about never keeps anybody waiting."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from houseway.table import View
from houseway.table.setup import Decision

GIVES_WAY: Final = 10
"""How much less of the processor a worker wants than the house."""


class Workers:
    """A pool that is started when it is first needed, and again should a process of it die.

    To start it takes a tenth of a second, which is taken in a thread: nobody at a table waits for that either.
    """

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._starter = ThreadPoolExecutor(1, "houseway-starter", initializer=_give_way_in_thread)
        self._over = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._over.is_set()

    def submit(self, work: Callable[..., Any], *given: Any) -> "Future[Any]":
        if self.stopped:
            raise RuntimeError("the workers have gone home")
        if self._pool is not None:
            try:
                return self._pool.submit(work, *given)
            except BrokenProcessPool:
                self._pool = None
        answer: Future[Any] = Future()
        self._starter.submit(self._start, answer, work, given)
        return answer

    def _start(self, answer: "Future[Any]", work: Callable[..., Any], given: tuple[Any, ...]) -> None:
        """In the starter's thread, one after another: the first makes the pool, which is known once it runs."""
        if self.stopped or not answer.set_running_or_notify_cancel():
            return
        context = multiprocessing.get_context("spawn")
        pool = self._pool or ProcessPoolExecutor(self._count, mp_context=context, initializer=_begin)
        try:
            thought = pool.submit(work, *given)
        except Exception as error:  # whoever asked is told; the next one starts another
            answer.set_exception(error)
            return
        self._pool = pool
        thought.add_done_callback(lambda done: _hand_on(done, answer))
        if self._over.is_set():
            _end(pool)

    def stop(self) -> None:
        """Nobody waits for what they are at."""
        self._over.set()
        self._starter.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            _end(self._pool)


def _hand_on(done: "Future[Any]", answer: "Future[Any]") -> None:
    if done.cancelled():
        answer.set_exception(RuntimeError("the workers have gone home"))
    elif (error := done.exception()) is not None:
        answer.set_exception(error)
    else:
        answer.set_result(done.result())


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _give_way_in_thread() -> None:
    """Whatever this thread starts gives way from its first moment, its imports too; elsewhere it would be everybody."""
    if sys.platform == "linux":
        _give_way()


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        least = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, 0, max(least, GIVES_WAY))


def _begin() -> None:
    """A worker ends with its house, however that ends, leaves Ctrl+C to it, and gives way to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way()
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


# -- what workers do ------------------------------------------------------------------------------------------------


def wake() -> None:
    """Nothing: the process is up, and its imports are done."""
    import houseway.players.bots  # noqa: F401


def decided(view: View, name: str, style: str, seed: str) -> Decision:
    """What a bot of that name and nature answers."""
    from houseway.players.bots import Bot

    return Bot(name, style, seed).decide(view)


def advised(view: View, pay: dict[str, Any]) -> Any:
    """What every choice expects, from what the place sees."""
    from houseway.lab.advise import advise

    return advise(view, pay=pay)
