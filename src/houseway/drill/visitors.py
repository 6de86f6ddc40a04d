"""Visitors who play over real sockets and remember every frame and acknowledgement."""

import asyncio
import contextlib
import random
from typing import Any, Final

from msgspec import Struct
from websockets.exceptions import WebSocketException

from houseway.client import PATIENCE, Frame, Room, RoomRefused, Table

PACE: Final = 0.22
"""Seconds between two messages: a socket may send a hundred within twenty seconds."""
TWICE: Final = 0.1
"""Probability that a visitor repeats an acknowledged command at once under the same key."""
CUT: Final = (OSError, WebSocketException)


class Acknowledged(Struct, frozen=True):
    """An acknowledged command and the step in which it was applied."""

    command: str
    fields: dict[str, Any]
    n: int


class Visitor:
    """One person with a seat at one table."""

    pace = PACE
    twice = TWICE

    def __init__(self, room: Room, table: str, game: str) -> None:
        self.room = room
        self.table = table
        self.game = game
        self.acknowledged: list[Acknowledged] = []
        self.lines: list[Frame] = []
        self.last = 0
        self.closed = False
        self.faults: list[str] = []
        self._rng = random.Random()
        self._count = 0
        self._line: Table | None = None

    async def connect(self, url: str) -> None:
        """Connects to the server at `url` and waits for the welcome. Records a fault if the table lost steps."""
        self.room.url, self.room.urls, self.room.patience = url, [url], PATIENCE
        self._line = self.room.at(self.table)
        await self._line.enter(self.last or None)
        self.room.patience = 0.0  # no reconnect: the next server has another port
        while not self._line.n:
            await self._read_frame()
        if self._line.n < self.last:
            self._fault(f"step {self.last} was seen, and the table stands at {self._line.n}")

    async def _read_frame(self) -> None:
        """Reads the next frame. Raises ConnectionError if the connection is closed."""
        assert self._line is not None
        async for frame in self._line:
            self.lines += frame.get("story", ())
            self.last = max(self.last, frame.get("n", 0))
            self.closed = self.closed or frame.get("state", {}).get("phase") == "closed"
            return
        raise ConnectionError("the line was cut")

    async def play(self) -> None:
        """Answers every prompt until the connection is lost or the table closes."""
        hearing = asyncio.create_task(self._listen())
        try:
            while not self.closed and not hearing.done():
                await self._send_next()
                await asyncio.sleep(self.pace)
        except CUT:
            pass
        finally:
            await self.leave()
            await hearing

    async def _listen(self) -> None:
        with contextlib.suppress(*CUT):
            while not self.closed:
                await self._read_frame()

    async def leave(self) -> None:
        if self._line is not None:
            with contextlib.suppress(*CUT):
                await self._line.leave()

    async def _send_next(self) -> None:
        assert self._line is not None
        self._count += 1
        command, fields = next_command(self._line, self._rng)
        fields["key"] = f"{self.room.person}.{self._count}"
        twice = self._rng.random() < self.twice
        try:
            told = await self._line.tell(command, **fields)
            self.acknowledged.append(Acknowledged(command, fields, told["n"]))
            if twice:
                await self._repeat_one(self._line, self.acknowledged[-1])
        except RoomRefused:
            return

    async def repeat(self, some: list[Acknowledged]) -> None:
        """Repeats the commands over a new connection. Each must get its first acknowledgement again."""
        line = self.room.at(self.table)
        await line.enter()
        try:
            for each in some:
                await self._repeat_one(line, each)
        finally:
            with contextlib.suppress(*CUT):
                await line.leave()

    async def _repeat_one(self, line: Table, before: Acknowledged) -> None:
        what = f"{before.command} with key {before.fields['key']}"
        try:
            told = await line.tell(before.command, **before.fields)
        except RoomRefused as refused:
            self._fault(f"{what} was done in step {before.n}, and is refused now: {refused}")
        else:
            if told["n"] != before.n:
                self._fault(f"{what} was done in step {before.n}, and is said to be of step {told['n']} now")

    def _fault(self, says: str) -> None:
        self.faults.append(f"{self.game}: {says}")


def next_command(line: Table, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Returns a command that the table waits for (decision, bank, bet, `ready`), else a chat message."""
    state, mine = line.state, line.mine
    number = {"round": state["round"]}
    for ask in mine.get("asks", []):
        return "decide", number | {"place": ask["place"], "step": ask["step"], "decision": _decision(ask, rng)}
    bank = mine.get("bank")
    if bank and state["phase"] in ("offering", "broken"):
        takes = "pass" not in bank["may"] or rng.random() < 0.3
        agreed = {"agrees": bank["agrees"]} if "agrees" in bank else {}
        return "bank", {"do": "take", "posted": bank["low"], **agreed} if takes else {"do": "pass"}
    for offer in mine.get("bets", [])[:1]:
        wagers = {circle["circle"]: circle["low"] for circle in offer["circles"] if circle["required"]}
        if wagers and not offer["on"]:
            return "bet", number | {"place": offer["place"], "wagers": wagers}
    if mine.get("ready"):
        return "ready", number
    if not line.you.get("chips") and rng.random() < 0.2:
        return "top_up", {"cents": line.sheet["buy_in"]["low"]}
    return "say", {"text": rng.choice(("nice hand", "how slow it is tonight", "one more"))}


def _decision(ask: dict[str, Any], rng: random.Random) -> Any:
    """Returns one of the complete offers, a plain choice, or the default of the clock."""
    if ask.get("offers"):
        return rng.choice(ask["offers"])
    plain = [each for each in ask["choices"] if not {"circle", "pick", "piles"} & each.keys()]
    return rng.choice(plain)["name"] if plain and rng.random() < 0.5 else ask["default"]
