"""A real server on a free loopback port, and guests who use it by HTTP and sockets."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from houseway.cards import PACK_WITH_JOKER, texts_of
from houseway.client import Room, RoomRefused

ROOT = Path(__file__).parents[2]
HOUSEWAY = (sys.executable, "-c", "from houseway.cli import main; main()")
UNLIMITED = (
    *(sys.executable, "-c"),
    "from houseway.server.net import rate_limit; rate_limit.SCALE = 1e9\n"
    "from houseway.server.sockets import session; session.SEATED = session.WATCHING = 10**9\n"
    "from houseway.cli import main; main()",
)
"""The same server without rate limits."""
DEALT_BY_SEED = (
    *(sys.executable, "-c"),
    "from houseway.room.fairness import fair_chance\n"
    "key_of = fair_chance.key_of\n"
    "fair_chance.key_of = lambda seed, table, number, words: key_of(seed, table, number, {})\n"
    "from houseway.server.content import pages; pages.LAID = ''\n"
    "from houseway.cli import main; main()",
)
"""A server for `--chance-seed`: words of browsers change no card, and the page looks as in any other room."""
PATIENCE = 30.0
"""Seconds allowed for an operation that should take milliseconds: the machine may be busy."""
_CARDS = frozenset(texts_of(PACK_WITH_JOKER))
_keys = count(1)

Frame = dict[str, Any]


def new_key() -> str:
    return f"k{next(_keys)}"


class Server:
    """`houseway serve` in its own process. Its log goes to a file beside its database, or to `log`."""

    def __init__(
        self,
        db: Path | str,
        *flags: str,
        port: int = 0,
        log: Path | None = None,
        within: tuple[str, ...] = (),
        run: tuple[str, ...] = HOUSEWAY,
        env: Mapping[str, str] | None = None,
    ) -> None:
        words = [*within, *run, "serve", "--port", str(port), "--db", str(db), "--json", *flags]
        self.log = log or Path(db).with_suffix(f".{os.urandom(4).hex()}.log")
        with self.log.open("ab") as out:
            settings = os.environ | (env or {})
            self.process = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=out, cwd=ROOT, env=settings, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self._wait()
            raise AssertionError(self.log.read_text())
        self.opened = json.loads(line)
        self.url: str = self.opened["url"]
        link = self.opened["host_url"]
        self.host_key: str = "" if link is None else link.rpartition("/")[2]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def guest(self, name: str = "") -> "Guest":
        return Guest(self.url, name)

    def host(self) -> Room:
        return Room(self.url, key=self.host_key)

    def kill(self) -> None:
        self.process.kill()
        self._wait()

    def stop(self) -> int:
        """Sends SIGTERM. Returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def served(db: Path, *flags: str, port: int = 0, run: tuple[str, ...] = HOUSEWAY) -> Iterator[Server]:
    server = Server(db, *flags, port=port, run=run)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        elif server.process.stdout is not None:
            server.process.stdout.close()


class Guest:
    """A person with a cookie."""

    def __init__(self, url: str, name: str = "", *, cookie: str = "") -> None:
        self.room = Room(url, cookie=cookie)
        told = self.room.call("POST", "/api/session", {"name": name})
        self.id: str = told["person"]
        self.room.person = self.id

    def at(self, url: str) -> "Guest":
        """Returns the same person at the same room, which has another address now."""
        return Guest(url, cookie=self.room.cookie)

    def get(self, path: str) -> Any:
        return self.room.call("GET", path, None)

    def post(self, path: str, **body: Any) -> Any:
        return self.room.call("POST", path, body)

    def open(self, game: str, **sheet: Any) -> str:
        return str(self.post("/api/tables", game=game, key=new_key(), **sheet)["table"])

    def line(self, table: str, *, hello: bool = True, after: int | None = None) -> "Line":
        line = Line(self.room, table)
        if hello:
            line.hello(after)
        return line

    def stack(self, table: str) -> int:
        return next(int(row["stack"]) for row in self.get("/api/me")["tables"] if row["table"] == table)


class Line:
    """A socket at a table, read by hand."""

    def __init__(self, room: Room, table: str, **headers: str) -> None:
        told = room.headers() | headers
        origin = told.pop("Origin", "")
        self._open = ExitStack()
        opening = connect(
            f"ws{room.url.removeprefix('http')}/ws/{'lobby' if table == 'lobby' else 'tables/' + table}",
            subprotocols=[Subprotocol("houseway.1")],
            origin=Origin(origin) if origin else None,
            additional_headers=told,
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=2,
        )
        self.socket: ClientConnection = self._open.enter_context(opening)
        self.n = 0
        self.state: Frame = {}
        self.mine: Frame = {}
        self.you: Frame = {}
        self.sheet: Frame = {}
        self.heard: list[Frame] = []
        self.raw: list[str] = []

    def hello(self, after: int | None = None) -> Frame:
        self.say({"t": "hello"} if after is None else {"t": "hello", "after": after})
        return self.until(lambda frame: frame["t"] == "welcome")

    def say(self, message: Frame) -> None:
        self.socket.send(json.dumps(message))

    def read(self, timeout: float = PATIENCE) -> Frame:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        frame: Frame = json.loads(text)
        self.heard.append(frame)
        self.raw.append(text)
        if frame["t"] in ("welcome", "step"):
            self.n, self.state, self.mine = frame["n"], frame["state"], frame["mine"]
            self.you, self.sheet = frame.get("you", self.you), frame.get("table", self.sheet)
        return frame

    def until(self, wanted: Callable[[Frame], bool], timeout: float = PATIENCE) -> Frame:
        end = time.monotonic() + timeout
        while True:
            frame = self.read(max(end - time.monotonic(), 0.01))
            if wanted(frame):
                return frame

    def tell(self, command: str, **fields: Any) -> Frame:
        """Sends a command and returns its answer."""
        key = fields.setdefault("key", new_key())
        self.say({"t": command} | fields)
        return self.until(lambda frame: frame["t"] in ("ok", "refused") and frame["key"] == key)

    def done(self, command: str, **fields: Any) -> Frame:
        answer = self.tell(command, **fields)
        assert answer["t"] == "ok", answer
        return answer

    def phase(self, *phases: str) -> Frame:
        if self.state.get("phase") not in phases:
            self.until(lambda frame: frame.get("state", {}).get("phase") in phases)
        return self.state

    def catch_up(self) -> None:
        """Reads every frame that has arrived by now."""
        try:
            while True:
                self.read(0.05)
        except TimeoutError:
            return

    def sit(self, seat: int, buy_in: int | None = None) -> None:
        self.done("sit", seat=seat, buy_in=self.sheet["buy_in"]["low"] * 5 if buy_in is None else buy_in)

    def close_code(self, timeout: float = PATIENCE) -> int:
        """Returns the code with which the server closes."""
        end = time.monotonic() + timeout
        try:
            while True:
                self.read(max(end - time.monotonic(), 0.01))
        except ConnectionClosed as closed:
            self.close()
            return 1006 if closed.rcvd is None else closed.rcvd.code

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def play_on(line: Line, *, fold: bool = False) -> bool:
    """Answers every prompt by an offer. Returns whether there was one.

    With `fold` it folds a hand as soon as it can.
    """
    state, mine = line.state, line.mine
    for ask in mine.get("asks", []):
        decision = ask["offers"][0] if ask.get("offers") else ask["default"]
        if fold and any(choice["name"] == "fold" for choice in ask["choices"]):
            decision = "fold"
        line.tell("decide", round=state["round"], step=ask["step"], place=ask["place"], decision=decision)
        return True
    bank = mine.get("bank")
    agreed = {"agrees": bank["agrees"]} if bank and "agrees" in bank else {}
    if bank and state["phase"] == "offering":
        do = "pass" if "pass" in bank["may"] else "take"
        line.tell("bank", do=do, **({"posted": bank["low"], **agreed} if do == "take" else {}))
        return True
    if bank and state["phase"] == "broken" and "take" in bank["may"] and bank["high"] >= bank["low"]:
        line.tell("bank", do="take", posted=bank["high"], **agreed)
        return True
    for offer in mine.get("bets", [])[:1]:
        wagers = {circle["circle"]: circle["low"] for circle in offer["circles"] if circle["required"]}
        if wagers and not offer["on"] and "." not in offer["place"] and offer["place"] != "bank":
            line.tell("bet", round=state["round"], place=offer["place"], wagers=wagers)
            return True
    if mine.get("ready"):
        line.tell("ready", round=state["round"])
        return True
    return False


def until_asked(line: Line) -> None:
    """Plays the table until the person of the socket is prompted."""
    while not line.mine.get("asks"):
        before = line.n
        if not play_on(line) or line.n == before:
            line.read()


def play_rounds(line: Line, rounds: int, seconds: float = 120.0, *, fold: bool = False) -> list[Frame]:
    """Plays so many rounds to their settlement. Returns the state of each at its settlement."""
    settled: dict[int, Frame] = {}
    end = time.monotonic() + seconds
    while len(settled) < rounds:
        assert time.monotonic() < end, f"stuck: {line.state} {line.mine}"
        before = line.n
        if line.state["phase"] == "settled":
            settled.setdefault(line.state["round"], line.state)
            if len(settled) == rounds:
                break
        if not play_on(line, fold=fold) or line.n == before:
            line.until(lambda frame: frame["t"] in ("step", "welcome"))
        for frame in line.heard:
            if frame.get("state", {}).get("phase") == "settled":
                settled.setdefault(frame["state"]["round"], frame["state"])
        line.heard.clear()
    return [settled[number] for number in sorted(settled)][:rounds]


def cards_in(part: Any) -> set[str]:
    """Returns the cards in a frame or a part of one, as whole words: `5d` within a hash is no card."""
    if isinstance(part, str):
        return set(part.split()) & _CARDS
    if isinstance(part, dict):
        return cards_in([*part.keys(), *part.values()])
    return set().union(*map(cards_in, part)) if isinstance(part, list) else set()


def refused_by(work: Callable[[], Any]) -> str:
    """Returns the code with which a command is refused."""
    try:
        work()
    except RoomRefused as refusal:
        return refusal.code
    raise AssertionError("nothing was refused")
