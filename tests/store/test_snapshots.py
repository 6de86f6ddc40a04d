"""A snapshot without a row: stored only if it is of the last row of an open table that this node holds."""

import pytest

from houseway.room.messages.commands import Say
from tests.postgres import Database
from tests.store.kept import AnyStore, Place, Table, opened
from tests.store.test_leases import nodes, run_out


def kept(store: AnyStore, table: str) -> tuple[int, bytes | None]:
    (found,) = store.load([table])
    return found.snapshot_n, found.snapshot


def test_a_snapshot_replaces_the_one_before(place: Place) -> None:
    store, table = opened(place), Table("t1")
    store.append(table.says("ana", "a", snapshot=b"one")).result()
    store.append(table.says("ana", "b")).result()
    assert kept(store, "t1") == (1, b"one")
    store.keep_snapshot("t1", 2, b"two").result()
    assert kept(store, "t1") == (2, b"two")
    assert store.damage_of("t1") is None
    store.close()
    again = place.open()
    assert [(each.snapshot_n, each.snapshot) for each in again.load_tables()] == [(2, b"two")]
    again.check()
    again.close()


def test_a_table_without_one_gets_its_first(store: AnyStore) -> None:
    store.append(Table("t1").says("ana", "a")).result()
    store.keep_snapshot("t1", 1, b"one").result()
    assert kept(store, "t1") == (1, b"one")


@pytest.mark.parametrize("n", [1, 3])
def test_a_snapshot_of_another_row_than_the_last_is_dropped(store: AnyStore, n: int) -> None:
    table = Table("t1")
    store.append(table.says("ana", "a", snapshot=b"one")).result()
    store.append(table.says("ana", "b")).result()
    store.keep_snapshot("t1", n, b"other").result()
    assert kept(store, "t1") == (1, b"one")


def test_a_closed_table_and_an_unknown_one_get_none(place: Place) -> None:
    store, table = opened(place), Table("t1")
    store.append(table.says("ana", "a", snapshot=b"one")).result()
    store.append(table.outcome("ana", Say(key="b", text="over")), closes=True).result()
    store.keep_snapshot("t1", 2, b"two").result()
    store.keep_snapshot("never", 1, b"one").result()
    assert place.rows("SELECT table_id, n FROM snapshot") == [("t1", 1)]
    store.close()


def test_a_node_without_the_lease_writes_none(database: Database) -> None:
    with nodes(database) as (first, second):
        first.append(Table("t1").says("ana", "a")).result()
        second.keep_snapshot("t1", 1, b"forged").result()
        assert kept(second, "t1") == (0, None)
        run_out(database)
        assert second.claim(["t1"])
        first.keep_snapshot("t1", 1, b"late").result()
        assert kept(second, "t1") == (0, None)
        second.keep_snapshot("t1", 1, b"mine").result()
        assert kept(second, "t1") == (1, b"mine")
