"""Runs the drill: plays all games of a room, kills the server at random moments, restarts it, then audits the store."""

import asyncio
import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.client import Room, RoomRefused, new_key
from houseway.drill.process import PATIENCE, RoomProcess
from houseway.drill.visitors import Visitor
from houseway.room.messages.story_lines import for_person
from houseway.roster import listings
from houseway.script import Refusal
from houseway.store.sqlite.reader import Reader

LONG_AGO: Final = 30
"""Acknowledged commands of each visitor that the drill repeats at the end, drawn from all runs of the server."""
AT_ONCE: Final = 8
"""Requests in flight at a time."""
Tell = Callable[[str, int, int], None]


class Drilled(Struct, kw_only=True):
    """Result of a drill. `serving_*` are seconds from process start to the answer of the last table."""

    kills: int
    tables: int
    games: int
    sockets: int
    rounds: int = 0
    void: int = 0
    acknowledged: int = 0
    sent_again: int = 0
    lines: int = 0
    lost: list[str] = []
    ledger_sum: int = 0
    left_at_tables: int = 0
    stuck: list[str] = []
    serving_median: float = 0.0
    serving_worst: float = 0.0

    @property
    def held(self) -> bool:
        return not (self.lost or self.stuck or self.ledger_sum or self.left_at_tables)


class Drill:
    """One server process, its visitors, and everything that the server told them."""

    def __init__(self, folder: Path, games: tuple[str, ...], idle_tables: int = 0) -> None:
        self.process = RoomProcess(folder / "room.db", "--pace", "fast")
        self.games = games
        self.idle_tables = idle_tables
        self.visitors: list[Visitor] = []
        self.others: list[str] = []
        """Tables without players."""
        self.serving: list[float] = []
        self.drilled = Drilled(kills=0, tables=0, games=len(set(games)), sockets=len(games))
        self._rng = random.Random()
        self._checked = [0] * len(games)

    async def enter(self) -> None:
        """Starts the server and seats every visitor at a table with bots."""
        await asyncio.to_thread(self.process.open)
        url = self.process.url
        for number, game in enumerate(self.games, 1):
            room = await Room.enter(url, f"Visitor {number}")
            seat = await room.play(game)
            self.visitors.append(Visitor(room, seat["table"], game))
        host = Room(url, key=self.process.host_key)
        for number in range(self.idle_tables):
            self.others.append(await host.open(self.games[number % len(self.games)]))
        self.drilled.tables = len(self.visitors) + self.idle_tables
        await self._connect_all()

    async def reopen(self) -> None:
        """Restarts the server. Every table must say welcome and repeat its earlier acknowledgements."""
        await asyncio.to_thread(self.process.open)
        await asyncio.gather(self._connect_all(), self._check_idle_tables())
        self.serving.append(self.process.age)
        await asyncio.gather(*(self._repeat_new(index) for index in range(len(self.visitors))))

    async def _connect_all(self) -> None:
        await asyncio.gather(*(visitor.connect(self.process.url) for visitor in self.visitors))

    async def _check_idle_tables(self) -> None:
        """Requests the state of every table without players."""
        host = Room(self.process.url, key=self.process.host_key)
        for first in range(0, len(self.others), AT_ONCE):
            await asyncio.gather(*(self._check_table(host, table) for table in self.others[first : first + AT_ONCE]))

    async def _check_table(self, host: Room, table: str) -> None:
        try:
            await host.get(f"/api/tables/{table}")
        except RoomRefused as refused:
            self.drilled.lost.append(f"a table where nobody plays is gone: {refused}")

    async def _repeat_new(self, index: int) -> None:
        """Repeats the visitor's commands that were acknowledged since the last check."""
        visitor, since = self.visitors[index], self._checked[index]
        some = visitor.acknowledged[since:]
        self._checked[index] = len(visitor.acknowledged)
        await self._repeat(visitor, some)

    async def _repeat(self, visitor: Visitor, some: list[Any]) -> None:
        for first in range(0, len(some), LONG_AGO):  # a socket has a rate limit; the next batch uses another socket
            await visitor.repeat(some[first : first + LONG_AGO])
        self.drilled.sent_again += len(some)

    async def play_and_kill(self, seconds: float) -> None:
        """Plays until a random moment, kills the server and checks that its log holds every line it sent."""
        await self.play_until_killed(self._rng.uniform(0.0, seconds))
        self.check_log()

    async def play_until_killed(self, seconds: float) -> None:
        """Lets every visitor play for `seconds`, then kills the server."""
        playing = [asyncio.create_task(visitor.play()) for visitor in self.visitors]
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.process.kill)
        await asyncio.gather(*playing)
        self.drilled.kills += 1

    def check_log(self) -> None:
        """Checks that the log holds every story line that a socket received, as that person may hear it."""
        reader = Reader(self.process.db)
        try:
            for visitor in self.visitors:
                self._check_lines(reader, visitor)
        finally:
            reader.close()

    def _check_lines(self, reader: Reader, visitor: Visitor) -> None:
        if not visitor.lines:
            return
        kept: dict[int, list[Any]] = {}
        first = min(line["n"] for line in visitor.lines)
        for row in reader.rows_after(visitor.table, 0):
            body = row.read()
            if body.ack.n >= first:
                told = [msgspec.to_builtins(for_person(each, visitor.room.person)) for each in body.story]
                kept.setdefault(body.ack.n, []).extend(told)
        for line in visitor.lines:
            if line not in kept.get(line["n"], []):
                self.drilled.lost.append(f"{visitor.game}: a line of step {line['n']} was told, and is not in the log")
        self.drilled.lines += len(visitor.lines)
        visitor.lines.clear()

    async def leave(self) -> None:
        """Closes every table after its round, stops the server and audits log and ledger."""
        for visitor in self.visitors:
            known = visitor.acknowledged
            await self._repeat(visitor, self._rng.sample(known, min(LONG_AGO, len(known))))
        playing = [asyncio.create_task(visitor.play()) for visitor in self.visitors]
        host = Room(self.process.url, key=self.process.host_key)
        for table in [visitor.table for visitor in self.visitors]:
            await host.post(f"/api/tables/{table}/floor", do="close", key=new_key())
        _, slow = await asyncio.wait(playing, timeout=PATIENCE)
        for task in slow:
            task.cancel()
        self.drilled.stuck += [f"{each.game}: its round does not end" for each in self.visitors if not each.closed]
        await asyncio.to_thread(self.process.close)
        self.check_log()
        self.count()

    def count(self) -> None:
        """Verifies the whole store and adds its totals and faults to the result."""
        drilled, reader = self.drilled, Reader(self.process.db)
        try:
            totals = reader.check()
            drilled.ledger_sum, drilled.left_at_tables = totals.sum, totals.tables + totals.pools
            rounds = list(reader.every_round())
        except Refusal as refusal:
            drilled.lost.append(refusal.sentence)
            rounds = []
        finally:
            reader.close()
        drilled.rounds, drilled.void = len(rounds), sum(each.void is not None for each in rounds)
        drilled.acknowledged = sum(len(visitor.acknowledged) for visitor in self.visitors)
        drilled.lost += [fault for visitor in self.visitors for fault in visitor.faults]
        if self.serving:
            drilled.serving_median = statistics.median(self.serving)
            drilled.serving_worst = max(self.serving)


async def drill(kills: int, seconds: float, tell: Tell, games: tuple[str, ...] = (), idle_tables: int = 0) -> Drilled:
    """Kills a server `kills` times in a temporary folder, each within `seconds` of play. Returns the result."""
    with tempfile.TemporaryDirectory(prefix="houseway-drill-") as name:
        work = Drill(Path(name), games or tuple(listings()), idle_tables)
        try:
            await work.enter()
            for number in range(kills):
                await work.play_and_kill(seconds)
                await work.reopen()
                tell("kills", number + 1, kills)
            await work.leave()
        finally:
            work.process.kill()
    return work.drilled
