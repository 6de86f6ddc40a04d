"""Benchmark of the memory of abandoned tables, in memory and asleep.

Each is opened, sat down at and left again, as by guests who come and go. Memory is that of Python's objects.

    python -m bench.left_tables [--tables 1000] [--json]
"""

import argparse
import asyncio
import gc
import json
import tempfile
import tracemalloc
from pathlib import Path

from houseway.room.messages.commands import Open, Sit, StandUp
from houseway.roster import OWN
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.tables.sleeping_tables import QUIET
from houseway.store import SqliteStore


def in_use() -> float:
    """Returns the MiB of Python's objects. The process returns little to the system, but new objects reuse it."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 2**20


async def measured(folder: Path, tables: int) -> dict[str, float]:
    store = SqliteStore(folder / "room.db")
    house = RoomServer(store, RoomDefaults(pace="fast"))
    house.services.clock.start()
    person, durable = house.services.people.newcomer("Ana", house.services.clock.now())
    await asyncio.wrap_future(durable)
    games, told = [*OWN], {}
    for number in range(-len(games), tables):  # the first table of each game loads what all share
        if number == 0:
            told["before"] = in_use()
        command = Open(game=games[number % len(games)], bots=2, pace="fast", stay=60, key=f"k{number}")
        box = house.registry.find(await house.opening.open(command, house.services.people.who(person)))
        low, who = box.live.table_view().buy_in.low, house.services.people.who(person, fresh=True)
        seat = next(seat for seat in range(1, 10) if seat not in box.live.state.seats)
        await box.ask(Sit(seat=seat, buy_in=low, key=f"s{number}"), who)
        await box.ask(StandUp(key=f"u{number}"), who)
    await house.services.commits.durable()
    told["kept"] = in_use()
    now = house.services.clock.now() + 2 * QUIET
    house.services.clock.now = lambda: now  # type: ignore[method-assign]  # two minutes pass
    house.registry.sleep.go_round()
    told["asleep"], told["tables"], told["still awake"] = in_use(), tables, len(house.registry.tables)
    await house.close()
    store.close()
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--json", action="store_true", dest="as_json")
    asked = parser.parse_args()
    tracemalloc.start(1)
    with tempfile.TemporaryDirectory(prefix="houseway-") as folder:
        told = asyncio.run(measured(Path(folder), asked.tables))
    if asked.as_json:
        print(json.dumps(told))
        return
    each = [(told[what] - told["before"]) * 1024 / asked.tables for what in ("kept", "asleep")]
    print(f"{asked.tables:,} tables that were left, {told['still awake']:.0f} of them still awake in the end")
    for what, size in zip(("kept", "asleep"), each, strict=True):
        print(f"{what}: {told[what]:.1f} MiB, {size:.1f} KiB each")


if __name__ == "__main__":
    main()
