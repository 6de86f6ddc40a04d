"""Bots tell nothing by the time that they take: it depends on cards that nobody else may see."""

import asyncio
import time
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.room.clock import BotAsk
from houseway.server import bots as module
from houseway.server.bots import Bots
from houseway.server.workers import decided
from houseway.table.setup import Decision

AT = 300
"""Milliseconds in which a bot seems to think."""


class Table:
    """A table that waits for one bot, and remembers when it was answered."""

    def __init__(self) -> None:
        self.table = "t1"
        player = SimpleNamespace(name="Hugo", bot=True)
        self.asks = [BotAsk("bot-1", "decide", "1", 1, 0, AT)]
        self.live: Any = SimpleNamespace(
            bots_asked=lambda: self.asks,
            dealer=SimpleNamespace(round=object()),
            state=SimpleNamespace(players={"bot-1": player}),
        )
        self.answered: list[float] = []

    def submit(self, *_: object) -> None:
        self.answered.append(time.monotonic())


class Slow:
    """Workers who take so many seconds for a thought, and begin with it when they are told."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun: list[float] = []

    def submit(self, work: Any, *_: object) -> "Future[Decision]":
        thought: Future[Decision] = Future()
        if work is decided:
            self.begun.append(time.monotonic())
        asyncio.get_running_loop().call_later(self.seconds, thought.set_result, "fold")
        return thought


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.25])
def test_a_bot_thinks_at_once_and_answers_at_its_moment_however_long_it_thought(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "view", lambda *_: None)
    workers, table = Slow(seconds), Table()

    async def evening() -> float:
        house: Any = SimpleNamespace(closing=False)
        bots = Bots(house, "seed")
        vars(bots)["_workers"] = workers
        began = time.monotonic()
        bots.consider(table, 0)  # type: ignore[arg-type]
        bots.consider(table, 0)  # type: ignore[arg-type]
        while not table.answered:
            await asyncio.sleep(0.005)
        return began

    began = asyncio.run(evening())
    (begun,), (answered,) = workers.begun, table.answered
    assert begun - began < AT / 3000
    assert answered - began >= AT / 1000


def test_a_thought_that_takes_longer_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "view", lambda *_: None)
    workers, table = Slow(AT / 1000 + 0.2), Table()

    async def evening() -> float:
        bots = Bots(SimpleNamespace(closing=False), "seed")  # type: ignore[arg-type]
        vars(bots)["_workers"] = workers
        began = time.monotonic()
        bots.consider(table, 0)  # type: ignore[arg-type]
        while not table.answered:
            await asyncio.sleep(0.005)
        return began

    assert table.answered == []
    assert asyncio.run(evening()) + AT / 1000 + 0.2 <= table.answered[0]
