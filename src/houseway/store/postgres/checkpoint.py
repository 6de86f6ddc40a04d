"""Checkpoints of a ledger on PostgreSQL, and the scrubber's view of its database.

A sequence numbers entries before they commit, so that an entry may become visible behind a checkpoint that has passed
its number. The scrubber's walk verifies such an entry; a start does not.
"""

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

import psycopg

from houseway.store.accounts import unequal_balance, unequal_entry
from houseway.store.checkpoint import Checkpoint
from houseway.store.history_walk import Damage, Walk, WalkedPage
from houseway.store.postgres.connection import Connection, connect, fault
from houseway.store.url import shown

_SCRUBBING: Final = 0x48575343
"""The advisory lock of the one scrubber that walks."""


def checked_entry(db: Connection) -> int | None:
    """Returns the last verified entry; None if none ever was."""
    row = db.execute("SELECT entry FROM checkpoint").fetchone()
    return None if row is None else int(row[0])


def check_entries(db: Connection, file: str, since: int) -> int:
    """Verifies the entries after `since` and the balances of their accounts, and returns the last entry.

    Raises StoreFault for the first wrong sum. Only the walk sums up shared accounts (house, box, issued).
    """
    wrong = db.execute(
        "SELECT entry FROM posting WHERE entry > %s GROUP BY entry HAVING sum(cents) <> 0 ORDER BY entry LIMIT 1",
        (since,),
    ).fetchone()
    if wrong is not None:
        raise unequal_entry(file, wrong[0])
    moved = db.execute(
        """SELECT moved.account, (SELECT coalesce(sum(balance), 0)::bigint FROM account WHERE id = moved.account),
        (SELECT coalesce(sum(cents), 0)::bigint FROM posting WHERE posting.account = moved.account)
        FROM (SELECT DISTINCT account FROM posting WHERE entry > %s
        AND account NOT IN ('house', 'box', 'issued')) AS moved ORDER BY 1""",
        (since,),
    )
    for account, has, posted in moved:
        if has != posted:
            raise unequal_balance(file, account, has, posted)
    row = db.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()
    return max(since, int(row[0]) if row is not None else 0)


def keep(db: Connection, entry: int) -> None:
    """Stores the checkpoint. If another node stores one at the same time, one of them is enough."""
    with contextlib.suppress(psycopg.errors.SerializationFailure):
        db.execute(
            """INSERT INTO checkpoint (id, at, entry) VALUES (1, %s, %s) ON CONFLICT (id)
            DO UPDATE SET at = excluded.at, entry = excluded.entry WHERE checkpoint.entry < excluded.entry""",
            (time.time_ns() // 1_000_000, entry),
        )


class ScrubbedDatabase:
    """A room on PostgreSQL as the scrubber sees it. One scrubber walks at a time among all nodes."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._db = connect(url, "scrubber")

    def close(self) -> None:
        self._db.close()

    def _query(self, statement: str, given: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(statement.replace("?", "%s").encode(), given).fetchall()
        except psycopg.Error as error:
            raise fault(self._url, error, "read") from None

    def pages(self) -> Iterator[WalkedPage]:
        locked = self._query("SELECT pg_try_advisory_lock(?)", (_SCRUBBING,))
        if not locked[0][0]:
            return
        try:
            yield from Walk(self._query, shown(self._url), sealed=False).pages()
        finally:
            if not self._db.closed:
                self._query("SELECT pg_advisory_unlock(?)", (_SCRUBBING,))

    def check_pages(self) -> Damage | None:
        """Returns None: PostgreSQL checks its own pages."""

    def tail(self) -> tuple[Checkpoint | None, bool]:
        """Verifies new entries and stores the checkpoint itself, because all nodes share it."""
        try:
            with self._db.transaction():
                self._db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                since = checked_entry(self._db)
                last = None if since is None else check_entries(self._db, shown(self._url), since)
            if last is not None:
                keep(self._db, last)
        except psycopg.Error as error:
            raise fault(self._url, error, "read") from None
        return None, False
