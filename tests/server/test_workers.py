"""A worker process answers in order, is restarted when it dies, and leaves a core to the event loop."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from houseway.server.serve import _loop_factory
from houseway.server.thinking.priority import GIVES_WAY, others_than_first
from houseway.server.thinking.worker_process import Workers
from houseway.server.thinking.worker_tasks import warm_up


class Stubborn(Exception):
    """An error that cannot be unpickled."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def fail() -> None:
    raise KeyError("bad luck")


def fail_stubbornly() -> None:
    raise Stubborn("bad", "luck")


def large(size: int) -> bytes:
    return bytes(size)


def with_workers(evening: Callable[[Workers], Awaitable[None]]) -> None:
    async def held() -> None:
        workers = Workers()
        try:
            await asyncio.wait_for(evening(workers), 60)
        finally:
            workers.stop()

    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(held())


def test_answers_come_in_order_whole_and_with_where_it_went_wrong() -> None:
    async def evening(workers: Workers) -> None:
        asked = [workers.submit(warm_up), workers.submit(large, 1_000_000), workers.submit(fail)]
        asked += [workers.submit(fail_stubbornly), workers.submit(added, 2, 3)]
        done = await asyncio.gather(*map(asyncio.wrap_future, asked), return_exceptions=True)
        assert done[:2] == [None, bytes(1_000_000)]
        assert isinstance(done[2], KeyError)
        assert "in fail" in done[2].__notes__[0]
        assert isinstance(done[3], Exception)
        assert done[4] == 5

    with_workers(evening)


def added(one: int, other: int) -> int:
    return one + other


def test_a_worker_that_dies_is_told_of_and_the_next_question_starts_another() -> None:
    async def evening(workers: Workers) -> None:
        first = await asyncio.wrap_future(workers.submit(os.getpid))
        asked = workers.submit(time.sleep, 60)
        os.kill(first, 9)
        with pytest.raises((RuntimeError, ConnectionError)):
            await asyncio.wrap_future(asked)
        assert await asyncio.wrap_future(workers.submit(os.getpid)) != first

    with_workers(evening)


def test_nobody_waits_for_workers_who_go_home() -> None:
    async def evening(workers: Workers) -> None:
        await asyncio.wrap_future(workers.submit(warm_up))
        asked = workers.submit(time.sleep, 60)
        workers.stop()
        with pytest.raises(RuntimeError, match="were stopped"):
            await asyncio.wrap_future(asked)
        with pytest.raises(RuntimeError, match="were stopped"):
            workers.submit(warm_up)

    with_workers(evening)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the share says who goes first")
def test_a_worker_has_a_smaller_share_and_leaves_a_core_to_the_house() -> None:
    async def evening(workers: Workers) -> None:
        process = await asyncio.wrap_future(workers.submit(os.getpid))
        assert os.getpriority(os.PRIO_PROCESS, process) >= GIVES_WAY
        assert os.sched_getaffinity(process) == others_than_first(os.sched_getaffinity(0))

    with_workers(evening)


def test_the_only_core_is_shared() -> None:
    assert others_than_first({0}) == {0}
    assert others_than_first({2, 3, 5}) == {3, 5}


def test_a_start_that_fails_is_told_of_and_the_next_question_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left() -> None:
        raise OSError("too many open files")

    async def evening(workers: Workers) -> None:
        with monkeypatch.context() as full:
            full.setattr(socket, "socketpair", none_left)
            with pytest.raises(OSError, match="too many open files"):
                await asyncio.wrap_future(workers.submit(warm_up))
        assert await asyncio.wrap_future(workers.submit(added, 2, 3)) == 5

    with_workers(evening)


FORGETFUL = """
import asyncio
from houseway.server.thinking.worker_process import Workers
from houseway.server.thinking.worker_tasks import warm_up

async def main(workers):
    await asyncio.wrap_future(workers.submit(warm_up))

if __name__ == "__main__":
    WORKERS = Workers()
    asyncio.run(main(WORKERS))
"""


def test_a_process_that_ends_without_a_word_does_not_wait_for_its_workers(tmp_path: Path) -> None:
    program = tmp_path / "forgetful.py"
    program.write_text(FORGETFUL)
    assert subprocess.run([sys.executable, str(program)], timeout=60, check=False).returncode == 0
