"""Frames after a rollback: nobody is told a row that was rolled back, and one bad listener delays no other."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

from houseway.room.messages.commands import Say, Who
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server.base.commit_queue import Commits
from houseway.server.tables.mailbox import Mailbox
from houseway.store import StoreFault
from tests.server.running import PATIENCE, Server, new_key

GAME = "three-card-poker"


def rolled_back(sentence: str = "another was faster") -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(Refusal("stale", sentence))
    return future


def test_one_who_cannot_be_told_keeps_nobody_else_waiting() -> None:
    told: list[str] = []

    def fail() -> None:
        raise Refusal("busy", "no")

    async def evening() -> None:
        commits = Commits(asyncio.get_running_loop(), lambda error: told.append(f"failed: {error}"))
        first: Future[Any] = Future()
        commits.when(first, fail)
        commits.after(lambda: told.append("second"))
        first.set_result(None)
        await asyncio.wait_for(commits.durable(), PATIENCE)
        last: Future[Any] = Future()
        commits.when(last, lambda: told.append("third"))
        last.set_result(None)
        await asyncio.wait_for(commits.durable(), PATIENCE)

    asyncio.run(evening())
    assert told == ["second", "third"]


def test_a_store_that_fails_while_something_is_told_ends_the_room() -> None:
    told: list[str] = []

    def fail(_refusal: Refusal) -> None:
        raise StoreFault("database", "the disk fails")

    async def evening() -> None:
        commits = Commits(asyncio.get_running_loop(), lambda error: told.append(str(error)))
        commits.when(rolled_back(), lambda: None, fail)
        await asyncio.sleep(0.05)

    asyncio.run(evening())
    assert told == ["the disk fails"]


def test_what_was_seen_of_something_turned_back_is_seen_anew() -> None:
    looks: list[int] = []

    async def evening() -> int:
        commits = Commits(asyncio.get_running_loop())

        def look() -> int:
            looks.append(len(looks))
            if len(looks) == 1:
                commits.when(rolled_back(), lambda: None, lambda _: None)
            return len(looks)

        return await asyncio.wait_for(commits.as_durable(look), PATIENCE)

    assert asyncio.run(evening()) == 2


def box_with(commits: Commits, before: "Future[Any] | None" = None) -> Any:
    """Makes a mailbox of which only the given parts are real."""
    box: Any = Mailbox.__new__(Mailbox)
    box.live = SimpleNamespace(state=SimpleNamespace(table="t1", config=SimpleNamespace(watch_delay=0)))
    box._life = 0
    store = SimpleNamespace(result_of_command=lambda *_: before)
    box.services = SimpleNamespace(commits=commits, metrics=SimpleNamespace(repeated=0), store=store)
    return box


def test_what_was_made_of_rows_that_were_turned_back_is_told_to_nobody() -> None:
    """A welcome built before the rollback would show cards of a deal that never was."""
    told: list[str] = []

    async def evening() -> None:
        commits = Commits(asyncio.get_running_loop())
        box = box_with(commits)

        def reload(_refusal: Refusal) -> None:
            box._life += 1

        commits.when(rolled_back(), lambda: None, reload)
        box.when_durable(lambda: told.append("cards"), lambda: told.append("none"))
        await asyncio.wait_for(commits.durable(), PATIENCE)
        box.when_durable(lambda: told.append("the table as it is"))

    asyncio.run(evening())
    assert told == ["none", "the table as it is"]


def test_the_same_key_once_more_is_refused_as_the_first_that_was_turned_back() -> None:
    told: list[str] = []

    async def evening() -> None:
        commits = Commits(asyncio.get_running_loop())
        first = rolled_back("key 'k' was another command's")
        box = box_with(commits, first)
        commits.when(first, lambda: None, lambda refusal: told.append(refusal.sentence))
        box.submit(Say(text="hi", key="k"), Who("p1", "Ana"), lambda _: told.append("ok"), told_by(told))
        await asyncio.wait_for(commits.durable(), PATIENCE)
        commits.after(lambda: told.append("and others are told"))

    asyncio.run(evening())
    assert told == ["key 'k' was another command's"] * 2 + ["and others are told"]


def told_by(told: list[str]) -> Callable[[Refusal], None]:
    return lambda refusal: told.append(refusal.sentence)


def test_a_key_on_its_way_at_another_table_is_not_acknowledged_here() -> None:
    told: list[str] = []

    async def evening() -> None:
        commits = Commits(asyncio.get_running_loop())
        first: Future[Any] = Future()
        box = box_with(commits, first)
        commits.when(first, lambda: None)
        box.submit(Say(text="hi", key="k"), Who("p1", "Ana"), lambda _: told.append("ok"), told_by(told))
        first.set_result(SimpleNamespace(table="t2", ack=Ack(7)))
        await asyncio.wait_for(commits.durable(), PATIENCE)

    asyncio.run(evening())
    assert told == ["key 'k' was a command's at another table"]


def test_one_key_at_two_tables_in_one_moment_is_one_seat(house: Server) -> None:
    ana = house.guest("Ana")
    first, second = ana.open(GAME, bots=0), ana.open(GAME, bots=0)
    with ana.line(first) as one, ana.line(second) as two:
        word = {"t": "sit", "key": new_key(), "seat": 1, "buy_in": one.sheet["buy_in"]["low"]}
        one.say(word)
        two.say(word)
        answers = [
            each.until(lambda frame: frame["t"] in ("ok", "refused") and frame["key"] == word["key"])
            for each in (one, two)
        ]
    assert sorted(answer["t"] for answer in answers) == ["ok", "refused"]
    assert [answer["code"] for answer in answers if answer["t"] == "refused"] == ["key-reused"]
