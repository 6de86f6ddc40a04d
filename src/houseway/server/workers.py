"""Processes beside the loop: what bots and the coach think about never keeps anybody waiting."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from houseway.table import View
from houseway.table.setup import Decision

GIVES_WAY: Final = 10
"""How much less of the processor a worker wants than the house."""


class Workers:
    """A pool that is started when it is first needed, and again should a process of it die."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self.stopped = False

    def submit(self, work: Callable[..., Any], *given: Any) -> "Future[Any]":
        if self.stopped:
            raise RuntimeError("the workers have gone home")
        try:
            return self._started().submit(work, *given)
        except BrokenProcessPool:
            self._pool = None
            return self._started().submit(work, *given)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=_begin)
        return self._pool

    def stop(self) -> None:
        """Nobody waits for what they are at."""
        self.stopped = True
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def _begin() -> None:
    """A worker ends with its house, however that ends, leaves Ctrl+C to it, and gives way to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
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
