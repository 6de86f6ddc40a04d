"""Reads a room on PostgreSQL by one connection of its own."""

from collections.abc import Callable, Iterator, Sequence
from threading import RLock
from typing import Any, Final

import msgspec
import psycopg

from houseway.room.fairness.scheme import commit_of
from houseway.room.messages.outcomes import Ack, Row
from houseway.store.accounts import AT_TABLES, whole_entries
from houseway.store.interface import (
    Answered,
    LogLine,
    Person,
    PersonKey,
    Posted,
    RoundHead,
    RoundKept,
    StoreFault,
    TableKept,
    Totals,
    above,
    damaged,
)
from houseway.store.postgres import checkpoint
from houseway.store.postgres.connection import Connection, connect, fault
from houseway.store.postgres.integrity_checks import (
    LOG_COLUMNS,
    check_kept,
    check_ledger,
    check_log,
    check_snapshots,
    totals_of,
)
from houseway.store.postgres.room_database import open_room
from houseway.store.round_rows import COLUMNS, head_from, heads_given, heads_query, round_from
from houseway.store.row_hashes import hash_of_secret
from houseway.store.url import shown
from houseway.store.used_keys import PAGE

_PAGE: Final = 200
_HEADS: Final = heads_query("%({})s")
OVERLAP: Final = 5.0
"""Seconds for which a commit may be in progress."""
_TABLES: Final = """
    SELECT room_table.id, ordinal, opened, last_n, closed, body, coalesce(snapshot.n, 0) FROM room_table
    LEFT JOIN snapshot ON snapshot.table_id = room_table.id WHERE {} ORDER BY ordinal"""


class PostgresReader:
    """Reads a room's database, whether nodes serve it or not."""

    def __init__(self, url: str) -> None:
        open_room(url, create=False)
        self._reach(url)

    def _reach(self, url: str) -> None:
        self.url = url
        self._using = RLock()
        self._line = self._reached()

    @property
    def path(self) -> str:
        """The database's URL without its password, for error messages."""
        return shown(self.url)

    def close(self) -> None:
        self._line.close()

    def rows(self, statement: str, given: Any = ()) -> list[tuple[Any, ...]]:
        """Returns the rows of a statement. Reconnects once if the connection is lost: a read may be repeated."""
        with self._using:
            try:
                return _rows(self._line, statement, given)
            except psycopg.OperationalError as error:
                if not (self._line.closed or self._line.broken):
                    raise fault(self.url, error, "read") from None
            self._line.close()
            self._line = self._reached()
            try:
                return _rows(self._line, statement, given)
            except psycopg.Error as error:
                raise fault(self.url, error, "read") from None

    def _reached(self) -> Connection:
        return connect(self.url, "reader", default_transaction_read_only="on")

    def _one(self, statement: str, given: Any = ()) -> tuple[Any, ...] | None:
        return next(iter(self.rows(statement, given)), None)

    # -- tables and rounds ------------------------------------------------------------------------------------------

    def load_tables(self, *, closed: bool = False) -> list[TableKept]:
        return [TableKept(*row) for row in self.rows(_TABLES.format("%s OR closed IS NULL"), (closed,))]

    def load(self, tables: Sequence[str]) -> list[TableKept]:
        """Returns those of the named tables that are open."""
        where = "room_table.id = ANY(%s) AND closed IS NULL"
        return [TableKept(*row) for row in self.rows(_TABLES.format(where), (list(tables),))]

    def has_table(self, table: str) -> bool:
        return self._one("SELECT FROM room_table WHERE id = %s", (table,)) is not None

    def kept(self, table: str) -> TableKept | None:
        row = self._one(_TABLES.format("room_table.id = %s"), (table,))
        return None if row is None else TableKept(*row)

    def chips_at(self, table: str) -> dict[str, int]:
        starts = [f"{kind}/{table}/" for kind in AT_TABLES]
        rows = self.rows(
            "SELECT id, sum(balance)::bigint FROM account WHERE kind = ANY(%s) AND (starts_with(id, %s) OR "
            "starts_with(id, %s)) GROUP BY id HAVING sum(balance) <> 0",
            (list(AT_TABLES), *starts),
        )
        return {str(account): int(cents) for account, cents in rows}

    def row(self, table: str, n: int) -> Row | None:
        found = self._one(f"SELECT {LOG_COLUMNS} FROM log WHERE table_id = %s AND n = %s", (table, n))
        return None if found is None else Row(*found)

    def closing_row(self, table: str) -> Row | None:
        columns = ", ".join(f"log.{name}" for name in LOG_COLUMNS.split(", "))
        found = self._one(
            f"""SELECT {columns} FROM room_table JOIN log ON log.table_id = room_table.id
            AND log.n = room_table.last_n WHERE room_table.id = %s AND closed IS NOT NULL""",
            (table,),
        )
        return None if found is None else Row(*found)

    def shown(self, since: float) -> tuple[float, dict[str, tuple[int, bytes]]]:
        """Returns the database's time and the lobby lines written since `since`, in the order of the tables.

        It may return a line twice: an earlier write may become visible later.
        """
        found = self.rows(
            """SELECT board.table_id, room_table.ordinal, board.line, extract(epoch FROM clock_timestamp())::float8
            FROM board JOIN room_table ON room_table.id = board.table_id
            WHERE board.at > to_timestamp(%s) ORDER BY room_table.ordinal""",
            (since - OVERLAP,),
        )
        lines = {str(table): (int(ordinal), bytes(line)) for table, ordinal, line, _ in found}
        return (float(found[-1][3]) if found else since), lines

    def rows_after(self, table: str, n: int) -> list[Row]:
        found = self.rows(f"SELECT {LOG_COLUMNS} FROM log WHERE table_id = %s AND n > %s ORDER BY n", (table, n))
        return [Row(*row) for row in found]

    def openers(self, tables: Sequence[str]) -> dict[str, str]:
        found = self.rows(
            "SELECT DISTINCT ON (table_id) table_id, who FROM log WHERE table_id = ANY(%s) AND n <= 1"
            " ORDER BY table_id, n",
            ([*tables],),
        )
        return {str(table): str(who) for table, who in found}

    def log(self, table: str, after: int = 0) -> Iterator[LogLine]:
        statement = (
            f"SELECT {LOG_COLUMNS}, prev_hash, hash FROM log WHERE table_id = %s AND n > %s ORDER BY n LIMIT {_PAGE}"
        )
        while found := self.rows(statement, (table, after)):
            for *row, before, hash_ in found:
                yield LogLine(Row(*row), before.hex(), hash_.hex())
            after = found[-1][1]

    def _rounds(self, where: str, given: Sequence[Any]) -> list[RoundKept]:
        found = self.rows(f"SELECT {COLUMNS} FROM round WHERE {where}", given)
        return [round_from(row) for row in found]

    def rounds(self, table: str, before: int | None = None, most: int = 50) -> list[RoundKept]:
        where = "table_id = %s AND (%s::bigint IS NULL OR number < %s) ORDER BY number DESC LIMIT %s"
        return self._rounds(where, (table, before, before, most))

    def round_heads(
        self, table: str, until: int | None = None, before: int | None = None, most: int = 50
    ) -> list[RoundHead]:
        given = heads_given(table, until, before, most)
        return [head_from(row) for row in self.rows(_HEADS, given)]

    def round(self, round_id: str) -> RoundKept | None:
        return next(iter(self._rounds("id = %s", (round_id,))), None)

    def every_round(self) -> Iterator[RoundKept]:
        """Yields the rounds of all tables in the order in which they ended."""
        last: tuple[int, str, int] = (-1, "", 0)
        where = f"(at, table_id, number) > (%s, %s, %s) ORDER BY at, table_id, number LIMIT {_PAGE}"
        while found := self._rounds(where, last):
            yield from found
            last = (found[-1].at, found[-1].table, found[-1].number)

    def rounds_between(self, start: int, end: int) -> Iterator[RoundKept]:
        """Yields the rounds that ended from `start` up to `end`, in the order in which they ended."""
        within = "SELECT id FROM round WHERE at >= %s AND at < %s ORDER BY at, table_id, number"
        for (id_,) in self.rows(within, (start, end)):
            yield from self._rounds("id = %s", (id_,))

    # -- chips ------------------------------------------------------------------------------------------------------

    def last_entry_at(self) -> int | None:
        """Returns the time of the last entry of a table; None if no chip has moved at one."""
        at: int | None = self.rows("SELECT max(at) FROM entry WHERE table_id IS NOT NULL")[0][0]
        return at

    def entries_between(self, start: int, end: int) -> Iterator[Posted]:
        """Yields the postings of all entries from `start` up to `end`, entry by entry."""
        found = self.rows(
            """SELECT entry.id, entry.at, entry.kind, posting.account, posting.cents, posting.clause, entry.table_id,
            entry.round_id FROM entry JOIN posting ON posting.entry = entry.id
            WHERE entry.at >= %s AND entry.at < %s ORDER BY entry.id, posting.line""",
            (start, end),
        )
        return (Posted(*row) for row in found)

    def stacks_before(self, at: int) -> dict[str, int]:
        """Returns the chips of each stack at the moment `at`, by account, without zeros."""
        found = self.rows(
            """SELECT account, sum(cents)::bigint FROM entry JOIN posting ON posting.entry = entry.id
            WHERE entry.at < %s AND account LIKE 'stack/%%' GROUP BY account HAVING sum(cents) <> 0""",
            (at,),
        )
        return {str(account): int(cents) for account, cents in found}

    def postings(self, person: str, before: int | None = None, most: int = 100) -> list[Posted]:
        found = self.rows(
            """SELECT entry.id, entry.at, entry.kind, posting.account, posting.cents, posting.clause, entry.table_id,
            entry.round_id FROM posting JOIN entry ON entry.id = posting.entry
            WHERE posting.account IN (SELECT id FROM account WHERE id = %s OR person = %s)
            AND (%s::bigint IS NULL OR entry.id < %s) ORDER BY entry.id DESC, posting.line LIMIT %s""",
            (f"cage/{person}", person, before, before, most + 1),
        )
        return whole_entries([Posted(*row) for row in found], most)

    def tables_of(self, person: str) -> list[str]:
        """Returns the open tables where the person has, or had, chips."""
        found = self.rows(
            """SELECT room_table.id FROM account JOIN room_table ON room_table.id = split_part(account.id, '/', 2)
            WHERE account.person = %s AND room_table.closed IS NULL ORDER BY ordinal""",
            (person,),
        )
        return [str(table) for (table,) in found]

    def totals(self) -> Totals:
        with self._using:
            return totals_of(self._line)

    def ledger_check(self) -> Totals:
        return self._checked(lambda _: None)

    def check_start(self) -> None:
        """Verifies the ledger since the checkpoint and the rows that open tables need; moves the checkpoint.

        If there is no checkpoint, it verifies the whole ledger and every seed. Raises StoreFault at damage.
        """
        db = connect(self.url, "check", default_transaction_isolation="repeatable read")
        try:
            with db.transaction():
                since = checkpoint.checked_entry(db)
                if since is not None:
                    check_log(db, self.path, whole=False)
                    check_snapshots(db, self.path, "JOIN room_table ON id = table_id WHERE closed IS NULL")
                    since = checkpoint.check_entries(db, self.path, since)
            if since is None:
                self.check(whole=False)
                row = db.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()
                since = 0 if row is None else int(row[0])
            checkpoint.keep(db, since)
        except psycopg.Error as error:
            raise fault(self.url, error, "read") from None
        finally:
            db.close()

    def damage_of(self, _table: str) -> StoreFault | None:
        """Returns None: `PostgresStore.claim` has verified the table."""
        return None

    def check(self, *, whole: bool = True) -> Totals:
        """Verifies ledger sums, hash chains, snapshots, seeds and rounds, and returns the totals.

        Without `whole` it reads only the log rows that open tables are rebuilt from, and no rounds. Raises StoreFault
        for the first damage.
        """

        def more(db: Connection) -> None:
            check_log(db, self.path, whole=whole)
            check_kept(db, self.path, whole=whole)

        return self._checked(more)

    def _checked(self, more: Callable[[Connection], None]) -> Totals:
        """Runs `more` and verifies the ledger in one snapshot, by a connection of its own. Returns the totals."""
        db = connect(self.url, "check", default_transaction_isolation="repeatable read")
        try:
            with db.transaction():
                more(db)
                return check_ledger(db, self.path)
        except psycopg.Error as error:
            raise fault(self.url, error, "read") from None
        finally:
            db.close()

    # -- people -----------------------------------------------------------------------------------------------------

    def _person(self, by: PersonKey, value: str | bytes) -> Person | None:
        row = self._one(f"SELECT id, name, kind, made FROM person WHERE {by} = %s", (value,))
        return None if row is None else Person(*row)

    def person(self, person: str) -> Person | None:
        return self._person("id", person)

    def by_secret(self, secret: str) -> Person | None:
        return self._person("secret_hash", hash_of_secret(secret))

    def by_link(self, token: str) -> Person | None:
        return self._person("link_hash", hash_of_secret(token))

    def meta(self, name: str) -> bytes | None:
        row = self._one("SELECT value FROM meta WHERE name = %s", (name,))
        return None if row is None else bytes(row[0])

    def metas(self, prefix: str) -> dict[str, bytes]:
        """Returns all values whose names begin with the prefix. These operators compare bytes, as the index does."""
        statement = "SELECT name, value FROM meta WHERE name ~>=~ %s AND name ~<~ %s"
        return {str(name): bytes(value) for name, value in self.rows(statement, (prefix, above(prefix)))}

    # -- durable rows for `PendingWrites` ---------------------------------------------------------------------------

    def _kept_answer(self, who: str, key: str) -> tuple[bytes, Answered] | None:
        row = self._one("SELECT asked, table_id, n, ack FROM log WHERE who = %s AND key = %s AND key <> ''", (who, key))
        if row is None:
            return None
        return bytes(row[0]), Answered(row[1], row[2], msgspec.json.decode(row[3], type=Ack))

    def _kept_balance(self, account: str) -> int:
        row = self._one("SELECT coalesce(sum(balance), 0) FROM account WHERE id = %s", (account,))
        return 0 if row is None else int(row[0])

    def _kept_keys(self, who: str, after: str) -> list[str]:
        statement = "SELECT key FROM log WHERE who = %s AND key > %s AND key <> '' ORDER BY key LIMIT %s"
        return [str(key) for (key,) in self.rows(statement, (who, after, PAGE))]

    def _kept_seed(self, table: str, number: int) -> bytes | None:
        row = self._one("SELECT commitment, seed FROM seed WHERE table_id = %s AND number = %s", (table, number))
        if row is not None and commit_of(row[1]) != row[0]:
            raise damaged(self.path, f"the seed of round {number} of table {table}")
        return None if row is None else bytes(row[1])

    def _newest_seed(self, table: str) -> int:
        row = self._one("SELECT coalesce(max(number), 0) FROM seed WHERE table_id = %s", (table,))
        return 0 if row is None else int(row[0])

    def _has_granted(self, key: str) -> bool:
        return self._one("SELECT FROM entry WHERE key = %s", (key,)) is not None


def _rows(db: Connection, statement: str, given: Any) -> list[tuple[Any, ...]]:
    return db.execute(statement, given).fetchall()
