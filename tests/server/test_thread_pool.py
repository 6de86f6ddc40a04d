"""The bounded thread pool: a limited queue, and an answer for whoever comes too late."""

import asyncio
import time
from threading import Event

from houseway.script import Refusal
from houseway.server.thinking.thread_pool import BoundedThreadPool
from tests.server.running import PATIENCE


def test_only_so_much_work_waits_and_the_rest_is_told_to_come_again() -> None:
    go_on = Event()

    async def evening() -> list[str]:
        beside = BoundedThreadPool("test", threads=1, most=2)
        waiting = [asyncio.create_task(beside.do(go_on.wait, PATIENCE)) for _ in range(2)]
        await asyncio.sleep(0.01)
        refused = []
        try:
            await beside.do(time.time)
        except Refusal as refusal:
            refused.append(refusal.sentence)
        go_on.set()
        await asyncio.gather(*waiting)
        assert await beside.do(lambda: 7) == 7
        beside.stop()
        try:
            await beside.do(time.time)
        except Refusal as refusal:
            refused.append(refusal.code)
        return refused

    assert asyncio.run(evening()) == ["2 others wait for the same: ask again in a second", "busy"]
