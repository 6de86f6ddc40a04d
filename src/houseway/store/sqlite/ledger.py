"""Double-entry ledger: the postings of an entry sum to zero, within the transaction of the row that moves chips."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import apsw
from msgspec import Struct

from houseway.room.messages.outcomes import Posting
from houseway.script import Refusal
from houseway.store.accounts import AT_TABLES, KINDS, SHARED, kind_of, unequal_balance, unequal_entry, whole_entries
from houseway.store.interface import Posted, StoreFault, Totals
from houseway.store.row_hashes import seal_of
from houseway.store.sqlite import bulk_insert

LAST: Final = 2**62
"""An upper bound of entry numbers."""
POSTINGS: Final = """
    SELECT entry.id, entry.at, entry.kind, posting.account, cents, clause, entry.table_id, entry.round_id FROM
    (SELECT entry, line FROM posting WHERE account IN (SELECT ?1 UNION ALL
        SELECT id FROM account WHERE kind = 'stack' AND substr(id, instr(substr(id, 7), '/') + 7) = ?2)
        AND entry < ?3 ORDER BY entry DESC, line LIMIT ?4) AS own
    JOIN posting ON posting.entry = own.entry AND posting.line = own.line JOIN entry ON entry.id = own.entry
    ORDER BY own.entry DESC, own.line"""
"""Reads only the index for all postings of a person, and the other columns for one page of them."""


ENTRIES_BETWEEN: Final = """
    SELECT entry.id, entry.at, entry.kind, account, cents, clause, entry.table_id, entry.round_id
    FROM entry JOIN posting ON posting.entry = entry.id WHERE entry.at >= ? AND entry.at < ? ORDER BY entry.id, line"""
STACKS_BEFORE: Final = """
    SELECT account, sum(cents) FROM entry JOIN posting ON posting.entry = entry.id
    WHERE entry.at < ? AND account >= 'stack/' AND account < 'stack0' GROUP BY account HAVING sum(cents) <> 0"""


class Booking(Struct, frozen=True):
    """An entry to be written: postings that sum to zero, time, kind, and the row, round or key that it belongs to."""

    posts: Sequence[Posting]
    at: int
    kind: str
    table: str | None = None
    n: int | None = None
    round_id: str | None = None
    key: str | None = None


def post(db: apsw.Connection, entries: Sequence[Booking], known: set[str] | None = None) -> None:
    """Writes entries with their postings in this order. Raises Refusal `chips` if a balance would fall below zero.

    Within an entry credits come before debits. `known` accounts exist already; the function adds the others to it.
    """
    if not entries:
        return
    heads: list[tuple[Any, ...]] = []
    posted: list[list[tuple[str, int, str]]] = []
    for entry in entries:
        assert sum(each.cents for each in entry.posts) == 0, f"postings that do not add up to zero: {entry.posts}"
        ordered = sorted(entry.posts, key=lambda each: each.cents < 0)
        posted.append([(each.account, each.cents, each.clause) for each in ordered])
        head = (entry.at, entry.kind, entry.table, entry.n, entry.round_id, entry.key)
        heads.append((*head, seal_of(head, posted[-1])))
    bulk_insert.execute(db, "INSERT INTO entry (at, kind, table_id, n, round_id, key, seal) VALUES {}", heads)
    first = db.last_insert_rowid() - len(heads) + 1  # consecutive ids: there is one writer
    lines = [(id_, line, *each) for id_, own in enumerate(posted, first) for line, each in enumerate(own)]
    _open(db, {account for _, _, account, _, _ in lines}, known)
    for some in bulk_insert.runs(lines):
        try:
            bulk_insert.execute(db, "INSERT INTO posting (entry, line, account, cents, clause) VALUES {}", some)
        except apsw.ConstraintError as error:
            if "chips" not in str(error):
                raise
            raise _short(db, [Posting(*line[2:]) for line in some]) from None
    db.execute("UPDATE entry SET sealed = 1 WHERE id >= ?", (first,)).fetchall()


def _open(db: apsw.Connection, accounts: set[str], known: set[str] | None) -> None:
    """Inserts those of the accounts that do not exist yet."""
    new = accounts if known is None else accounts - known
    rows = [(account, kind_of(account)) for account in sorted(new)]
    bulk_insert.execute(db, "INSERT INTO account (id, kind) VALUES {} ON CONFLICT DO NOTHING", rows)
    if known is not None:
        known |= new


def _short(db: apsw.Connection, lines: Sequence[Posting]) -> Refusal:
    """Returns the refusal for the first posting that an account cannot pay."""
    have: dict[str, int] = {}
    for each in lines:
        before = have.setdefault(each.account, balance(db, each.account))
        have[each.account] = before + each.cents
        if have[each.account] < 0 and kind_of(each.account) not in SHARED:
            form = "{account} has {balance:money}, which is less than {cents:money}"
            facts = {"account": each.account, "balance": before, "cents": -each.cents}
            return Refusal("chips", form, each.clause, "", facts)
    raise AssertionError(f"everybody has the chips for {lines}")


def has_key(db: apsw.Connection, key: str) -> bool:
    """Returns whether an entry has that idempotency key. An empty key is never taken."""
    return bool(key) and db.execute("SELECT 1 FROM entry WHERE key = ?", (key,)).get is not None


def balance(db: apsw.Connection, account: str) -> int:
    """Returns the balance of an account; 0 if there is none."""
    return int(db.execute("SELECT balance FROM account WHERE id = ?", (account,)).get or 0)


def chips_at(db: apsw.Connection, table: str) -> dict[str, int]:
    """Returns the balances of the table's stacks and pools by account, without zeros."""
    rows = [
        row
        for kind in AT_TABLES
        for row in db.execute(
            "SELECT id, balance FROM account WHERE id >= ? AND id < ? AND balance <> 0",
            (f"{kind}/{table}/", f"{kind}/{table}0"),  # 0 is the letter after the slash
        )
    ]
    return {str(account): int(cents) for account, cents in rows}


def totals(db: apsw.Connection) -> Totals:
    """Returns all chips by kind of account, from the balances."""
    by_kind = dict.fromkeys(KINDS.values(), 0)
    for kind, cents in db.execute("SELECT kind, sum(balance) FROM account GROUP BY kind"):
        by_kind[KINDS[kind]] = cents
    return Totals(sum=sum(by_kind.values()), **by_kind)


def check(db: apsw.Connection, file: str) -> Totals:
    """Returns the totals after summing up every posting. Raises StoreFault for the first wrong entry or account."""
    entry = db.execute(
        """SELECT id FROM entry WHERE NOT sealed OR total <> 0 UNION ALL
        SELECT entry FROM posting GROUP BY entry HAVING sum(cents) <> 0 LIMIT 1"""
    ).get
    if entry is not None:
        raise unequal_entry(file, entry)
    wrong = db.execute(
        """SELECT id, balance, coalesce(posted, 0) FROM account LEFT JOIN
        (SELECT account, sum(cents) AS posted FROM posting GROUP BY account) ON account = id
        WHERE balance <> coalesce(posted, 0) ORDER BY id LIMIT 1"""
    ).fetchone()
    if wrong is not None:
        raise unequal_balance(file, *wrong)
    found = totals(db)
    if found.sum:
        form = "{file} is damaged: its ledger adds up to {sum:money} instead of nothing"
        raise StoreFault("ledger", form, facts={"file": file, "sum": found.sum})
    return found


def postings(db: apsw.Connection, person: str, before: int | None, most: int) -> list[Posted]:
    """Returns the postings of a person's cage and stacks, newest first, below the entry `before`."""
    rows = db.execute(POSTINGS, (f"cage/{person}", person, LAST if before is None else before, most + 1))
    return whole_entries([Posted(*row) for row in rows], most)


def entries_between(db: apsw.Connection, start: int, end: int) -> Iterator[Posted]:
    """Yields the postings of all entries from `start` up to `end`, entry by entry."""
    for row in db.execute(ENTRIES_BETWEEN, (start, end)):
        yield Posted(*row)


def stacks_before(db: apsw.Connection, at: int) -> dict[str, int]:
    """Returns the chips of each stack at the moment `at`, by account, without zeros."""
    return {str(account): int(cents) for account, cents in db.execute(STACKS_BEFORE, (at,))}
