"""The room's memory: what was acknowledged is there after any crash, and every chip is in an account."""

from houseway.store.interface import (
    Answered,
    LogLine,
    Person,
    Posted,
    RoundKept,
    Store,
    StoreFault,
    TableKept,
    Totals,
)
from houseway.store.promise import Promise
from houseway.store.sqlite.store import SqliteStore

__all__ = [
    "Answered", "LogLine", "Person", "Posted", "Promise", "RoundKept", "SqliteStore", "Store", "StoreFault",
    "TableKept", "Totals",
]  # fmt: skip
