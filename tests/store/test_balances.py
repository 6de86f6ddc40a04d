"""Cached balances: what the database tells as well is dropped once nothing is pending."""

import pytest

from houseway.room.messages.outcomes import Posting
from houseway.script import Refusal
from houseway.store import pending_writes
from houseway.store.pending_writes import Balances
from tests.store.kept import AnyStore, Place, Table, held_up, opened


def move(person: str, cents: int) -> list[Posting]:
    return [Posting(f"cage/{person}", -cents), Posting(f"stack/t1/{person}", cents)]


def test_the_empty_stacks_of_people_who_left_before_the_table_closed_are_dropped() -> None:
    """Before, each stayed in memory for the life of the process."""
    kept: dict[str, int] = {}
    balances = Balances(lambda account: kept.get(account, 0))
    for number in range(200):
        for cents in (500, -500):
            balances.move(move(f"p{number}", cents))
            balances.landed(move(f"p{number}", cents), refused=False)
    assert not [account for account in balances._known if account.startswith("stack/")]
    assert not balances._flights


def test_a_stack_is_kept_while_it_has_chips_or_postings_are_pending() -> None:
    balances = Balances(lambda _: 0)
    balances.move(move("ana", 500))
    balances.landed(move("ana", 500), refused=False)
    assert balances._known["stack/t1/ana"][0] == 500
    balances.move(move("ana", -500))
    balances.move(move("ana", 300))
    balances.landed(move("ana", -500), refused=False)
    assert balances.of("stack/t1/ana") == 300
    balances.landed(move("ana", 300), refused=True)
    assert "stack/t1/ana" not in balances._known
    assert not balances._flights


def test_there_are_never_more_than_so_many_and_pending_ones_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending_writes, "KNOWN", 50)
    read: list[str] = []
    balances = Balances(lambda account: read.append(account) or 0)  # type: ignore[func-returns-value]
    balances.move(move("ana", 500))
    for number in range(200):
        balances.move(move(f"p{number}", 100))
        balances.landed(move(f"p{number}", 100), refused=False)
        assert len(balances._known) <= 52
    assert (balances.of("cage/ana"), balances.of("stack/t1/ana")) == (-500, 500)
    assert read.count("cage/ana") == read.count("stack/t1/ana") == 1, "the database does not know the pending ones"


def test_chips_come_and_go_as_before(place: Place) -> None:
    store = opened(place, ana=1_000)
    table = Table("t1")
    for at in range(5):
        store.append(table.buys("ana", 400, f"in{at}")).result()
        assert (store.balance("cage/ana"), store.balance("stack/t1/ana", fresh=True)) == (600, 400)
        with held_up(store) as go:
            out = store.append(table.buys("ana", -400, f"out{at}"))
            assert store.balance("cage/ana") == 1_000
            go.set()
            out.result()
        assert (store.balance("cage/ana"), store.balance("stack/t1/ana", fresh=True)) == (1_000, 0)
    store.close()


def test_a_refused_write_leaves_no_trace(store: AnyStore) -> None:
    outcome = Table("t1", n=7).buys("ben", 100, "b")  # no row 7 stands before it
    refused = store.append(outcome).exception()
    assert isinstance(refused, Refusal)
    assert not [account for account in store._balances._known if account.startswith("stack/")]
    assert not store._balances._flights
