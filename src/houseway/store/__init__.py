"""The store: durable memory of a room. What was acknowledged survives any crash, and every chip is in an account.

Lives here: the `Store` interface, one package for each kind of database, and what both share (hashes, group commit).
May import it: server, cli, drill and tests. It imports room messages, the fairness scheme and script.
Deliberately absent: rules of play and repair. Rows are stored as the room built them; damaged ones are refused.
Floors: factory and scrubber, transfer, sqlite and postgres, group commit and pending writes, hashes, interface.
"""

from houseway.store.interface import (
    Answered,
    LogLine,
    Person,
    Posted,
    RoundHead,
    RoundKept,
    Store,
    StoreFault,
    TableKept,
    Totals,
)
from houseway.store.promise import Promise
from houseway.store.sqlite.store import SqliteStore

__all__ = [
    "Answered", "LogLine", "Person", "Posted", "Promise", "RoundHead", "RoundKept", "SqliteStore", "Store",
    "StoreFault", "TableKept", "Totals",
]  # fmt: skip
