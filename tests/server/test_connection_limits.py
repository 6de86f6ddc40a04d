"""Limits of connections by address and of requests that never end, while nobody else notices."""

import http.client
import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.script import Refusal
from houseway.server.accounts.sessions import GUESTS, GUESTS_WITHIN, Newcomers
from houseway.server.base.metrics import Metrics
from houseway.server.net.addresses import counted_as
from houseway.server.net.connection_limits import SPARE, TRUSTED, ConnectionLimits
from tests.server.running import PATIENCE, Line, Server, play_rounds, served

GAME = "three-card-poker"
EACH = 5
ELSEWHERE, BESIDE = "127.0.0.2", "127.0.0.3"
"""Also loopback addresses, but neither proxies nor the server's own."""
AWAY = "203.0.113.7"
CLOSED = 7  # TCP_CLOSE, as the system counts states


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that accepts five connections of an address and a request of one second."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "within").write_text("1.0")
    run = (sys.executable, "-m", "tests.server.machine_faults", str(folder))
    with served(folder / "room.db", "--pace", "fast", "--connections", str(EACH), run=run) as server:
        yield server
        log = [json.loads(each) for each in server.log.read_text().splitlines()]
        assert {each["level"] for each in log} <= {"info", "warning"}, log


def connect_from(server: Server, address: str = ELSEWHERE) -> socket.socket:
    """Opens a connection from that address."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0))


def lobby(server: Server, address: str = ELSEWHERE, **headers: str) -> ClientConnection:
    """Opens a lobby socket from that address."""
    uri = f"ws://127.0.0.1:{server.port}/ws/lobby"
    return connect(
        uri, sock=connect_from(server, address), additional_headers=headers, compression=None, open_timeout=PATIENCE
    )


def code_of(line: ClientConnection) -> int | None:
    """Returns the close code of a socket; None if it receives a frame instead."""
    try:
        line.recv(PATIENCE)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code
    return None


def get(server: Server, path: str, address: str = ELSEWHERE, **headers: str) -> tuple[int, Any]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE, (address, 0))
    with closing(line):
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())


def until_empty(server: Server, address: str, **headers: str) -> None:
    """Waits until the server has counted all connections of that address out."""
    end = time.monotonic() + PATIENCE
    while get(server, "/healthz", address, **headers)[0] != 200:
        assert time.monotonic() < end
        time.sleep(0.02)


# -- how many -------------------------------------------------------------------------------------------------------


def test_an_address_has_so_many_connections_and_the_next_is_told_why_not(small: Server) -> None:
    until_empty(small, ELSEWHERE)
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(lobby(small)) for _ in range(EACH)]
        assert [code_of(line) for line in lines] == [None] * EACH
        with lobby(small) as one_more:
            assert code_of(one_more) == 1008
        status, told = get(small, "/api/games")
        assert (status, told["error"]["code"], told["error"]["facts"]) == (429, "rate", {"most": EACH})
        assert told["error"]["says"] == "more than 5 connections come from one address: close some of them"
        assert told["error"]["form"] == "more than {most} connections come from one address: close some of them"
        assert get(small, "/healthz", BESIDE)[0] == 200
        assert code_of(open_lines.enter_context(lobby(small, BESIDE))) is None
        lines[0].close()
        until_empty(small, ELSEWHERE)
        assert code_of(open_lines.enter_context(lobby(small))) is None


def test_whoever_calls_on_and_on_is_not_even_answered(small: Server) -> None:
    until_empty(small, ELSEWHERE)
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(closing(connect_from(small))) for _ in range(2 * EACH)]
        get(small, "/healthz", BESIDE)  # all of them have come by now
        over = open_lines.enter_context(closing(connect_from(small)))
        over.settimeout(PATIENCE)
        with suppress(ConnectionResetError):
            assert over.recv(100) == b""
        assert len(lines) == 2 * EACH


def test_behind_a_proxy_the_address_counts_that_it_names(small: Server) -> None:
    away, other = {"X-Forwarded-For": AWAY}, {"X-Forwarded-For": "198.51.100.9"}
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(lobby(small, "127.0.0.1", **away)) for _ in range(EACH)]
        assert [code_of(line) for line in lines] == [None] * EACH
        with lobby(small, "127.0.0.1", **away) as one_more:
            assert code_of(one_more) == 1008
        assert get(small, "/healthz", "127.0.0.1", **away)[0] == 429
        assert get(small, "/healthz", "127.0.0.1", **other)[0] == 200
        assert get(small, "/healthz", "127.0.0.1")[0] == 200
        lines[0].close()
        until_empty(small, "127.0.0.1", **away)


def test_who_is_no_proxy_is_not_believed(small: Server) -> None:
    until_empty(small, ELSEWHERE)
    with ExitStack() as open_lines:
        for number in range(EACH):
            named = {"X-Forwarded-For": f"198.51.100.{number}"}
            assert code_of(open_lines.enter_context(lobby(small, **named))) is None
        with lobby(small, **{"X-Forwarded-For": "198.51.100.99"}) as one_more:
            assert code_of(one_more) == 1008


def test_what_is_one_address() -> None:
    assert counted_as("192.0.2.1") == counted_as("::ffff:192.0.2.1") == "192.0.2.1"
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff:1:2:3") != counted_as("2001:db8:1:3::1")
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2")
    assert counted_as("no address") == "no address"


def test_a_trusted_address_has_more_and_the_files_of_the_process_are_never_all_taken() -> None:
    crowd = ConnectionLimits(2, SPARE + 70, "127.0.0.1", Metrics(), lambda: {"10.0.0.6"})
    for address in ("127.0.0.1", "10.0.0.6"):
        passes = [crowd.enter(address) for _ in range(2 * TRUSTED + 1)]
        assert [each is not None and each.is_one_too_many for each in passes] == [False] * 2 * TRUSTED + [True]
        for each in passes:
            assert each is not None
            each.leave()
            each.leave()
        assert len(crowd) == 0
    crowded = [crowd.enter(f"192.0.2.{number}") for number in range(80)]
    assert [each is not None for each in crowded] == [True] * 70 + [False] * 10


# -- how long -------------------------------------------------------------------------------------------------------


def read_to_end(line: socket.socket) -> bytes:
    """Returns everything received until the server closes."""
    line.settimeout(PATIENCE)
    told = b""
    while part := line.recv(65_536):
        told += part
    return told


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"", b""),
        (b"\r\n", b"408"),
        (b"GET /ws/lobby HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n", b"408"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /health", b"200"),
        (b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\n{", b"408"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"a" * 40_000, b"431"),
        (b"GET /" + b"a" * 40_000, b"431"),
        (b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n" + b" " * 70_000, b"413"),
        (b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03", b"400"),
    ],
    ids=[
        "nothing",
        "an empty line",
        "half a handshake",
        "a second request",
        "half a body",
        "head",
        "path",
        "body",
        "TLS",
    ],
)
def test_a_request_that_does_not_end_is_ended(small: Server, said: bytes, status: bytes) -> None:
    with closing(connect_from(small, BESIDE)) as line:
        line.sendall(said)
        told = read_to_end(line)
    assert told[9:12] == status
    if status == b"408":
        assert b'"says":"the request was not whole within 1 seconds"' in told
        assert b'"form":"the request was not whole within {seconds} seconds"' in told


def test_a_request_that_trickles_in_is_ended_and_one_that_waits_between_two_is_not(small: Server) -> None:
    with closing(connect_from(small, BESIDE)) as slow, suppress(BrokenPipeError, ConnectionResetError):
        for byte in b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 1000:
            slow.sendall(bytes((byte,)))
            time.sleep(0.02)
        raise AssertionError("it trickles still")
    line = http.client.HTTPConnection("127.0.0.1", small.port, PATIENCE)
    with closing(line):
        for _ in range(2):
            line.request("GET", "/healthz")
            assert line.getresponse().read() == b'{"status":"ok"}'
            time.sleep(1.2)  # longer than a request may take


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system for the state of a connection")
def test_who_reads_nothing_of_the_answers_is_cut_off(small: Server) -> None:
    """Unread answers do not wait for ever."""
    asking = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.bind((BESIDE, 0))
        line.connect(("127.0.0.1", small.port))
        line.sendall(asking * 3000)
        end = time.monotonic() + PATIENCE
        while line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != CLOSED:
            assert time.monotonic() < end, "it is served still"
            time.sleep(0.05)
    assert get(small, "/healthz", BESIDE)[0] == 200


# -- a crowd --------------------------------------------------------------------------------------------------------


def test_a_thousand_connections_of_one_address_keep_nobody_out(tmp_path: Path) -> None:
    """With the default limit. A campaign measures ten thousand beside a table."""
    with served(tmp_path / "room.db", "--pace", "fast") as server, ExitStack() as open_lines:
        ana = server.guest("Ana")
        with ana.line(ana.open(GAME, bots=2)) as line:
            line.sit(1)
            for _ in range(1000):
                open_lines.enter_context(closing(connect_from(server)))
            assert len(play_rounds(line, 2)) == 2
            with Line(ana.room, "lobby") as board:
                assert board.read()["t"] == "lobby"
        metrics = server.host().call("GET", "/metrics", None)
        assert f"houseway_crowded_total {1000 - 256}" in metrics


# -- newcomers ------------------------------------------------------------------------------------------------------


def test_so_many_newcomers_come_from_one_address_and_the_next_are_told_to_wait(tmp_path: Path) -> None:
    """All addresses of one IPv6 /64 count as one."""
    with served(tmp_path / "room.db") as server:

        def comes(number: int, network: str = "2001:db8:1:2") -> int:
            line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            line.request("POST", "/api/session", b"{}", {"X-Forwarded-For": f"{network}::{number + 1:x}"})
            status = line.getresponse().status
            line.close()
            return status

        assert [comes(number) for number in range(GUESTS)] == [200] * GUESTS
        assert comes(GUESTS) == comes(0) == 429
        assert comes(0, "2001:db8:1:3") == 200
        server.stop()


def test_addresses_of_newcomers_are_forgotten_when_they_count_no_more() -> None:
    newcomers = Newcomers()
    for number in range(1_000):
        newcomers.enter(f"10.0.{number // 250}.{number % 250}", number / 1_000)
    assert len(newcomers) == 1_000
    for number in range(600):
        newcomers.enter("192.0.2.1" if number < GUESTS else f"192.0.3.{number}", GUESTS_WITHIN + 1 + number / 1_000)
    assert len(newcomers) < 600
    with pytest.raises(Refusal, match="too many guests"):
        newcomers.enter("192.0.2.1", GUESTS_WITHIN + 2)
    newcomers.enter("192.0.2.1", 2 * GUESTS_WITHIN + 3)
