"""A row that cannot be stored is rejected alone: the rest of its group commits, and the store goes on."""

import apsw
import psycopg
import pytest

from houseway.room.messages.commands import Say, TopUp
from houseway.room.messages.outcomes import Posting
from houseway.store import StoreFault
from houseway.store.faults import is_broken, store_fault_in
from tests.store.kept import AnyStore, Place, Table, held_up, refusal

TOO_MUCH = 10**30


def too_much(table: Table, key: str) -> object:
    posts = (
        Posting("cage/ana", -500),
        Posting("stack/t1/ana", 500),
        Posting("house", TOO_MUCH),
        Posting("box", -TOO_MUCH),
    )
    return table.outcome("ana", TopUp(key=key, cents=5), *posts)


def test_one_bad_row_in_a_group_costs_the_others_nothing(store: AnyStore, place: Place) -> None:
    good, bad, other = Table("t0"), Table("t1"), Table("t2")
    with held_up(store) as go_on:
        first = store.append(good.buys("ana", 1_000, "a1"))
        opening = store.append(bad.says("ana", "a2"))
        broken = store.append(too_much(bad, "a3"))  # type: ignore[arg-type]  # an outcome
        behind = store.append(bad.says("ben", "b1"))
        last = store.append(other.buys("ben", 2_000, "b2"))
        assert store.balance("cage/ana") == 100_000 - 1_500, "it counts from the moment that it was handed in"
        go_on.set()
    assert [each.exception() for each in (first, opening, last)] == [None, None, None]
    assert not isinstance(refusal(broken), StoreFault)
    assert refusal(behind).code == "stale"
    assert [len(store.rows_after(name, 0)) for name in ("t0", "t1", "t2")] == [1, 1, 1]
    assert (store.balance("cage/ana"), store.balance("cage/ben")) == (99_000, 48_000)
    assert place.rows("SELECT * FROM account WHERE id = 'stack/t1/ana'") == []
    assert store.totals().sum == 0


def test_the_key_of_a_row_that_could_not_be_stored_is_free_again(store: AnyStore) -> None:
    table = Table("t1")
    store.append(table.says("ana")).result()
    outcome = too_much(table, "again")
    assert refusal(store.append(outcome)) is not None  # type: ignore[arg-type]  # an outcome
    assert store.result_of_command("ana", TopUp(key="again", cents=5)) is None
    assert store.kept("t1") is not None
    done = store.append(Table("t1", 1).buys("ana", 5, "again"))
    assert done.exception() is None
    answered = store.result_of_command("ana", TopUp(key="again", cents=5))
    assert answered is not None
    assert answered.result().row == 2


@pytest.mark.parametrize("who", ["a\0b", "a\ud800b"], ids=["nul", "half a letter"])
def test_a_text_that_a_database_does_not_take_breaks_nothing(store: AnyStore, who: str) -> None:
    table = Table("t1")
    store.append(table.says("ana")).result()
    bad = table.outcome("ana", Say(text="hello"), Posting("house", -5), Posting(f"cage/{who}", 5))
    try:
        error = store.append(bad).exception()
    except (ValueError, psycopg.DataError) as raised:
        error = raised
    assert not isinstance(error, StoreFault)
    assert store.append(Table("t2").says("ben")).exception() is None
    assert store.totals().sum == 0


@pytest.mark.parametrize(
    ("error", "broken"),
    [
        (OverflowError("int too big to convert"), False),
        (apsw.ConstraintError("chips"), False),
        (apsw.TooBigError("string or blob too big"), False),
        (apsw.IOError("disk I/O error"), True),
        (apsw.FullError("database or disk is full"), True),
        (apsw.CorruptError("database disk image is malformed"), True),
        (apsw.SQLError("no such table: log"), True),
        (OSError("no space left"), True),
        (StoreFault("database", "gone"), True),
    ],
    ids=lambda each: type(each).__name__,
)
def test_only_a_broken_disk_or_database_is_a_fault_of_the_store(error: Exception, broken: bool) -> None:
    assert is_broken(error) is broken


def test_a_fault_of_the_store_is_found_behind_the_error_of_a_table() -> None:
    error = RuntimeError("row 7 of table t1")
    error.__cause__ = apsw.IOError("disk I/O error")
    assert store_fault_in(error) is error.__cause__
    assert store_fault_in(RuntimeError("the table alone")) is None


def test_a_table_is_read_alone_with_its_chips(store: AnyStore) -> None:
    table = Table("t1")
    store.append(table.buys("ana", 700, "a1")).result()
    store.append(Table("t10").buys("ben", 300, "b1")).result()
    pool = Posting("house", -50), Posting("pool/t1/jackpot", 50)
    store.append(table.outcome("room", Say(text="jackpot"), *pool)).result()
    assert store.chips_at("t1") == {"stack/t1/ana": 700, "pool/t1/jackpot": 50}
    kept = store.kept("t1")
    assert kept is not None
    assert (kept.table, kept.last_n, kept.closed) == ("t1", 2, None)
    assert store.kept("t3") is None
    store.set_meta("quarantine/t1", b"x").result()
    store.set_meta("quarantines", b"y").result()
    assert store.metas("quarantine/") == {"quarantine/t1": b"x"}
