"""Sets the clock of a real server by days, forward and back, or suspends its process, in the middle of rounds.

Then it restarts the server and closes every table: nobody was folded, and every chip is back.

    python -m tests.campaigns.time_travel                  2, 12 and 400 days each way, at four games, and ten seconds
    python -m tests.campaigns.time_travel --legs 12 -400   some of it

The legs follow each other in one room, so that a clock that is set back is behind what the room has written. Every
other restart is a kill. The exit code is 0 where everything held.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from houseway.store import Totals
from houseway.store.sqlite.reader import Reader
from tests.server.running import Guest, Line, Server, play_on, served

DAY: Final = 86_400_000
SUSPEND: Final = 0
"""A leg that suspends the process instead of setting the clock."""
LEGS: Final = (2, -2, 12, -12, 400, -400, SUSPEND)
SHORT_LEGS: Final = (12, -400, SUSPEND)
GAMES: Final = ("ultimate-texas-holdem", "texas-holdem", "three-card-poker", "pai-gow-california")
SHORT_GAMES: Final = GAMES[:1]
TIME: Final = 3600
"""Seconds of a decision: more than a busy machine takes for a whole leg, and less than any leg's jump."""
BANK: Final = 30_000
PATIENCE: Final = 120.0


class Travelled(Struct):
    """Findings of a journey."""

    legs: int = 0
    tables: int = 0
    rounds: int = 0
    rows: int = 0
    wrong: list[str] = []


class Pair:
    """Two people at one table: with one alone no deadline would run."""

    def __init__(self, table: str, people: Sequence[Guest]) -> None:
        self.table = table
        self.people = people
        self.lines: list[Line] = []
        self.heard: list[dict[str, object]] = []

    def come(self, url: str) -> None:
        self.people = [person.at(url) for person in self.people]
        self.lines = [person.line(self.table) for person in self.people]

    def go(self) -> None:
        for line in self.lines:
            self.heard += [each for frame in line.heard for each in frame.get("story", [])]
            line.close()
        self.lines = []

    def play(self, is_enough: Callable[[], bool], answers: bool = True) -> bool:
        """Answers prompts of both until `is_enough` holds. Returns whether it did."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.lines:
                line.catch_up()
                if is_enough():
                    return True
                if answers or not line.mine.get("asks"):
                    play_on(line)
        return False

    def play_until_asked(self) -> bool:
        return self.play(lambda: self.is_asked, answers=False)

    def play_round(self, number: int) -> bool:
        return self.play(lambda: self.phase == "settled" or self.round > number)

    def play_until_closed(self) -> bool:
        return self.play(lambda: self.phase == "closed")

    @property
    def is_asked(self) -> bool:
        return any(line.mine.get("asks") for line in self.lines)

    @property
    def round(self) -> int:
        return int(self.lines[0].state["round"])

    @property
    def phase(self) -> str:
        return str(self.lines[0].state["phase"])

    def stacks(self) -> list[int]:
        return [person.stack(self.table) for person in self.people]


class Journey:
    """One room, and the legs that it goes through."""

    def __init__(self, folder: Path, games: Sequence[str], suspended: float) -> None:
        self.folder = folder
        self.games = games
        self.suspended = suspended
        self.clock = 0
        self.found = Travelled()
        self.guests: list[Guest] = []

    @contextmanager
    def room(self) -> Iterator[Server]:
        run = (sys.executable, "-m", "tests.server.machine_faults", str(self.folder))
        flags = ("--pace", "fast", "--time", str(TIME), "--new-host-link")
        with served(self.folder / "room.db", *flags, run=run) as server:
            yield server

    def is_so(self, held: bool, what: str) -> None:
        if not held:
            self.found.wrong.append(what)

    def travel(self, legs: Sequence[int]) -> Travelled:
        for number, leg in enumerate(legs):
            what = f"leg {number + 1} ({leg:+} days)" if leg else f"leg {number + 1} (suspended)"
            with self.room() as server:
                pairs = self._sit(server)
                self._jump(server, leg)
                stacks = self._go_on(pairs, what)
                for pair in pairs:
                    pair.go()
                if number % 2:
                    server.kill()
                else:
                    self.is_so(server.stop() == 0, f"{what}: the room did not end by itself")
            with self.room() as server:
                for pair, before in zip(pairs, stacks, strict=True):
                    pair.come(server.url)
                    self._is_well(pair, f"{what}, restarted")
                    self.is_so(pair.stacks() == before, f"{what}: {pair.stacks()} after the restart, {before} before")
                self._close(server, pairs, what)
                self.is_so(server.stop() == 0, f"{what}: the room did not end by itself")
            self._count(pairs, what)
            self.found.legs += 1
        return self.found

    def _sit(self, server: Server) -> list[Pair]:
        """Seats two people at a table of each game, and waits for a prompt at each."""
        self.guests = [each.at(server.url) for each in self.guests] or [server.guest("Ana"), server.guest("Ben")]
        pairs = [Pair(self.guests[0].open(game, bots=0), self.guests) for game in self.games]
        for pair in pairs:
            pair.come(server.url)
            for seat, line in enumerate(pair.lines, 1):
                line.sit(seat)
            self.is_so(pair.play_until_asked(), f"nobody is asked at {pair.table}")
        self.found.tables += len(pairs)
        return pairs

    def _jump(self, server: Server, leg: int) -> None:
        if not leg:
            os.kill(server.process.pid, signal.SIGSTOP)
            time.sleep(self.suspended)
            os.kill(server.process.pid, signal.SIGCONT)
            return
        before = server.log.read_text().count("stood still")
        self.clock += leg * DAY
        new = self.folder / "clock.new"
        new.write_text(str(self.clock))
        new.replace(self.folder / "clock")
        end = time.monotonic() + (PATIENCE if leg > 0 and self.clock > 0 else 1.0)
        while server.log.read_text().count("stood still") == before and time.monotonic() < end:
            time.sleep(0.05)

    def _go_on(self, pairs: Sequence[Pair], what: str) -> list[list[int]]:
        """Checks that the prompts still stand, then plays the round to its end. Returns all stacks."""
        for pair in pairs:
            self._is_well(pair, what)
            number = pair.round
            over = pair.play_round(number)
            self.is_so(over, f"{what}: round {number} of {pair.table} comes to no end")
            self.found.rounds += 1
        for pair in pairs:
            pair.play_until_asked()  # the restart comes in the middle of a round
        return [pair.stacks() for pair in pairs]

    def _is_well(self, pair: Pair, what: str) -> None:
        """Returns whether both are in the round, and the prompted one has time left."""
        for line in pair.lines:
            state = line.hello()["state"]
            due = [*state["due_ms"].values()]
            self.is_so(all(0 < ms <= TIME * 1000 + BANK for ms in due), f"{what}: {due} ms are left at {pair.table}")
            seats = [seat for seat in state["seats"] if seat.get("person")]
            self.is_so(len(seats) == 2, f"{what}: {len(seats)} sit at {pair.table}")
            self.is_so(not any(seat.get("away") or seat.get("out") for seat in seats), f"{what}: somebody sits out")
        self.is_so(pair.is_asked, f"{what}: nobody is asked any more at {pair.table}")

    def _close(self, server: Server, pairs: Sequence[Pair], what: str) -> None:
        host = server.host()
        for pair in pairs:
            host.call("POST", f"/api/tables/{pair.table}/floor", {"do": "close", "key": f"c-{pair.table[:20]}"})
            closed = pair.play_until_closed()
            self.is_so(closed, f"{what}: {pair.table} does not close")
            pair.go()
        for guest in self.guests:
            self.is_so(guest.at(server.url).get("/api/me")["tables"] == [], f"{what}: {guest.id} has chips at a table")

    def _count(self, pairs: Sequence[Pair], what: str) -> None:
        """Checks that rows are readable, times never decrease, nobody timed out, and all chips are in cages or won."""
        reader = Reader(self.folder / "room.db")
        try:
            self._are_back(reader.check(), what)
            for pair in pairs:
                rows = reader.rows_after(pair.table, 0)
                moments = [row.at for row in rows]
                self.is_so(moments == sorted(moments), f"{what}: the log of {pair.table} runs back")
                self.is_so(all(row.read() for row in rows), "a row is empty")
                self.found.rows += len(rows)
                slow = [line for line in pair.heard if line.get("slow")]
                self.is_so(not slow, f"{what}: the clock decided {slow}")
            self.is_so(not reader.load_tables(), f"{what}: a table is open")
        finally:
            reader.close()

    def _are_back(self, totals: Totals, what: str) -> None:
        self.is_so(totals.sum == totals.tables == totals.pools == 0, f"{what}: {totals}")


def travelled(
    folder: Path, legs: Sequence[int] = SHORT_LEGS, games: Sequence[str] = SHORT_GAMES, suspended: float = 2.0
) -> Travelled:
    """Runs the short form."""
    return Journey(folder, games, suspended).travel(legs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--legs", type=int, nargs="+", default=LEGS, help="days; 0 suspends the process")
    parser.add_argument("--suspended", type=float, default=10.0, help="seconds")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="houseway-travel-") as folder:
        found = travelled(Path(folder), asked.legs, GAMES, asked.suspended)
    print(f"{found.legs} legs, {found.tables} tables, {found.rounds} rounds, {found.rows:,} rows")
    for wrong in found.wrong:
        print(wrong)
    print("nobody was folded, and every chip is back" if not found.wrong else f"{len(found.wrong)} things went wrong")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
