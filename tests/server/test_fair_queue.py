"""Bots that answer at the same moment take turns, and the event loop runs in between."""

import asyncio
from typing import Any

from houseway.server.thinking.fair_queue import FairQueue


def test_others_are_heard_between_two_turns() -> None:
    heard: list[str] = []

    async def evening() -> None:
        turns, loop = FairQueue(), asyncio.get_running_loop()
        for number in range(5):
            turns.take(heard.append, f"bot {number}")
        loop.call_soon(heard.append, "somebody")
        while len(heard) < 6:
            await asyncio.sleep(0.001)

    asyncio.run(evening())
    assert heard == ["bot 0", "bot 1", "somebody", "bot 2", "bot 3", "bot 4"], "of five turns one is waited for"


def test_whoever_comes_alone_waits_for_nobody() -> None:
    heard: list[int] = []

    async def evening() -> None:
        turns = FairQueue()
        turns.take(heard.append, 1)
        assert heard == [1]
        await asyncio.sleep(0.01)
        turns.take(heard.append, 2)
        assert heard == [1, 2]

    asyncio.run(evening())


def test_a_turn_that_fails_is_told_and_the_others_have_theirs() -> None:
    heard: list[int] = []
    told: list[dict[str, Any]] = []

    def fail() -> None:
        raise ValueError("no such card")

    async def evening() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, about: told.append(about))
        turns = FairQueue()
        turns.take(heard.append, 1)
        turns.take(fail)
        turns.take(heard.append, 2)
        while len(heard) < 2:
            await asyncio.sleep(0.001)

    asyncio.run(evening())
    assert heard == [1, 2]
    assert [str(about["exception"]) for about in told] == ["no such card"]
