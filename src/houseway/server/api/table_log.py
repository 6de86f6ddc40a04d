"""A table's log as JSONL, built row by row for its reader."""

from collections.abc import Iterable, Iterator

import msgspec

from houseway.room.views.log_views import view_of
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.watch_delay import hidden_since
from houseway.store import Store
from houseway.store.interface import LogLine


def rows_for(store: Store, box: Mailbox | None, table: str, after: int, reader: str, now: int) -> bytes:
    """Returns the rows after that number, without rows that the watch delay still hides from the reader.

    `box` is None for a closed or quarantined table: the delay holds there too.
    """
    until = hidden_since(store, table, reader, now) if box is None else box.hidden_since(reader)
    began = _began(box) if until is None else _last_end(store, table, until) + 1
    return b"".join(lines_for(store.log(table, max(after - 1, 0)), after, reader, began, until))


def _last_end(store: Store, table: str, until: int) -> int:
    """Returns when the last round ended that such a reader knows of: a hash of a later row could tell a running one."""
    return next((last.at for last in store.round_heads(table, until, most=1)), -1)


def _began(box: Mailbox | None) -> int | None:
    """Returns when the running round began, in milliseconds; None between rounds."""
    if box is None or not box.live.context.in_play or box.live.state.running is None:
        return None
    return box.live.state.running.began


def lines_for(
    lines: Iterable[LogLine], after: int, reader: str, began: int | None, until: int | None = None
) -> Iterator[bytes]:
    """Yields each row as JSON, with its hash or null.

    A hash is null during a running round, if part of the row is hidden, and if the row has no salt: without a salt a
    reader could try hands until the hash fits, in this row or a later one. `prev_hash` is the hash of the row before,
    under the same conditions.
    """
    before: str | None = None
    for line in lines:
        row = line.row
        if until is not None and row.at > until:
            return
        view = view_of(row, reader)
        open_ = view.whole and view.salted and (began is None or row.at < began)
        if row.n > after:
            fields: dict[str, object] = {"n": row.n, "at": row.at, "who": row.who, "key": row.key, "body": view.body}
            fields |= {"prev_hash": line.prev_hash if row.n == 1 else before, "hash": line.hash if open_ else None}
            yield msgspec.json.encode(fields) + b"\n"
        before = line.hash if open_ else None
