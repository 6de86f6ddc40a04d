"""Benchmark of the room under load, beside a bare fan-out of the same frames over the same stack.

    python -m bench.room                 all of it, a few minutes
    python -m bench.room --short         the same with less of everything, half a minute

The server has one core and the load another. Rates are given by the clock and by the server's own CPU time, which a
busy machine changes little. The load lifts the limit of messages a socket, nothing else.
"""

import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from bench.guest import SEEN, Seen, next_word
from bench.line import Socket, connected
from bench.table import alone
from houseway.client import Room

SEATS = 6
FRAMES_KEPT = 500
GAME = "three-card-poker"
SERVER = """
import houseway.server.sockets.session as s
import houseway.server.net.rate_limit as r
s.SEATED = s.WATCHING = 10**9
r.SCALE = 1e9
from houseway.cli import main
main()
"""
BARE = """
import asyncio, sys, uvicorn
groups = {}
async def app(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    group = groups.setdefault(scope["path"], [])
    group.append(send)
    count = 0
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if message["text"] == "in":
            continue
        text = FRAMES[count % len(FRAMES)]
        count += 1
        for other in group:
            await other({"type": "websocket.send", "text": text})
        await send({"type": "websocket.send", "text": '{"t":"ok","key":"k1234","n":1234}'})
FRAMES = open(sys.argv[1]).read().splitlines()
options = dict(ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="error", loop="uvloop")
uvicorn.Server(uvicorn.Config(app, port=int(sys.argv[2]), **options)).run()
"""


class Client:
    """A client in a seat that answers at once, one message at a time."""

    def __init__(self, name: int) -> None:
        self.name = name
        self.socket: Socket
        self.count = 0
        self.open: dict[str, float] = {}
        self.waits: list[float] = []
        self.refused = 0
        self.playing = False
        self.last: Seen | None = None
        self.kept: list[bytes] | None = None

    def heard(self, _socket: Socket, payload: bytes) -> None:
        """Times an acknowledgement. Answers a state if it asks for anything."""
        if payload.startswith((b'{"t":"ok"', b'{"t":"refused"')):
            seen = SEEN.decode(payload)
            began = self.open.pop(seen.key, None)
            if began is not None:
                self.waits.append(time.perf_counter() - began)
            if seen.t == "refused":
                self.refused += 1
                self.last = None
        elif self.playing:
            self.last = SEEN.decode(payload)
            if self.kept is not None and len(self.kept) < FRAMES_KEPT:
                self.kept.append(payload)
        if self.playing and not self.open and self.last is not None:
            self.count += 1
            word = next_word(self.last, f"{self.name}.{self.count}")
            if word is not None:
                self.last = None
                self.say(word)

    def say(self, word: dict[str, Any]) -> None:
        self.open[word.get("key", "")] = time.perf_counter()
        self.socket.write(msgspec.json.encode(word))


class Process:
    """A server process on a core of its own."""

    def __init__(self, words: list[str], *, piped: bool = True) -> None:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE if piped else None, text=True, env=os.environ)
        if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(self.process.pid, {0})
            os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)))  # the load stays off the server's core

    def cpu(self) -> float:
        """Returns seconds of CPU time of the server itself."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Returns the resident bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


def house(db: Path, *flags: str) -> tuple[Process, dict[str, Any]]:
    """Starts a room and returns its process and its first line."""
    words = [sys.executable, "-c", SERVER, "serve", "--port", "0", "--db", str(db), "--json", "--pace", "fast", *flags]
    process = Process(words)
    assert process.process.stdout is not None
    return process, json.loads(process.process.stdout.readline())


async def rested(process: Process) -> None:
    """Waits until the room has finished its start-up work."""
    before = -1.0
    while (now := process.cpu()) != before:
        before = now
        await asyncio.sleep(0.2)


async def seated(url: str, tables: int, *, seats: int = SEATS) -> list[Client]:
    """Opens so many tables with a client in every seat."""
    port = int(url.rpartition(":")[2])
    clients: list[Client] = []
    for number in range(tables):
        room, table = await Room.enter(url), ""
        for seat in range(1, seats + 1):
            table = table or await room.open(GAME, time=600)
            client = Client(len(clients))
            headers = {"Host": "127.0.0.1", **room.headers()}
            client.socket = await connected(port, f"/ws/tables/{table}", headers, client.heard)
            client.socket.write(b'{"t":"hello"}')
            client.say({"t": "sit", "key": f"sit.{number}.{seat}", "seat": seat, "buy_in": 900_000})
            clients.append(client)
            if seat < seats:
                room = await Room.enter(url)
    while any(client.open for client in clients):
        await asyncio.sleep(0.01)
    return clients


def told(name: str, value: str) -> None:
    print(f"{name:<58}{value}", flush=True)


def rate(count: int, wall: float, used: float) -> str:
    """Formats a rate by the clock and by CPU time."""
    return f"{count / wall:,.0f} by the clock, {count / used:,.0f} a core"


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] * 1000 if values else 0.0


async def full_speed(db: Path, tables: int, seconds: float) -> tuple[float, float, list[bytes]]:
    """Measures a load in which every client answers at once: durable actions and frames, by clock and by CPU.

    Returns actions a second by the clock and by CPU, and the frames that one client got.
    """
    process, opened = house(db)
    await rested(process)
    clients = await seated(opened["url"], tables)
    for client in clients:
        client.playing, client.waits = True, []
        client.socket.write(b'{"t":"hello"}')
    await asyncio.sleep(1.0)
    for client in clients:
        client.waits.clear()
    kept: list[bytes] = []
    clients[0].kept = kept
    frames, cpu, began = sum(client.socket.frames for client in clients), process.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    wall, used = time.perf_counter() - began, process.cpu() - cpu
    waits = [wait for client in clients for wait in client.waits]
    refused = sum(client.refused for client in clients)
    frames = sum(client.socket.frames for client in clients) - frames
    actions = len(waits)
    told(
        f"durable actions a second, {tables} tables of {SEATS}",
        f"{actions / wall:,.0f} by the clock, {actions / used:,.0f} a core",
    )
    told("frames a second", rate(frames, wall, used))
    told(
        "an action takes",
        f"{used / actions * 1e6:,.0f} us of processor; {frames / actions:.1f} frames; {refused} refused",
    )
    told("from a command to its ok, p50 and p99", f"{percentile(waits, 0.5):.1f} ms, {percentile(waits, 0.99):.1f} ms")
    room = await Room.enter(opened["url"])
    line = [each for each in (await room.get("/metrics")).splitlines() if each.startswith("houseway_commit_seconds_")]
    total, count = (float(each.rpartition(" ")[2]) for each in line[-2:])
    told("from a command applied to its commit, mean", f"{total / count * 1000:.2f} ms")
    told("a frame has", f"{sum(map(len, kept)) / len(kept):,.0f} bytes")
    process.end()
    return actions / wall, actions / used, kept


async def bare(folder: Path, frames: list[bytes], tables: int, seconds: float) -> float:
    """Measures the same stack with nothing behind it: each message is answered, and the same frames go to six."""
    frame = folder / "frames.jsonl"
    frame.write_bytes(b"\n".join(frames))
    port = 18_014 + os.getpid() % 1000
    process = Process([sys.executable, "-c", BARE, str(frame), str(port)], piped=False)
    clients = []
    for number in range(tables * SEATS):
        client = Client(number)

        def heard(socket: Socket, payload: bytes, client: Client = client) -> None:
            if payload.startswith(b'{"t":"ok"'):
                client.count += 1
                socket.write(b'{"t":"decide","key":"k1234","round":12,"step":3,"place":"3","decision":{"play":2500}}')

        for _ in range(200):
            try:
                client.socket = await connected(port, f"/{number // SEATS}", {"Host": "x"}, heard)
                break
            except OSError:
                await asyncio.sleep(0.05)
        clients.append(client)
    for client in clients[:: SEATS // 3]:
        client.socket.write(b"go")
    await asyncio.sleep(0.5)
    before, cpu, began = sum(client.count for client in clients), process.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    actions, used, wall = (
        sum(client.count for client in clients) - before,
        process.cpu() - cpu,
        time.perf_counter() - began,
    )
    told(
        "bare fan-out of the same frames, messages a second",
        f"{actions / wall:,.0f} by the clock, {actions / used:,.0f} a core",
    )
    process.process.kill()
    process.process.wait()
    return actions / used


async def once_a_second(folder: Path, people: int, seconds: float) -> None:
    """Measures so many seated clients with one message a second each."""
    process, opened = house(folder / "many.db")
    await rested(process)
    clients = await seated(opened["url"], people // SEATS)
    for client in clients:
        client.waits = []
    cpu, began = process.cpu(), time.perf_counter()
    turn = 0
    while time.perf_counter() - began < seconds:
        turn += 1
        for index, client in enumerate(clients):
            client.say({"t": "say", "key": f"{index}.{turn}", "text": "hm"})
            if index % 20 == 19:
                wait = began + turn - 1 + index / len(clients) - time.perf_counter()
                await asyncio.sleep(max(wait, 0))
    await asyncio.sleep(0.5)
    used, wall = process.cpu() - cpu, time.perf_counter() - began
    waits = [wait for client in clients for wait in client.waits]
    lost = sum(len(client.open) for client in clients)
    told(
        f"{len(clients):,} seated, one word a second: p50 and p99",
        f"{percentile(waits, 0.5):.1f} ms, {percentile(waits, 0.99):.1f} ms; {used / wall:.0%} of a core; {lost} open",
    )
    process.end()


async def idle(folder: Path, sockets: int) -> None:
    """Measures the memory of idle sockets."""
    process, opened = house(folder / "idle.db")
    await rested(process)
    room = await Room.enter(opened["url"])
    port, table = int(opened["url"].rpartition(":")[2]), await room.open(GAME)
    guests = [await Room.enter(opened["url"]) for _ in range(sockets // 4 + 1)]
    before = process.memory()
    for number in range(sockets):
        headers = {"Host": "x", **guests[number // 4].headers()}
        socket = await connected(port, f"/ws/tables/{table}", headers, lambda *_: None)
        socket.write(b'{"t":"hello"}')
    await asyncio.sleep(0.5)
    now = process.memory()
    told(
        f"memory of an idle socket, of {sockets:,}",
        f"{(now - before) / sockets / 1024:.1f} KiB; {(now - before) / 1e6:.1f} MB of them, "
        f"{now / 1e6:.1f} MB the whole process",
    )
    process.end()


async def resumed(folder: Path, tables: int) -> None:
    """Measures the restart of a killed room with all its tables."""
    process, opened = house(folder / "resume.db")
    clients = await seated(opened["url"], tables, seats=2)
    for client in clients:
        client.playing = True
        client.socket.write(b'{"t":"hello"}')
    await asyncio.sleep(3.0)
    process.process.kill()
    process.process.wait()
    began = time.perf_counter()
    process, opened = house(folder / "resume.db")
    ready = time.perf_counter() - began
    room = await Room.enter(opened["url"])
    asked = time.perf_counter()
    count = len((await room.get("/api/tables"))["tables"])
    told(f"resume of {count} tables", f"open after {ready:.2f} s, all tables {time.perf_counter() - asked:.2f} s later")
    process.end()


async def run(*, short: bool) -> None:
    tables, seconds, times = (10, 3.0, 1) if short else (20, 8.0, 3)
    told("the interpreter", f"{platform.python_implementation()} {sys.version}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        by_clock, shares, fan_outs, least = [], [], [], []
        for turn in range(times):  # alternating, because the machine's speed varies over time
            clock, room, frames = await full_speed(folder / f"speed-{turn}.db", tables, seconds)
            most = await bare(folder, frames, tables, seconds)
            least.append(alone(4_000 if short else 20_000))
            fan_outs.append(most)
            by_clock.append(clock)
            shares.append(room / most)
        told("durable actions a second by the clock, median", f"{statistics.median(by_clock):,.0f}")
        told("the room beside the bare fan-out, a core each, median", f"{statistics.median(shares):.0%}")
        itself = statistics.median(least)
        told("a table by itself, with no socket and no disk, median", f"{itself * 1e6:,.0f} us an action")
        most = statistics.median(fan_outs)
        told("what 60 % of the bare fan-out would leave for all of it", f"{1 / (0.6 * most) * 1e6:,.0f} us an action")
        await once_a_second(folder, 600 if short else 2004, seconds)
        await idle(folder, 400 if short else 5000)
        await resumed(folder, 50 if short else 200)


def main() -> None:
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except ImportError:
        pass
    asyncio.run(run(short="--short" in sys.argv))


if __name__ == "__main__":
    main()
