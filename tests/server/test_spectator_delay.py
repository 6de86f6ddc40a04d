"""The delayed feed of spectators: only durable steps, in bounded memory."""

import asyncio
import time
from collections import deque
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.client import Room
from houseway.script import Refusal
from houseway.server.base.commit_queue import Commits
from houseway.server.net.outbox import Outbox
from houseway.server.tables import spectator_delay
from houseway.server.tables.delay_budget import DelayBudget
from houseway.server.tables.spectator_delay import DelayedFeed
from tests.server.running import PATIENCE, Guest, Server, new_key, play_on
from tests.server.test_commit_rollback import box_with

GAME = "three-card-poker"


class Shown(Outbox):
    """A socket that records the steps that it was sent."""

    def __init__(self) -> None:
        super().__init__(_nowhere)
        self.steps: list[int] = []
        self.last_n = 0

    def step(self, text: bytes, n: int) -> None:
        del text
        self.steps.append(n)
        self.last_n = n


async def _nowhere(_message: Any) -> None:
    """Drops the message."""


def watched(commits: Commits, delay: int) -> tuple[Any, Shown]:
    """Makes a table with a watch delay of so many milliseconds, and a spectator."""
    box, socket_ = box_with(commits), Shown()
    state = SimpleNamespace(table="t1", n=1, round=1, players={}, config=SimpleNamespace(watch_delay=delay / 1000))
    box.live = SimpleNamespace(state=state, public_json=lambda _: b"{}", table_view=dict)
    box.story = deque()
    box.services.clock = SimpleNamespace(now=lambda: int(time.monotonic() * 1000))
    box.events, box.services.closing = SimpleNamespace(changed=lambda _: None), False
    box.sockets = {"p9": [socket_]}
    return box, socket_


def test_who_watches_from_behind_is_shown_nothing_that_is_not_durable_and_nothing_turned_back() -> None:
    async def evening() -> list[int]:
        commits = Commits(asyncio.get_running_loop())
        box, shown = watched(commits, 50)
        past = DelayedFeed(box, box.services.clock.now())
        box.live.state.n = 2
        past.remember((), box.services.clock.now(), b"{}")
        slow: Future[Any] = Future()

        def reload(_refusal: Refusal) -> None:
            box._life += 1
            box.live.state.n = 1
            past.reload_after_conflict(box.services.clock.now())

        commits.when(slow, lambda: None, reload)
        await asyncio.sleep(0.2)
        assert shown.steps == [], "the disk has not taken it yet"
        slow.set_exception(Refusal("stale", "another was faster"))
        await asyncio.wait_for(commits.durable(), PATIENCE)
        await asyncio.sleep(0.1)
        box.live.state.n = 2
        past.remember((), box.services.clock.now(), b"{}")
        await asyncio.sleep(0.2)
        return shown.steps

    assert asyncio.run(evening()) == [1, 2]


def test_an_hour_of_talk_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectator_delay, "KEPT", 20)

    async def evening() -> tuple[int, int]:
        box, _ = watched(Commits(asyncio.get_running_loop()), 3_600_000)
        past = DelayedFeed(box, box.services.clock.now())
        for n in range(2, 200):
            box.live.state.n = n
            past.remember((), box.services.clock.now(), b"{}")
        return len(past._past), past._past[-1].n

    kept, last = asyncio.run(evening())
    assert kept <= 20
    assert last == 199


def test_all_watched_tables_share_one_budget_and_the_largest_gives_up_first() -> None:
    """A guest chooses the delay: a thousand tables kept an hour of steps each."""
    budget = DelayBudget(200_000)

    async def evening() -> tuple[list[int], list[int]]:
        tables = [watched(Commits(asyncio.get_running_loop()), 3_600_000)[0] for _ in range(4)]
        pasts = [DelayedFeed(box, box.services.clock.now(), budget) for box in tables]
        for n in range(2, 12):
            tables[0].live.state.n = n
            pasts[0].remember((), tables[0].services.clock.now(), b"x" * 1_000)
        for n in range(2, 400):
            for box, past in zip(tables[1:], pasts[1:], strict=True):
                box.live.state.n = n
                past.remember((), box.services.clock.now(), b"x" * 1_000)
                assert budget.total <= budget.most
        return [len(past._past) for past in pasts], [past._past[-1].n for past in pasts]

    kept, last = asyncio.run(evening())
    assert kept[0] == 11, "a quiet table loses nothing to the others"
    assert min(kept[1:]) > 11, "and those share what is left"
    assert last == [11, 399, 399, 399]


def test_a_table_that_is_gone_gives_its_part_of_the_budget_back() -> None:
    budget = DelayBudget(50_000)

    async def evening() -> int:
        for _ in range(20):
            box = watched(Commits(asyncio.get_running_loop()), 3_600_000)[0]
            past = DelayedFeed(box, box.services.clock.now(), budget)
            past._waits = True  # nobody waits for it
            past.remember((), box.services.clock.now(), b"x" * 5_000)
        return len(past._past)

    assert asyncio.run(evening()) == 2


def test_the_rounds_of_a_table_that_has_closed_are_still_shown_later(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME, bots=2, pace="fast", watch_delay=3600)
    with ana.line(table) as own:
        own.sit(1)
        end = time.monotonic() + PATIENCE
        while own.state["phase"] != "settled":
            assert time.monotonic() < end
            if not play_on(own):
                own.read()
            own.catch_up()
        house.host().call("POST", f"/api/tables/{table}/floor", {"do": "close", "key": new_key()})
        own.phase("closed")
    assert ana.get(f"/api/tables/{table}/rounds")["rounds"], "whoever played sees what was played"
    assert _rounds(ben, table) == []
    stranger = Room(house.url)
    assert stranger.call("GET", f"/api/tables/{table}/rounds", None)["rounds"] == [], "nor does nobody in particular"


def _rounds(guest: Guest, table: str) -> list[Any]:
    return list(guest.get(f"/api/tables/{table}/rounds")["rounds"])
