"""Checks of a room on PostgreSQL: the ledger's sums, the hash chains, snapshots, seeds and rounds."""

from typing import Final

from houseway.room.fairness.scheme import commit_of
from houseway.room.messages.outcomes import Row
from houseway.script import Fact
from houseway.store.accounts import KINDS, unequal_balance, unequal_entry
from houseway.store.interface import StoreFault, Totals
from houseway.store.postgres.connection import Connection
from houseway.store.round_rows import REVEALED_OTHER
from houseway.store.row_hashes import START, broken, hash_of_round, hash_of_snapshot, is_answered_by, row_hash, unlike

LOG_COLUMNS: Final = "table_id, n, at, who, key, body"


def _damaged(file: str, code: str, form: str, **facts: Fact) -> StoreFault:
    return StoreFault(code, "{file} is damaged: " + form, facts={"file": file, **facts})


def totals_of(db: Connection) -> Totals:
    """Returns the sum of all balances, and that of each kind of account."""
    by_kind = dict.fromkeys(KINDS.values(), 0)
    for kind, cents in db.execute("SELECT kind, sum(balance)::bigint FROM account GROUP BY kind"):
        by_kind[KINDS[kind]] = cents
    return Totals(sum=sum(by_kind.values()), **by_kind)


def check_ledger(db: Connection, file: str) -> Totals:
    """Returns the totals after summing up every posting. Raises StoreFault for the first wrong entry or account."""
    entry = db.execute(
        "SELECT entry FROM posting GROUP BY entry HAVING sum(cents) <> 0 ORDER BY entry LIMIT 1"
    ).fetchone()
    if entry is not None:
        raise unequal_entry(file, entry[0])
    wrong = db.execute(
        """SELECT id, balance, coalesce(posted, 0)::bigint FROM account LEFT JOIN
        (SELECT account, shard, sum(cents) AS posted FROM posting GROUP BY account, shard) AS p
        ON p.account = id AND p.shard = account.shard WHERE balance <> coalesce(posted, 0) ORDER BY id LIMIT 1"""
    ).fetchone()
    if wrong is not None:
        raise unequal_balance(file, *wrong)
    found = totals_of(db)
    if found.sum:
        raise _damaged(file, "ledger", "its ledger adds up to {sum:money} instead of nothing", sum=found.sum)
    return found


def check_log(db: Connection, file: str, *, whole: bool) -> None:
    """Verifies the hash chain of every table: all rows, or those that open tables are rebuilt from."""
    tables = db.execute(
        """SELECT id, last_n, last_hash, coalesce(snapshot.n, 0) FROM room_table
        LEFT JOIN snapshot ON snapshot.table_id = room_table.id WHERE %s OR closed IS NULL ORDER BY ordinal""",
        (whole,),
    ).fetchall()
    for table, last_n, last_hash, folded in tables:
        check_table(db, file, str(table), (last_n, last_hash), 0 if whole else folded)


def check_table(db: Connection, file: str, table: str, last: tuple[int, bytes], after: int) -> None:
    """Verifies the hash chain of a table from the row after `after` to its last. Raises StoreFault if it is broken."""
    first = db.execute("SELECT hash FROM log WHERE table_id = %s AND n = %s", (table, after)).fetchone()
    before, n = (START if not after else first[0] if first is not None else None), after
    with db.cursor(name="rows") as rows:
        rows.execute(
            f"SELECT {LOG_COLUMNS}, asked, ack, prev_hash, hash FROM log WHERE table_id = %s AND n > %s ORDER BY n",
            (table, after),
        )
        for *fields, asked, ack, prev, hash_ in rows:
            row = Row(*fields)
            if row.n != n + 1 or prev != before or hash_ != row_hash(prev, row):
                raise broken(file, table, row.n)
            if not is_answered_by(row.body, asked, ack):
                raise unlike(file, table, row.n)
            before, n = hash_, row.n
    if (n, before) != last:
        raise broken(file, table, n + 1)


def check_snapshots(db: Connection, file: str, where: str = "") -> None:
    """Verifies the hashes of snapshots, all or those of a `where`. Raises StoreFault for the first wrong one."""
    for table, body, hash_ in db.execute(f"SELECT table_id, body, hash FROM snapshot {where}".encode()):
        if hash_of_snapshot(body) != hash_:
            form = "{what} is not as it was written"
            raise _damaged(file, "database", form, what=f"the snapshot of table {table}")


def check_kept(db: Connection, file: str, *, whole: bool) -> None:
    """Verifies snapshots, seeds and, if `whole`, rounds. Raises StoreFault for the first that does not match."""
    form = "{what} is not as it was written"
    check_snapshots(db, file)
    with db.cursor(name="seeds") as seeds:
        seeds.execute("SELECT table_id, number, commitment, seed FROM seed")
        for table, number, commitment, kept in seeds:
            if commit_of(kept) != commitment:
                raise _damaged(file, "database", form, what=f"the seed of round {number} of table {table}")
    if not whole:
        return
    with db.cursor(name="rounds") as found:
        found.execute("SELECT id, document, result, fair, seen, void, hash FROM round")
        for id_, *parts, hash_ in found:
            if hash_of_round(parts) != hash_:
                raise _damaged(file, "database", form, what=f"round {id_}")
    told = db.execute(REVEALED_OTHER).fetchone()
    if told is not None:
        raise _damaged(file, "database", form, what=f"the seed that is told of round {told[0]}")
