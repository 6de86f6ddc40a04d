"""Races answers against the deadline: either the answer or the clock's default is applied, and the reply says which.

    python -m tests.campaigns.deadlines                200 answers, ten tables at once
    python -m tests.campaigns.deadlines 20             fewer

Two people play Texas Hold'em with a second for each decision. One answers at once. The other answers something else
than the clock's default, from 50 ms before the deadline to 50 ms after it. Time banks are off.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from houseway.client import Frame, Room, RoomRefused, Table, new_key
from houseway.drill.visitors import next_command
from tests.server.running import Server

FULL: Final = 200
TABLES: Final = 10
GAME: Final = "texas-holdem"
NEAR: Final = 0.05
"""Seconds on either side of the deadline."""
STUCK: Final = 60.0
LATE: Final = ("late", "stale")
"""The contract's code of an answer after the deadline (6.5.23)."""
NO_BANK: Final = (
    *(sys.executable, "-c"),
    "from houseway.room.engine import deadlines; deadlines.TIME_BANK = deadlines.REFILL = 0\n"
    "from houseway.cli import main; main()",
)


class Racer:
    """A player who waits for the deadline and answers then."""

    def __init__(self, line: Table, found: "Counter[str]", wrong: list[str], rng: random.Random) -> None:
        self.line = line
        self.found, self.wrong, self._rng = found, wrong, rng
        self._frames: list[Frame] = []
        self._news = asyncio.Event()
        self._heard_at = 0.0
        self._now: Frame = {"n": 0, "state": {}, "mine": {}}
        self.done: list[str] = []
        self.refused: list[str] = []
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self.line:
            self._heard_at = asyncio.get_running_loop().time()
            self._frames.append(frame)
            self._now = frame
            self._news.set()

    async def news(self) -> None:
        self._news.clear()
        await asyncio.wait_for(self._news.wait(), STUCK)

    async def race(self) -> bool:
        """Sends one answer near the deadline, if this person is prompted. Returns whether it did."""
        state, asks = self._now["state"], self._now["mine"].get("asks")
        if not asks or asks[0]["place"] not in state["due_ms"]:
            return False
        ask, began = asks[0], self._now["n"]
        moment = self._heard_at + state["due_ms"][ask["place"]] / 1000 + self._rng.uniform(-NEAR, NEAR)
        await asyncio.sleep(max(moment - asyncio.get_running_loop().time(), 0))
        answer = another(ask)
        fields = {"round": state["round"], "step": ask["step"], "place": ask["place"], "decision": answer}
        key = new_key()
        try:
            told = await self.line.tell("decide", key=key, **fields)
            self.done.append(key)
        except RoomRefused as refused:
            told = {"t": "refused", "code": refused.code}
            self.refused.append(key)
        made = await self._made(ask, began, state["round"])
        self.found[told.get("code", "ok")] += 1
        self.wrong += verdict(ask, answer, told, made)
        return True

    async def _made(self, ask: Frame, began: int, round_: int) -> list[tuple[int, Frame]]:
        """Returns the decisions of the place since the prompt, until the next prompt."""
        while self._is_asked(ask, round_):
            await self.news()
        seen, made = [frame for frame in self._frames if frame["n"] > began], []
        for frame in seen:
            lines = [line for line in frame["story"] if line["k"] == "decided" and line["place"] == ask["place"]]
            made += [(frame["n"], line) for line in lines]
            if made:
                break
        self._frames = self._frames[-1:]
        return made

    def _is_asked(self, ask: Frame, round_: int) -> bool:
        now = [(each["place"], each["step"]) for each in self._now["mine"].get("asks", [])]
        return self._now["state"]["round"] == round_ and (ask["place"], ask["step"]) in now


def another(ask: Frame) -> Any:
    """Returns a decision that is not the clock's default."""
    choice = next(each for each in ask["choices"] if each["name"] != ask["default"])
    return {choice["name"]: choice["low"]} if "circle" in choice else choice["name"]


def verdict(ask: Frame, answer: Any, told: Frame, made: Sequence[tuple[int, Frame]]) -> list[str]:
    """Returns the fault of an answer, given the decisions for its place since the prompt."""
    if len(made) != 1:
        return [f"{len(made)} decisions were made for one question: {made}"]
    [(n, line)] = made
    slow = bool(line.get("slow"))
    if told["t"] == "ok":
        if slow or line["decision"] != answer or told["n"] != n:
            return [f"{answer} was acknowledged as step {told['n']}, and step {n} has {line}"]
        return []
    if told["code"] not in LATE:
        return [f"{answer} was refused by {told['code']}"]
    return [] if slow and line["decision"] == ask["default"] else [f"{answer} was {told['code']}, and there is {line}"]


async def at_a_table(server: Server, races: int, found: "Counter[str]", wrong: list[str], seed: object) -> None:
    rng, rooms = random.Random(f"deadlines {seed}"), [await Room.enter(server.url) for _ in range(2)]
    table = await rooms[0].open(GAME)
    lines = [room.at(table) for room in rooms]
    for seat, line in enumerate(lines, 1):
        await line.enter()
        while not line.n:
            await asyncio.sleep(0.01)
        await line.tell("sit", seat=seat, buy_in=line.sheet["buy_in"]["low"] * 20)
    racers = [Racer(line, found, wrong, rng) for line in lines]
    done = 0
    while done < races and not wrong:
        if await racers[0].race():
            done += 1
        elif not any([await send_outside_race(racer.line, rng) for racer in racers]):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(racers[0].news(), 0.5)
    for racer in racers:
        await racer.line.leave()
        await racer.reading
    log = await server.host().get(f"/api/tables/{table}/log")
    keys = Counter(json.loads(line)["key"] for line in log.splitlines())
    wrong += [f"{key} was acknowledged and is {keys[key]} times in the log" for key in racers[0].done if keys[key] != 1]
    wrong += [f"{key} was refused and is in the log" for key in racers[0].refused if keys[key]]


async def send_outside_race(line: Table, rng: random.Random) -> bool:
    """Sends a command outside the race: `ready`, `come_back`, or the other player's decision."""
    row = next((row for row in line.state["seats"] if row["person"] == line.room.person), None)
    try:
        if row is None or (row["out"] and not line.mine.get("asks")):
            await line.tell("come_back", post=True)
            return True
        command, fields = next_command(line, rng)
        if command == "say":
            return False
        if command == "decide":
            fields["decision"] = line.mine["asks"][0]["default"]
        await line.tell(command, **fields)
    except RoomRefused:
        return False
    return True


async def run_races(races: int, tables: int, folder: Path) -> tuple["Counter[str]", list[str]]:
    """Returns the counts of accepted (`ok`), `late` and `stale` answers, and their faults."""
    found: Counter[str] = Counter()
    wrong: list[str] = []
    server = await asyncio.to_thread(Server, folder / "deadlines.db", "--pace", "fast", "--time", "1", run=NO_BANK)
    try:
        each = -(-races // tables)
        await asyncio.gather(*(at_a_table(server, each, found, wrong, seed) for seed in range(tables)))
    finally:
        server.kill()
    return found, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", type=int, nargs="?", default=FULL)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="houseway-deadlines-") as folder:
        found, wrong = asyncio.run(run_races(given.answers, min(TABLES, given.answers), Path(folder)))
    late = ", ".join(f"{found[code]} {code}" for code in LATE)
    print(f"{sum(found.values())} answers near the deadline: {found['ok']} taken, {late}; {len(wrong)} wrong")
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
