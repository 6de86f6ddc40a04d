"""Fuzzes the socket with messages in any order and with any values, and with bytes: answered, refused or closed."""

import json
import random
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from houseway.client import RoomRefused
from houseway.roster import OWN
from tests.extent import extent
from tests.server import contract
from tests.server.fuzzing import BROKEN_FRAMES, CLOSES, REFUSALS, Message, messages, offered
from tests.server.running import PATIENCE, Guest, Line, Server, new_key, served

GAME = "three-card-poker"
HEARD: Counter[str] = Counter()
"""Counts of answers over all examples: a fuzz that is always refused proves little."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, whose log must hold no error."""
    with served(tmp_path_factory.mktemp("fuzz") / "room.db", "--pace", "fast") as server:
        yield server
        assert server.host().call("GET", "/api/ledger/check", None)["sum"] == 0
        assert 'status="500"' not in server.host().call("GET", "/metrics", None)
        assert server.stop() == 0
        log = [json.loads(each) for each in server.log.read_text().splitlines()]
        assert {each["level"] for each in log} <= {"info", "warning"}, log


def code_of(closed: ConnectionClosed) -> str:
    """Returns the code with which the room has closed a socket, and asserts that the contract has it."""
    assert closed.rcvd is not None, "the line was cut without a word"
    assert closed.rcvd.code in CLOSES, closed
    return str(closed.rcvd.code)


def fuzzed(request: pytest.FixtureRequest, examples: int, **more: Any) -> settings:
    times = int(request.config.getoption("--campaign"))
    slow = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
    return settings(
        max_examples=examples * times,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),  # no shrinking: on real sockets it takes minutes
        suppress_health_check=slow,
        **more,
    )


# -- by state -------------------------------------------------------------------------------------------------------


def drain(line: Line) -> None:
    """Reads the frames that have arrived. The next sender finds out whether the room has closed."""
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            line.read(0.001)


class Evening(RuleBasedStateMachine):
    """Three people and their sockets at one table, in any order."""

    server: Server

    def __init__(self) -> None:
        super().__init__()
        self.people = [self.server.guest(name) for name in ("Ana", "Ben", "Cleo")]
        self.lines: list[tuple[int, Line]] = []
        self.table = ""
        self.done: dict[tuple[int, str], tuple[Message, int]] = {}

    @initialize(game=st.sampled_from(OWN), bots=st.integers(0, 2))
    def opens(self, game: str, bots: int) -> None:
        self.table = self.people[0].open(game, bots=bots)
        for who in range(2):
            self.comes(who, 1, None)
        self.plays(bots, 8)

    @precondition(lambda self: len(self.lines) < 6)
    @rule(who=st.integers(0, 2), hello=st.integers(0, 9), after=st.sampled_from((None, 0, 1, 5, 10**6)))
    def comes(self, who: int, hello: int, after: int | None) -> None:
        line = Line(self.people[who].room, self.table)
        self.lines.append((who, line))
        if hello:
            contract.hold(line.hello(after))

    @precondition(lambda self: self.lines)
    @rule(at=st.integers(0, 5))
    def leaves(self, at: int) -> None:
        _, line = self.lines.pop(at % len(self.lines))
        line.close()

    @precondition(lambda self: self.lines)
    @rule(at=st.integers(0, 5), message=messages())
    def says_anything(self, at: int, message: Message) -> None:
        self._say(*self.lines[at % len(self.lines)], message)

    @precondition(lambda self: any(line.n for _, line in self.lines))
    @rule(seed=st.integers(0, 2**16), words=st.integers(1, 20))
    def plays(self, seed: int, words: int) -> None:
        """Some of those who said hello play on, mostly by offers."""
        rng = random.Random(seed)
        for _ in range(words):
            greeted = [(who, line) for who, line in self.lines if line.n]
            if greeted:
                who, line = rng.choice(greeted)
                drain(line)
                message = offered(line.state, line.mine, line.you, line.sheet, rng)
                self._say(who, line, message | {"key": new_key()})

    @precondition(lambda self: self.done)
    @rule(at=st.integers(0, 1000), other=st.booleans())
    def says_it_again(self, at: int, other: bool) -> None:
        """Repeats a key over the person's current socket and expects the first answer; other content is refused."""
        who, key = sorted(self.done)[at % len(self.done)]
        message, n = self.done[who, key]
        line = next((line for person, line in self.lines if person == who and line.n), None)
        if line is None:
            return
        answer = self._say(who, line, {"t": "say", "key": key, "text": "no"} if other else message)
        if answer is None or message == {"t": "say", "key": key, "text": "no"}:
            return
        if other:
            assert (answer["t"], answer["code"]) == ("refused", "key-reused"), (message, answer)
        else:
            assert (answer["t"], answer["n"]) == ("ok", n), (message, answer)

    def _say(self, who: int, line: Line, message: Message) -> Message | None:
        """Sends a message and returns its one answer; None if the room has closed the socket instead."""
        line.heard.clear()
        try:
            line.say(message)
            answer = line.until(lambda frame: frame["t"] in ("ok", "refused"))
        except ConnectionClosed as closed:
            HEARD[code_of(closed)] += 1
            self.lines.remove((who, line))
            line.close()
            return None
        for frame in line.heard:
            contract.hold(frame)
        self._hold_answer(who, message, answer)
        return answer

    def _hold_answer(self, who: int, message: Message, answer: Message) -> None:
        key = message.get("key")
        if answer["t"] == "ok":
            assert answer["key"] == key
            assert re.fullmatch("[A-Za-z0-9._-]{1,64}", str(key)), message
            HEARD[f"ok {message['t']}"] += 1
            if message["t"] != "coach":
                self.done.setdefault((who, key), (message, answer["n"]))
            return
        HEARD[answer["code"]] += 1
        assert answer["key"] in (key, None)
        assert answer["key"] == key or answer["code"] in ("key", "format"), answer
        assert answer["says"]
        assert answer["code"] in REFUSALS or answer["code"].replace("-", "").isalpha(), answer
        assert answer["code"] != "broken"

    def teardown(self) -> None:
        """Closes the table as the host: nothing is stuck, and the ledger balances."""
        for _, line in self.lines:
            line.close()
        if self.table:
            close_table(self.server, self.table)
            for person in self.people:
                me = person.get("/api/me")
                assert me["tables"] == []
                assert me["cage"] >= 0
        books = self.server.host().call("GET", "/api/ledger/check", None)
        assert books["sum"] == 0, books


def close_table(server: Server, table: str) -> None:
    """Voids the round and closes the table."""
    host = server.host()
    for deed in ({"do": "void", "reason": "the fuzz is over"}, {"do": "close"}):
        with suppress(RoomRefused):  # no running round to void
            host.call("POST", f"/api/tables/{table}/floor", {"key": new_key(), **deed})


def test_any_words_in_any_order_are_answered_and_no_chip_is_lost(house: Server, request: pytest.FixtureRequest) -> None:
    Evening.server = house
    HEARD.clear()
    run_state_machine_as_test(Evening, settings=fuzzed(request, 15, stateful_step_count=30))
    assert {"ok sit", "ok bet", "ok ready", "format", "key", "key-reused", "not-seated", "stale"} <= {*HEARD}, HEARD


# -- by bytes -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seat(house: Server) -> tuple[Guest, str]:
    ana = house.guest("Ana")
    return ana, ana.open(GAME)


def shaken(seed: int) -> bytes:
    """Draws a valid message with a few bytes changed, removed, doubled or moved."""
    rng = random.Random(seed)
    text = bytearray(
        json.dumps(
            {"t": "bet", "key": "shaken", "round": 1, "place": "3", "wagers": {"ante": 2500, "bonus": 500}}
        ).encode()
    )
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text))
        kind = rng.randrange(5)
        if kind == 0:
            text[at] = rng.randrange(256)
        elif kind == 1:
            del text[at]
        elif kind == 2:
            text[at:at] = text[at : at + rng.randint(1, 30)]
        elif kind == 3:
            text[at:at] = rng.choice(
                (b"1e999", b"10000000000000000000000", b'"', b"\\ud800", b"[" * 200, b"\x00", b"NaN")
            )
        else:
            del text[at:]
        text = text or bytearray(b"{")
    return bytes(text)


nests = st.tuples(st.sampled_from((b"[", b'{"a":', b'{"t":"say","key":"a","text":[')), st.integers(1, 4000))
payloads = st.one_of(
    st.integers(0, 2**32).map(shaken),
    st.binary(max_size=300),
    st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
    nests.map(lambda nest: nest[0] * nest[1]),
    st.integers(8000, 10_000).map(lambda size: b'{"t":"say","key":"a","text":"' + b"x" * size + b'"}'),
)


@pytest.mark.usefixtures("house")
def test_bytes_of_any_kind_in_one_frame_are_refused_or_closed(
    seat: tuple[Guest, str], request: pytest.FixtureRequest
) -> None:
    """Each by itself, and then a valid message on the same socket if it is still open."""
    ana, table = seat
    lines: list[Line] = []

    @fuzzed(request, extent(request.config, 60, 150))
    @given(payload=payloads, binary=st.integers(0, 15))
    def send(payload: bytes, binary: int) -> None:
        if not lines:
            lines.append(ana.line(table))
        line = lines[0]
        try:
            line.socket.send(payload, text=binary > 0)
            answer = line.until(lambda frame: frame["t"] in ("ok", "refused", "welcome"))
            assert answer["t"] != "refused" or answer["code"] in ("format", "key", "not-seated", "phase"), answer
        except ConnectionClosed as closed:
            code_of(closed)
            lines.pop().close()
            return
        assert binary > 0, "a binary frame is no word"

    send()
    for line in lines:
        line.close()
    with ana.line(table) as line:
        assert line.done("say", text="still here")


def framed(opcode: int, payload: bytes, fin: bool, masked: bool) -> bytes:
    """Returns a WebSocket frame with these contents, valid or not."""
    size = len(payload)
    long = b"\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x7f" + size.to_bytes(8, "big")
    length = bytes((size,)) if size < 126 else long
    if not masked:
        return bytes((fin << 7 | opcode,)) + length + payload
    mask = b"\x05\xa0\x00\xff"
    data = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes((fin << 7 | opcode, length[0] | 0x80)) + length[1:] + mask + data


frames = st.one_of(
    st.binary(min_size=1, max_size=200),
    st.tuples(st.integers(0, 15), payloads, st.booleans(), st.booleans()).map(lambda made: framed(*made)),
    st.tuples(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=20)).map(
        lambda made: bytes((made[0], made[1])) + made[2]
    ),
)


def handshake(ana: Guest, table: str) -> socket.socket:
    """Opens a raw WebSocket to the table, over which any bytes can be sent."""
    host, _, port = ana.room.url.removeprefix("http://").partition(":")
    line = socket.create_connection((host, int(port)), PATIENCE)
    fields = {
        "Host": f"{host}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **ana.room.headers(),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    line.sendall(f"GET /ws/tables/{table} HTTP/1.1\r\n{head}\r\n".encode())
    told = b""
    while b"\r\n\r\n" not in told:
        told += line.recv(4096)
    assert told.startswith(b"HTTP/1.1 101 "), told
    return line


def close_codes(told: bytes) -> list[int]:
    """Returns the codes of the close frames among the room's frames."""
    found, at = [], 0
    while at + 2 <= len(told):
        kind, size, head = told[at] & 15, told[at + 1], 2
        if size == 126:
            size, head = int.from_bytes(told[at + 2 : at + 4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(told[at + 2 : at + 10], "big"), 10
        if kind == Opcode.CLOSE:
            found.append(int.from_bytes(told[at + head : at + head + 2], "big") if size else 1005)
        at += head + size
    return found


@pytest.mark.usefixtures("house")
def test_bytes_that_are_no_frames_close_one_line_and_no_other(
    seat: tuple[Guest, str], request: pytest.FixtureRequest
) -> None:
    ana, table = seat
    codes: Counter[int] = Counter()

    @fuzzed(request, extent(request.config, 50, 100))
    @given(data=st.lists(frames, min_size=1, max_size=4), cut=st.integers(0, 30), tail=st.booleans())
    def send(data: list[bytes], cut: int, tail: bool) -> None:
        stream = b"".join(data)
        told = b""
        with closing(handshake(ana, table)) as line, suppress(OSError):
            line.sendall(stream[:cut])
            line.sendall(stream[cut:])
            if tail:  # half-closes, so that the room knows that nothing more comes
                line.shutdown(socket.SHUT_WR)
            line.settimeout(PATIENCE if tail else 0.05)
            while part := line.recv(65_536):
                told += part
        for code in close_codes(told):
            codes[code] += 1
            assert code in BROKEN_FRAMES | {1000, 1005} or 3000 <= code < 5000, code  # the client's own is echoed

    send()
    assert codes[1002], codes
    with ana.line(table) as line:
        assert line.done("say", text="still here")
