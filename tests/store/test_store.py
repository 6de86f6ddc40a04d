"""The store: writes, refusals, and repeated keys."""

import json
import os
import stat
import threading
from pathlib import Path

import apsw
import psycopg
import pytest

from houseway.room.fairness.scheme import canonical, commit_of
from houseway.room.messages.commands import Bet, Grant, Sit, TopUp
from houseway.room.messages.outcomes import Ack, Posting
from houseway.script import Refusal
from houseway.store import Person, Promise, RoundHead, SqliteStore, StoreFault
from houseway.store.factory import backup
from houseway.store.sqlite.reader import Reader
from tests.postgres import Database
from tests.store.kept import NOON, AnyStore, DatabasePlace, FilePlace, Place, Table, held_up, opened, refusal

# -- commands that come again ---------------------------------------------------------------------------------------


def test_a_command_that_comes_again_gets_its_first_answer(store: AnyStore) -> None:
    table = Table("t1")
    outcome = table.buys("ana", 20_000, "a1")
    assert store.append(outcome).result() == outcome.ack
    again = store.result_of_command("ana", TopUp(key="a1", cents=20_000))
    assert again is not None
    assert again.result().ack == Ack(101, 2)
    assert (again.result().table, again.result().row) == ("t1", 1)
    assert store.balance("cage/ana") == 80_000


def test_a_key_of_another_command_is_refused_and_everybody_has_his_own_keys(store: AnyStore) -> None:
    store.append(Table("t1").buys("ana", 20_000, "a1")).result()
    for other in (TopUp(key="a1", cents=20_001), Sit(key="a1", seat=1, buy_in=20_000)):
        with pytest.raises(Refusal, match="key 'a1' was another command's: take a new one") as reused:
            store.result_of_command("ana", other)
        assert reused.value.code == "key-reused"
    assert store.result_of_command("ben", TopUp(key="a1", cents=1)) is None
    assert store.result_of_command("ana", TopUp(key="a2", cents=20_000)) is None


def test_a_command_is_the_same_however_its_fields_are_ordered(store: AnyStore) -> None:
    bet = Bet(key="b", round=1, place="3", wagers={"ante": 500, "bonus": 100})
    store.append(Table("t1").outcome("ana", bet)).result()
    assert (
        store.result_of_command("ana", Bet(key="b", round=1, place="3", wagers={"bonus": 100, "ante": 500})) is not None
    )


def test_keys_are_known_after_a_restart(place: Place) -> None:
    store = opened(place, ana=100_000)
    store.append(Table("t1").buys("ana", 20_000, "a1")).result()
    store.close()
    store = place.open()
    again = store.result_of_command("ana", TopUp(key="a1", cents=20_000))
    assert again is not None
    assert again.result().ack.n == 101
    with pytest.raises(Refusal, match="another command's"):
        store.result_of_command("ana", TopUp(key="a1", cents=1))
    store.close()


def test_a_command_that_is_not_durable_yet_is_waited_for(store: AnyStore) -> None:
    with held_up(store) as go_on:
        first = store.append(Table("t1").buys("ana", 20_000, "a1"))
        again = store.result_of_command("ana", TopUp(key="a1", cents=20_000))
        assert again is not None
        assert not again.done()
        assert not first.done()
        assert store.balance("cage/ana") == 80_000  # it counts once it is queued
        go_on.set()
        assert again.result(30).ack == first.result(30)


def test_the_same_key_twice_in_the_log_is_refused_by_the_database_itself(store: AnyStore) -> None:
    table = Table("t1")
    first, second = store.append(table.buys("ana", 100, "a1")), store.append(table.buys("ana", 200, "a1"))
    assert first.exception() is None
    assert refusal(second).code == "key-reused"
    assert store.balance("stack/t1/ana") == 100


# -- chips ----------------------------------------------------------------------------------------------------------


def test_two_tables_cannot_spend_the_same_chips(store: AnyStore) -> None:
    tables = [Table(f"t{number}") for number in range(8)]
    bought = [store.append(table.buys("ana", 30_000, f"a{table.name}")) for table in tables]
    refused = [future for future in bought if future.exception() is not None]
    assert len(refused) == 5
    assert refusal(refused[0]).code == "chips"
    assert str(refusal(refused[0])) == "cage/ana has 100.00, which is less than 300.00"
    assert store.balance("cage/ana") == 10_000
    assert store.ledger_check().tables == 90_000


def test_what_is_refused_leaves_nothing_behind(store: AnyStore, place: Place) -> None:
    table = Table("t1")
    store.append(table.says("ana")).result()
    store.seed("t1", 1)
    refused = store.append(table.ends(1, bytes(32), Posting("cage/ben", -60_000), Posting("stack/t1/ben", 60_000)))
    assert refusal(refused).code == "chips"
    assert store.round("t1-1") is None
    assert store.rows_after("t1", 1) == []
    assert store.load_tables()[0].snapshot is None
    assert store.balance("cage/ben") == 50_000
    assert place.rows("SELECT * FROM seed") == []
    assert place.rows("SELECT * FROM account WHERE id = 'stack/t1/ben'") == []


def test_a_table_goes_no_further_after_a_row_that_was_refused(store: AnyStore) -> None:
    """Rows on top of a rejected one cannot be stored: the table must be reloaded."""
    table = Table("t1")
    first, refused, after = (
        store.append(table.says("ana")),
        store.append(table.buys("ana", 200_000, "a")),
        store.append(table.says("ana")),
    )
    assert first.exception() is None
    assert refusal(refused).code == "chips"
    assert refusal(after).code == "stale"
    assert str(refusal(after)) == "row 3 of table t1 does not follow row 1, its last"
    assert store.append(Table("t1", 1).says("ana")).exception() is None


def test_postings_that_do_not_add_up_are_our_own_mistake(store: AnyStore) -> None:
    refused = store.append(Table("t1").outcome("ana", TopUp(key="x", cents=5), Posting("cage/ana", -5)))
    assert isinstance(refused.exception(), AssertionError)
    assert store.balance("cage/ana") == 100_000
    assert store.totals().sum == 0


def test_the_file_itself_refuses_an_entry_that_does_not_add_up(path: Path) -> None:
    opened(path, ana=100_000, ben=50_000).close()
    db = apsw.Connection(str(path))
    db.execute("INSERT INTO entry (at, kind) VALUES (1, 'forged')").fetchall()
    entry = db.last_insert_rowid()
    db.execute("INSERT INTO posting VALUES (?, 0, 'cage/ana', 500, '')", (entry,)).fetchall()
    with pytest.raises(apsw.ConstraintError, match="sums_to_zero"):
        db.execute("UPDATE entry SET sealed = 1 WHERE id = ?", (entry,)).fetchall()
    for forgery, says in (
        ("UPDATE posting SET cents = 1", "never changed"),
        ("DELETE FROM posting", "never deleted"),
        ("DELETE FROM entry", "never deleted"),
        ("UPDATE entry SET total = 0, sealed = 0 WHERE id = 1", "sealed"),
        ("INSERT INTO posting VALUES (1, 9, 'cage/ana', 500, '')", "sealed"),
        ("UPDATE account SET balance = -1 WHERE id = 'cage/ben'", "chips"),
    ):
        with pytest.raises(apsw.ConstraintError, match=says):
            db.execute(forgery).fetchall()
    db.close()
    with pytest.raises(StoreFault, match="is damaged: entry 3 of its ledger does not add up to zero"):
        SqliteStore(path)


def test_the_database_itself_refuses_an_entry_that_does_not_add_up(database: Database) -> None:
    opened(DatabasePlace(database), ana=100_000, ben=50_000).close()
    posting = "INSERT INTO posting (entry, line, account, cents) VALUES"
    entry = "INSERT INTO entry (id, at, kind) VALUES (99, 1, 'forged')"
    for forgery, says in (
        ([entry, f"{posting} (99, 0, 'cage/ana', 500)"], "adds up to 500 instead of nothing"),
        ([f"{posting} (1, 9, 'cage/ana', 500), (1, 10, 'issued', -500)"], "sealed"),
        (["UPDATE posting SET cents = 1"], "never changed"),
        (["DELETE FROM posting"], "never changed or deleted"),
        (["TRUNCATE posting CASCADE"], "never changed or deleted"),
        (["DELETE FROM entry"], "never changed or deleted"),
        (["DELETE FROM log"], "never changed or deleted"),
        (["UPDATE account SET balance = -1 WHERE id = 'cage/ben'"], "chips"),
        ([entry.replace("99", "98"), f"{posting} (98, 0, 'cage/ben', -50001), (98, 1, 'house', 50001)"], "chips"),
    ):
        with pytest.raises(psycopg.IntegrityError, match=says):
            database.execute(*forgery)


def test_what_an_account_receives_counts_before_what_it_pays(store: AnyStore) -> None:
    posts = (
        Posting("stack/t1/ana", -500),
        Posting("house", 500),
        Posting("stack/t1/ana", 700),
        Posting("cage/ana", -700),
    )
    assert store.append(Table("t1").outcome("ana", TopUp(key="x", cents=7), *posts)).exception() is None
    assert store.balance("stack/t1/ana") == 200


def test_the_house_may_owe_and_people_may_not(store: AnyStore) -> None:
    posts = (Posting("house", -10_000), Posting("pool/t1/grand", 10_000))
    store.append(Table("t1").outcome("room", TopUp(cents=0), *posts)).result()
    totals = store.ledger_check()
    assert (totals.house, totals.pools, totals.issued, totals.cages) == (-10_000, 10_000, -150_000, 150_000)
    assert totals.sum == 0


def test_chips_are_granted_once_under_a_key(store: AnyStore) -> None:
    daily = Grant(key="daily/2027-01-15/ana", person="ana", cents=500, reason="daily")
    assert [store.grant(daily, NOON).result() for _ in range(3)] == [True, False, False]
    assert store.balance("cage/ana") == 100_500
    both = [store.grant(Grant(key="d2", person="ana", cents=500), NOON) for _ in range(2)]
    assert sorted(future.result() for future in both) == [False, True]
    assert store.balance("cage/ana") == 101_000
    free = [store.grant(Grant(person="ana", cents=1), NOON).result() for _ in range(2)]
    assert free == [True, True]
    assert store.ledger_check().issued == -151_002


def test_somebody_reads_his_own_postings_newest_first(store: AnyStore) -> None:
    table = Table("t1")
    store.append(table.buys("ana", 300, "a")).result()
    store.append(table.buys("ben", 400, "b")).result()
    rows = store.postings("ana")
    assert [(row.account, row.cents, row.kind) for row in rows] == [
        ("stack/t1/ana", 300, "table"),
        ("cage/ana", -300, "table"),
        ("cage/ana", 100_000, "newcomer"),
    ]
    assert store.postings("ana", before=rows[0].entry)[0].kind == "newcomer"
    assert store.postings("an_") == store.postings("%") == []


# -- group commit ---------------------------------------------------------------------------------------------------


def test_many_appends_share_a_commit_and_each_is_durable_when_it_is_acknowledged(store: AnyStore, place: Place) -> None:
    table, elsewhere = Table("t1"), place.reader()
    seen: list[int] = []

    def check(_: Promise[Ack]) -> None:
        if len(seen) < 20:
            seen.append(elsewhere.load_tables()[0].last_n)

    futures = []
    with held_up(store) as go_on:
        before = store.commits
        for number in range(1, 401):
            future = store.append(table.buys("ana", 1, f"k{number}"))
            future.add_done_callback(check)
            futures.append(future)
        assert not any(future.done() for future in futures)
        go_on.set()
        assert [future.result(30).n for future in futures] == list(range(101, 501))
    assert store.commits - before == 2  # the blocking write, and all the others
    assert seen == [400] * 20
    elsewhere.close()


def test_what_shares_a_commit_is_done_in_the_order_in_which_it_was_handed_in(store: AnyStore) -> None:
    """Ben has 50,000: he cannot spend chips before they are granted, though one commit holds both."""
    early, late = Table("t1"), Table("t2")
    more = Grant(key="more", person="ben", cents=10_000, reason="host")
    with held_up(store) as go_on:
        writes = [store.append(early.buys("ben", 60_000, "b1"))]
        granted = store.grant(more, NOON)
        writes.append(store.append(late.buys("ben", 60_000, "b2")))
        go_on.set()
        assert refusal(writes[0]).code == "chips"
        assert granted.result(30)
        assert writes[1].result(30)
    assert store.check().tables == 60_000


def test_an_account_of_a_write_that_was_refused_is_made_by_the_next(store: AnyStore) -> None:
    with held_up(store) as go_on:
        first = store.append(Table("t1").buys("ben", 100, "b1"))
        second = store.append(Table("t2").buys("ben", 90_000, "b2"))
        go_on.set()
        assert first.result(30)
        assert refusal(second).code == "chips"
    store.append(Table("t2").buys("ben", 300, "b3")).result()
    store.append(Table("t1", 1).buys("ben", -100, "b4")).result()
    assert store.check().tables == 300


def test_rounds_that_end_in_one_commit_are_all_kept_with_the_table_after_the_last(store: AnyStore) -> None:
    table = Table("t1")
    store.append(table.buys("ana", 1_000, "a1")).result()
    seeds = [store.seed("t1", number) for number in (1, 2, 3)]
    loses = Posting("stack/t1/ana", -100), Posting("house", 100)
    with held_up(store) as go_on:
        ends = [store.append(table.ends(number, seed, *loses)) for number, seed in enumerate(seeds, 1)]
        go_on.set()
        assert [end.result(30).n for end in ends] == [102, 103, 104]
    assert [kept.number for kept in store.rounds("t1")] == [3, 2, 1]
    (kept,) = store.load_tables()
    assert (kept.snapshot, kept.snapshot_n) == (b'{"table": "t1", "rows": 4}', 4)
    assert [posted.round for posted in store.postings("ana", most=3)] == ["t1-3", "t1-2", "t1-1"]
    assert store.check().house == 300


def test_appends_from_many_threads_are_all_there(store: AnyStore) -> None:
    def play(name: str) -> None:
        table = Table(name)
        for number in range(40):
            store.append(table.buys("ben" if number % 2 else "ana", 10, f"{name}-{number}")).result()

    threads = [threading.Thread(target=play, args=(f"t{number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.check().tables == 6 * 40 * 10
    assert {kept.last_n for kept in store.load_tables()} == {40}


def test_what_is_new_is_seen_while_the_ledger_is_counted(store: AnyStore) -> None:
    """A long check reads a snapshot. Other readers must see new rows meanwhile."""
    counting, go_on = threading.Event(), threading.Event()

    def slowly(_db: object) -> None:
        counting.set()
        go_on.wait(30)

    thread = threading.Thread(target=store._checked, args=(slowly,))
    thread.start()
    counting.wait(30)
    store.append(Table("t1").buys("ana", 100, "a1")).result()
    assert store.result_of_command("ana", TopUp(key="a1", cents=100)) is not None
    assert store.load_tables()[0].last_n == 1
    go_on.set()
    thread.join()


# -- tables, rounds and seeds ---------------------------------------------------------------------------------------


def test_a_table_is_loaded_from_its_last_snapshot_and_the_rows_after_it(store: AnyStore) -> None:
    table, other = Table("t1"), Table("t2")
    for outcome in (table.says("ana", "k"), other.says("ben"), table.ends(1, bytes(32)), table.says("ana")):
        store.append(outcome).result()
    first, second = store.load_tables()
    assert (first.table, first.ordinal, first.last_n, first.snapshot_n) == ("t1", 1, 3, 2)
    assert first.snapshot == b'{"table": "t1", "rows": 2}'
    assert (second.table, second.ordinal, second.snapshot) == ("t2", 2, None)
    (row,) = store.rows_after("t1", first.snapshot_n)
    assert (row.n, row.who, row.at) == (3, "ana", NOON + 3)
    assert row.read().ack == Ack(103, 2)


def test_the_log_of_a_table_is_chained_by_hashes_that_anybody_can_make(store: AnyStore) -> None:
    import hashlib

    table = Table("t1")
    for number in range(3):
        store.append(table.says("ana", f"k{number}")).result()
    before = "00" * 32
    for line in store.log("t1"):
        row = line.row
        head = canonical([row.table, row.n, row.at, row.who, row.key])
        assert line.prev_hash == before
        assert line.hash == hashlib.sha256(b"\n".join((before.encode(), head, row.body))).hexdigest()
        before = line.hash
    assert [line.row.n for line in store.log("t1", after=1)] == [2, 3]
    for _ in range(500):
        store.append(table.says("ana"))
    store.grant(Grant(person="ana", cents=1), NOON).result()
    assert [line.row.n for line in store.log("t1")] == list(range(1, 504))


def test_seeds_are_kept_with_the_next_row_and_told_only_when_revealed(place: Place) -> None:
    store = opened(place)
    table = Table("t1")
    seeds = {number: store.seed("t1", number) for number in (1, 2)}
    assert store.seed("t1", 1) == seeds[1]
    store.append(table.ends(1, seeds[1])).result()
    store.append(table.ends(2, seeds[2], reveal=True)).result()
    store.close()
    store = place.open()
    assert {number: store.seed("t1", number) for number in (1, 2)} == seeds
    rounds = store.rounds("t1")
    assert [(each.number, each.fair and each.fair["seed"]) for each in rounds] == [(2, seeds[2].hex()), (1, None)]
    assert all(seeds[1].hex() not in str(line) and repr(seeds[1]) not in str(line) for line in store.log("t1"))
    store.append(Table("t1", 2).says("host"), closes=True).result()
    first = store.round("t1-1")
    assert first is not None
    assert first.fair == {"commit": commit_of(seeds[1]), "seed": seeds[1].hex()}
    assert json.loads(first.whole())["fair"]["seed"] == seeds[1].hex()
    assert store.load_tables() == []
    assert [kept.closed for kept in store.load_tables(closed=True)] == [NOON + 3]
    second = store.round("t1-2")
    assert second is not None
    assert second.fair == {"commit": commit_of(seeds[2]), "seed": seeds[2].hex()}
    store.close()


def test_no_clock_reveals_a_seed_only_the_close_of_its_own_table_does(store: AnyStore) -> None:
    """A clock that is set two days, or a year, forward reveals no folded hand."""
    day = 24 * 60 * 60 * 1000
    table, other = Table("t1"), Table("t2")
    store.append(table.ends(1, store.seed("t1", 1))).result()
    for number, days in enumerate((0, 2, 365), 1):
        other.now += days * day
        store.append(other.ends(number, store.seed("t2", number))).result()
    table.now += 400 * day
    store.append(table.ends(2, store.seed("t1", 2))).result()
    assert [kept.fair and kept.fair["seed"] for name in ("t1", "t2") for kept in store.rounds(name)] == [None] * 5
    assert [each.number for each in store.rounds("t2", before=3, most=1)] == [2]
    store.append(table.says("host"), closes=True).result()
    told = {kept.id: kept.fair and kept.fair["seed"] for name in ("t1", "t2") for kept in store.rounds(name)}
    assert {name for name, seed in told.items() if seed} == {"t1-1", "t1-2"}


def test_a_seed_is_thirty_two_bytes_from_outside(place: Place) -> None:
    store = place.open(draw=lambda: b"x" * 32)
    assert store.seed("t", 1) == b"x" * 32
    store.close()


def _numbers(store: AnyStore, until: int | None = None, before: int | None = None, most: int = 50) -> list[int]:
    return [each.number for each in store.round_heads("t1", until, before, most)]


def test_rounds_that_ended_by_a_moment_are_found_among_any_number(store: AnyStore) -> None:
    """Numbers have gaps, as of rounds that never began, and another table has rounds at the same time."""
    table, other = Table("t1"), Table("t2")
    numbers = [number for number in range(3, 43) if number % 7]
    rows = [table.ends(number, b"x" * 32) for number in numbers]
    rows += [other.ends(number, b"x" * 32) for number in range(1, 4)]
    for row in rows:
        store.append(row).result()
    times = {kept.number: kept.at for kept in store.rounds("t1")}
    for until in (0, *(at + more for at in times.values() for more in (-1, 0)), max(times.values()) + 1):
        for before in (None, 0, 1, 3, 7, 8, 20, 42, 43, 10**15 - 1):
            known = [number for number in numbers if times[number] <= until and (before is None or number < before)]
            assert _numbers(store, until, before) == known[::-1]
            assert _numbers(store, until, before, 2) == known[::-1][:2]
    assert _numbers(store) == numbers[::-1]
    assert store.round_heads("t3", NOON * 2) == []
    kept = store.rounds("t1")[0]
    assert store.round_heads("t1")[0] == RoundHead(kept.id, kept.number, kept.at, kept.void)


def test_the_search_for_old_rounds_reads_few_of_the_young_ones(path: Path) -> None:
    """Before, every young round was read with its document: a stranger could stop the event loop for 0.3 seconds."""
    store = opened(path)
    table = Table("t1")
    for number in range(1, 2_001):
        last = store.append(table.ends(number, b"x" * 32))
    last.result()
    reader = Reader(path)
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    reader._read.set_progress_handler(count, 1)
    assert [each.number for each in reader.round_heads("t1", table.now + 1)] == [1]
    reader.close()
    store.close()
    assert steps < 2_000, "of SQLite's machine, fewer than one a round"


# -- people and the house -------------------------------------------------------------------------------------------


def test_people_are_found_by_what_they_hold_and_only_hashes_are_kept(store: AnyStore, place: Place) -> None:
    secret, link = "s" * 22, "l" * 22
    store.add_person(Person("p1", "Ana", "guest", NOON), secret).result()
    store.set_link("p1", link).result()
    assert store.by_secret(secret) == store.by_link(link) == store.person("p1") == Person("p1", "Ana", "guest", NOON)
    store.rename("p1", "Anna").result()
    store.set_link("p1", "m" * 22).result()
    assert store.by_link(link) is None
    assert store.by_link("m" * 22) == Person("p1", "Anna", "guest", NOON)
    assert store.by_secret("") is None
    assert refusal(store.rename("p9", "Nobody")).code == "person"
    store.set_secret("p1", "t" * 22).result()
    assert store.by_secret(secret) is None
    kept = str(place.rows("SELECT * FROM person"))
    assert not any(token in kept for token in (secret, link, "m" * 22, "t" * 22))
    if isinstance(place, FilePlace):
        store.close()
        on_disk = place.path.read_bytes()
        assert not any(token.encode() in on_disk for token in (secret, link, "m" * 22, "t" * 22))


def test_the_house_keeps_its_keys(store: AnyStore) -> None:
    assert store.meta("session key") is None
    store.set_meta("session key", b"\0\1").result()
    store.set_meta("session key", b"\2").result()
    assert store.meta("session key") == b"\2"
    assert store.get_or_set_meta("session key", b"\3") == b"\2"
    assert store.get_or_set_meta("another", b"\3") == store.meta("another") == b"\3"


# -- the file -------------------------------------------------------------------------------------------------------


def test_the_file_is_its_owners_alone_and_written_to_the_disk_at_every_commit(path: Path) -> None:
    store = SqliteStore(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    db = store._db
    assert db.execute("PRAGMA journal_mode").get == "wal"
    assert db.execute("PRAGMA synchronous").get == 2
    assert store._read.execute("PRAGMA query_only").get == 1
    store.close()


def test_a_second_server_is_told_who_has_the_file(path: Path) -> None:
    store = opened(path, ana=1)
    with pytest.raises(StoreFault, match=f"room.db is in use: process {os.getpid()} serves from it"):
        SqliteStore(path)
    assert store.grant(Grant(person="ana", cents=1), NOON).result() is True
    store.close()


def test_nothing_is_taken_after_the_store_was_closed(place: Place) -> None:
    store = opened(place, ana=5)
    last = store.grant(Grant(person="ana", cents=5), NOON)
    store.close()
    assert last.result() is True  # earlier writes are there
    assert "it was closed" in str(refusal(store.set_meta("late", b"")))
    reader = place.reader()
    assert reader.totals().cages == 10
    reader.close()


def test_a_backup_is_made_while_the_room_writes_and_holds_together(
    store: AnyStore, place: Place, tmp_path: Path
) -> None:
    table, copies = Table("t1"), []
    for number in range(300):
        store.append(table.buys("ana", 1, f"k{number}"))
        if number % 100 == 50:
            copies.append(tmp_path / f"copy{number}.db")
            assert backup(place.db, copies[-1]) == copies[-1].stat().st_size
    for copy in copies:
        reader = Reader(copy)
        totals = reader.check()
        assert totals.tables == reader.load_tables()[0].last_n if reader.load_tables() else totals.tables == 0
        reader.close()
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert {each.name for each in tmp_path.iterdir() if "copy" in each.name} == {copy.name for copy in copies}
    with pytest.raises(StoreFault, match="it is no place for a backup"):
        backup(place.db, place.path if isinstance(place, FilePlace) else tmp_path)
    with pytest.raises(StoreFault, match="there is no such folder"):
        backup(place.db, tmp_path / "no" / "copy.db")


def test_a_backup_serves_as_the_room_did(place: Place, tmp_path: Path) -> None:
    store = opened(place, ana=1000)
    store.append(Table("t1").buys("ana", 400, "a")).result()
    backup(place.db, tmp_path / "copy.db")
    store.close()
    again = SqliteStore(tmp_path / "copy.db")
    assert again.balance("stack/t1/ana") == 400
    assert again.append(Table("t1", 1).buys("ana", 100, "b")).exception() is None
    again.close()
