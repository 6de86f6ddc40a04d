"""Plays rounds over real sockets and counts all chips from outside after every round.

    python -m tests.campaigns.rounds                       2,000 rounds of each game
    python -m tests.campaigns.rounds 50 omaha lowball      so many of these
    python -m tests.campaigns.rounds 2000 --at-once 4      four rooms at once instead of two

Each game has a room and a table of its own. Three people play there by what is offered, with a bot beside them: they
stand up in the middle of a round, sit out, lose the line, bring as little as they may and go broke; the host calls a
round off. After every round `GET /api/ledger/check` is zero, and so is what the checker itself finds: what `/api/me`
tells each person, the stacks of bots, what lies on the felt, house, box and pools, less all that was ever issued. The
books of the room agree with each of these. Only here may a socket say more than a hundred words in twenty seconds.
"""

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from houseway.client import Frame, Room, RoomRefused, Table
from houseway.drill.visitors import CUT, next_command
from houseway.roster import OWN
from tests.server.running import UNLIMITED, Server

FULL, SHORT = 2000, 5
PEOPLE: Final = 3
QUIET: Final = ("waiting", "offering", "betting", "settled", "broken")
"""Phases without chips in transit: the postings of a running round are written at its end."""
WHIM: Final = 0.01
TRIES: Final = 5
"""Attempts to count a table at rest: a connection may come or go meanwhile."""
STUCK: Final = 120.0
"""Seconds without a new step."""


class Counted(Struct):
    """Rounds of one game, and sums that were wrong."""

    game: str
    rounds: int = 0
    last: int = 0
    """The newest counted round; a few before it may have been too short to count."""
    void: int = 0
    answers: int = 0
    left: int = 0
    broke: int = 0
    cut: int = 0
    seconds: float = 0.0
    wrong: list[str] = []

    def row(self) -> str:
        rounds, wrong = f"{self.rounds:,} of {self.last:,}", "; ".join(self.wrong[:3]) or "none"
        return (
            f"| {self.game} | {rounds} | {self.void} | {self.answers:,} | {self.left} | {self.broke} | {self.cut} "
            f"| {self.seconds:,.0f} | {wrong} |"
        )


HEAD: Final = (
    "| game | rounds | void | answers | left in a round | broke | lines cut | seconds | chips made or lost |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


class Sitter:
    """A player with a connection who answers prompts and now and then does something else."""

    def __init__(self, room: Room, table: str, news: asyncio.Event, rng: random.Random) -> None:
        self.room = room
        self._table, self._news, self._rng = table, news, rng
        self._reading: asyncio.Task[None] | None = None
        self.line: Table = room.at(table)
        self.said = ""
        """The refusal of the last command."""
        self.spent = False
        """Whether the cage is empty too: somebody else then takes the seat."""

    async def come(self) -> None:
        self.line = self.room.at(self._table)
        await self.line.enter()
        self._reading = asyncio.create_task(self._read(self.line))
        while not self.line.n:
            await asyncio.sleep(0.005)

    async def _read(self, line: Table) -> None:
        async for _ in line:
            self._news.set()

    async def leave(self) -> None:
        with contextlib.suppress(*CUT):
            await self.line.leave()
        if self._reading is not None:
            await self._reading

    @property
    def row(self) -> Frame | None:
        rows: list[Frame] = self.line.state["seats"]
        return next((row for row in rows if row["person"] == self.room.person), None)

    async def speak(self, counted: Counted) -> bool:
        """Sends one command, if there is one. Returns whether it was accepted."""
        row, asks = self.row, self.line.mine.get("asks")
        try:
            if row is None:
                return await self._sit()
            if self._rng.random() < WHIM:
                return await self._whim(counted)
            if asks:
                await self._decide(asks[0])
                counted.answers += 1
                return True
            if row["out"]:
                await self.line.tell("come_back", post=True)
                return True
            if not row["stack"] and self.line.state["phase"] in QUIET and not self.line.mine.get("bank"):
                counted.broke += 1
                return await self._bring_more(row)
            command, fields = next_command(self.line, self._rng)
            if command in ("say", "top_up"):
                return await self._bring_more(row)
            await self.line.tell(command, **fields)
        except RoomRefused as refused:
            self.spent = refused.code == "chips" and not (row or {}).get("stack")
            self.said = f"{refused.code}: {refused}"
            return False
        return True

    async def _decide(self, ask: Frame) -> None:
        """Decides by a random offer, seldom by the clock's default; by the default if the chips do not reach."""
        fields = {"round": self.line.state["round"], "step": ask["step"], "place": ask["place"]}
        try:
            await self.line.tell("decide", decision=any_answer(ask, self._rng), **fields)
        except RoomRefused as refused:
            if refused.code not in ("chips", "stack"):
                raise
            await self.line.tell("decide", decision=ask["default"], **fields)

    async def _sit(self) -> bool:
        taken = {row["seat"] for row in self.line.state["seats"]}
        free = [seat for seat in range(1, self.line.sheet["seats"] + 1) if seat not in taken]
        if not free or self.line.state["phase"] == "closed":
            return False
        buy_in = self.line.sheet["buy_in"]
        times = self._rng.choice((1, 1, 3, 10))
        await self.line.tell(
            "sit", seat=self._rng.choice(free), buy_in=min(buy_in["low"] * times, buy_in["high"] or 10**9)
        )
        return True

    async def _bring_more(self, row: Frame) -> bool:
        """Buys more chips if nothing is dealt for want of them."""
        low: int = self.line.sheet["buy_in"]["low"]
        if self.line.state["phase"] in QUIET and (not row["stack"] or self._stands(low, row)):
            await self.line.tell("top_up", cents=low)
            return True
        return False

    def _stands(self, low: int, row: Frame) -> bool:
        return self.line.state["phase"] in ("waiting", "broken") and row["stack"] < low

    async def _whim(self, counted: Counted) -> bool:
        """Stands up in the middle of a round, sits out, or cuts the connection."""
        what = self._rng.choice(("stand_up", "sit_out", "line"))
        if what == "line":
            counted.cut += 1
            await self.leave()
            await self.come()
            return True
        counted.left += what == "stand_up" and self.line.state["phase"] == "playing"
        await self.line.tell(what)
        return True


def any_answer(ask: Frame, rng: random.Random) -> Any:
    """Returns a random choice with the least of its chips or more; cards and piles as offered."""
    others = [each for each in ask["choices"] if each["name"] != ask["default"]]
    choice = rng.choice(others if others and rng.random() < 0.9 else ask["choices"])
    name: str = choice["name"]
    if "pick" in choice or "piles" in choice:
        named = [each for each in ask.get("offers", []) if isinstance(each, dict) and name in each]
        return rng.choice(named) if named else ask["default"]
    if "circle" in choice:
        step, low = choice.get("step", 1), choice["low"]
        most = min(choice["high"], low + step * rng.choice((0, 0, 1, 10, 10**6)))
        return {name: low + (most - low) // step * step}
    return name


class Checker:
    """Everybody who was ever granted chips, and the sum of their balances."""

    def __init__(self, server: Server, table: str) -> None:
        self._host, self._table = server.host(), table
        self.people: list[Room] = []

    async def wrong(self) -> tuple[bool, list[str]]:
        """Returns whether the table was at rest while it was counted, and the sums that do not agree."""
        before = await self._host.get(f"/api/tables/{self._table}")
        told = [await person.me() for person in self.people]
        books = await self._host.get("/api/ledger/check")
        after = await self._host.get(f"/api/tables/{self._table}")
        if before["n"] != after["n"] or after["state"]["phase"] not in QUIET:
            return False, []
        return True, sums(after["state"], told, books)

    async def host_says(self, do: str, **fields: Any) -> None:
        with contextlib.suppress(RoomRefused):
            await self._host.post(f"/api/tables/{self._table}/floor", do=do, key=f"h{random.getrandbits(60)}", **fields)


def on_the_felt(state: Frame) -> int:
    """Returns the chips on circles, in pots and in the bank, from the public state."""
    circles = [*state["bets"].values(), *(place["wagers"] for place in state["places"])]
    bank = state["bank"] or {}
    lying = sum(sum(each.values()) for each in circles) + sum(state["pots"].values()) + (bank.get("posted") or 0)
    return int(lying)


def sums(state: Frame, people: Sequence[Frame], books: Frame) -> list[str]:
    """Returns the sums that do not agree for a table at rest, its people and the ledger."""
    rows = {row["person"]: row for row in (*state["rail"], *state["seats"])}
    stacks = {each["person"]: sum(seat["stack"] for seat in each["tables"]) for each in people}
    cages = sum(each["cage"] for each in people)
    bots = sum(row["stack"] for row in rows.values() if row.get("bot"))
    held = sum(stacks.values()) + bots + on_the_felt(state)
    all_of_it = cages + held + books["house"] + books["box"] + books["pools"] + books["issued"]
    wrong = [f"{cents} for {name}" for name, cents in (("the ledger", books["sum"]), ("all chips", all_of_it)) if cents]
    if cages != books["cages"]:
        wrong.append(f"cages hold {cages}, by the books {books['cages']}")
    if held != books["tables"]:
        wrong.append(f"the table holds {held}, by the books {books['tables']}")
    wrong += [
        f"{row['name']} is shown {row['stack']} and told {stacks[person]}"
        for person, row in rows.items()
        if person in stacks and row["stack"] != stacks[person]
    ]
    return wrong


async def play_rounds(game: str, rounds: int, folder: Path, seed: object = 0) -> Counted:
    """Plays and counts so many rounds of one game in a room of its own."""
    counted, began, rng = Counted(game), time.monotonic(), random.Random(f"rounds {game} {seed}")
    server = await asyncio.to_thread(Server, folder / f"{game}.db", "--pace", "fast", run=UNLIMITED)
    sitters: list[Sitter] = []
    try:
        news = asyncio.Event()
        opener = await Room.enter(server.url)
        table = await opener.open(game, bots=1)
        checker = Checker(server, table)
        checker.people.append(opener)

        async def somebody() -> Sitter:
            room = await Room.enter(server.url)
            checker.people.append(room)
            sitter = Sitter(room, table, news, rng)
            await sitter.come()
            return sitter

        sitters += [await somebody() for _ in range(PEOPLE)]
        while counted.rounds < rounds and not counted.wrong:
            await _rounds(rounds, counted, sitters, checker, news, rng)
            for spent in [sitter for sitter in sitters if sitter.spent]:
                sitters.remove(spent)
                await spent.leave()
                sitters.append(await somebody())
    finally:
        for sitter in sitters:
            await sitter.leave()
        server.kill()
        counted.seconds = time.monotonic() - began
    return counted


async def _rounds(
    rounds: int, counted: Counted, sitters: list[Sitter], checker: Checker, news: asyncio.Event, rng: random.Random
) -> None:
    """Plays rounds until there are enough, or somebody has nothing left."""
    while counted.rounds < rounds and not counted.wrong and not any(sitter.spent for sitter in sitters):
        news.clear()
        state = max((sitter.line for sitter in sitters), key=lambda line: line.n).state
        if state["phase"] == "settled" and state["round"] > counted.last:
            still, wrong = False, list[str]()
            for _ in range(TRIES):
                still, wrong = await checker.wrong()
                if still:
                    break
            if still:
                counted.last = state["round"]
                counted.rounds, counted.void = counted.rounds + 1, counted.void + (state["void"] is not None)
                counted.wrong += [f"after round {state['round']}: {each}" for each in wrong]
        if state["phase"] == "playing" and rng.random() < WHIM / 10:
            await checker.host_says("void", reason="wrong count")
        spoke = await asyncio.gather(*(sitter.speak(counted) for sitter in sitters))
        if not any(spoke):
            try:
                await asyncio.wait_for(news.wait(), STUCK)
            except TimeoutError:
                said = [sitter.said for sitter in sitters]
                counted.wrong.append(f"nothing happens any more: {state['phase']}, {state['seats']}, {said}")


async def all_of(games: Sequence[str], rounds: int, at_once: int, folder: Path) -> list[Counted]:
    gate = asyncio.Semaphore(at_once)

    async def one(game: str) -> Counted:
        async with gate:
            counted = await play_rounds(game, rounds, folder)
            print(counted.row(), flush=True)
            return counted

    print(HEAD, flush=True)
    return list(await asyncio.gather(*map(one, games)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int, nargs="?", default=FULL)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(OWN))
    parser.add_argument("--at-once", type=int, default=2, metavar="N", help="rooms that are open at the same time")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="houseway-rounds-") as folder:
        found = asyncio.run(all_of(given.games, given.rounds, given.at_once, Path(folder)))
    return int(any(counted.wrong or counted.rounds < given.rounds for counted in found))


if __name__ == "__main__":
    raise SystemExit(main())
