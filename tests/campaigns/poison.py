"""Injects errors into apply, append, view and rebuild of single tables, on one node and on three.

    python -m tests.campaigns.poison                   20 tables, five times on one machine and five on three
    python -m tests.campaigns.poison --times 1         once each

In each run people sit at every table, in the middle of a round. Then one table after another fails, each in another
part; the machine of the one that cannot be rebuilt is killed. The exit code is 0 if every other table was played on,
every table that failed was closed with all chips back in the cages, the ledger adds up to nothing, and no process ended
by itself.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.cluster.running import Cluster, Node, cluster
from tests.poison import POISONED, QUARANTINED, VARIABLE, Floor, Poison
from tests.server.running import Guest, Line, Server, new_key, play_rounds, until_asked

STAGES: Final = ("apply", "append", "view", "rebuild")
GAMES: Final = ("three-card-poker", "texas-holdem", "pai-gow-california", "ultimate-texas-holdem")
FULL, TIMES = 20, 5


class PoisonedNode(Node):
    """One node of a room whose tables fail on demand."""

    run = POISONED


class Seat(NamedTuple):
    """A player at a table, and all chips that the player came with."""

    guest: Guest
    table: str
    line: Line
    chips: int


class Rooms(NamedTuple):
    """The nodes of a room: their URLs, and a function that kills and restarts the node of a table."""

    urls: Callable[[], list[str]]
    key: str
    kill: Callable[[str], None]
    ended: Callable[[], list[str]]


@contextmanager
def one(folder: Path) -> Iterator[Rooms]:
    """Starts one node on a file."""
    servers = [Server(folder / "room.db", "--pace", "fast", run=POISONED)]
    key = servers[0].host_key

    def kill(_table: str) -> None:
        servers[-1].kill()
        servers.append(Server(folder / "room.db", "--pace", "fast", run=POISONED))

    def ended() -> list[str]:
        return [] if servers[-1].process.poll() is None else ["the machine ended"]

    try:
        yield Rooms(lambda: [servers[-1].url], key, kill, ended)
    finally:
        if servers[-1].process.poll() is None:
            servers[-1].kill()


@contextmanager
def three(folder: Path) -> Iterator[Rooms]:
    """Starts three nodes on one PostgreSQL, each of which relays."""
    with cluster(folder, 3, "--relay", kind=PoisonedNode) as found:
        yield Rooms(lambda: found.urls, found.host_key, lambda table: _kill_owner(found, table), lambda: _ended(found))


def _kill_owner(room: Cluster, table: str) -> None:
    owner = room.owner(table)
    assert owner is not None
    owner.kill()
    room.restart(owner)


def _ended(room: Cluster) -> list[str]:
    return [f"machine {node.number} ended" for node in room.nodes if node.process.poll() is not None]


def seats(urls: Sequence[str], count: int) -> list[Seat]:
    """Seats people at `count` tables in the middle of a round, spread over the nodes."""
    found = []
    for number in range(count):
        guest = Guest(urls[number % len(urls)], f"Guest {number}")
        chips = int(guest.get("/api/me")["cage"])
        table = guest.open(GAMES[number // len(STAGES) % len(GAMES)], bots=2)
        line = guest.line(table)
        taken = {row["seat"] for row in line.state["seats"] if row["person"]}  # bots may sit down first
        line.sit(next(seat for seat in range(1, 99) if seat not in taken))
        until_asked(line)
        found.append(Seat(guest, table, line, chips))
    return found


def run(rooms: Rooms, poison: Poison, count: int) -> list[str]:
    """Returns all faults after one table has failed in each stage."""
    wrong: list[str] = []
    people = seats(rooms.urls(), count)
    failing, others = dict(zip(STAGES, people, strict=False)), people[len(STAGES) :]
    for stage, seat in failing.items():
        poison.put(seat.table, stage)
        if stage == "rebuild":
            rooms.kill(seat.table)
            seat.line.close()
        else:
            seat.line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
            code = seat.line.close_code()
            wrong += [] if code == QUARANTINED else [f"{stage}: the line was closed by {code}"]
    floor = Floor(rooms.urls()[0], rooms.key)
    for stage, seat in failing.items():
        mark = floor.closed(seat.table)
        wrong += [] if mark["stage"] == stage else [f"{stage} is told as {mark}"]
        here = seat.guest.at(rooms.urls()[0]).get("/api/me")
        wrong += [] if (here["cage"], here["tables"]) == (seat.chips, []) else [f"{stage}: {seat.chips} became {here}"]
    wrong += _played(rooms, others)
    if {*floor.marks()} != {seat.table for seat in failing.values()}:
        wrong.append(f"other tables failed too: {floor.marks()}")
    if floor.totals()["sum"]:
        wrong.append(f"the ledger adds up to {floor.totals()}")
    return wrong + rooms.ended()


def _played(rooms: Rooms, others: Sequence[Seat]) -> list[str]:
    """Checks that every other table still has its people and chips, and plays on."""
    wrong = []
    for number, seat in enumerate(others):
        seat.line.close()
        here = seat.guest.at(rooms.urls()[number % len(rooms.urls())])
        with here.line(seat.table) as line:
            before = line.state["round"]
            (last, *_) = play_rounds(line, 1, fold=True)
            wrong += [] if last["round"] >= before else [f"{seat.table} went back to {last['round']}"]
    return wrong


def campaign(folder: Path, count: int = FULL, machines: int = 1) -> list[str]:
    """Performs one run on so many nodes, in its own folder."""
    poison = Poison(folder / "poison.json")
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(poison.file)
    try:
        with (one if machines == 1 else three)(folder) as rooms:
            return run(rooms, poison, count)
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--times", type=int, default=TIMES)
    asked.add_argument("--tables", type=int, default=FULL)
    given, failed = asked.parse_args(), 0
    for time_ in range(given.times):
        for machines in (1, 3):
            with tempfile.TemporaryDirectory() as folder:
                wrong = campaign(Path(folder), given.tables, machines)
            failed += bool(wrong)
            print(
                f"run {time_ + 1} on {machines}: {given.tables} tables, {len(STAGES)} failed;",
                wrong or "nothing is wrong",
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
