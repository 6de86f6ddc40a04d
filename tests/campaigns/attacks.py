"""Hostile clients, each kind in its own process and from its own address.

python -m tests.campaigns.attacks KIND TARGET      a line with SECONDS begins, `end` ends it

Each process counts the answers: a refusal by its code, a socket by its close code, HTTP by its status. An answer that
the contract does not allow counts as `wrong`.
"""

import asyncio
import contextlib
import json
import os
import resource
import secrets
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

ADDRESS: Final = "127.0.0.2"
"""Address of hostile clients: also loopback, but no trusted proxy."""
AT_ONCE: Final = 12
MANY: Final = 10_000
PATIENCE: Final = 30.0
EVIL: Final = "https://elsewhere.example"
HALF: Final = b"GET /ws/lobby HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nX-Slow: "

WHOLE: Final = (
    b"GET /ws/lobby HTTP/1.1\r\nHost: %b\r\nOrigin: %b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT: Final = 0x81
CLOSED_1008: Final = b"\x88\x02\x03\xf0"
LINE_UP: Final = asyncio.Semaphore(100)


class Target(NamedTuple):
    """The room, and what a hostile client knows: cookies of persons, an ended one, and ids of tables."""

    url: str
    cookies: list[str]
    ended: str
    theirs: str
    """A table where somebody else plays."""
    mine: str


Told = Counter[str]
Attack = Callable[[Target, int, Told], Awaitable[None]]


def opened(target: Target, number: int, path: str = "", *, cookie: str | None = None, origin: str = "") -> connect:
    """Opens a socket of a hostile client, at the table where others play unless another is named."""
    parts = urlsplit(target.url)
    return connect(
        f"ws://{parts.netloc}/ws/{path or f'tables/{target.theirs}'}",
        origin=Origin(origin or target.url),
        additional_headers={"Cookie": target.cookies[number % len(target.cookies)] if cookie is None else cookie},
        compression=None,
        max_size=None,
        local_addr=(ADDRESS, 0),
        open_timeout=PATIENCE,
        close_timeout=1,
        ping_interval=None,
    )


async def code_of(line: ClientConnection) -> str:
    """Returns the code with which the room closes the socket."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await line.recv()
    except ConnectionClosed as closed:
        return "wrong: cut" if closed.rcvd is None else str(closed.rcvd.code)
    except TimeoutError:
        return "wrong: nothing"


async def answer_of(line: ClientConnection, message: str) -> str:
    """Returns the refusal code of a message, `ok`, or the code with which the room closes the socket."""
    try:
        await line.send(message)
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = json.loads(await line.recv())
                if frame["t"] in ("ok", "refused"):
                    return str(frame.get("code", "ok"))
    except ConnectionClosed as closed:
        return "wrong: cut" if closed.rcvd is None else str(closed.rcvd.code)
    except TimeoutError:
        return "wrong: nothing"


async def wrong_origin(target: Target, number: int, told: Told) -> None:
    try:
        async with opened(target, number, origin=EVIL):
            told["wrong: let in"] += 1
    except InvalidStatus as refused:
        told[f"HTTP {refused.response.status_code}"] += 1


def sends(payload: str | bytes, *, text: bool = False) -> Attack:
    """Opens a socket, says hello and sends the payload."""

    async def attack(target: Target, number: int, told: Told) -> None:
        async with opened(target, number) as line:
            with contextlib.suppress(ConnectionClosed):  # the address may be over its limit before the first message
                await line.send('{"t":"hello"}')
                await line.send(payload, text=text or None)
            told[await code_of(line)] += 1

    return attack


def says(message: Callable[[Target], dict[str, Any] | str], *, at: str = "theirs", seat: bool = False) -> Attack:
    """Repeats a message until the room closes the socket."""

    async def attack(target: Target, number: int, told: Told) -> None:
        async with opened(target, number, f"tables/{getattr(target, at)}") as line:
            await line.send('{"t":"hello"}')
            if seat:
                sit = {"t": "sit", "key": secrets.token_hex(8), "seat": 1 + number % 6, "buy_in": 4000}
                await answer_of(line, json.dumps(sit))
            answer = ""
            while not answer.isdecimal() and not answer.startswith("wrong"):
                made = message(target)
                answer = await answer_of(line, made if isinstance(made, str) else json.dumps(made))
                told[answer] += 1

    return attack


def _key() -> str:
    return secrets.token_hex(8)


def deep(_target: Target) -> str:
    return f'{{"t":"bet","key":"{_key()}","round":1,"place":' + "[" * 3000 + "]" * 3000 + "}"


def huge(_target: Target) -> dict[str, Any]:
    return {"t": "sit", "key": _key(), "seat": 1, "buy_in": 10**20}


def stolen(_target: Target) -> dict[str, Any]:
    return {"t": "decide", "key": _key(), "round": 1, "step": 0, "place": "1", "decision": "fold"}


def chatter(_target: Target) -> dict[str, Any]:
    return {"t": "say", "key": _key(), "text": "buy my chips " * 20}


async def old_cookie(target: Target, number: int, told: Told) -> None:
    async with opened(target, number, cookie=target.ended) as line:
        told[await code_of(line)] += 1


async def guessed_table(target: Target, number: int, told: Told) -> None:
    async with opened(target, number, f"tables/{secrets.token_hex(16)}") as line:
        told[await code_of(line)] += 1


async def deaf(target: Target, number: int, told: Told) -> None:
    """Requests large answers and reads nothing, with small buffers, until the room closes the socket."""
    async with opened(target, number) as line:
        raw = line.transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.transport.pause_reading()
        try:
            for _ in range(40):
                await line.send('{"t":"hello","after":0}')
                await asyncio.sleep(0.02)
        except ConnectionClosed:
            pass
        line.transport.resume_reading()
        told["read nothing"] += 1
        with contextlib.suppress(ConnectionClosed):
            for _ in range(60):
                await line.send('{"t":"hello","after":0}')
        told[await code_of(line)] += 1


async def half_open(target: Target, _number: int, told: Told) -> None:
    """Sends a request byte by byte until the room ends it."""
    parts = urlsplit(target.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ADDRESS, 0))
    ended = asyncio.create_task(reader.read(200))
    try:
        writer.write(HALF)
        async with asyncio.timeout(PATIENCE):
            while not ended.done():
                writer.write(b"x")
                await asyncio.sleep(0.1)
        answer = await ended
        told[f"HTTP {answer[9:12].decode()}" if answer else "cut"] += 1
        await asyncio.sleep(0.2)
    except OSError:
        told["cut"] += 1
        await asyncio.sleep(0.2)
    except TimeoutError:
        told["wrong: waits for ever"] += 1
    finally:
        ended.cancel()
        writer.close()


async def thousands(target: Target, _number: int, told: Told) -> None:
    """Opens one of ten thousand sockets as fast as the room answers, and keeps it."""
    parts = urlsplit(target.url)
    writer: asyncio.StreamWriter | None = None
    try:
        async with LINE_UP:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ADDRESS, 0))
            writer.write(WHOLE % (parts.netloc.encode(), target.url.encode()))
            await reader.readuntil(b"\r\n\r\n")
            first = await reader.readexactly(4)
        told["1008" if first == CLOSED_1008 else "let in" if first[0] == TEXT else f"wrong: {first!r}"] += 1
        await reader.read()
    except (OSError, asyncio.IncompleteReadError):
        told["cut"] += 1
    finally:
        if writer is not None:
            writer.close()


class Kind(NamedTuple):
    """A kind of hostile client: how many at once, whether they come again, and the answers that they may get."""

    attack: Attack
    answers: frozenset[str]
    at_once: int = AT_ONCE
    again: bool = True


def kind(attack: Attack, *answers: str, at_once: int = AT_ONCE, again: bool = True) -> Kind:
    """Returns a kind that may get these answers, and those of its address's limits."""
    return Kind(attack, frozenset({*answers, "1008", "HTTP 429"}), at_once, again)


KINDS: Final = {
    "wrong origin": kind(wrong_origin, "HTTP 403"),
    "9 KiB frames": kind(sends('{"t":"say","key":"a","text":"' + "x" * 9 * 1024 + '"}'), "1009", "4409"),
    "binary frames": kind(sends(b"\x00\x01\x02"), "1003", "4409"),
    "bad UTF-8": kind(sends(b"\xff\xfe\xfd", text=True), "1007", "4409"),
    "deep JSON": kind(says(deep), "format", "1008", "4409"),
    "10^20": kind(says(huge), "format", "1008", "4409"),
    "replayed cookies": kind(old_cookie, "4401"),
    "another's place": kind(says(stolen), "not-seated", "not-yours", "1008", "4409"),
    "guessed private tables": kind(guessed_table, "4404"),
    "slow readers": kind(deaf, "read nothing", "1008", "4409"),
    "half-open handshakes": kind(half_open, "HTTP 408", "cut", at_once=600),
    "10,000 connections": kind(thousands, "let in", "1008", "cut", at_once=MANY, again=False),
    "floods of say": kind(
        says(chatter, at="mine", seat=True), *("ok", "1008", "4409", "busy", "muted", "rate", "chips", "taken")
    ),
}


async def run_attack(chosen: Kind, target: Target, seconds: float) -> Told:
    """Runs all clients of that kind for `seconds`. Returns the counted answers."""
    told: Told = Counter()
    end = time.monotonic() + seconds

    async def one(number: int) -> None:
        while time.monotonic() < end:
            try:
                await chosen.attack(target, number, told)
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                told[f"wrong: {type(error).__name__}"] += 1
            if not chosen.again:
                return

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(number)) for number in range(chosen.at_once)]
        await asyncio.sleep(seconds)
        while not told and time.monotonic() < end + PATIENCE:  # a machine under load answers later, not never
            await asyncio.sleep(0.05)
        for task in tasks if not chosen.again else ():
            task.cancel()
    return told


def main() -> None:
    chosen, target = KINDS[sys.argv[1]], Target(**json.loads(sys.argv[2]))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.nice(15)  # the attack's own cost must not slow the room
    print("ready", flush=True)
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            if line.strip() == "end":
                return
            print(json.dumps(runner.run(run_attack(chosen, target, float(line)))), flush=True)


if __name__ == "__main__":
    main()
