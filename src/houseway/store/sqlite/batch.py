"""Writes a batch of outcomes in few statements, within the caller's transaction."""

from collections.abc import Sequence
from typing import Final

import apsw

from houseway.store.pending_writes import Append
from houseway.store.row_hashes import End
from houseway.store.sqlite import ledger, log, rounds

ACCOUNTS: Final = 100_000
"""Accounts in the cache before it is cleared."""


class WriterCache:
    """Caches the ends of open logs and the accounts that exist, so that the writer need not read them.

    The writer clears it after every rollback.
    """

    def __init__(self) -> None:
        self.ends: dict[str, End] = {}
        self.accounts: set[str] = set()

    def forget(self) -> None:
        """Clears the cache."""
        self.ends.clear()
        self.accounts.clear()


def keep(db: apsw.Connection, works: Sequence[Append], known: WriterCache) -> None:
    """Writes rows, postings, seeds, rounds, snapshots and closings as if one outcome came after another.

    Raises Refusal if any outcome is refused; the caller then rolls all of them back.
    """
    _append(db, works, known)
    if len(known.accounts) > ACCOUNTS:
        known.accounts.clear()
    ledger.post(db, [_entry(work) for work in works if work.outcome.posts], known.accounts)
    rounds.keep_seeds(db, [(work.outcome.row.table, *each) for work in works for each in work.seeds.items()])
    if ended := [(work.outcome.row, work.outcome.ended) for work in works if work.outcome.ended]:
        rounds.keep(db, ended)
    rounds.keep_snapshots(db, [(work.outcome.row, work.outcome.snapshot) for work in works if work.outcome.snapshot])
    for work in works:
        if work.closes:
            rounds.close_table(db, work.outcome.row.table, work.outcome.row.at)
            known.ends.pop(work.outcome.row.table, None)


def _append(db: apsw.Connection, works: Sequence[Append], known: WriterCache) -> None:
    """Appends each row to its table's log. Raises Refusal `stale` if a row does not follow the last one."""
    rows, ends = [], {}
    for work in works:
        row = work.outcome.row
        last = known.ends.get(row.table) or log.last_of(db, row)
        kept, end = log.kept_row(row, work.outcome.ack, work.command, last)
        rows.append(kept)
        ends[row.table] = known.ends[row.table] = end
    log.insert(db, rows)
    log.move_ends(db, ends)


def _entry(work: Append) -> ledger.Booking:
    outcome, row = work.outcome, work.outcome.row
    ended = outcome.ended.round_id if outcome.ended is not None else None
    return ledger.Booking(outcome.posts, row.at, "table", row.table, row.n, ended)
