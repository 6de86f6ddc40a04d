"""Verifies a room's whole history page by page, while the room runs. The scrubber does so all the time.

A walk checks the hash, the checksum and the place of every row, as `houseway ledger` does, and yields each damage
instead of stopping at the first. It reads each page in a statement of its own, so that no transaction is long and rows
that are added meanwhile do no harm. The same statements serve both kinds of database.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from houseway.room.fairness.scheme import commit_of
from houseway.store import row_hashes
from houseway.store.accounts import table_of, unequal_balance, unequal_entry
from houseway.store.interface import damaged
from houseway.store.row_hashes import hash_of_round, hash_of_snapshot, seal_of

PAGE: Final = 500
_POSTINGS: Final = """SELECT entry, account, cents, clause FROM posting
    WHERE entry >= ? AND entry <= ? ORDER BY entry, line"""
Query = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
"""Runs a statement with `?` as placeholders and returns its rows."""


class Damage(Struct, frozen=True):
    """A damaged row: a sentence that names it, and its table if it belongs to one."""

    says: str
    table: str | None = None


class WalkedPage(Struct, frozen=True):
    """The number of rows that were read, and the damage found in them."""

    rows: int
    found: tuple[Damage, ...] = ()


class Walk:
    """One walk through the database called `name`. Rows on PostgreSQL carry no checksum, so `sealed` is False there."""

    def __init__(self, query: Query, name: str, *, sealed: bool = True) -> None:
        self._query = query
        self._name = name
        self._sealed = sealed

    def pages(self) -> Iterator[WalkedPage]:
        """Yields the pages of all tables of the database."""
        yield from self._logs()
        yield from self._rounds()
        yield from self._seeds()
        yield from self._snapshots()
        yield from self._ledger()
        yield from self._balances()
        if self._sealed:
            for table in ("meta", "person", "room_table"):
                yield from self._seals(table)

    def _damaged(self, what: str, table: str | None = None) -> Damage:
        return Damage(damaged(self._name, what).sentence, table)

    def _paged(self, statement: str, first: Sequence[Any]) -> Iterator[list[tuple[Any, ...]]]:
        """Yields the rows of a statement in pages. The first columns are the key after which the next page begins."""
        after = tuple(first)
        while rows := self._query(f"{statement} LIMIT {PAGE}", after):
            yield rows
            after = tuple(rows[-1][: len(after)])

    # -- logs -------------------------------------------------------------------------------------------------------

    def _logs(self) -> Iterator[WalkedPage]:
        heads = "SELECT ordinal, id, last_n, last_hash FROM room_table WHERE ordinal > ? ORDER BY ordinal"
        for page in self._paged(heads, (0,)):
            for _, table, last_n, last_hash in page:
                yield from self._log(table, last_n, bytes(last_hash))

    def _log(self, table: str, last_n: int, last_hash: bytes) -> Iterator[WalkedPage]:
        """Walks a table's log to the end that it had when the walk began. Stops at the first damaged row."""
        n, before = 0, row_hashes.START
        statement = """SELECT n, at, who, key, body, asked, ack, prev_hash, hash FROM log
            WHERE table_id = ? AND n > ? AND n <= ? ORDER BY n LIMIT ?"""
        while rows := self._query(statement, (table, n, last_n, PAGE)):
            for number, at, who, key, body, asked, ack, prev, hash_ in rows:
                head = (table, number, at, who, key)
                if number != n + 1 or prev != before or hash_ != row_hashes.hash_after(prev, head, body):
                    yield WalkedPage(len(rows), (Damage(row_hashes.broken(self._name, table, number).sentence, table),))
                    return
                if not row_hashes.is_answered_by(body, asked, ack):
                    yield WalkedPage(len(rows), (Damage(row_hashes.unlike(self._name, table, number).sentence, table),))
                    return
                n, before = number, hash_
            yield WalkedPage(len(rows))
        if (n, before) != (last_n, last_hash):
            yield WalkedPage(0, (Damage(row_hashes.broken(self._name, table, n + 1).sentence, table),))

    # -- rounds -----------------------------------------------------------------------------------------------------

    def _rounds(self) -> Iterator[WalkedPage]:
        seal = "round.seal" if self._sealed else "NULL"
        statement = f"""SELECT round.id, round.table_id, round.number, round.at, {seal}, round.seed, seed.seed,
            round.hash, document, result, fair, seen, void FROM round
            LEFT JOIN seed ON seed.table_id = round.table_id AND seed.number = round.number
            WHERE round.id > ? ORDER BY round.id"""
        for rows in self._paged(statement, ("",)):
            yield WalkedPage(len(rows), tuple(each for row in rows for each in self._round(row)))

    def _round(self, row: Sequence[Any]) -> Iterator[Damage]:
        id_, table, number, at, seal, told, kept, hash_, *parts = row
        if hash_of_round(parts) != hash_ or (self._sealed and seal_of((id_, table, number, at)) != seal):
            yield self._damaged(f"round {id_}", table)
        if told is not None and kept is not None and told != kept:
            yield self._damaged(f"the seed that is told of round {id_}", table)

    def _seeds(self) -> Iterator[WalkedPage]:
        statement = f"""SELECT table_id, number, commitment, seed, {self._seal} FROM seed
            WHERE (table_id, number) > (?, ?) ORDER BY table_id, number"""
        for rows in self._paged(statement, ("", 0)):
            found = [
                self._damaged(f"the seed of round {number} of table {table}", table)
                for table, number, commitment, seed, seal in rows
                if commit_of(seed) != commitment or (self._sealed and seal_of((table, number)) != seal)
            ]
            yield WalkedPage(len(rows), tuple(found))

    def _snapshots(self) -> Iterator[WalkedPage]:
        statement = f"SELECT table_id, n, body, hash, {self._seal} FROM snapshot WHERE table_id > ? ORDER BY table_id"
        for rows in self._paged(statement, ("",)):
            found = [
                self._damaged(f"the snapshot of table {table}", table)
                for table, n, body, hash_, seal in rows
                if hash_of_snapshot(body) != hash_ or (self._sealed and seal_of((table, n)) != seal)
            ]
            yield WalkedPage(len(rows), tuple(found))

    @property
    def _seal(self) -> str:
        return "seal" if self._sealed else "NULL"

    # -- the ledger -------------------------------------------------------------------------------------------------

    def _ledger(self) -> Iterator[WalkedPage]:
        statement = f"SELECT {row_hashes.ENTRY}, {self._seal} FROM entry WHERE id > ? ORDER BY id"
        for rows in self._paged(statement, (0,)):
            lines: dict[int, list[Sequence[Any]]] = {}
            for entry, *line in self._query(_POSTINGS, (rows[0][0], rows[-1][0])):
                lines.setdefault(entry, []).append(line)
            yield WalkedPage(len(rows), tuple(each for row in rows for each in self._entry(row, lines.get(row[0], []))))

    def _entry(self, row: Sequence[Any], posted: list[Sequence[Any]]) -> Iterator[Damage]:
        *head, seal = row
        if sum(line[1] for line in posted):
            yield Damage(unequal_entry(self._name, head[0]).sentence, head[3])
        elif self._sealed and (seal is None or seal_of(head[1:], posted) != seal):
            yield self._damaged(f"entry {head[0]} of its ledger", head[3])

    def _balances(self) -> Iterator[WalkedPage]:
        """Compares balances with the sums of their postings. One statement reads both, and so at one moment."""
        statement = """SELECT id, (SELECT sum(balance) FROM account AS each WHERE each.id = account.id),
            (SELECT coalesce(sum(cents), 0) FROM posting WHERE posting.account = account.id)
            FROM account WHERE id > ? GROUP BY id ORDER BY id"""
        for rows in self._paged(statement, ("",)):
            found = [
                Damage(unequal_balance(self._name, account, int(has), int(posted)).sentence, table_of(account))
                for account, has, posted in rows
                if has != posted
            ]
            yield WalkedPage(len(rows), tuple(found))

    # -- seals ------------------------------------------------------------------------------------------------------

    def _seals(self, table: str) -> Iterator[WalkedPage]:
        _, columns, called = row_hashes.SEALED[table]
        known_by = columns.partition(", ")[0]
        statement = f"SELECT {columns}, seal FROM {table} WHERE {known_by} > ? ORDER BY {known_by}"
        for rows in self._paged(statement, ("",)):
            found = [
                self._damaged(called.format(*row), row[0] if table == "room_table" else None)
                for *row, seal in rows
                if seal_of(row) != seal
            ]
            yield WalkedPage(len(rows), tuple(found))
