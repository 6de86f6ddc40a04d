"""Ten tables of Omaha with bots that think, and a coach who is asked cold: how long others wait for their `ok`.

    python -m tests.campaigns.thinkers                 four rooms, ten seconds without and ten with
    python -m tests.campaigns.thinkers 1 --seconds 5   less of it

Each room is new, so that its coach has counted nothing yet (twenty seconds at Ultimate Texas Hold'em). Four people at
another table say a word every fifty milliseconds, and every word is a row on the disk: first while nothing else
happens, then beside the thinkers. The exit code is 0 where p99 beside them is under 50 ms; on a machine that others
use, look at how many times it is what it was without them, and at what the others took of the processor meanwhile.

What is measured is the house, so that three things are kept out. A room that has just opened still reads its books in
a thread: it is waited for. Four people who speak at the same moment measure one moment four times, and wait for each
other: they speak in turns. And those who play with the bots would sit at machines of their own: their process yields,
and keeps to the cores of the workers where there are two or more.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from msgspec import Struct

from houseway.client import Room, RoomRefused, Table
from houseway.drill.visitors import next_word
from houseway.server.manners import others_than_first
from tests.server.running import ROOT, UNLIMITED, Server

ROOMS, SECONDS = 4, 10.0
TABLES, BOTS = 10, 5
SPEAKERS, EVERY = 4, 0.05
AIM: Final = 0.050
SETTLES: Final = 2.0
"""Seconds that a room is given after it has opened."""
YIELDS: Final = 10
"""How much less of the processor those who play with the bots want."""


class Waits(Struct):
    """Seconds from a word to its `ok`, without the thinkers and beside them, and what these did meanwhile."""

    alone: list[float] = []
    beside: list[float] = []
    thought: int = 0
    asked: int = 0
    foreign: float = 0.0
    """Seconds of the processor that programs of others took beside them."""

    @property
    def held(self) -> bool:
        return p99(self.beside) < AIM

    def told(self) -> str:
        return (
            f"p50 / p99 of {len(self.alone):,} words alone {statistics.median(self.alone) * 1000:.1f} / "
            f"{p99(self.alone) * 1000:.1f} ms, of {len(self.beside):,} beside {TABLES} tables of Omaha and a coach "
            f"{statistics.median(self.beside) * 1000:.1f} / {p99(self.beside) * 1000:.1f} ms: "
            f"{p99(self.beside) / p99(self.alone):.2f} times; {self.thought:,} rows at the tables of bots, "
            f"the coach asked {self.asked} times, others took {self.foreign:.1f} s of the processor"
        )


def p99(waits: list[float]) -> float:
    return sorted(waits)[len(waits) * 99 // 100]


def foreign() -> float:
    """Seconds of the processor that others than this process and its children have taken so far; 0 off Linux."""
    taken, parents = dict[int, int](), dict[int, int]()
    for found in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = found.read_text().rpartition(")")[2].split()
            parents[int(found.parent.name)], taken[int(found.parent.name)] = int(words[1]), sum(map(int, words[11:13]))

    def is_own(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_own(parents[process]))

    return sum(ticks for process, ticks in taken.items() if not is_own(process)) / 100


# -- those who are waited for -----------------------------------------------------------------------------------------


async def arrived(room: Room, table: str) -> Table:
    """Somebody in a seat that was free."""
    line = room.at(table)
    await line.enter()
    while not line.n:
        await asyncio.sleep(0.01)
    taken = {row["seat"] for row in line.state["seats"]}
    seat = next(seat for seat in range(1, line.sheet["seats"] + 1) if seat not in taken)
    await line.tell("sit", seat=seat, buy_in=line.sheet["buy_in"]["low"])
    return line


async def speak(line: Table, turn: float, seconds: float, waits: list[float]) -> None:
    """A word every so often, however long the last one took; the first when it is this person's turn."""
    await asyncio.sleep(turn)
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        await line.tell("say", text="one more")
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(max(EVERY - (time.perf_counter() - began), 0))


async def all_speak(lines: list[Table], seconds: float, waits: list[float]) -> None:
    turns = [number * EVERY / len(lines) for number in range(len(lines))]
    await asyncio.gather(*(speak(line, turn, seconds, waits) for line, turn in zip(lines, turns, strict=True)))


async def measured(seconds: float, folder: Path, waits: Waits) -> None:
    """One room: so long without thinkers, so long beside them."""
    os.environ["HOUSEWAY_CACHE"] = str(folder / "cache")
    server = await asyncio.to_thread(Server, folder / "thinkers.db", "--pace", "fast", run=UNLIMITED)
    try:
        rooms = [await Room.enter(server.url) for _ in range(SPEAKERS)]
        table = await rooms[0].open("lowball", bots=0)
        lines = [await arrived(room, table) for room in rooms]
        drains = [asyncio.create_task(drained(line)) for line in lines]
        await rooms[0].get("/api/games")
        await asyncio.sleep(SETTLES)
        await all_speak(lines, seconds, waits.alone)
        with subprocess.Popen(
            [sys.executable, "-m", __spec__.name, "--play-at", server.url], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as thinkers:
            assert thinkers.stdout is not None
            try:
                await asyncio.to_thread(thinkers.stdout.readline)
                others = foreign()
                await all_speak(lines, seconds, waits.beside)
                waits.foreign += foreign() - others
            finally:
                thinkers.send_signal(signal.SIGTERM)
            done = await asyncio.to_thread(thinkers.stdout.read)
        words = [int(word) for word in done.split()]
        waits.thought, waits.asked = waits.thought + words[0], waits.asked + words[1]
        for line in lines:
            await line.leave()
        await asyncio.gather(*drains)
    finally:
        server.kill()


async def drained(line: Table) -> None:
    async for _ in line:
        pass


# -- the thinkers -----------------------------------------------------------------------------------------------------


async def play_with_bots(line: Table, rng: random.Random) -> None:
    """One person answers at once whatever is asked, so that the bots are always waited for."""
    drain = asyncio.create_task(drained(line))
    while not drain.done():
        before = line.n
        try:
            command, fields = next_word(line, rng)
            if command != "say":
                await line.tell(command, **fields)
        except RoomRefused:
            pass
        except ConnectionError:
            return
        while line.n == before and not drain.done():
            await asyncio.sleep(0.005)


async def ask_coach(room: Room, counts: list[int]) -> None:
    """Somebody at Ultimate Texas Hold'em asks, and as soon as there is an answer, again."""
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
                command, fields = next_word(line, rng)
                if command != "say":
                    await line.tell(command, **fields)
        await asyncio.sleep(0.2)


async def think(url: str) -> None:
    """Ten tables and the coach, until the process is told to stop; then how much of it there was."""
    os.nice(YIELDS)
    if sys.platform == "linux":
        os.sched_setaffinity(0, others_than_first(os.sched_getaffinity(0)))
    counts, stopped = [0, 0], asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    lines: list[Table] = []
    work = []
    for number in range(TABLES):
        room = await Room.enter(url)
        lines.append(await arrived(room, await room.open("omaha", bots=BOTS)))
        work.append(asyncio.create_task(play_with_bots(lines[-1], random.Random(number))))
    work.append(asyncio.create_task(ask_coach(await Room.enter(url), counts)))
    while not counts[1]:
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    began = sum(line.n for line in lines)
    await stopped.wait()
    print(sum(line.n for line in lines) - began, counts[1], flush=True)
    for task in work:
        task.cancel()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", type=int, nargs="?", default=ROOMS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--play-at", metavar="URL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play_at:
        asyncio.run(think(given.play_at))
        return 0
    waits = Waits()
    for _ in range(given.rooms):
        with tempfile.TemporaryDirectory(prefix="houseway-thinkers-") as folder:
            asyncio.run(measured(given.seconds, Path(folder), waits))
        print(waits.told(), flush=True)
    return int(not waits.held)


if __name__ == "__main__":
    raise SystemExit(main())
