"""Token buckets of persons and addresses: a new socket resets none of them, and no player notices them."""

import asyncio
import http.client
import json
import time
from concurrent.futures import Future
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin as PageOrigin

from houseway.room.messages.commands import Sit
from houseway.script import Refusal
from houseway.server.api.account_routes import AccountRoutes
from houseway.server.api.request_guard import Api
from houseway.server.base.metrics import Metrics
from houseway.server.net import rate_limit
from houseway.server.net.addresses import PASS
from houseway.server.net.connection_limits import ConnectionLimits
from houseway.server.net.rate_limit import (
    ADDRESS,
    CHANGES,
    CHANGES_ADDRESS,
    PERSON,
    SOCKETS,
    TALK,
    TALK_ADDRESS,
    TRUSTED_SHARE,
    Allowance,
    Origin,
    RateLimits,
    TokenBuckets,
)
from houseway.server.net.rate_limit_middleware import origin_of
from houseway.server.net.sliding_window import Rates
from houseway.server.sockets.session import SEATED, WATCHING
from tests.server.running import PATIENCE, Guest, Server
from tests.server.test_delayed_watchers import World, in_a_world

GAME = "three-card-poker"
ELSEWHERE = "127.0.0.4"
HOME = Origin("192.0.2.1")


# -- buckets ----------------------------------------------------------------------------------------------------------


def test_a_bucket_gives_its_burst_and_then_so_much_a_second() -> None:
    buckets = TokenBuckets(Allowance(5, 2))
    assert [buckets.take("ana", 100.0) for _ in range(5)] == [0.0] * 5
    assert buckets.take("ana", 100.0) == pytest.approx(0.5)
    assert buckets.take("ben", 100.0) == 0.0, "everybody has one of his own"
    assert [buckets.take("ana", 101.0) for _ in range(3)] == [0.0, 0.0, pytest.approx(0.5)]
    assert [buckets.take("ana", 1000.0) for _ in range(6)] == [0.0] * 5 + [pytest.approx(0.5)], "never more than full"


def test_whoever_is_refused_pays_nothing_for_it() -> None:
    buckets = TokenBuckets(Allowance(1, 1))
    assert buckets.take("ana", 0.0) == 0.0
    assert all(buckets.take("ana", 0.5) for _ in range(100))
    assert buckets.take("ana", 1.0) == 0.0


def test_a_share_is_so_many_times_the_bucket() -> None:
    buckets = TokenBuckets(Allowance(5, 1))
    taken = sum(buckets.take("proxy", 0.0, 1.0, 4.0) == 0 for _ in range(100))
    assert taken == 20
    assert sum(buckets.take("proxy", 1.0, 1.0, 4.0) == 0 for _ in range(100)) == 4


def test_what_is_read_costs_a_part_of_what_is_written() -> None:
    buckets = TokenBuckets(Allowance(5, 1))
    assert sum(buckets.take("ana", 0.0, rate_limit.GET_COST) == 0 for _ in range(100)) == 20


def test_full_buckets_are_forgotten_and_there_are_never_more_than_so_many() -> None:
    buckets = TokenBuckets(Allowance(5, 1), most=50)
    for number in range(1_000):
        buckets.take(f"2001:db8:{number:x}::", 0.0)
    assert len(buckets) <= 50
    for number in range(60):
        buckets.take(f"198.51.100.{number}", 1_000.0 + 10 * number)
    assert len(buckets) <= 3, "all that came before are full by now"


def test_a_bucket_that_is_in_use_outlives_those_that_come_and_go() -> None:
    buckets = TokenBuckets(Allowance(5, 0.001), most=1_000)
    while not buckets.take("flood", 0.0):
        pass
    for number in range(500):
        buckets.take(f"guest {number}", 1.0)
    assert buckets.take("flood", 1.0) > 0


def test_an_idle_rate_is_forgotten_and_a_crowd_of_others_resets_nobody() -> None:
    rates = Rates(5_000)
    assert [rates.too_many("ana", 0.0, 6) for _ in range(7)] == [False] * 6 + [True]
    assert not any(rates.too_many(f"p{number}", 0.001 * number, 6) for number in range(2_000))
    assert rates.too_many("ana", 3.0, 6), "found by reading: a thousand others began everybody's limit anew"
    assert not rates.too_many("ben", 100.0, 6)
    assert len(rates) == 1, "all others are idle"


def test_nobody_has_new_names_to_give_because_a_thousand_others_took_one() -> None:
    async def renames() -> list[str]:
        durable: Future[None] = Future()
        durable.set_result(None)
        people = SimpleNamespace(rename=lambda person, name: (SimpleNamespace(id=person.id, name=name), durable))
        commits = SimpleNamespace(durable=partial(asyncio.sleep, 0))
        services = SimpleNamespace(people=people, commits=commits)
        room: Any = SimpleNamespace(services=services, registry=SimpleNamespace(seats_of=lambda _: []))
        origins: Any = None
        accounts, codes = AccountRoutes(Api(room, origins, "")), []

        async def take(person: str, name: str) -> None:
            someone: Any = SimpleNamespace(id=person, person=SimpleNamespace(id=person, name=""))
            try:
                await accounts._rename(someone, name)
            except Refusal as refusal:
                codes.append(refusal.code)

        for number in range(7):
            await take("ana", f"Ana {number}")
        for number in range(1_200):
            await take(f"p{number}", "Zoe")
        await take("ana", "Ana once more")
        return codes

    assert asyncio.run(renames()) == ["rate", "rate"]


def test_the_rate_that_was_used_longest_ago_goes_first_where_there_are_too_many() -> None:
    rates = Rates(3)
    for name in ("ana", "ben", "cy", "ana"):
        assert not rates.too_many(name, 0.0, 2)
    rates.too_many("dee", 1.0, 2)
    assert len(rates) == 3
    assert rates.too_many("ana", 2.0, 2)
    assert not rates.too_many("ben", 2.0, 2)


# -- persons and addresses --------------------------------------------------------------------------------------------


def test_one_socket_may_say_what_the_contract_allows_for_hours() -> None:
    limits = RateLimits()
    line = limits.line(HOME, "ana")
    for window in range(500):
        assert not any(line.too_many(20.1 * window + 0.001 * number, SEATED) for number in range(SEATED))
    assert line.too_many(20.1 * 499 + 0.5, SEATED)


def test_six_people_of_one_house_and_thirty_of_a_class_never_notice() -> None:
    """Each sends a message every second, loads a page with its files at first and searches now and then."""
    for people in (6, 30):
        limits = RateLimits()
        lines = [limits.line(HOME, f"p{number}") for number in range(people)]
        for number in range(people):
            assert not limits.socket(HOME, 0.0)
            assert not any(limits.request(HOME, f"p{number}", 0.0, rate_limit.GET_COST) for _ in range(70))
        for second in range(3_600):
            assert not any(line.too_many(float(second), SEATED) for line in lines)
            if second % 20 == 0:
                assert not any(limits.request(HOME, f"p{number}", second, 0.25) for number in range(people))


def test_a_hundred_messages_on_each_of_four_sockets_at_once_are_heard() -> None:
    limits = RateLimits()
    lines = [limits.line(HOME, "ana") for _ in range(4)]
    assert not any(line.too_many(0.0, SEATED) for line in lines for _ in range(SEATED))
    fifth = limits.line(HOME, "ana")
    assert any(fifth.too_many(0.0, SEATED) for _ in range(SEATED)), "a new socket begins nothing anew"
    assert not limits.line(HOME, "ben").too_many(0.0, SEATED)


def test_many_persons_of_one_address_are_one_address() -> None:
    limits = RateLimits()
    heard = sum(not limits.line(HOME, f"p{number // 50}").too_many(0.0, WATCHING) for number in range(10_000))
    assert heard == ADDRESS.burst
    assert not limits.line(Origin("192.0.2.2"), "p1").too_many(0.0, WATCHING)


def test_talk_has_a_bucket_of_its_own_by_person_and_by_address() -> None:
    limits = RateLimits()

    def talks(person: str) -> bool:
        try:
            limits.line(HOME, person).refuse_talk(0.0)
        except Refusal as refusal:
            return refusal.code != "rate"
        return True

    assert sum(talks("ana") for _ in range(1_000)) == TALK.burst
    assert sum(talks(f"p{number % 50}") for number in range(1_000)) <= TALK_ADDRESS.burst


def test_changes_of_seats_and_bets_have_a_bucket_of_their_own_by_person_and_by_address() -> None:
    limits = RateLimits()

    def changes(person: str) -> bool:
        try:
            limits.line(HOME, person).refuse_change(0.0)
        except Refusal as refusal:
            return refusal.code != "rate"
        return True

    assert sum(changes("ana") for _ in range(1_000)) == CHANGES.burst
    assert sum(changes(f"p{number % 50}") for number in range(3_000)) <= CHANGES_ADDRESS.burst


def test_a_player_who_changes_a_bet_twice_a_second_all_evening_never_waits() -> None:
    line = RateLimits().line(HOME, "ana")
    for number in range(4 * 3600 * 2):
        line.refuse_change(number / 2)


def test_a_change_beyond_the_limit_is_refused_the_socket_stays_and_a_repeat_is_none(tmp_path: Path) -> None:
    """Before, somebody who sat out and came back wrote ten permanent rows a second."""

    async def evening(world: World) -> list[str]:
        await world.begin()
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        limits = world.house.services.limits
        limits.changers = rate_limit.TokenBuckets(rate_limit.Allowance(2, 1e-9))
        out, back, again = [
            {"t": kind, "key": f"c{number}"} for number, kind in enumerate(["sit_out", "come_back", "sit_out"])
        ]
        return await world.says("Ana", out, back, again, out, {"t": "ping"})

    heard = [json.loads(frame) for frame in in_a_world(tmp_path / "room.db", evening)]
    told = [(frame["key"], frame.get("code", "")) for frame in heard if frame["t"] in ("ok", "refused")]
    assert told == [("c0", ""), ("c1", ""), ("c2", "rate"), ("c0", "")]
    assert heard[-1]["t"] == "pong"


def test_the_host_and_this_machine_have_more() -> None:
    limits = RateLimits()
    assert not any(limits.request(Origin("127.0.0.1", TRUSTED_SHARE), "", 0.0) for _ in range(100_000))
    crowd = ConnectionLimits(5, 1_000, "127.0.0.1", Metrics())
    own, guest = crowd.enter("127.0.0.1"), crowd.enter("192.0.2.9")
    assert origin_of({"client": ("127.0.0.1", 1), "state": {PASS: own}}) == Origin("127.0.0.1", TRUSTED_SHARE)
    assert origin_of({"client": ("192.0.2.9", 1), "state": {PASS: guest}}) == Origin("192.0.2.9", 1.0)
    assert origin_of({"client": ("2001:db8::7", 1), "state": {PASS: own}}) == Origin("2001:db8::", 1.0), (
        "behind a proxy"
    )


# -- the room ---------------------------------------------------------------------------------------------------------


def said_over_new_sockets(guest: Guest, table: str, wanted: int) -> tuple[int, int]:
    """Sends `say` over one socket after another. Returns how many were accepted, and refused."""
    taken = refused = 0
    while taken + refused < wanted:
        with guest.line(table) as line:
            try:
                while taken + refused < wanted:
                    told = line.tell("say", text="buy my chips")
                    taken, refused = taken + (told["t"] == "ok"), refused + (told.get("code") == "rate")
            except ConnectionClosed:
                pass
    return taken, refused


def test_the_same_word_again_is_answered_as_it_was_however_much_was_said(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME, bots=0)
    with ana.line(table) as line:
        first = line.tell("say", key="first", text="good evening")
    assert said_over_new_sockets(ana, table, 300)[1] > 0
    with ana.line(table) as line:
        assert line.tell("say", key="first", text="good evening") == first


def test_who_comes_back_by_a_new_socket_has_no_more_to_say(house: Server) -> None:
    """Found by attack: 24,720 `say` in twenty seconds, by reconnecting after each hundred."""
    ana = house.guest("Ana")
    table = ana.open(GAME, bots=0)
    began = time.monotonic()
    taken, refused = said_over_new_sockets(ana, table, 300)
    assert taken <= TALK.burst + TALK.per_second * (time.monotonic() - began) + 1
    assert refused > 0
    with house.guest("Ben").line(table) as line:
        assert line.done("say", text="good evening")


def test_a_person_who_uses_up_one_socket_after_another_is_closed_with_1008_at_once(house: Server) -> None:
    ana, heard, began = house.guest("Ana"), 0, time.monotonic()
    codes: set[int | None] = set()
    table = ana.open(GAME, bots=0)
    for _ in range(40):
        line = ana.line(table, hello=False)
        with closing(line):
            try:
                for _ in range(WATCHING):
                    line.say({"t": "hello"})
                    line.until(lambda frame: frame["t"] == "welcome")
                    heard += 1
            except ConnectionClosed as closed:
                codes.add(None if closed.rcvd is None else closed.rcvd.code)
    assert codes == {1008}
    assert heard <= PERSON.burst + PERSON.per_second * (time.monotonic() - began) + 1
    with house.guest("Ben").line(table) as other:
        assert other.n


def test_who_asks_too_often_over_http_is_told_when_to_ask_again(house: Server) -> None:
    ana, began = house.guest("Ana"), time.monotonic()
    line = http.client.HTTPConnection("127.0.0.1", house.port, PATIENCE)
    answered = 0
    with closing(line):
        while True:
            line.request("POST", "/api/me", json.dumps({"name": "Ana"}), ana.room.headers())
            answer = line.getresponse()
            told = json.loads(answer.read())
            if answer.status != 200:
                break
            answered += 1
            assert answered <= PERSON.burst + PERSON.per_second * (time.monotonic() - began) + 1
    assert answer.status == 429
    assert told["error"]["code"] == "rate"
    assert int(answer.getheader("retry-after") or 0) == told["error"]["facts"]["seconds"] >= 1
    assert answered >= PERSON.burst - 1, "one token was taken by the session"
    assert house.guest("Ben").get("/api/me")["name"] == "Ben"


def test_an_address_that_opens_one_socket_after_another_is_told_to_wait(house: Server) -> None:
    uri, began, opened = f"ws://127.0.0.1:{house.port}/ws/lobby", time.monotonic(), 0
    while True:
        with ExitStack() as line:
            socket = line.enter_context(
                connect(
                    uri, origin=PageOrigin(house.url), source_address=(ELSEWHERE, 0), compression=None,
                    open_timeout=PATIENCE,
                )
            )  # fmt: skip
            try:
                socket.recv(PATIENCE)
            except ConnectionClosed as closed:
                code = None if closed.rcvd is None else closed.rcvd.code
                break
            opened += 1
            assert opened <= SOCKETS.burst + SOCKETS.per_second * (time.monotonic() - began) + 1
    assert code == 1008
    assert opened >= SOCKETS.burst
    with house.guest("Ben").line("lobby", hello=False) as other:
        assert other.read()["t"] == "lobby"
