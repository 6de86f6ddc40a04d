"""Several nodes on one database: each table has one writer at a time, and a node with an old epoch writes nothing."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from houseway.room.messages.commands import Grant, Open, TopUp
from houseway.room.messages.outcomes import Posting
from houseway.store import StoreFault
from houseway.store.postgres import PostgresStore, leases, reader
from houseway.store.postgres.statements import Lost
from tests.postgres import Database
from tests.store.kept import NOON, Table, refusal

PATIENCE = 30.0


@contextmanager
def nodes(database: Database, count: int = 2) -> Iterator[list[PostgresStore]]:
    found = [PostgresStore(database.url, address=f"http://node{number}") for number in range(count)]
    found[0].grant(Grant(key="n/ana", person="ana", cents=100_000), NOON).result()
    try:
        yield found
    finally:
        for each in found:
            each.close()


def run_out(database: Database) -> None:
    """Expires all leases, as if nobody had renewed them."""
    database.execute("UPDATE lease SET until = clock_timestamp() - interval '1 second'")


def stop(store: PostgresStore) -> None:
    """Stops renewing, as if the process had been killed."""
    store.leases._ended.set()
    for thread in store.leases._threads:
        thread.join()


def eventually(true: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


def test_a_zombie_writes_nothing_and_hears_that_it_is_one(database: Database) -> None:
    with nodes(database) as (first, second):
        told: list[StoreFault] = []
        table = Table("t1")
        first.append(table.buys("ana", 100, "a1")).result()
        first.leases.lost = told.append
        run_out(database)
        assert [kept.table for kept in second.claim()] == ["t1"]
        late = first.append(table.buys("ana", 100, "a2"))
        assert isinstance(late.exception(), Lost)
        assert str(late.exception()) == "row 2 of table t1 was not written: another node has the table by now"
        assert isinstance(first.set_meta("anything", b"").exception(), StoreFault)  # it writes nothing more at all
        eventually(lambda: told)
        assert str(told[0]) == "table t1 is another node's by now"
        assert [row.key for row in second.rows_after("t1", 0)] == ["a1"]
        assert second.append(Table("t1", 1).buys("ana", 300, "b1")).exception() is None
        assert second.check().tables == 400
        assert database.execute("SELECT n, epoch FROM log ORDER BY n") == [(1, 1), (2, 2)]


def test_a_lease_that_has_run_out_is_good_for_nothing_even_if_nobody_claims_it(database: Database) -> None:
    with nodes(database, 1) as (store,):
        table = Table("t1")
        store.append(table.says("ana")).result()
        stop(store)
        run_out(database)
        assert isinstance(store.append(table.says("ana")).exception(), Lost)
        assert store.load_tables()[0].last_n == 1


def test_the_same_key_after_a_take_over_gets_the_answer_of_then(database: Database) -> None:
    with nodes(database) as (first, second):
        assert second.result_of_command("ana", TopUp(key="a1", cents=100)) is None  # its filter has her keys by now
        ack = first.append(Table("t1").buys("ana", 100, "a1")).result()
        run_out(database)
        second.claim()
        again = second.result_of_command("ana", TopUp(key="a1", cents=100))
        assert again is not None
        assert again.result().ack == ack


def test_a_table_that_was_opened_at_another_node_is_not_opened_again(database: Database) -> None:
    with nodes(database) as (first, second):
        opening = Open(game="three-card-poker", key="open-1")
        assert second.result_of_command("ana", opening) is None
        first.append(Table("t1").outcome("ana", opening)).result()
        found = second.result_of_command("ana", opening)
        assert found is not None
        assert found.result().table == "t1"
        assert refusal(second.append(Table("t2").outcome("ana", opening))).code == "key-reused"
        assert [kept.table for kept in second.load_tables()] == ["t1"]


def test_tables_of_a_node_that_closes_are_free_at_once_and_others_hear_of_it(database: Database) -> None:
    with nodes(database) as (first, second):
        heard: list[str] = []
        second.leases.news = heard.append
        first.append(Table("t1").says("ana")).result()
        assert second.claim() == []
        first.close()
        eventually(lambda: "released" in heard)
        assert [kept.table for kept in second.claim()] == ["t1"]
        assert [node.url for node in second.leases.nodes()] == ["http://node1"]


def test_a_node_that_comes_back_at_its_own_address_need_not_wait(database: Database) -> None:
    """A killed process left its leases behind. Nobody else can listen at its address."""
    with nodes(database, 1) as (store,):
        table = Table("t1")
        store.append(table.says("ana")).result()
        stop(store)
        database.execute("UPDATE lease SET until = clock_timestamp() + interval '1 hour'")
        again = PostgresStore(database.url, address="http://node0")
        assert [kept.table for kept in again.claim()] == ["t1"]
        assert isinstance(store.append(table.says("ana")).exception(), StoreFault)
        assert again.append(Table("t1", 1).says("ana")).exception() is None
        again.close()


def test_nobody_joins_at_the_address_of_a_node_that_is_alive(database: Database) -> None:
    with nodes(database, 1) as (store,):
        store.append(Table("t1").says("ana")).result()
        with pytest.raises(StoreFault) as refused:
            PostgresStore(database.url, address="http://node0")
        assert refused.value.sentence == (
            "another node of this room is at http://node0: say by --node-url where this one is reached"
        )
        assert [node.id for node in store.leases.nodes()] == [store.leases.id]
        assert database.execute("SELECT epoch FROM lease") == [(1,)]


def test_of_two_that_start_at_one_address_at_once_one_is_refused(database: Database) -> None:
    found: list[PostgresStore] = []
    refused: list[str] = []

    def start() -> None:
        try:
            found.append(PostgresStore(database.url, address="http://node0"))
        except StoreFault as fault:
            refused.append(fault.code)

    threads = [threading.Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(found), refused) == (1, ["node"])
    found[0].close()


def test_a_table_that_is_closed_here_is_not_lost(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The closing row deletes the lease a moment before the node's future is settled."""
    with nodes(database, 1) as (store,):
        told: list[StoreFault] = []
        heard, closed = threading.Event(), store.leases.closed

        def late(table: str) -> None:
            heard.wait(PATIENCE)
            closed(table)

        monkeypatch.setattr(store.leases, "closed", late)
        store.leases.lost = told.append
        table = Table("t1")
        store.append(table.says("ana")).result()
        store.append(table.says("ana"), closes=True)
        eventually(lambda: not database.execute("SELECT FROM lease"))
        for _ in range(2):
            before = store.leases._renewed
            eventually(lambda before=before: told or store.leases._renewed > before)  # type: ignore[misc]
        heard.set()
        assert told == []
        eventually(lambda: not store.leases.epochs)
        assert store.leases.are_valid


def test_a_table_whose_closing_was_refused_may_still_be_lost(database: Database) -> None:
    with nodes(database) as (first, second):
        told: list[StoreFault] = []
        table = Table("t1")
        first.append(table.says("ana", "a1")).result()
        assert refusal(first.append(Table("t1", 1).says("ana", "a1"), closes=True)).code == "key-reused"
        first.leases.lost = told.append
        run_out(database)
        assert [kept.table for kept in second.claim()] == ["t1"]
        eventually(lambda: told)


def test_a_claim_whose_answer_was_lost_is_told_by_the_next_try(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with nodes(database) as (first, second):
        first.append(Table("t1").says("ana")).result()
        first.close()
        second.append(Table("t2").says("ana")).result()
        asked: list[str] = []

        def lost(db: Any, statement: str, given: Any) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = db.execute(statement, given).fetchall()
            asked.append(statement)
            if len(asked) == 1:
                db.close()
                raise psycopg.OperationalError("the line is gone")
            return found

        monkeypatch.setattr(reader, "_rows", lost)
        assert [kept.table for kept in second.claim()] == ["t1"]
        assert asked[0] == asked[1]
        assert second.leases.epochs == {"t1": 2, "t2": 1}
        assert second.claim() == []
        assert second.append(Table("t1", 1).says("ana")).exception() is None


def test_a_table_that_is_damaged_is_left_alone_and_the_others_are_taken_over(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with nodes(database) as (first, second):
        for name in ("t1", "t2"):
            table = Table(name)
            for _ in range(2):
                first.append(table.says("ana")).result()
        first.close()
        database.execute(
            "ALTER TABLE log DISABLE TRIGGER USER", "UPDATE log SET body = body || ' ' WHERE table_id = 't1' AND n = 2"
        )
        assert [kept.table for kept in second.claim()] == ["t2"]
        assert "a table is damaged and left alone" in caplog.text
        says = "row 2 of the log of table t1 does not follow the one before it"
        with pytest.raises(StoreFault, match=says):
            second.reload("t1")
        assert second.claim() == []  # held, so that no other node finds the same
        assert {*second.leases.epochs} == {"t1", "t2"}


def test_a_claim_waits_for_an_append_that_is_under_way_and_renewing_does_not(database: Database) -> None:
    with nodes(database) as (first, second), psycopg.connect(database.url) as append:
        first.append(Table("t1").says("ana")).result()
        append.execute("SELECT epoch FROM lease WHERE table_id = 't1' FOR KEY SHARE")  # as every append does
        (before,) = database.execute("SELECT until FROM lease")
        eventually(lambda: database.execute("SELECT until FROM lease") > [before])
        with psycopg.connect(database.url, autocommit=True) as db:
            db.execute("SET lock_timeout = 100")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                db.execute("UPDATE lease SET epoch = epoch + 1")
        first.leases._ended.set()
        append.execute("UPDATE lease SET until = clock_timestamp() - interval '1 second'")
        assert second.claim() == []
        append.commit()
        assert [kept.table for kept in second.claim()] == ["t1"]


def test_a_node_that_cannot_renew_is_unsure_before_its_lease_ends_and_stops_at_last(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leases.RENEWED_EVERY < leases.VALID_FOR < leases.TTL < leases.GIVEN_UP
    monkeypatch.setattr(leases, "GIVEN_UP", 4.0)
    told: list[StoreFault] = []
    with nodes(database, 1) as (store,):
        store.leases.lost = told.append
        store.append(Table("t1").says("ana")).result()
        with psycopg.connect(database.url) as other:
            other.execute("LOCK TABLE node")  # nobody renews
            eventually(lambda: not store.leases.are_valid)
            (left,) = database.execute("SELECT until > clock_timestamp() FROM lease")
            assert left == (True,)
            waiting = store.append(Table("t1", 1).says("ana"))
            eventually(lambda: told)
            assert not waiting.done() or waiting.exception() is not None
            assert "its leases could not be renewed for 4 seconds" in str(told[0])
        assert isinstance(waiting.exception(PATIENCE), StoreFault)


def test_a_node_that_renews_again_in_time_goes_on(database: Database) -> None:
    with nodes(database, 1) as (store,):
        store.append(Table("t1").says("ana")).result()
        with psycopg.connect(database.url) as other:
            other.execute("LOCK TABLE node")
            eventually(lambda: not store.leases.are_valid)
            waiting = store.append(Table("t1", 1).says("ana"))
        assert waiting.exception(PATIENCE) is None
        assert store.leases.are_valid


def test_the_node_with_the_fewest_tables_takes_most_of_what_is_free(database: Database) -> None:
    with nodes(database, 3) as (first, second, third):
        for number in range(6):
            first.append(Table(f"a{number}").says("ana")).result()
        for number in range(3):
            second.append(Table(f"b{number}").says("ana")).result()
        assert (second.leases.share(), third.leases.share()) == (None, None)
        first.close()
        shares = second.leases.share(), third.leases.share()
        assert shares == (2, 5)
        assert len(third.claim(most=shares[1] or 0)) == 5
        assert len(second.claim(most=shares[0] or 0)) == 1


def test_two_nodes_cannot_spend_the_same_chips(database: Database) -> None:
    with nodes(database) as (first, second):
        assert first.balance("cage/ana") == second.balance("cage/ana") == 100_000
        bought = [
            (first if number % 2 else second).append(Table(f"t{number}").buys("ana", 30_000, f"k{number}"))
            for number in range(8)
        ]
        refused = [future for future in bought if future.exception(PATIENCE) is not None]
        assert len(refused) == 5
        assert {refusal(future).code for future in refused} == {"chips"}
        assert str(refusal(refused[0])) == "cage/ana has 100.00, which is less than 300.00"
        assert first.check().tables == 90_000
        eventually(lambda: first.balance("cage/ana") == second.balance("cage/ana") == 10_000)


def test_what_the_house_wins_at_two_nodes_is_kept_apart_and_counted_together(database: Database) -> None:
    with nodes(database) as (first, second):
        for number, store in enumerate((first, second)):
            table = Table(f"t{number}")
            store.append(table.buys("ana", 1_000, f"k{number}")).result()
            posts = (Posting(f"stack/t{number}/ana", -300), Posting("house", 200), Posting("box", 100))
            store.append(table.outcome("room", TopUp(cents=0), *posts)).result()
        assert database.execute("SELECT count(DISTINCT shard) FROM account WHERE id = 'house'") == [(2,)]
        assert first.balance("house") == second.balance("house") == 400
        totals = second.check()
        assert (totals.house, totals.box, totals.sum) == (400, 200, 0)


def test_nodes_that_move_the_same_peoples_chips_in_any_order_all_get_through(database: Database) -> None:
    people = [f"p{number}" for number in range(6)]
    with nodes(database) as stores:
        for person in people:
            stores[0].grant(Grant(key=f"n/{person}", person=person, cents=10_000), NOON).result()

        def play(store: PostgresStore, name: str, order: list[str]) -> None:
            table = Table(name)
            futures = [store.append(table.buys(person, 10, f"{name}-{turn}")) for turn in range(30) for person in order]
            assert [future.exception(PATIENCE) for future in futures] == [None] * len(futures)

        threads = [
            threading.Thread(target=play, args=(stores[number % 2], f"t{number}", people[:: 1 if number % 2 else -1]))
            for number in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert stores[0].check().tables == 4 * 30 * 6 * 10


def test_nodes_that_start_at_once_make_one_room_of_an_empty_database(database: Database) -> None:
    found: list[PostgresStore] = []
    threads = [
        threading.Thread(target=lambda n=number: found.append(PostgresStore(database.url, address=f"http://node{n}")))
        for number in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.leases.number for store in found) == [1, 2, 3, 4]
    assert len({store.get_or_set_meta("key", bytes([index])) for index, store in enumerate(found)}) == 1
    for store in found:
        store.close()


@pytest.mark.parametrize(("said", "seconds"), [("", [5.0, 1.5, 3.0, 10.0, 2.0]), ("1", [1.0, 0.3, 0.6, 2.0, 0.4])])
def test_every_time_of_a_lease_follows_from_one(said: str, seconds: list[float]) -> None:
    """The times are read at import: this test starts a process of its own."""
    env = {name: value for name, value in os.environ.items() if name != "HOUSEWAY_LEASE_SECONDS"}
    env |= {"HOUSEWAY_LEASE_SECONDS": said} if said else {}
    names = "x.TTL, x.RENEWED_EVERY, x.VALID_FOR, x.GIVEN_UP, x.ALIVE"
    code = f"import houseway.store.postgres.leases as x; print([round(each, 3) for each in ({names})])"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == f"{seconds}\n"
