"""Sends boundary values in every field of `open` and `configure`, every option, pay table and bonus of every game.

    python -m tests.campaigns.odd_numbers              everything, a kill after each game (some six minutes)
    python -m tests.campaigns.odd_numbers GAME ..      some games

The host sends each value to a real server. A table that opens is played for one hand. After each game the campaign
kills the process; the next one must rebuild every table, close it and return all chips. Meanwhile somebody plays at
another table, whose latencies are recorded. Faults: a dead process, a 5xx, a traceback, a wrong sum, a stuck table.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct
from websockets.exceptions import ConnectionClosed

from houseway.client import RoomRefused
from houseway.games import find
from houseway.roster import OWN
from houseway.rulebook import Rules, offered
from houseway.rulebook.paytables import PAY_UNITS
from houseway.server.api.schemas import NewSheet, NewTable
from tests.server.running import UNLIMITED, Line, Server, new_key, play_on

NUMBERS: Final = (0, 1, 10**9, 2**53, 2**63, 10**30, "9" * 60_000)
WRONG: Final[tuple[object, ...]] = (None, True, -1, 0.5, "", "x", [], {"a": 1})
VALUES: Final = (*NUMBERS, *WRONG)
RICH: Final = 10**9
PATIENT: Final = 60.0
"""Seconds without a step after which a table counts as stuck on a loaded machine."""
WORDS: Final = 3_000
"""More than any hand takes: a hand of Pan that is played to the end of the stock takes some hundreds."""
PACE: Final = ("--pace", "fast")
"""Bots answer at once. At the pace of people a hand of Pan takes up to 90 s."""
CONTROL: Final = "three-card-poker"
BEHIND_DELAY: Final = ("busy",)
"""A host who only watches a delayed table gets this code until its first step is old enough."""


class Probe(NamedTuple):
    """One request: `says` names it, `body` are the fields beside key and game."""

    says: str
    body: dict[str, Any]


class Report(Struct):
    """All findings. `faults` is empty if the room held."""

    sent: int = 0
    opened: int = 0
    changed: int = 0
    hands: int = 0
    kills: int = 0
    slowest: float = 0.0
    refused: Counter[str] = Counter()
    faults: list[str] = []


# -- what is sent ---------------------------------------------------------------------------------------------------


def probes(game: str, shape: type[Struct]) -> Iterator[Probe]:
    """Returns each field of the request at each value. Reads the fields off the structure, so that none is missed."""
    for field in shape.__struct_fields__:
        if field in ("key", "game"):
            continue
        for value in VALUES:
            yield Probe(f"{field} = {_shown(value)}", {field: value})
    for value in VALUES:
        yield from (Probe(f"limits = {_shown(pair)}", {"limits": pair}) for pair in ([value, value], [1, value]))
    yield from _options(game)
    yield from _pays(game)
    yield from _bonuses(game)


def _options(game: str) -> Iterator[Probe]:
    for name, option in offered(game).items():
        spans = "min..max" in option.choices
        for value in VALUES:
            yield Probe(f"{name} = {_shown(value)}", {"options": {name: value}})
            if spans and not isinstance(value, list | dict):
                for span in (f"1..{value}", f"{value}..{value}"):
                    yield Probe(f"{name} = {_shown(span)}", {"options": {name: span}})


def _pays(game: str) -> Iterator[Probe]:
    for table in Rules.of(game).tables.values():
        if table.unit in PAY_UNITS:
            row = next(iter(table.odds))
            for value in VALUES:
                yield Probe(f"{table.id} {row} = {_shown(value)}", {"pay": {table.id: {row: value}}})
            for number in NUMBERS:
                for odds in (str(number), f"1:{number}", f"1.{number}"):
                    yield Probe(f"{table.id} {row} = {_shown(odds)}", {"pay": {table.id: {row: odds}}})


def _bonuses(game: str) -> Iterator[Probe]:
    for name, option in offered(game).items():
        for choice in option.named if "bonus" in name else ():
            options = {name: choice}
            for bonus in find(game).bonuses(Rules.of(game, options).options):
                for field in ("fee", "award", "share"):
                    for value in VALUES:
                        terms = {field: [value] if field == "award" else value}
                        said = {"options": options, "bonuses": {bonus: terms}}
                        yield Probe(f"{bonus} {field} = {_shown(value)}", said)


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:12]}.. ({len(text)} letters)"


# -- the room -------------------------------------------------------------------------------------------------------


class Campaign:
    """A server that is probed and killed, and a player at another table meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.report = Report(refused=Counter(), faults=[])
        self._db = folder / "room.db"
        self._server = Server(self._db, *PACE, run=UNLIMITED)
        self._key = self._server.host_key
        self._call("POST", "/api/house/money", {"newcomer": RICH})
        self._player, self._other = self._server.guest("Ana"), self._server.guest("Cleo")
        self._tables: list[str] = []
        self._control = self._other.post("/api/play", game=CONTROL, key=new_key())["table"]
        self._beside = self._other.line(self._control)

    def close(self) -> None:
        self._beside.close()
        if self._server.process.poll() is None:
            self._server.kill()

    def game(self, game: str, opening: list[Probe], changes: list[Probe]) -> None:
        """Runs the probes of one game, kills the server, and checks that all chips come back."""
        for probe in opening:
            self._open(game, probe)
        table = self._asked(f"{game}: a table as printed", "/api/tables", {"game": game, "bots": 2})
        if table is not None:
            self._tables.append(table["table"])
            for probe in changes:
                if self._asked(f"{game}: {probe.says}", f"/api/tables/{table['table']}/configure", probe.body):
                    self.report.changed += 1
                    self._hand(f"{game} with {probe.says}", table["table"])
        self._restart(game)
        self._give_back(game)

    def _open(self, game: str, probe: Probe) -> None:
        told = self._asked(f"{game}: {probe.says}", "/api/tables", {"bots": 2, **probe.body, "game": game})
        if told is not None:
            self.report.opened += 1
            self._tables.append(told["table"])
            self._hand(f"{game} with {probe.says}", told["table"])
            self._leave(told["table"])

    def _asked(self, says: str, path: str, body: dict[str, Any]) -> Any:
        """Returns the answer, or None if it was refused. Then plays one command at the other table."""
        self.report.sent += 1
        try:
            return self._call("POST", path, {**body, "key": new_key()})
        except RoomRefused as refused:
            self.report.refused[refused.code] += 1
            if refused.code == "broken" or refused.code.startswith("5"):
                self.report.faults.append(f"{says}: {refused.code}, {refused}")
            if len(str(refused)) > 2_000:
                self.report.faults.append(f"{says}: refused in {len(str(refused))} letters")
        except OSError as error:
            self.report.faults.append(f"{says}: {error!r}; the process is {self._server.process.poll()}")
            raise
        finally:
            self._go_on()
        return None

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Sends one request of the host. Retries after a rate limit."""
        while True:
            try:
                return self._host.call(method, path, body)
            except RoomRefused as refused:
                if refused.code != "rate":
                    raise
                time.sleep(0.5)

    @property
    def _host(self) -> Any:
        room = self._server.host()
        room.key, room.patience = self._key, 0.0
        return room

    # -- playing ----------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Sends one command at the other table and records its latency."""
        line, began = self._beside, time.monotonic()
        if not play_on(line):
            line.tell("say", text="go on")
        self.report.slowest = max(self.report.slowest, time.monotonic() - began)

    def _hand(self, says: str, table: str) -> None:
        """Plays one hand as far as the rules allow. A refusal is no fault, a stuck table is."""
        with self._player.line(table) as line:
            seats = {row["person"] for row in line.state["seats"]}
            if self._player.id not in seats:
                free = set(range(1, line.sheet["seats"] + 1)) - {row["seat"] for row in line.state["seats"]}
                if not free or line.tell("sit", seat=min(free), buy_in=line.sheet["buy_in"]["low"])["t"] == "refused":
                    return
            end, first = time.monotonic() + PATIENT, line.state["round"]
            for _ in range(WORDS):
                if line.state["phase"] in ("settled", "broken", "closed") or line.state["round"] > first + 1:
                    self.report.hands += 1
                    return
                before = line.n
                if (not play_on(line) or line.n == before) and not self._heard(line):
                    return  # no prompt: the rules leave this person nothing to do
                if line.n > before:
                    end = time.monotonic() + PATIENT
                elif time.monotonic() > end:
                    break
            self.report.faults.append(f"{says}: stuck in {line.state['phase']}")

    def _heard(self, line: Line) -> bool:
        try:
            line.read(2.0)
        except TimeoutError:
            return False
        except ConnectionClosed:
            self.report.faults.append(f"the line closed; the process is {self._server.process.poll()}")
            raise
        return True

    def _leave(self, table: str) -> None:
        with self._player.line(table) as line:
            if any(row["person"] == self._player.id for row in line.state["seats"]):
                line.tell("stand_up")

    # -- the end of a game ------------------------------------------------------------------------------------------

    def _restart(self, game: str) -> None:
        code = self._server.process.poll()
        if code is not None:
            self.report.faults.append(f"{game}: the process has ended with {code}")
        log = self._server.log.read_text()
        if "Traceback" in log:
            self.report.faults.append(f"{game}: {log[log.index('Traceback') :][-600:]}")
        self._beside.close()
        self._server.kill()
        self.report.kills += 1
        self._server = Server(self._db, *PACE, run=UNLIMITED)
        self._player, self._other = self._player.at(self._server.url), self._other.at(self._server.url)
        self._beside = self._other.line(self._control)

    def _expected(self, says: str, codes: tuple[str, ...], method: str, path: str, body: Any = None) -> None:
        """Sends a request as the host. Reports a fault if it is refused with a code that is not listed."""
        try:
            self._call(method, path, body)
        except RoomRefused as refused:
            if refused.code not in codes:
                self.report.faults.append(f"{says}: {refused.code}, {refused}")

    def _give_back(self, game: str) -> None:
        """Checks that every table was rebuilt and closes, that all chips are back, and that the ledger balances."""
        for table in self._tables:
            says, path = f"{game}: table {table}", f"/api/tables/{table}"
            self._expected(says, ("no-table", *BEHIND_DELAY), "GET", path)
            self._expected(says, ("no-table", "phase"), "POST", f"{path}/floor", {"do": "close", "key": new_key()})
        self._tables.clear()
        for _ in range(int(PATIENT)):
            if not self._player.get("/api/me")["tables"]:
                break
            time.sleep(1)  # a running hand is played to its end before its table closes
        else:
            self.report.faults.append(f"{game}: chips were left at {self._player.get('/api/me')['tables']}")
        books = self._call("GET", "/api/ledger/check")
        if books["sum"]:
            self.report.faults.append(f"{game}: the ledger adds up to {books['sum']}")
        if max(abs(cents) for cents in books.values()) >= 2**53:
            self.report.faults.append(f"{game}: the ledger holds {books}")


def short(rng: random.Random, game: str, shape: type[Struct], count: int) -> list[Probe]:
    """Returns a sample of probes: those with the largest numbers first, then random ones."""
    found = [*probes(game, shape)]
    largest = [each for each in found if str(10**30) in str(each.body) or "letters" in each.says]
    return rng.sample(largest, min(count, len(largest))) + rng.sample(found, count)


def run(folder: Path, games: list[str], count: int | None = None, seed: object = 1) -> Report:
    """Probes these games, each with all or with some probes."""
    rng, campaign = random.Random(repr(("odd numbers", seed))), Campaign(folder)
    try:
        for game in games:
            opening, changes = [*probes(game, NewTable)], [*probes(game, NewSheet)]
            if count is not None:
                opening, changes = short(rng, game, NewTable, count), short(rng, game, NewSheet, count // 2)
            campaign.game(game, opening, changes)
            if count is None:
                print(f"{game}: {campaign.report}", flush=True)
    finally:
        campaign.close()
    return campaign.report


def main() -> None:
    parser = argparse.ArgumentParser(description="Odd numbers in every field, option, pay table and bonus.")
    parser.add_argument("games", nargs="*", default=list(OWN))
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder), parser.parse_args().games)
    print(
        "\n".join([*report.faults, f"{len(report.faults)} faults; the slowest answer beside: {report.slowest:.2f} s"])
    )
    raise SystemExit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
