"""The coach answers everybody in turn: a person has one question in its queue."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.script import Refusal
from houseway.server.thinking import coach, worker_queue
from houseway.server.thinking.coach import MOST, UNCLAIMED, CoachDesk
from houseway.server.wire import AskCoach


class ByHand:
    """A worker whose tasks the test finishes, in the order in which they came."""

    tasks: deque[tuple[str, "Future[Any]"]]

    def __init__(self) -> None:
        self.tasks = deque()

    def submit(self, work: "partial[Any]") -> "Future[Any]":
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()
        self.tasks.append((work.args[0], answer))
        return answer

    def stop(self) -> None:
        while self.tasks:
            self.tasks.popleft()[1].set_exception(RuntimeError("stopped"))

    async def finish(self) -> str:
        """Finishes the first task with its own name. Returns the name."""
        await settle()
        name, answer = self.tasks.popleft()
        answer.set_result(name)
        await settle()
        return name


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> ByHand:
    made = ByHand()
    monkeypatch.setattr(worker_queue, "Workers", lambda: made)
    return made


def in_a_loop(evening: Callable[[CoachDesk], Awaitable[None]]) -> None:
    async def run() -> None:
        desk = CoachDesk()
        try:
            await evening(desk)
        finally:
            desk.stop()
            await settle()

    asyncio.run(run())


def advice_on(question: str) -> Any:
    raise AssertionError(f"{question} is for a worker")


def ask(desk: CoachDesk, person: str, question: str) -> "asyncio.Task[Any]":
    return asyncio.ensure_future(desk._answer(person, (question,), lambda: partial(advice_on, question)))


async def code(question: "asyncio.Task[Any]") -> str:
    try:
        await question
    except Refusal as refusal:
        return refusal.code
    raise AssertionError("nothing was refused")


def table(name: str, person: str) -> Any:
    """A table at which the person's place 1 is asked."""
    running = SimpleNamespace(persons={"1": person}, given=[], step=1)
    state = SimpleNamespace(
        running=running, round=1, players={person: None}, asked={"1": SimpleNamespace(at=0)},
        config=SimpleNamespace(game=name, pay={}),
    )  # fmt: skip
    round_ = SimpleNamespace(game=SimpleNamespace(id=name), document=lambda: name, asks=list)
    live = SimpleNamespace(context=SimpleNamespace(round=round_), state=state)
    return SimpleNamespace(table=f"table of {person}", live=live)


def test_people_at_two_tables_are_both_answered(worker: ByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, one question of one person made the coach busy for the whole room."""
    monkeypatch.setattr(coach, "has_adviser", lambda _: False)
    advice = SimpleNamespace(
        options=[], best="play", exact=False, method="", equity=None, pot_odds=None, standard_error=0, unit=1
    )

    async def evening(desk: CoachDesk) -> None:
        asked = [
            asyncio.ensure_future(desk.ask(table(name, person), AskCoach(key=person, round=1, place="1"), person))
            for name, person in (("panguingue", "hog"), ("three-card-poker", "ana"))
        ]
        await settle()
        for game in ("panguingue", "three-card-poker"):
            name, answer = worker.tasks.popleft()
            assert name == game
            answer.set_result(advice)
        assert [(await each).key for each in asked] == ["hog", "ana"]

    in_a_loop(evening)


def test_somebody_who_asks_without_a_pause_keeps_nobody_from_the_coach(worker: ByHand) -> None:
    async def evening(desk: CoachDesk) -> None:
        hog = ask(desk, "hog", "panguingue 0")
        await settle()
        served = []
        for number in range(1, 6):
            ana = ask(desk, "ana", f"three-card {number}")
            await settle()
            served.append(await worker.finish())
            assert await hog == f"panguingue {number - 1}"
            hog = ask(desk, "hog", f"panguingue {number}")
            served.append(await worker.finish())
            assert await ana == f"three-card {number}"
        assert served == [name for n in range(5) for name in (f"panguingue {n}", f"three-card {n + 1}")]
        await worker.finish()
        await hog

    in_a_loop(evening)


def test_who_has_a_question_waiting_is_told_so_and_others_are_not(worker: ByHand) -> None:
    async def evening(desk: CoachDesk) -> None:
        first = ask(desk, "hog", "one")
        await settle()
        assert await code(ask(desk, "hog", "two")) == "busy"
        other = ask(desk, "ana", "mine")
        await settle()
        assert [name for name, _ in worker.tasks] == ["one", "mine"]
        assert [await worker.finish(), await worker.finish()] == ["one", "mine"]
        assert (await first, await other) == ("one", "mine")

    in_a_loop(evening)


def test_only_so_many_people_wait(worker: ByHand) -> None:
    async def evening(desk: CoachDesk) -> None:
        waiting = [ask(desk, f"p{number}", f"of p{number}") for number in range(MOST)]
        await settle()
        assert await code(ask(desk, "one more", "q")) == "busy"
        assert len(worker.tasks) == MOST
        await worker.finish()
        after = ask(desk, "one more", "q")
        while worker.tasks:
            await worker.finish()
        assert await after == "q"
        assert [await each for each in waiting] == [f"of p{number}" for number in range(MOST)]
        assert not desk._asked

    in_a_loop(evening)


def test_an_answer_that_came_too_late_is_there_when_the_question_is_repeated(
    worker: ByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else somebody behind a long queue would wait at its end again and again."""
    monkeypatch.setattr(coach, "PATIENCE", 0.0)

    async def evening(desk: CoachDesk) -> None:
        assert await code(ask(desk, "ana", "q")) == "busy"
        assert await code(ask(desk, "ana", "q")) == "busy", "it waits still, and is not asked twice"
        assert len(worker.tasks) == 1
        await worker.finish()
        monkeypatch.setattr(coach, "PATIENCE", 30.0)
        assert await ask(desk, "ana", "q") == "q"
        assert not worker.tasks
        assert not desk._asked

    in_a_loop(evening)


def test_answers_that_nobody_fetches_fill_no_memory(worker: ByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "PATIENCE", 0.0)

    async def evening(desk: CoachDesk) -> None:
        for number in range(2 * UNCLAIMED):
            assert await code(ask(desk, f"p{number}", "q")) == "busy"
            await worker.finish()
        assert len(desk._asked) <= UNCLAIMED + 1
        assert f"p{2 * UNCLAIMED - 1}" in desk._asked

    in_a_loop(evening)


def test_a_worker_that_dies_is_told_with_its_cause_and_the_next_question_is_taken(worker: ByHand) -> None:
    async def evening(desk: CoachDesk) -> None:
        question = ask(desk, "ana", "q")
        await settle()
        worker.stop()
        with pytest.raises(Refusal) as refused:
            await question
        assert isinstance(refused.value.__cause__, RuntimeError)
        again = ask(desk, "ana", "q")
        await worker.finish()
        assert await again == "q"

    in_a_loop(evening)
