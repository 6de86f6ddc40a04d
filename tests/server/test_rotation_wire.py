"""Bank and button over real sockets, with kill -9 between any two commands, against reference models.

`tests/room/test_rotation.py` has the models and plays the same evenings in memory, forty rounds each.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from houseway.room.messages.commands import AnyCommand, BankChoice, Bet, Decide, Ready, Sit
from houseway.room.messages.story_lines import AnyLine
from houseway.room.messages.view_types import Mine, PublicState
from houseway.script import Refusal
from tests.room.test_rotation import BANKED, CHIPS, PLENTY, POKER, bank_goes_round, button_goes_round
from tests.server.running import Guest, Line, Server, new_key

ROUNDS, KILLED = 6, 0.04
ALL_ROUNDS, ALL_KILLED = 40, 0.1
"""With --campaign 2: about one kill between any two rounds."""
UNHURRIED = (
    *(sys.executable, "-c"),
    "from houseway.room.engine import deadlines\n"
    "deadlines.LOOK = dict.fromkeys(deadlines.LOOK, 10**8); deadlines.OFFER = deadlines.START = 10**8\n"
    "from houseway.server.net import rate_limit; rate_limit.SCALE = 1e9\n"
    "from houseway.server.sockets import session; session.SEATED = session.WATCHING = 10**9\n"
    "from houseway.cli import main; main()",
)
"""No deadlines: the test counts commands, not seconds."""


class OverSockets:
    """A table of a real server that may be killed after any command; a watcher reads every frame."""

    hurried = True

    def __init__(self, folder: Path, luck: Random, killed: float, game: str, seats: set[int], buy_in: int) -> None:
        self.luck, self._killed = luck, killed
        self._db = folder / "room.db"
        self.server = self._served()
        self.server.host().call("POST", "/api/house/money", {"newcomer": 2 * PLENTY})
        self._watcher = self.server.guest("Cleo")
        self.table = self._watcher.open(game)
        self._eye = self._watcher.line(self.table)
        self._people: dict[str, Guest] = {}
        self._lines: dict[str, Line] = {}
        self._told: list[list[AnyLine]] = []
        self.kills = 0
        for seat in sorted(seats):
            self.say(f"p{seat}", Sit(seat=seat, buy_in=buy_in, key="k"))

    def _served(self) -> Server:
        return Server(self._db, "--pace", "fast", "--time", "3600", run=UNHURRIED)

    def close(self) -> None:
        for line in (self._eye, *self._lines.values()):
            line.close()
        self.server.kill()

    def _kill(self) -> None:
        """Kills and restarts the process, and reconnects everybody to the same table."""
        self.kills += 1
        n = self._eye.n
        self.close()
        self.server = self._served()
        self._watcher = self._watcher.at(self.server.url)
        self._people = {name: person.at(self.server.url) for name, person in self._people.items()}
        self._eye = self._watcher.line(self.table, after=n)
        self._lines = {name: self._people[name].line(self.table) for name in self._lines}

    # -- as at a table in memory ------------------------------------------------------------------------------------

    def say(self, person: str, command: AnyCommand) -> None:
        line = self._line(person)
        fields = msgspec.to_builtins(command)
        answer = line.tell(fields.pop("t"), **fields | {"key": new_key()})
        if answer["t"] == "refused":
            raise Refusal(answer["code"], answer["says"].replace("{", "{{").replace("}", "}}"))
        self._look(answer["n"])
        if self.luck.random() < self._killed:
            self._kill()

    def _line(self, person: str) -> Line:
        if person not in self._lines:
            self._people[person] = self.server.guest(person)
            self._lines[person] = self._people[person].line(self.table)
        line = self._lines[person]
        while line.n < self._eye.n:
            line.read()
        return line

    def _look(self, n: int) -> None:
        """Waits until the watcher has seen that step."""
        while self._eye.n < n:
            self._read()

    def _read(self) -> None:
        frame = self._eye.read()
        if story := frame.get("story"):
            self._told.append(msgspec.convert(story, list[AnyLine]))

    @property
    def state(self) -> Any:
        return msgspec.convert(self._eye.state, PublicState)

    @property
    def positions(self) -> int:
        return int(self._eye.sheet["positions"])

    def mine(self, person: str) -> Any:
        return msgspec.convert(self._line(person).mine, Mine)

    def bank(self, person: str, do: Any, posted: int = 0) -> None:
        self.say(person, BankChoice(do=do, posted=posted, key="k"))

    def bet(self, person: str, place: str, **wagers: int) -> None:
        self.say(person, Bet(round=self.state.round, place=place, wagers=wagers, key="k"))

    def next_round(self) -> None:
        for person in [name for name in self._lines if self.mine(name).ready]:
            self.say(person, Ready(round=self.state.round, key="k"))

    def defaults(self) -> None:
        while (state := self.state).phase == "playing":
            for person in list(self._lines):
                for ask in self.mine(person).asks[:1]:
                    fields: dict[str, Any] = {"round": state.round, "step": ask.step, "place": ask.place}
                    self.say(person, Decide(decision=ask.default, key="k", **fields))

    def wait(self, _ms: int) -> None:
        """Waits until the table goes on by itself."""
        before = self._eye.state["phase"]
        while self._eye.state["phase"] == before:
            self._read()

    def stories(self) -> list[list[AnyLine]]:
        return self._told

    def seat_of(self, purse: str) -> int:
        person = purse.removeprefix("player ")
        return next(int(name[1:]) for name, guest in self._people.items() if guest.id == person)


@contextmanager
def evening(
    folder: Path, request: pytest.FixtureRequest, game: str, most: int, buy_in: int
) -> Iterator[tuple[OverSockets, set[int], int]]:
    full = int(request.config.getoption("--campaign")) > 1
    luck = Random(f"sockets {game}")
    seats = set(luck.sample(range(1, most), 4))
    table = OverSockets(folder, luck, ALL_KILLED if full else KILLED, game, seats, buy_in)
    try:
        yield table, seats, ALL_ROUNDS if full else ROUNDS
        assert table.kills
    finally:
        table.close()


def test_the_bank_goes_its_way_over_sockets_and_kills(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with evening(tmp_path, request, BANKED, 7, PLENTY) as (table, seats, rounds):
        bank_goes_round(table, seats, rounds)


def test_the_button_and_the_blinds_go_their_way_over_sockets_and_kills(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with evening(tmp_path, request, POKER, 9, CHIPS) as (table, seats, rounds):
        button_goes_round(table, seats, rounds)
