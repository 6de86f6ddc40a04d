"""Bots reveal nothing by their response time, which depends on cards that nobody else may see."""

import asyncio
import time
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.room.engine.bot_prompts import BotAsk
from houseway.server.thinking import bot_driver as module
from houseway.server.thinking.answer_grid import COARSEST, FINEST, AnswerGrid
from houseway.server.thinking.bot_driver import Bots
from houseway.server.thinking.worker_tasks import bot_decision
from houseway.table.setup import Decision

AT = 300
"""Milliseconds of a bot's display delay."""


UNGUARDED: Any = SimpleNamespace(safely=lambda _box, _stage, work, *given: work(*given))
"""Replaces the quarantine: an error ends the test."""
OPEN: Any = SimpleNamespace(closing=False, bot_seed="seed")
"""The services of an open room."""


class Table:
    """A table that waits for one bot and records when it answered."""

    def __init__(self, at: int = AT) -> None:
        self.table = "t1"
        player = SimpleNamespace(name="Hugo", bot=True)
        self.asks = [BotAsk("bot-1", "decide", "1", 1, 0, at)]
        self.live: Any = SimpleNamespace(
            bots_asked=lambda: self.asks,
            context=SimpleNamespace(round=object()),
            state=SimpleNamespace(players={"bot-1": player}, config=SimpleNamespace(game="omaha")),
        )
        self.answered: list[float] = []

    def submit(self, *_: object) -> None:
        self.answered.append(time.monotonic())


class Slow:
    """Workers that take so many seconds for a thought, and begin on demand."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun: list[float] = []

    def submit(self, work: Any, *_: object) -> "Future[tuple[Decision, float]]":
        thought: Future[tuple[Decision, float]] = Future()
        if work is bot_decision:
            self.begun.append(time.monotonic())
        asyncio.get_running_loop().call_later(self.seconds, thought.set_result, ("fold", self.seconds))
        return thought


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.25])
def test_a_bot_thinks_at_once_and_answers_at_its_moment_however_long_it_thought(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "view", lambda *_: None)
    workers, table = Slow(seconds), Table()

    async def evening() -> float:
        bots = Bots(OPEN, UNGUARDED)
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
        bots = Bots(OPEN, UNGUARDED)
        vars(bots)["_workers"] = workers
        began = time.monotonic()
        bots.consider(table, 0)  # type: ignore[arg-type]
        while not table.answered:
            await asyncio.sleep(0.005)
        return began

    assert table.answered == []
    assert asyncio.run(evening()) + AT / 1000 + 0.2 <= table.answered[0]


class Bell:
    """An event loop with a virtual clock: times are exact, however busy the machine is."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waiting: list[tuple[float, Any, tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, at: float, work: Any, *given: Any) -> None:
        self.waiting.append((at, work, given))

    def call_later(self, wait: float, work: Any, *given: Any) -> None:
        self.call_at(self.now + wait, work, *given)

    def call_soon(self, work: Any, *given: Any) -> None:
        self.call_at(self.now, work, *given)

    def ring(self, late: float = 0.0) -> None:
        """Runs the next callback so many seconds late."""
        self.waiting.sort(key=lambda each: each[0])
        at, work, given = self.waiting.pop(0)
        self.now = max(at + late, self.now)
        work(*given)


def answered_at(seconds: float, at: int, apart: float, monkeypatch: pytest.MonkeyPatch, late: float = 0.0) -> float:
    """Returns the seconds from prompt to answer of a bot with that thinking time, on a grid of that interval."""
    bell, workers, table = Bell(), Slow(seconds), Table(at)
    monkeypatch.setattr(module, "view", lambda *_: None)
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: bell)
    monkeypatch.setattr(table, "submit", lambda *_: table.answered.append(bell.now))
    bots = Bots(OPEN, UNGUARDED)
    vars(bots)["_workers"] = workers
    vars(bots)["_moments"] = SimpleNamespace(apart=lambda _: apart, learn=lambda *_: None)
    bots.consider(table, 0)  # type: ignore[arg-type]
    while not table.answered:
        bell.ring(late)
    return table.answered[0] - 100.0


@pytest.mark.parametrize("seconds", [0.0001, 0.001, 0.0033, 0.0079])
def test_at_pace_fast_a_stop_watch_sees_the_grid_and_not_the_thought(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answered_at(seconds, 0, 0.008, monkeypatch) == pytest.approx(0.008)
    assert answered_at(seconds + 0.008, 0, 0.008, monkeypatch) == pytest.approx(0.016)
    assert answered_at(seconds + AT / 1000, AT, 0.008, monkeypatch) == pytest.approx(AT / 1000 + 0.008)


def test_a_loop_that_is_late_goes_on_with_the_moments_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grid skips a missed moment. It is counted from the prompt, not from the late loop."""
    at = answered_at(0.05, 0, 0.008, monkeypatch, late=0.003)
    assert at == pytest.approx(0.056 + 0.003)


def test_moments_are_as_far_apart_as_nearly_all_thoughts_of_the_game_take() -> None:
    moments = AnswerGrid()
    for seconds in (0.5, 0.5, 0.5, *[0.001] * 500, 0.5):  # some thoughts load data
        moments.learn("lowball", seconds)
    for seconds in (0.003, 0.0066) * 50:
        moments.learn("omaha", seconds)
    for seconds in (3.0,) * 100:
        moments.learn("own-game", seconds)
    assert moments.apart("lowball") == moments.apart("never-played") == FINEST
    assert moments.apart("omaha") == pytest.approx(0.008)
    assert moments.apart("own-game") == COARSEST


def test_a_thought_that_does_not_end_is_not_asked_for_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bell, table = Bell(), Table(0)
    monkeypatch.setattr(module, "view", lambda *_: None)
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: bell)
    bots = Bots(OPEN, UNGUARDED)
    vars(bots)["_workers"] = Slow(1e9)
    bots.consider(table, 0)  # type: ignore[arg-type]
    bell.ring()  # its moment
    bell.ring()  # and its turn is over
    assert {at for at, _, _ in bell.waiting} == {100.0 + 1e9}, "only the thought itself is still to come"
    table.asks = []  # the clock has answered for it meanwhile
    while bell.waiting:
        bell.ring()
    assert table.answered == []
