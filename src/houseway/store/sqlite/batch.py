"""What commands came to, in the file: many outcomes in few statements, each of them whole."""

from collections.abc import Sequence
from typing import Final

import apsw

from houseway.store.pending_writes import Append
from houseway.store.row_hashes import End
from houseway.store.sqlite import ledger, log, rounds

ACCOUNTS: Final = 100_000
"""Accounts remembered at once; beyond them all are forgotten."""


class WriterCache:
    """What is in the file and need not be asked for: how the logs of open tables end, and accounts that are there.

    It holds as long as nothing is undone. After that all of it is to be forgotten.
    """

    def __init__(self) -> None:
        self.ends: dict[str, End] = {}
        self.accounts: set[str] = set()

    def forget(self) -> None:
        self.ends.clear()
        self.accounts.clear()


def keep(db: apsw.Connection, works: Sequence[Append], known: WriterCache) -> None:
    """All of it is in the file as if one had come after another: rows, chips, seeds, rounds, and tables after them.

    Where something is refused, whoever called undoes all of it.
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
    """Each row stands at the end of its table's log; refused with `stale` where one does not follow the last."""
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
