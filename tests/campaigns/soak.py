"""Plays all games for hours while people come and go, and checks that memory, descriptors and threads stay flat.

    python -m tests.campaigns.soak                    two hours
    python -m tests.campaigns.soak --minutes 5        less of it

Two people at each game say a word and a half a second. Each stays for a minute or two; then the line is cut, and
the person comes back for the story missed, or leaves and opens another table. Between stays they read pages as a
browser does and ask the coach. A quarter of the time is for the room to fill its pools and caches: what it holds in the
second quarter is compared with what it holds in the last. The exit code is 0 if
they are flat, no story line was lost, and the ledger balances.
"""

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from houseway.client import Room, RoomRefused
from houseway.drill.process import RoomProcess
from houseway.drill.visitors import CUT, Visitor
from houseway.roster import OWN

FULL, SHORT = 120.0, 0.5
"""Minutes."""
STAY: Final = (60.0, 120.0)
"""Seconds of a stay, at least and at most."""
MORE: Final = 0.05
"""Memory growth that still counts as flat: an allocator's reserve varies as much from minute to minute."""
MORE_OPEN: Final = 8
"""Descriptors and threads that still count as flat: at a sample some people are reconnecting."""
COACHED: Final = 0.05
"""Probability that a person asks the coach first."""
PAGES: Final = ("/", "/api/games", "/api/tables", "/api/me", "/metrics", "/healthz")


class Sample(Struct, frozen=True):
    """Resources of the room and its workers at one moment."""

    minute: float
    memory: int
    """Private bytes; mapped files belong to the system."""
    room: int
    """Private bytes of the room alone, without its workers."""
    descriptors: int
    threads: int
    steps: int


class Soaked(Struct):
    """All samples, and the faults."""

    samples: list[Sample] = []
    faults: list[str] = []
    stays: int = 0
    ledger_sum: int = 0

    def grown(self) -> list[str]:
        """Returns the resources that are not flat."""
        before, after = quarter(self.samples, 1), quarter(self.samples, 3)
        found = []
        if memory_of(after) > memory_of(before) * (1 + MORE):
            found.append(f"memory grew from {memory_of(before):.1f} to {memory_of(after):.1f} MiB")
        for name in ("descriptors", "threads"):
            was, now = (max(getattr(each, name) for each in some) for some in (before, after))
            if now > was + MORE_OPEN:
                found.append(f"{name} grew from {was} to {now}")
        return found

    @property
    def held(self) -> bool:
        return not self.faults and not self.ledger_sum and not self.grown()

    def summary(self) -> str:
        before, after = quarter(self.samples, 1), quarter(self.samples, 3)
        last = self.samples[-1]
        said = (
            f"{last.minute:,.0f} minutes, {last.steps:,} words acknowledged in {self.stays:,} stays: "
            f"{memory_of(before):.1f} MiB in the second quarter and {memory_of(after):.1f} in the last, at most "
            f"{max(each.descriptors for each in before)} and {max(each.descriptors for each in after)} descriptors, "
            f"{max(each.threads for each in before)} and {max(each.threads for each in after)} threads; "
            f"ledger {self.ledger_sum}"
        )
        return "; ".join([said, *self.grown(), *self.faults[:10]])


def quarter(samples: list[Sample], which: int) -> list[Sample]:
    size = max(len(samples) // 4, 1)
    return samples[which * size : (which + 1) * size] or samples[-1:]


def memory_of(samples: list[Sample]) -> float:
    return statistics.median(each.memory for each in samples) / 2**20


def family(pid: int) -> list[int]:
    """Returns the process and its descendants."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").iterdir():
            found += map(int, (task / "children").read_text(encoding="ascii").split())
    return found


def sampled(pid: int, began: float, steps: int) -> Sample:
    memory = room = descriptors = threads = 0
    for each in family(pid):
        fields = dict(
            line.split(":", 1) for line in Path(f"/proc/{each}/status").read_text(encoding="ascii").splitlines()
        )
        held = int(fields["RssAnon"].split()[0]) * 1024
        memory, room = memory + held, held if each == pid else room
        threads += int(fields["Threads"])
        descriptors += len(list(Path(f"/proc/{each}/fd").iterdir()))
    return Sample((time.monotonic() - began) / 60, memory, room, descriptors, threads, steps)


class Regular(Visitor):
    """A visitor who plays all evening, at one table after another."""

    pace = 0.6
    twice = 0.02

    def __init__(self, room: Room, game: str) -> None:
        super().__init__(room, "", game)
        self.steps = 0
        self.stays = 0

    async def spend(self, url: str) -> None:
        """Runs stay after stay until it is cancelled."""
        while True:
            if not self.table or self.closed or self._rng.random() < 0.5:
                await self._move(url)
            with contextlib.suppress(*CUT):
                await self.connect(url)
                playing = asyncio.create_task(self.play())
                await asyncio.wait([playing], timeout=self._rng.uniform(*STAY))
                await self._look_round()
                await self.leave()
                await playing
            self.steps, self.stays = self.steps + len(self.acknowledged), self.stays + 1
            self.acknowledged.clear()
            self.lines.clear()

    async def _move(self, url: str) -> None:
        """Leaves the table and sits down at another of the same game. A broke person is replaced by a new guest.

        In two hours the chips of the first day are lost more than once.
        """
        if self.table:
            line = self.room.at(self.table)
            with contextlib.suppress(*CUT, RoomRefused):
                await line.enter()
                await line.tell("stand_up")
            with contextlib.suppress(*CUT):
                await line.leave()
        try:
            self.table = (await self.room.play(self.game))["table"]
        except RoomRefused as refusal:
            if refusal.code != "chips":
                raise
            self.room = await Room.enter(url)
            self.table = (await self.room.play(self.game))["table"]
        self.last, self.closed = 0, False

    async def _send_next(self) -> None:
        """Asks the coach before some decisions."""
        assert self._line is not None
        asks = self._line.mine.get("asks")
        if asks and self._rng.random() < COACHED:
            with contextlib.suppress(RoomRefused):
                await self._line.tell("coach", round=self._line.state["round"], place=asks[0]["place"])
        await super()._send_next()

    async def _look_round(self) -> None:
        """Reads pages between two tables."""
        with contextlib.suppress(*CUT, RoomRefused):
            for path in PAGES:
                await self.room.get(path)


async def run_soak(minutes: float, folder: Path) -> Soaked:
    """Plays a room for so long. Returns the samples."""
    process = RoomProcess(folder / "soak.db", "--pace", "fast")
    await asyncio.to_thread(process.open)
    found = Soaked()
    people = [Regular(await Room.enter(process.url), game) for game in OWN for _ in range(2)]
    began = time.monotonic()  # with everybody inside, so that a short soak on a slow machine takes its samples too
    evening = [asyncio.create_task(person.spend(process.url)) for person in people]
    every = min(60.0, minutes * 60 / 24)
    try:
        while time.monotonic() - began < minutes * 60:
            await asyncio.sleep(every * random.uniform(0.9, 1.1))
            ended = [task for task in evening if task.done()]
            found.faults += [f"somebody gave up: {task.exception()!r}" for task in ended]
            sample = sampled(process.pid, began, sum(person.steps for person in people))
            found.samples.append(sample)
            print(
                f"{sample.minute:6.1f} min  {sample.memory / 2**20:7.1f} MiB, the room {sample.room / 2**20:.1f}  "
                f"{sample.descriptors:4} descriptors  {sample.threads:3} threads  {sample.steps:9,} words",
                file=sys.stderr, flush=True,
            )  # fmt: skip
            if ended:
                break
        for task in evening:
            task.cancel()
        await asyncio.gather(*evening, return_exceptions=True)
        books: dict[str, Any] = await Room(process.url, key=process.host_key).get("/api/ledger/check")
        found.ledger_sum, found.stays = books["sum"], sum(person.stays for person in people)
        found.faults += [fault for person in people for fault in person.faults]
    finally:
        process.kill()
    return found


def row(short: bool) -> tuple[bool, str]:
    """Returns the result in one sentence, and whether it held."""
    with tempfile.TemporaryDirectory(prefix="houseway-soak-") as folder:
        found = asyncio.run(run_soak(SHORT if short else FULL, Path(folder)))
    return found.held or (short and not found.faults and not found.ledger_sum), found.summary()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=FULL, metavar="M")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="houseway-soak-") as folder:
        found = asyncio.run(run_soak(asked.minutes, Path(folder)))
    print(found.summary())
    return int(not found.held)


if __name__ == "__main__":
    raise SystemExit(main())
