"""A person's own postings: read by an index however many accounts there are, in pages without a gap."""

from pathlib import Path

from houseway.room.messages.commands import Grant
from houseway.store.accounts import whole_entries
from houseway.store.interface import Posted
from houseway.store.sqlite import ledger
from houseway.store.sqlite.files.database_file import connect
from tests.postgres import Database
from tests.store.kept import AnyStore, DatabasePlace, Table, opened


def test_no_account_of_anybody_else_is_looked_at(path: Path) -> None:
    """Without the index a room with 300,000 accounts blocked the event loop for a quarter of a second."""
    opened(path, ana=10_000).close()
    db = connect(path, read_only=True)
    plan = [str(row[3]) for row in db.execute(f"EXPLAIN QUERY PLAN {ledger.POSTINGS}", ("cage/ana", "ana", 9, 100))]
    db.close()
    walks = [step for step in plan if step.startswith("SCAN") and not step.startswith(("SCAN own", "SCAN CONSTANT"))]
    assert walks == [], plan
    assert any("account_by_person" in step for step in plan), plan
    assert any("posting_by_account" in step for step in plan), plan


def test_no_account_of_anybody_else_is_looked_at_on_postgres(database: Database) -> None:
    opened(DatabasePlace(database), ana=10_000).close()
    plan = database.execute(
        "SET enable_seqscan = off",
        "EXPLAIN SELECT 1 FROM posting WHERE account IN"
        " (SELECT id FROM account WHERE id = 'cage/ana' OR person = 'ana')",
    )
    told = "\n".join(str(row[0]) for row in plan)
    assert "account_by_person" in told, told
    assert "Seq Scan" not in told, told


def test_pages_follow_each_other_without_a_gap(store: AnyStore) -> None:
    table = Table("t1")
    for number in range(7):
        store.append(table.buys("ana", 100 + number, f"k{number}")).result()
    whole = store.postings("ana", most=100)
    pages, before = [], None
    while page := store.postings("ana", before, most=5):
        assert len(page) <= 5
        pages += page
        before = page[-1].entry
    assert pages == whole
    assert len(whole) == 15


def test_an_entry_that_is_longer_than_a_page_is_told_as_far_as_it_goes(path: Path) -> None:
    store = opened(path, ana=10_000)
    assert store.grant(Grant(person="ana", cents=5, key="more"), 1).result()
    assert len(store.postings("ana", most=1)) == 1
    store.close()
    posted = [Posted(7, 0, "table", f"stack/t{number}/ana", 1, "", None, None) for number in range(4)]
    assert whole_entries(posted, 2) == posted[:2]
    assert whole_entries(posted, 4) == posted
