"""Search and school run in worker processes behind bounded queues."""

import asyncio
import json
import os
import time
from typing import Any

import pytest

from houseway.script import Refusal
from houseway.server.content.rule_pages import search_json
from houseway.server.content.school_routes import lesson
from houseway.server.thinking import worker_queue
from houseway.server.thinking.worker_queue import WorkerQueue
from houseway.server.thinking.worker_tasks import school_judgement
from tests.server.running import PATIENCE, Server, refused_by

GAME = "three-card-poker"


def in_a_loop(queue: WorkerQueue, evening: Any) -> Any:
    async def run() -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                return await evening()
        finally:
            queue.stop()

    return asyncio.run(run())


def test_the_work_is_done_by_another_process() -> None:
    queue = WorkerQueue(4)

    async def evening() -> list[Any]:
        told = [await queue.do("ana", os.getpid), await queue.do("ana", os.getpid)]
        return [*told, json.loads(await queue.do("ana", search_json, GAME, "folded ante"))]

    first, second, hits = in_a_loop(queue, evening)
    assert first == second != os.getpid()
    assert hits["hits"]


def test_a_refusal_in_the_process_is_told_as_one() -> None:
    queue = WorkerQueue(4)

    async def evening() -> list[str]:
        codes = []
        for work, *given in (
            (lesson, GAME, 1, 1_000),
            (school_judgement, GAME, "1", 99, "x"),
            (search_json, GAME, "a b c " * 99),
        ):
            try:
                await queue.do("ana", work, *given)
            except Refusal as refusal:
                codes.append(refusal.code)
        return codes

    assert in_a_loop(queue, evening) == ["count", "count"]


def test_nobody_fills_the_queue_alone_and_nobody_waits_behind_a_long_one() -> None:
    queue = WorkerQueue(3, each=2)

    async def evening() -> list[str]:
        waiting = [asyncio.create_task(queue.do(who, time.sleep, 0.3)) for who in ("ana", "ana", "ben")]
        await asyncio.sleep(0)
        refused = []
        for who in ("ana", "cid"):
            try:
                await queue.do(who, time.sleep, 0)
            except Refusal as refusal:
                refused.append(f"{refusal.code}: {refusal.sentence}")
        await asyncio.gather(*waiting)
        await queue.do("ana", time.sleep, 0)
        assert not queue._asking
        return refused

    assert in_a_loop(queue, evening) == [
        "busy: 2 of your questions wait already: ask again when they are answered",
        "busy: 3 others wait for the same: ask again in a second",
    ]


def test_whoever_hangs_up_leaves_work_behind_that_counts_until_it_is_done() -> None:
    queue = WorkerQueue(3, each=1)

    async def evening() -> str:
        gone = asyncio.create_task(queue.do("ana", time.sleep, 0.3))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        try:
            await queue.do("ana", time.sleep, 0)
        except Refusal as refusal:
            code = refusal.code
        while queue._asking:
            await asyncio.sleep(0.01)
        await queue.do("ana", time.sleep, 0)
        return code

    assert in_a_loop(queue, evening) == "busy"


def test_a_process_that_dies_is_told_and_the_next_question_starts_another(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = WorkerQueue(3)
    monkeypatch.setattr(worker_queue, "IDLE", 0.0)

    async def evening() -> list[Any]:
        first = await queue.do("ana", os.getpid)
        try:
            await queue.do("ana", os._exit, 1)
        except Refusal as refusal:
            told = refusal.code
        return [first, told, await queue.do("ana", os.getpid)]

    first, told, second = in_a_loop(queue, evening)
    assert told == "busy"
    assert second != first


def test_a_search_over_http_and_a_lesson_are_answered_as_before(house: Server) -> None:
    ana = house.guest("Ana")
    assert ana.get(f"/api/games/{GAME}/search?words=folded+ante")["hits"]
    assert ana.get(f"/api/games/{GAME}/search?words=anthe")["near"] == ["ante"]
    long = "+".join(f"word{number}" for number in range(9))
    assert refused_by(lambda: ana.get(f"/api/games/{GAME}/search?words={long}")) == "format"
    told = ana.get(f"/api/school/{GAME}?seed=7&questions=1")
    question = told["questions"][0]
    chosen = question["options"][0]["id"] if question["options"] else 0
    judged = ana.post(f"/api/school/{GAME}", seed=7, n=0, answer=chosen)
    assert judged["right"] in (True, False)
    assert refused_by(lambda: ana.get(f"/api/school/{GAME}?questions=51")) == "count"
