"""Measures how long others wait for their `ok` beside ten tables of Omaha with bots and a cold coach.

    python -m tests.campaigns.thinkers                 four rooms, ten seconds of each
    python -m tests.campaigns.thinkers 1 --seconds 5   less of it
    python -m tests.campaigns.thinkers --pace normal   bots that seem to think, as where people play

Each room is new, so that its coach has counted nothing yet (twenty seconds at Ultimate Texas Hold'em). Four people at
another table say a word every fifty milliseconds, and every word is a row on the disk: first while nothing else
happens, then beside the thinkers, and then beside ten tables of Omaha where six people each make as many rows a second,
and nobody thinks. What is more beside the thinkers than beside these people is what thinking costs others; the rest is
that a room is played in. The exit code is 0 where p99 beside thinkers is under 50 ms; on a machine that others use,
look at what they took of the processor meanwhile.

What is measured is the house, so that three things are kept out. A room that has just opened still reads its books in
a thread: it is waited for. Four people who speak at the same moment measure one moment four times, and wait for each
other: they speak in turns. And those who play with the bots, or instead of them, would sit at machines of their own:
their process yields, and keeps to the cores of the workers where there are two or more.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from houseway.client import Room, RoomRefused, Table
from houseway.drill.visitors import next_command
from houseway.server.thinking.priority import others_than_first
from tests.server.running import ROOT, UNLIMITED, Server

ROOMS, SECONDS = 4, 10.0
TABLES, BOTS = 10, 5
SEATS: Final = BOTS + 1
SPEAKERS, EVERY = 4, 0.05
AIM: Final = 0.050
SETTLES: Final = 2.0
"""Seconds that a new room gets to settle."""
YIELDS: Final = 10
"""Nice value of those who play with the bots."""


class Waits(Struct):
    """Seconds from a command to its `ok`: alone, beside thinkers and beside people; and what these did meanwhile."""

    alone: list[float] = []
    beside: list[float] = []
    people: list[float] = []
    thought: int = 0
    played: int = 0
    """Rows at the tables of bots, and at those of people."""
    asked: int = 0
    foreign: float = 0.0
    """CPU seconds of other programs beside the thinkers."""

    @property
    def held(self) -> bool:
        return p99(self.beside) < AIM

    def summary(self) -> str:
        return (
            f"p50 / p99 of {len(self.alone):,} words alone {_ms(self.alone)}, beside {TABLES} tables of Omaha, of bots "
            f"and a coach {_ms(self.beside)}, beside {TABLES} of people {_ms(self.people)}: "
            f"{p99(self.beside) / p99(self.alone):.2f} and {p99(self.people) / p99(self.alone):.2f} times; "
            f"{self.thought:,} rows of bots and {self.played:,} of people, the coach asked {self.asked} times, "
            f"others took {self.foreign:.1f} s of the processor"
        )


def _ms(waits: list[float]) -> str:
    return f"{statistics.median(waits) * 1000:.1f} / {p99(waits) * 1000:.1f} ms"


def p99(waits: list[float]) -> float:
    return sorted(waits)[len(waits) * 99 // 100]


def foreign() -> float:
    """Returns the CPU seconds of all processes but this one and its children; 0 off Linux."""
    taken, parents = dict[int, int](), dict[int, int]()
    for found in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = found.read_text().rpartition(")")[2].split()
            parents[int(found.parent.name)], taken[int(found.parent.name)] = int(words[1]), sum(map(int, words[11:13]))

    def is_own(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_own(parents[process]))

    return sum(ticks for process, ticks in taken.items() if not is_own(process)) / 100


# -- those who are waited for -----------------------------------------------------------------------------------------


async def take_seat(room: Room, table: str) -> Table:
    """Seats a person in a free seat."""
    line = room.at(table)
    await line.enter()
    while not line.n:
        await asyncio.sleep(0.01)
    taken = {row["seat"] for row in line.state["seats"]}
    seat = next(seat for seat in range(1, line.sheet["seats"] + 1) if seat not in taken)
    await line.tell("sit", seat=seat, buy_in=line.sheet["buy_in"]["low"])
    return line


async def speak(line: Table, turn: float, seconds: float, waits: list[float]) -> None:
    """Says something at a fixed interval, however long the last answer took, beginning at this person's turn."""
    await asyncio.sleep(turn)
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        await line.tell("say", text="one more")
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(max(EVERY - (time.perf_counter() - began), 0))


async def all_speak(lines: list[Table], seconds: float, waits: list[float]) -> None:
    turns = [number * EVERY / len(lines) for number in range(len(lines))]
    await asyncio.gather(*(speak(line, turn, seconds, waits) for line, turn in zip(lines, turns, strict=True)))


async def measure_room(seconds: float, pace: str, folder: Path, waits: Waits) -> None:
    """Measures one room: alone, beside thinkers, and beside people."""
    os.environ["HOUSEWAY_CACHE"] = str(folder / "cache")
    server = await asyncio.to_thread(Server, folder / "thinkers.db", "--pace", pace, run=UNLIMITED)
    try:
        rooms = [await Room.enter(server.url) for _ in range(SPEAKERS)]
        table = await rooms[0].open("lowball", bots=0)
        lines = [await take_seat(room, table) for room in rooms]
        drains = [asyncio.create_task(drained(line)) for line in lines]
        await rooms[0].get("/api/games")
        await asyncio.sleep(SETTLES)
        await all_speak(lines, seconds, waits.alone)
        others = foreign()
        thought, asked = await _beside(lines, seconds, waits.beside, "--play-at", server.url)
        waits.foreign += foreign() - others
        rate = thought / seconds
        played, _ = await _beside(lines, seconds, waits.people, "--play-at", server.url, "--rate", f"{rate:.2f}")
        waits.thought, waits.played, waits.asked = waits.thought + thought, waits.played + played, waits.asked + asked
        for line in lines:
            await line.leave()
        await asyncio.gather(*drains)
    finally:
        server.kill()


async def _beside(lines: list[Table], seconds: float, waits: list[float], *words: str) -> tuple[int, int]:
    """Measures while others play in their own process. Returns their rows and questions to the coach."""
    command = [sys.executable, "-m", __spec__.name, *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as others:
        assert others.stdout is not None
        try:
            await asyncio.to_thread(others.stdout.readline)
            await all_speak(lines, seconds, waits)
        finally:
            others.send_signal(signal.SIGTERM)
        rows, asked = (int(word) for word in (await asyncio.to_thread(others.stdout.read)).split())
    return rows, asked


async def drained(line: Table) -> None:
    async for _ in line:
        pass


# -- the thinkers -----------------------------------------------------------------------------------------------------


async def play_with_bots(line: Table, rng: random.Random) -> None:
    """Answers every prompt at once, so that the table always waits for its bots."""
    drain = asyncio.create_task(drained(line))
    while not drain.done():
        before = line.n
        try:
            command, fields = next_command(line, rng)
            if command != "say":
                await line.tell(command, **fields)
        except RoomRefused:
            pass
        except ConnectionError:
            return
        while line.n == before and not drain.done():
            await asyncio.sleep(0.005)


async def ask_coach(room: Room, counts: list[int]) -> None:
    """Asks the coach at Ultimate Texas Hold'em, again after each answer."""
    seat = await room.play("ultimate-texas-holdem")
    line, rng = room.at(seat["table"]), random.Random(1)
    await line.enter()
    asyncio.get_running_loop().create_task(drained(line))
    while True:
        asks = line.mine.get("asks")
        with contextlib.suppress(RoomRefused):
            if asks:
                counts[1] += 1
                with contextlib.suppress(RoomRefused):
                    await line.tell("coach", round=line.state["round"], place=asks[0]["place"])
            elif line.n:
                command, fields = next_command(line, rng)
                if command != "say":
                    await line.tell(command, **fields)
        await asyncio.sleep(0.2)


async def think(url: str, counts: list[int]) -> list[Table]:
    """Plays ten tables with bots, and asks the coach."""
    lines: list[Table] = []
    for number in range(TABLES):
        room = await Room.enter(url)
        lines.append(await take_seat(room, await room.open("omaha", bots=BOTS)))
        _started.append(asyncio.create_task(play_with_bots(lines[-1], random.Random(number))))
    _started.append(asyncio.create_task(ask_coach(await Room.enter(url), counts)))
    while not counts[1]:
        await asyncio.sleep(0.01)
    return lines


# -- those who play instead -------------------------------------------------------------------------------------------


async def play_instead(url: str, rate: float) -> list[Table]:
    """Plays ten tables of people who make so many rows a second between them, without bots."""
    tables: list[list[Table]] = []
    for _ in range(TABLES):
        rooms = [await Room.enter(url) for _ in range(SEATS)]
        table = await rooms[0].open("omaha", bots=0)
        tables.append([await take_seat(room, table) for room in rooms])
        _started.extend(asyncio.create_task(drained(line)) for line in tables[-1])
    _started.append(asyncio.create_task(_take_turns(tables, rate)))
    return [lines[0] for lines in tables]


async def _take_turns(tables: list[list[Table]], rate: float) -> None:
    """Answers a prompt at table after table, at a fixed interval."""
    rng, turn = random.Random(1), time.perf_counter()
    for lines in itertools.cycle(tables):
        for line in lines:
            command, fields = next_command(line, rng)
            if command != "say":
                _started.append(asyncio.create_task(_tell(line, command, fields)))
                break
        turn += 1 / rate
        await asyncio.sleep(max(turn - time.perf_counter(), 0))


async def _tell(line: Table, command: str, fields: dict[str, Any]) -> None:
    with contextlib.suppress(RoomRefused, ConnectionError):
        await line.tell(command, **fields)


_started: list["asyncio.Task[Any]"] = []
"""Tasks that run until the process is stopped."""


async def play(url: str, rate: float) -> None:
    """Plays thinkers, or people at that rate, until the process is stopped. Returns how much they did."""
    os.nice(YIELDS)
    if sys.platform == "linux":
        os.sched_setaffinity(0, others_than_first(os.sched_getaffinity(0)))
    counts, stopped = [0, 0], asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    lines = await (play_instead(url, rate) if rate else think(url, counts))
    print("ready", flush=True)
    began = sum(line.n for line in lines)
    await stopped.wait()
    print(sum(line.n for line in lines) - began, counts[1], flush=True)
    for task in _started:
        task.cancel()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", type=int, nargs="?", default=ROOMS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--pace", choices=("fast", "normal"), default="fast")
    parser.add_argument("--play-at", metavar="URL", help=argparse.SUPPRESS)
    parser.add_argument("--rate", type=float, default=0.0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play_at:
        asyncio.run(play(given.play_at, given.rate))
        return 0
    waits = Waits()
    for _ in range(given.rooms):
        with tempfile.TemporaryDirectory(prefix="houseway-thinkers-") as folder:
            asyncio.run(measure_room(given.seconds, given.pace, Path(folder), waits))
        print(waits.summary(), flush=True)
    return int(not waits.held)


if __name__ == "__main__":
    raise SystemExit(main())
