"""People who talk and play at several tables through `houseway.client` and remember everything they received."""

import asyncio
import random
import threading
import time
from typing import Any

from houseway.client import Room, RoomRefused, Table

GAMES = ("three-card-poker", "texas-holdem", "pai-gow-california")
PACE = 0.4
"""Seconds between two messages of one person at a table: below the rate limit of a seated person."""


class Talker:
    """One person at one table."""

    def __init__(self, room: Room, table: str, seat: int) -> None:
        self.room = room
        self.table = table
        self.seat = seat
        self.told: dict[str, tuple[dict[str, Any], int]] = {}
        self.refused: list[str] = []
        self.seen = 0
        self.last_ok = 0.0
        self.lines = 0

    async def talk(self, ended: asyncio.Event, rng: random.Random) -> None:
        async with self.room.at(self.table) as line:
            reading = asyncio.create_task(self._read(line))
            while not line.state:
                await asyncio.sleep(0.01)
            if not line.you["places"]:
                await self._say(line, "sit", seat=self.seat, buy_in=line.sheet["buy_in"]["low"] * 5)
            turn = 0
            while not ended.is_set():
                turn += 1
                if turn % 3 or not await self._play(line):
                    await self._say(line, "say", text=f"turn {turn}")
                await asyncio.sleep(rng.uniform(0.5, 1.5) * PACE)
            self.lines = line.lines
        await reading

    async def _read(self, line: Table) -> None:
        async for frame in line:
            if frame["t"] in ("step", "welcome"):
                assert frame["n"] >= self.seen, f"step {frame['n']} after {self.seen} was told"
                self.seen = frame["n"]

    async def _play(self, line: Table) -> bool:
        """Answers every prompt by its default."""
        state, mine = line.state, line.mine
        for ask in mine.get("asks", []):
            fields = {"round": state["round"], "step": ask["step"], "place": ask["place"], "decision": ask["default"]}
            await self._say(line, "decide", **fields)
            return True
        if mine.get("bank") and state["phase"] == "offering" and "pass" in mine["bank"]["may"]:
            await self._say(line, "bank", do="pass")
            return True
        if mine.get("ready"):
            await self._say(line, "ready", round=state["round"])
            return True
        return False

    async def _say(self, line: Table, command: str, **fields: Any) -> None:
        key = f"{self.seat}.{len(self.told) + len(self.refused)}.{random.randrange(16**8):x}"
        try:
            answer = await line.tell(command, key=key, **fields)
        except RoomRefused as refused:
            self.refused.append(refused.code)
            return
        self.told[key] = ({"t": command, "key": key} | fields, answer["n"])
        self.last_ok = time.monotonic()


class Load:
    """Everybody at every table, in their own thread."""

    def __init__(self, urls: list[str], tables: int, people: int) -> None:
        self._urls, self._tables, self._people = urls, tables, people
        self.talkers: list[Talker] = []
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Load":
        rooms = [Room(self._url(number), also=self._others(number), patience=60) for number in range(self._people)]
        for number, room in enumerate(rooms):
            room.person = room.call("POST", "/api/session", {"name": f"Person {number}"})["person"]
        for number in range(self._tables):
            opener = rooms[number % len(rooms)]
            sheet = {"game": GAMES[number % len(GAMES)], "bots": 1, "key": f"open.{number}", "time": 60}
            table = str(opener.call("POST", "/api/tables", sheet)["table"])
            self.talkers += [Talker(room, table, seat + 1) for seat, room in enumerate(rooms)]
        self._thread.start()
        return self

    def _url(self, number: int) -> str:
        return self._urls[number % len(self._urls)]

    def _others(self, number: int) -> list[str]:
        return [url for url in self._urls if url != self._url(number)]

    def _run(self) -> None:
        self._loop.run_until_complete(self._all())

    async def _all(self) -> None:
        rng = random.Random(14)
        work = [asyncio.create_task(talker.talk(self._ended, rng)) for talker in self.talkers]
        for done in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(done, BaseException):
                self._failed.append(done)
                self._ended.set()

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(120)
        assert not self._thread.is_alive(), "somebody is still waiting for an answer"
        self._loop.close()
        assert not self._failed, self._failed

    @property
    def tables(self) -> list[str]:
        return list(dict.fromkeys(talker.table for talker in self.talkers))

    def all_answered_since(self, moment: float) -> bool:
        """Returns whether everybody has received an `ok` since then."""
        assert not self._failed, self._failed
        return all(talker.last_ok > moment for talker in self.talkers)

    def answered_at(self, tables: list[str], since: float) -> float:
        """Returns when the last of these tables gave its first `ok`."""
        firsts = [
            min((t.last_ok for t in self.talkers if t.table == table and t.last_ok > since), default=float("inf"))
            for table in tables
        ]
        return max(firsts, default=since)
