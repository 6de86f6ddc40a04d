"""Runs each kind of hostile client beside tables in play, and measures the tables' throughput and the clients' answers.

    python -m tests.campaigns.bad_clients              each kind for twelve seconds: some six minutes
    python -m tests.campaigns.bad_clients --short      each for two
    python -m tests.campaigns.bad_clients "10^20"      only that kind

Pace is the number of acknowledged commands of players who answer about as fast as the rate limit allows. Quiet and
attacked stretches alternate within one run, so that other load falls on both. The exit code is 0 if every kind got the
contract's codes alone and the tables kept 90 % of their pace.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from houseway.client import Room
from houseway.drill.process import RoomProcess
from houseway.drill.visitors import Visitor
from tests.campaigns.attacks import ADDRESS, KINDS

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ("three-card-poker", "texas-holdem", "ultimate-texas-holdem", "pai-gow-california")
KEPT: Final = 0.9
"""Share of its pace that a table must keep."""
FULL, SHORT = (3, 4.0), (1, 2.0)
"""Numbers of quiet and attacked stretches, and the seconds of each."""


class Paced(Visitor):
    """A visitor who plays just below the rate limit and records each latency."""

    pace = 0.24
    twice = 0.0

    def __init__(self, room: Room, table: str, game: str) -> None:
        super().__init__(room, table, game)
        self.waits: list[float] = []

    async def _send_next(self) -> None:
        began = time.perf_counter()
        await super()._send_next()
        self.waits.append(time.perf_counter() - began)


class Stretch(NamedTuple):
    """A stretch of play: seconds, acknowledged commands, latencies, and CPU seconds of the room."""

    seconds: float
    acknowledged: int
    waits: list[float]
    worked: float
    """CPU seconds, which other load hardly changes."""


class Beside(NamedTuple):
    """One kind of hostile client, and the tables beside it."""

    name: str
    quiet: list[Stretch]
    attacked: list[Stretch]
    told: Counter[str]

    @property
    def kept(self) -> float:
        return _pace(self.attacked) / _pace(self.quiet)

    @property
    def wrong(self) -> dict[str, int]:
        """Returns answers that the contract does not allow."""
        return {answer: count for answer, count in self.told.items() if answer not in KINDS[self.name].answers}

    @property
    def held(self) -> bool:
        return self.kept >= KEPT and not self.wrong and sum(self.told.values()) > 0

    def row(self) -> str:
        answers = ", ".join(
            f"{answer} {count:,}" for answer, count in sorted(self.told.items(), key=lambda each: -each[1])
        )
        return (
            f"| {self.name} | {self.kept:.0%} | {_pace(self.quiet):.1f} | {_pace(self.attacked):.1f} "
            f"| {_late(self.quiet):.0f} | {_late(self.attacked):.0f} "
            f"| {_worked(self.quiet):.0%} | {_worked(self.attacked):.0%} | {answers} |"
        )


HEAD: Final = (
    "| bad clients | pace kept | quiet, a second | attacked, a second | p95 quiet, ms | p95 attacked, ms "
    "| the room's processor, quiet | attacked | answered |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def _pace(some: list[Stretch]) -> float:
    return sum(each.acknowledged for each in some) / sum(each.seconds for each in some)


def _worked(some: list[Stretch]) -> float:
    """Returns the CPU seconds of the room, user and system."""
    return sum(each.worked for each in some) / sum(each.seconds for each in some)


def _late(some: list[Stretch]) -> float:
    """Returns the 95th percentile of the latencies in milliseconds."""
    waits = [wait for each in some for wait in each.waits]
    return 1000 * statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else float("nan")


class Evening:
    """A room, its players, and what hostile clients know of it."""

    def __init__(self, folder: Path) -> None:
        self.process = RoomProcess(folder / "room.db", "--pace", "fast")
        self.people: list[Paced] = []
        self.target: dict[str, Any] = {}
        self._playing: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Starts the room, seats the players, and gives the hostile clients what anybody can get."""
        await asyncio.to_thread(self.process.open)
        url = self.process.url
        for number, game in enumerate(GAMES, 1):
            room = await Room.enter(url, f"Player {number}")
            self.people.append(Paced(room, (await room.play(game))["table"], game))
        bad = [await Room.enter(url, f"Bad {number}") for number in range(12)]
        ended = await Room.enter(url, "Gone")
        cookie = ended.cookie
        await ended.post("/api/session/end")
        mine = await bad[0].open("three-card-poker")
        self.target = {
            "url": url, "cookies": [each.cookie for each in bad], "ended": cookie,
            "theirs": self.people[0].table, "mine": mine,
        }  # fmt: skip
        for person in self.people:
            await person.connect(url)
            self._playing.append(asyncio.create_task(person.play()))
        await asyncio.sleep(1.0)

    async def stretch(self, seconds: float) -> Stretch:
        began, worked = time.perf_counter(), self._worked()
        done, waits = self._done(), [len(person.waits) for person in self.people]
        await asyncio.sleep(seconds)
        passed = time.perf_counter() - began
        new = [wait for person, since in zip(self.people, waits, strict=True) for wait in person.waits[since:]]
        return Stretch(passed, self._done() - done, new, self._worked() - worked)

    def _worked(self) -> float:
        """Seconds of a processor that the room has used, in its own code and in the system's."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _done(self) -> int:
        return sum(len(person.acknowledged) for person in self.people)

    async def beside(self, name: str, turns: int, seconds: float) -> Beside:
        """Alternates quiet and attacked stretches."""
        attacker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.campaigns.attacks", name, json.dumps(self.target)),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        await attacker.stdout.readline()
        found = Beside(name, [], [], Counter())
        for _ in range(turns):
            found.quiet.append(await self.stretch(seconds))
            attacker.stdin.write(f"{seconds}\n".encode())
            found.attacked.append(await self.stretch(seconds))
            found.told.update(json.loads(await attacker.stdout.readline()))
            await asyncio.sleep(0.5)
        attacker.stdin.write(b"end\n")
        await attacker.wait()
        return found

    async def close(self) -> list[str]:
        """Stops the room. Returns cut connections and errors in its log."""
        cut = [
            f"{person.game}: its line was cut"
            for person, task in zip(self.people, self._playing, strict=True)
            if task.done()
        ]
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        books = await Room(self.process.url, key=self.process.host_key).get("/api/ledger/check")
        if books["sum"]:
            cut.append(f"the ledger adds up to {books['sum']}")
        log = self.process.db.with_suffix(".log").read_text(encoding="utf-8").splitlines()
        bad = [line for line in log if json.loads(line)["level"] not in ("info", "warning")]
        return cut + bad + [fault for person in self.people for fault in person.faults]


async def measure_kinds(names: list[str], turns: int, seconds: float) -> tuple[list[Beside], list[str]]:
    """Measures every kind by name in one room. Returns the measurements and other faults."""
    with tempfile.TemporaryDirectory(prefix="houseway-bad-") as folder:
        evening = Evening(Path(folder))
        try:
            await evening.open()
            found = []
            for name in names:
                found.append(await evening.beside(name, turns, seconds))
                print(found[-1].row(), file=sys.stderr, flush=True)
            return found, await evening.close()
        finally:
            evening.process.kill()


def row(short: bool) -> tuple[bool, str]:
    """Returns all kinds in one sentence for the campaign's table, and whether all figures held."""
    found, wrong = asyncio.run(measure_kinds(list(KINDS), *(SHORT if short else FULL)))
    least = min(found, key=lambda each: each.kept)
    bad = [*wrong, *(f"{each.name}: {each.wrong}" for each in found if each.wrong)]
    answered = sum(sum(each.told.values()) for each in found)
    told = f"{len(found)} kinds, {answered:,} answers, the least pace kept {least.kept:.0%} ({least.name})"
    return not bad and all(each.held for each in found), "; ".join([told, *bad])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], metavar="KIND")
    parser.add_argument("--short", action="store_true", help="a few seconds of each")
    asked = parser.parse_args()
    print(f"bad clients come from {ADDRESS}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    found, wrong = asyncio.run(measure_kinds(asked.kinds or list(KINDS), *(SHORT if asked.short else FULL)))
    print(HEAD, *(each.row() for each in found), *wrong, sep="\n")
    return int(bool(wrong) or not all(each.held for each in found))


if __name__ == "__main__":
    raise SystemExit(main())
