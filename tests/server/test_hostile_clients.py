"""Hostile clients: raw sockets, foreign pages, leaked keys, and defects found by reading as an attacker."""

import asyncio
import http.client
import json
import socket
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from houseway.client import Room
from houseway.room.messages.commands import Open
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.net import websocket_protocol
from houseway.server.net.sliding_window import WINDOW, Rate
from houseway.store import Person
from tests.server.running import PATIENCE, Line, Server, play_on, refused_by
from tests.server.test_fuzz import close_codes, framed, handshake
from tests.server.test_idle_sweeper import in_a_house

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
