"""The scrubber beside a running room: it finds damage, moves the checkpoint, and ends with the room."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from houseway.room.messages.commands import Open, Sit
from houseway.script import Refusal
from houseway.server.api.metrics_text import metrics_text
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.thinking.scrubber_process import Damages, Scrubbing
from houseway.store import SqliteStore
from houseway.store.checkpoint import Checkpoint
from houseway.store.history_walk import Damage
from houseway.store.sqlite.files import checkpoint
from tests.store.kept import NOON, Table
from tests.store.test_damaged_files import changed, furnish

GAME = "three-card-poker"
PATIENCE = 60.0


async def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


def checkpoint_of(path: Path) -> Checkpoint:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    found = checkpoint.read(db)
    db.close()
    assert found is not None
    return found


def test_the_scrubber_finds_what_was_damaged_long_ago_and_moves_the_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    furnish(SqliteStore(path))
    changed(path, "UPDATE log SET at = at + 1 WHERE n = 17")

    async def evening() -> None:
        store, damages, told = SqliteStore(path), Damages(), list[Damage]()
        damages.tell = told.append
        before = checkpoint_of(path)
        for _ in range(3):
            store.append(Table("t2").says("ana")).exception()
        scrubbing = Scrubbing(str(path), store, damages)
        scrubbing.start(0)
        try:
            await until(lambda: scrubbing.walks == 1 and checkpoint_of(path).log > before.log)
        finally:
            scrubbing.stop()
        assert [damage.table for damage in told] == ["t1"]
        assert "row 17 of the log of table t1 does not follow" in told[0].says
        assert [*damages.found] == [told[0].says]
        assert scrubbing.rows > 200
        assert scrubbing._process is not None
        await asyncio.to_thread(scrubbing._process.wait, PATIENCE)
        store.close()

    asyncio.run(evening())


def test_a_scrubber_that_nobody_listens_to_ends(tmp_path: Path) -> None:
    """As after a kill of the room."""
    path = tmp_path / "room.db"
    furnish(SqliteStore(path))
    words = [sys.executable, "-m", "houseway.store.scrubber", str(path)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.wait(PATIENCE)


def test_a_damaged_table_is_set_aside_and_the_others_are_served(tmp_path: Path) -> None:
    path, tables = tmp_path / "room.db", list[str]()

    async def evening() -> None:
        store = SqliteStore(path)
        house = RoomServer(store, RoomDefaults(pace="fast"))
        person, durable = house.services.people.newcomer("Ana", NOON)
        await asyncio.wrap_future(durable)
        for key in ("k1", "k2"):
            tables.append(await house.opening.open(Open(game=GAME, key=key), house.services.people.who(person)))
            box = house.registry.find(tables[-1])
            await box.ask(Sit(seat=1, buy_in=10_000, key=f"{key}-sit"), house.services.people.who(person, fresh=True))
        await house.close()
        store.close()

    async def next_evening() -> None:
        store = SqliteStore(path)
        house, told = RoomServer(store, RoomDefaults(pace="fast")), list[Damage]()
        house.damages.tell = told.append
        house.registry.load()
        await house.registry.wake_gently()
        assert [*house.registry.tables] == [tables[1]]
        assert [damage.table for damage in told] == [tables[0]]
        assert "houseway_damages 1" in metrics_text(house)
        await house.close()
        store.close()

    async def asked() -> None:
        store = SqliteStore(path)
        house = RoomServer(store, RoomDefaults(pace="fast"))
        house.registry.load()
        with pytest.raises(Refusal, match="this table was set aside") as refused:
            house.registry.find(tables[0])
        assert refused.value.code == "quarantined"
        await house.close()
        store.close()

    asyncio.run(evening())
    changed(path, f"UPDATE log SET at = at + 1 WHERE n = 1 AND table_id = '{tables[0]}'")
    asyncio.run(next_evening())
    asyncio.run(asked())
