"""Loads a room from one address at its rate limits, beside tables in play: measures p99, memory, file and start-up.

    python -m tests.campaigns.one_address                          ten minutes beside 200 tables
    python -m tests.campaigns.one_address --minutes 60             an hour
    python -m tests.campaigns.one_address --minutes 2 --tables 20  less of it
    python -m tests.campaigns.one_address --pace fast              bots answer at once, which fills both cores by itself

People play at their own pace from this machine; bots take the time that people see, as in a room that names no pace.
A tenth of the time is quiet, for comparison; then each kind of request is hammered by itself, and in the second half
all of them at once. Every answer to a player is timed. At the end the process is killed and opened again. The exit code
is 0 where p99 beside the address is 50 ms or less (or twice the quiet one on a slow machine), memory and
file grew by no more than the limits allow, the room opened again within three seconds, nobody was cut off, a newcomer
from elsewhere found a seat, and the ledger is zero.
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
from typing import Final

from msgspec import Struct

from houseway.client import Room, RoomRefused
from houseway.drill.process import RoomProcess
from houseway.roster import OWN
from houseway.server.net.rate_limit import ADDRESS, GET_COST, TALK_ADDRESS, Allowance
from houseway.server.tables.table_limits import EACH_ADDRESS
from tests.campaigns.bad_clients import Paced
from tests.campaigns.one_address_client import KINDS
from tests.campaigns.soak import sampled

ROOT: Final = Path(__file__).parents[2]
FULL, FULL_TABLES = 10.0, 200
PACE: Final = "normal"
P99, SLOWER = 0.05, 2.0
OPENS: Final = 3.0
ROW: Final = 2_000
"""Bytes of the file that a row takes at most, with its part of snapshots and indexes."""
TABLE: Final = 60_000
"""Bytes of the file for a new table with one hand begun."""
WAL: Final = 16 * 2**20
"""Bytes of the write-ahead log before a checkpoint."""
MEMORY: Final = 200 * 2**20
"""Bytes by which the room and its workers may grow: a process each for search and school, and full buffers."""


class Unhurried(Paced):
    """A player at a table of their own who acts every second and a half."""

    pace = 1.5


class Stretch(Struct):
    """A stretch of seconds: latencies of players, and answers to the address."""

    name: str
    seconds: float
    waits: list[float]
    told: dict[str, dict[str, int]]
    grown: int
    memory: int
    loop: float = 0.0
    """CPU seconds of the event loop's thread, which other load hardly changes."""

    def late(self, part: int = 99) -> float:
        return statistics.quantiles(self.waits, n=100)[part - 1] if len(self.waits) > 1 else 0.0

    def row(self) -> str:
        counts: Counter[str] = sum((Counter(each) for each in self.told.values()), Counter())
        answers = ", ".join(f"{answer} {count:,}" for answer, count in counts.most_common())
        return (
            f"| {self.name} | {self.seconds:.0f} | {len(self.waits):,} | {1000 * self.late(50):.1f} "
            f"| {1000 * self.late():.1f} | {self.loop / self.seconds:.0%} | {self.memory / 2**20:.0f} "
            f"| {self.grown / 1000:,.0f} | {answers} |"
        )


HEAD: Final = (
    "| asked for | seconds | answers to players | p50, ms | p99, ms | the loop's processor | memory, MiB "
    "| file grew by, kB | answered |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


class Report(Struct):
    """Results of the whole campaign."""

    stretches: list[Stretch] = []
    opened_again: float = 0.0
    tables: int = 0
    ledger_sum: int = 0
    newcomer: str = ""
    faults: list[str] = []

    def answers(self) -> Counter[str]:
        """Returns the counts of all answers to the address."""
        counts: Counter[str] = Counter()
        for stretch in self.stretches:
            for each in stretch.told.values():
                counts.update(each)
        return counts

    @property
    def attacked(self) -> float:
        return sum(each.seconds for each in self.stretches if each.told)

    def over(self) -> list[str]:
        """Returns counts and sizes beyond the limits; none of them depends on the machine's speed."""
        told, seconds = self.answers(), self.attacked + len(self.stretches)
        said = sum(each.told.get("talk", {}).get("ok", 0) for each in self.stretches)
        asked = sum(count for answer, count in told.items() if answer in ("HTTP 200", "HTTP 201", "HTTP 409"))
        shown = sum(count for answer, count in told.items() if answer in ("ok", "welcome"))
        limits = [
            ("talk", said, allowed(TALK_ADDRESS, seconds)),
            ("requests", asked, allowed(ADDRESS, seconds) / GET_COST),
            ("messages", shown, allowed(ADDRESS, seconds)),
            ("tables", self.tables, EACH_ADDRESS),
            ("bytes of the file", self.file_growth, self.file_allowed(seconds)),
        ]
        return [f"{name}: {count:,} instead of {most:,.0f}" for name, count, most in limits if count > most]

    @property
    def file_growth(self) -> int:
        return sum(each.grown for each in self.stretches)

    def file_allowed(self, seconds: float) -> float:
        """Returns the allowed growth of the file: rows for the address's tokens, its tables, and the players' rows."""
        players = sum(len(each.waits) for each in self.stretches)
        rows = ROW * (allowed(ADDRESS, seconds) + 4 * players)
        return WAL + rows + TABLE * EACH_ADDRESS * (1 + seconds / 300)

    def slow(self) -> list[str]:
        """Returns figures beyond their limits that depend on the machine too."""
        quiet = next(each.late() for each in self.stretches if not each.told)
        found = [
            f"p99 beside {each.name} is {1000 * each.late():.1f} ms (quiet {1000 * quiet:.1f})"
            for each in self.stretches
            if each.told and each.late() > max(P99, SLOWER * quiet)
        ]
        before, after = self.stretches[0].memory, self.stretches[-1].memory
        if after > before + MEMORY:
            found.append(f"memory grew from {before / 2**20:.0f} to {after / 2**20:.0f} MiB")
        if self.opened_again > OPENS:
            found.append(f"the room opened again after {self.opened_again:.1f} s")
        return found

    def wrong(self) -> list[str]:
        """Returns faults that must never occur."""
        cut = {answer: count for answer, count in self.answers().items() if answer in ("HTTP 500", "closed 1011")}
        faults = [*self.faults, *self.over()]
        faults += [f"the address was answered by {cut}"] if cut else []
        faults += [f"the ledger adds up to {self.ledger_sum}"] if self.ledger_sum else []
        faults += [] if self.newcomer else ["no newcomer found a seat"]
        return faults


def allowed(allowance: Allowance, seconds: float) -> float:
    return allowance.burst + allowance.per_second * seconds


class Evening:
    """A room, its players, and the process of the attacking address."""

    def __init__(self, folder: Path, tables: int, pace: str) -> None:
        self.process = RoomProcess(folder / "room.db", "--pace", pace)
        self._tables = tables
        self.people: list[Unhurried] = []
        self._playing: list[asyncio.Task[None]] = []
        self._began = time.monotonic()

    async def open(self) -> None:
        """Starts the room and seats the players."""
        await asyncio.to_thread(self.process.open)
        games = [*OWN]
        for number in range(self._tables):
            room, game = await Room.enter(self.process.url, f"Player {number}"), games[number % len(games)]
            self.people.append(Unhurried(room, (await room.play(game))["table"], game))
            await self.people[-1].connect(self.process.url)
            self._playing.append(asyncio.create_task(self.people[-1].play()))

    async def start_workers(self) -> None:
        """Asks for a search and a lesson of every game, so that the first memory sample holds the worker processes."""
        host = Room(self.process.url, key=self.process.host_key)
        for game in OWN:
            await host.get(f"/api/games/{game}/search?words=ante")
            await host.get(f"/api/school/{game}?seed=1&questions=50")

    def file_size(self) -> int:
        return sum(each.stat().st_size for each in self.process.db.parent.glob(f"{self.process.db.name}*"))

    async def stretch(self, name: str, seconds: float, attacker: asyncio.subprocess.Process) -> Stretch:
        """Measures `seconds` in which the address sends requests of that kind, or none if it is `quiet`."""
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        waits, size = [len(person.waits) for person in self.people], self.file_size()
        began, told, worked = time.monotonic(), {}, self._worked()
        if name == "quiet":
            await asyncio.sleep(seconds)
        else:
            attacker.stdin.write(f"{name} {seconds}\n".encode())
            told = json.loads(await attacker.stdout.readline())
        new = [wait for person, since in zip(self.people, waits, strict=True) for wait in person.waits[since:]]
        sample = sampled(self.process.pid, self._began, 0)
        grown, worked = self.file_size() - size, self._worked() - worked
        return Stretch(name, time.monotonic() - began, new, told, grown, sample.memory, worked)

    def _worked(self) -> float:
        """Returns the CPU seconds of the event loop's thread."""
        pid = self.process.pid
        fields = Path(f"/proc/{pid}/task/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def close(self, found: Report) -> None:
        """Seats a newcomer from elsewhere, checks the ledger, then kills and restarts the process."""
        host = Room(self.process.url, key=self.process.host_key)
        listed = {line["table"] for line in (await host.get("/api/tables"))["tables"]}
        found.tables = len(listed - {person.table for person in self.people})
        try:
            ben = await Room.enter(self.process.url, "Ben")
            found.newcomer = (await ben.play("texas-holdem"))["table"]
        except RoomRefused as refusal:
            found.faults.append(f"a newcomer was refused: {refusal}")
        for person, task in zip(self.people, self._playing, strict=True):
            if task.done() and not person.closed:
                found.faults.append(f"{person.game}: its line was cut")
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        found.ledger_sum = (await host.get("/api/ledger/check"))["sum"]
        found.faults += [fault for person in self.people for fault in person.faults]
        log = self.process.db.with_suffix(".log").read_text(encoding="utf-8").splitlines()
        found.faults += [line for line in log if not is_harmless(line)][:5]
        await asyncio.to_thread(self.process.kill)
        await asyncio.to_thread(self.process.open)
        found.opened_again = self.process.age


def is_harmless(line: str) -> bool:
    """Returns whether a line of the room's log reports no error."""
    return line.startswith("{") and json.loads(line)["level"] in ("info", "warning")


async def run_campaign(minutes: float, tables: int, folder: Path, pace: str = PACE) -> Report:
    """Runs the whole campaign in so many minutes."""
    evening, found = Evening(folder, tables, pace), Report()
    seconds = 60 * minutes
    plan = [("quiet", seconds / 10), *((name, 0.4 * seconds / len(KINDS)) for name in KINDS), ("all", seconds / 2)]
    try:
        await evening.open()
        attacker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.campaigns.one_address_client", evening.process.url),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT, limit=2**22,
        )  # fmt: skip
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        await attacker.stdout.readline()
        await evening.start_workers()
        for name, length in plan:
            found.stretches.append(await evening.stretch(name, length, attacker))
            print(found.stretches[-1].row(), file=sys.stderr, flush=True)
        attacker.stdin.write(b"end\n")
        await attacker.wait()
        await evening.close(found)
    finally:
        evening.process.kill()
    return found


def sentence(found: Report) -> str:
    """Returns the result in one sentence."""
    quiet, last = found.stretches[0], found.stretches[-1]
    return (
        f"{found.attacked:,.0f} s of one address, {sum(found.answers().values()):,} answers to it: "
        f"p99 of a player's answer {1000 * quiet.late():.1f} ms quiet, {1000 * last.late():.1f} ms beside all of it; "
        f"memory {quiet.memory / 2**20:.0f} and {last.memory / 2**20:.0f} MiB; "
        f"the file grew by {found.file_growth / 10**6:.1f} MB "
        f"(the limits allow {found.file_allowed(found.attacked) / 10**6:.0f}); "
        f"opened again in {found.opened_again:.1f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=FULL, metavar="M")
    parser.add_argument("--tables", type=int, default=FULL_TABLES, metavar="N")
    parser.add_argument("--pace", choices=("normal", "fast"), default=PACE, help="how soon bots answer")
    asked = parser.parse_args()
    print(HEAD, file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="houseway-address-") as folder:
        found = asyncio.run(run_campaign(asked.minutes, asked.tables, Path(folder), asked.pace))
    print(HEAD, *(each.row() for each in found.stretches), sentence(found), sep="\n")
    print(*found.wrong(), *found.slow(), sep="\n")
    return int(bool(found.wrong() or found.slow()))


if __name__ == "__main__":
    raise SystemExit(main())
