"""Hostile clients: raw sockets, foreign pages, leaked keys, and defects found by reading as an attacker."""

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.client import Room
from houseway.room.messages.commands import Open, Say, Who
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.base.commit_queue import Commits
from houseway.server.net import websocket_protocol
from houseway.server.net.outbox import Outbox
from houseway.server.net.sliding_window import WINDOW, Rate
from houseway.server.tables import spectator_delay
from houseway.server.tables.delay_budget import DelayBudget
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.spectator_delay import DelayedFeed
from houseway.server.thinking.thread_pool import BoundedThreadPool
from houseway.store import Person, StoreFault
from tests.server.running import PATIENCE, Guest, Line, Server, new_key, play_on, refused_by
from tests.server.test_broom import in_a_house
from tests.server.test_fuzz import close_codes, framed, handshake

GAME = "three-card-poker"
TEXT, CONT, PING = 1, 0, 9
HOUSE = "http://127.0.0.1:8014"


def read_to_end(wire: socket.socket) -> bytes:
    """Returns everything received until the connection ends."""
    told = b""
    wire.settimeout(PATIENCE)
    with suppress(OSError):
        while part := wire.recv(65_536):
            told += part
    return told


# -- frames -----------------------------------------------------------------------------------------------------------


def test_who_asks_all_the_time_whether_somebody_is_there_is_closed_with_1008(house: Server) -> None:
    ana = house.guest("Ana")
    with closing(handshake(ana, ana.open(GAME, bots=0))) as wire:
        wire.sendall(framed(PING, b"x" * 125, True, True) * (websocket_protocol.PINGS + 1))
        assert close_codes(read_to_end(wire)) == [1008]


def test_who_asks_and_never_listens_fills_no_memory(house: Server) -> None:
    """Each answer is as long as its question. A client that reads none is cut off once the buffer is full."""
    ana = house.guest("Ana")
    with closing(handshake(ana, ana.open(GAME, bots=0))) as wire:
        wire.settimeout(PATIENCE)
        with suppress(OSError):
            for _ in range(200):
                wire.sendall(framed(PING, b"x" * 125, True, True) * 400)
            raise AssertionError("ten megabytes were taken")


def test_a_message_in_pieces_without_end_is_closed_with_1008(house: Server) -> None:
    ana = house.guest("Ana")
    with closing(handshake(ana, ana.open(GAME, bots=0))) as wire:
        wire.sendall(framed(TEXT, b"{", False, True) + framed(CONT, b"", False, True) * (websocket_protocol.PIECES + 1))
        assert close_codes(read_to_end(wire)) == [1008]
    with closing(handshake(ana, ana.open(GAME, bots=0))) as wire:
        wire.sendall(framed(TEXT, b'{"t":', False, True) + framed(CONT, b'"hello"}', True, True))
        wire.settimeout(PATIENCE)
        assert b'"welcome"' in wire.recv(65_536), "a few pieces are a message"


def test_a_handshake_with_too_many_headers_is_answered_and_closed(house: Server) -> None:
    with closing(socket.create_connection(("127.0.0.1", house.port), PATIENCE)) as wire:
        many = "".join(f"x-{number}: 1\r\n" for number in range(200))
        asks = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        wire.sendall(f"GET /ws/lobby HTTP/1.1\r\nhost: x\r\n{asks}{key}{many}\r\n".encode())
        assert read_to_end(wire).startswith(b"HTTP/1.1 431 ")


def test_messages_that_come_too_often_are_counted_without_being_kept() -> None:
    rate = Rate()
    assert [rate.too_many(1.0, 3) for _ in range(6)] == [False, False, False, True, True, True]
    assert len(rate._times) <= 4
    assert rate.too_many(1.0 + WINDOW / 2, 3)
    assert not rate.too_many(2.0 + 2 * WINDOW, 3)


# -- pages and cookies ------------------------------------------------------------------------------------------------


def asked_with(**headers: str) -> dict[str, Any]:
    return {"headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]}


@pytest.mark.parametrize(
    "others", ['pref={"x":1}', "a[b]=1", "x", "path=/", "é=1", "pref=a b", "other=houseway", "my-houseway=2"]
)
def test_a_cookie_of_another_program_does_not_hide_ours(others: str) -> None:
    assert OriginPolicy([]).cookie_in(asked_with(cookie=f"{others}; houseway=a.b.c")) == "a.b.c"
    assert OriginPolicy([]).cookie_in(asked_with(cookie=f"houseway=a.b.c; {others}")) == "a.b.c"
    assert OriginPolicy([]).cookie_in(asked_with(cookie=others)) is None


def test_a_cookie_in_a_second_header_is_found() -> None:
    assert OriginPolicy([]).cookie_in({"headers": [(b"cookie", b"a=1"), (b"Cookie", b"houseway=x")]}) == "x"


@pytest.mark.parametrize(
    ("headers", "may"),
    [
        ({}, True),
        ({"origin": HOUSE}, True),
        ({"origin": HOUSE, "cookie": "houseway=1"}, True),
        ({"cookie": "houseway=1"}, False),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "https://evil.example", "authorization": "Bearer x"}, True),
    ],
)
def test_no_page_from_elsewhere_posts_anything_with_a_cookie_or_without(headers: dict[str, str], may: bool) -> None:
    assert OriginPolicy([HOUSE]).may_post(asked_with(**headers)) is may


def test_a_foreign_page_makes_no_guests_and_replaces_no_cookie(house: Server) -> None:
    stranger = Room(house.url)
    stranger.headers = lambda: {"Origin": "https://evil.example"}  # type: ignore[method-assign]
    assert refused_by(lambda: stranger.call("POST", "/api/session", {})) == "origin"


# -- keys that leaked -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["link", "all"])
def test_sockets_that_a_key_has_opened_close_when_it_is_replaced_or_all_sessions_end(house: Server, ends: str) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME, bots=0)
    token = ana.post("/api/me/link")["url"].rpartition("/")[2]
    thief = Line(Room(house.url, key=token), table)
    thief.hello()
    if ends == "link":
        ana.post("/api/me/link")
    else:
        ana.post("/api/session/end", all=True)
    assert thief.close_code() == 4401


# -- a host who plays -------------------------------------------------------------------------------------------------


def test_a_host_who_plays_reads_no_decision_of_others_in_or_after_a_round(house: Server) -> None:
    """A setting names the cards of its hand."""
    host, ana = house.host(), house.guest("Ana")
    _read(host, f"/in/{house.host_key}")  # who comes by the link is given chips
    table = ana.open("pai-gow-seneca", bots=0)
    with Line(host, table) as own, ana.line(table) as other:
        own.hello()
        own.sit(1)
        other.sit(2)
        end = time.monotonic() + PATIENCE
        while not other.mine.get("asks") or not own.mine.get("asks"):
            assert time.monotonic() < end, (own.state, other.state)
            for each in (own, other):
                if not each.mine.get("asks"):
                    play_on(each)
                each.catch_up()
        play_on(other)
        own.catch_up()
        assert own.mine.get("asks"), "the host is still to decide"
        log = _log(host, table)
        said = [row["body"]["command"] for row in log if row["body"]["command"].get("t") == "decide"]
        assert said
        assert all("decision" not in command for command in said)
        play_on(own)
        own.phase("settled")
        said = [row["body"]["command"] for row in _log(host, table) if row["who"] == ana.id]
        assert all("decision" not in command for command in said), "what lay open stands in the story"


def _log(host: Room, table: str) -> list[dict[str, Any]]:
    return [json.loads(each) for each in _read(host, f"/api/tables/{table}/log").splitlines()]


def _read(room: Room, path: str) -> str:
    with closing(http.client.HTTPConnection(room.url.removeprefix("http://"), timeout=PATIENCE)) as asked:
        asked.request("GET", path, headers=room.headers())
        return asked.getresponse().read().decode()


# -- names and tables -------------------------------------------------------------------------------------------------


def test_a_name_that_stays_is_no_news_and_not_every_moment_has_another(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME, bots=0)
    with ana.line(table) as own:
        own.sit(1)
        own.catch_up()
        n = own.n
        for _ in range(30):
            ana.post("/api/me", name="Ana")
        own.catch_up()
        assert own.n == n
        for number in range(6):
            ana.post("/api/me", name=f"Ana {number}")
        assert refused_by(lambda: ana.post("/api/me", name="Ana again")) == "rate"


def test_who_opens_many_tables_has_none_of_others_closed(tmp_path: Path) -> None:
    async def evening(house: Any, person: Person) -> None:
        other, durable = house.services.people.newcomer("Ben", house.services.clock.now())
        await asyncio.wrap_future(durable)
        first = await house.opening.open(Open(game=GAME, stay=60, key="a"), house.services.people.who(person))
        house.registry.tables[first].used = 0
        for number in range(3):
            await house.opening.open(Open(game=GAME, stay=60, key=f"b{number}"), house.services.people.who(other))
        for _ in range(2):
            house.idle_sweeper.make_room()
        assert first in house.registry.tables
        assert house.registry.count() == 2

    in_a_house(tmp_path, evening)


# -- work beside the loop ---------------------------------------------------------------------------------------------


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


# -- frames after a rollback ------------------------------------------------------------------------------------------


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
    box.live = SimpleNamespace(state=SimpleNamespace(table="t1"))
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


# -- watching from behind ---------------------------------------------------------------------------------------------


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
    box.live = SimpleNamespace(state=state, public_json=lambda _: b"{}")
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
