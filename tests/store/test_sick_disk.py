"""A disk that fails to sync, or hangs: every acknowledged row is on it, and no other was acknowledged."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.room.messages.commands import Grant
from houseway.store import SqliteStore, StoreFault
from tests.store.kept import NOON, Table, refusal
from tests.store.sick_disk import SickDisk, lose_unsynced

ENOUGH = 12
"""Purchases of an evening, one sync each."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SickDisk]:
    orders, shadow = tmp_path / "orders", tmp_path / "shadow"
    orders.mkdir()
    shadow.mkdir()
    made = SickDisk(orders, shadow)
    yield made
    made.unregister()


def evening(path: Path) -> tuple[int, StoreFault | None]:
    """Buys chips step by step. Returns how many purchases were acknowledged, and the error that ended it."""
    bought = 0
    try:
        store = SqliteStore(path)
    except StoreFault as fault:
        return 0, fault
    ended: StoreFault | None = None
    try:
        store.grant(Grant(key="newcomer/ana", person="ana", cents=100_000), NOON).result()
        table = Table("t1")
        for number in range(ENOUGH):
            store.append(table.buys("ana", 10, f"k{number}")).result()
            bought += 1
    except StoreFault as error:
        ended = error
    if ended is not None:
        assert refusal(store.append(Table("t2").buys("ana", 10, "more"))) is ended  # from then on nothing is taken
    try:
        store.close()
    except StoreFault as error:
        ended = ended or error
    return bought, ended


def test_a_sync_that_fails_ends_the_room_and_loses_nothing_that_was_acknowledged(
    path: Path, disk: SickDisk, tmp_path: Path
) -> None:
    """The n-th sync fails, for every n of an evening. Unsynced writes are lost, then the disk works again."""
    ended: list[int] = []
    for failing in range(1, 100):
        for old in (*path.parent.glob("room.db*"), *(tmp_path / "shadow").iterdir()):
            old.unlink()
        disk.syncs, disk.fails_at = 0, failing
        bought, fault = evening(path)
        if fault is None:
            break
        assert fault.sentence.startswith(f"{path} cannot be ")
        assert "the disk fails" in fault.sentence
        disk.fails_at = 0
        lose_unsynced(path, tmp_path / "shadow")
        if path.exists() and path.stat().st_size:
            store = SqliteStore(path)
            assert sum(kept.last_n for kept in store.load_tables()) >= bought
            assert store.check().sum == 0
            store.close()
        else:
            assert bought == 0
        ended.append(bought)
    assert ended == sorted(ended)
    assert {*range(ENOUGH)} <= {*ended}, "a sync of each purchase failed once"


def test_nothing_is_acknowledged_while_the_disk_takes_its_time_and_readers_go_on(path: Path, disk: SickDisk) -> None:
    store = SqliteStore(path)
    store.grant(Grant(key="newcomer/ana", person="ana", cents=100_000), NOON).result()
    hang, hangs = disk.orders / "hang", disk.orders / "hangs"
    hang.touch()
    table = Table("t1")
    futures = [store.append(table.buys("ana", 10, "first"))]
    told = threading.Event()
    futures[0].add_done_callback(lambda _: told.set())
    while not hangs.exists():
        assert not told.wait(0.01)
    futures += [store.append(table.buys("ana", 10, f"k{number}")) for number in range(5)]
    assert store.totals().sum == 0  # reads still work, from what is on the disk
    assert store.totals().tables == 0
    assert not told.wait(0.2)
    assert not any(future.done() for future in futures)
    hang.unlink()
    assert [future.exception(30) for future in futures] == [None] * 6
    assert store.totals().tables == 60
    store.close()
