"""The room's memory on PostgreSQL, for many machines; `houseway[postgres]` brings what it needs."""

from houseway.store.postgres.leases import Leases, NodeKept
from houseway.store.postgres.reader import PostgresReader
from houseway.store.postgres.store import PostgresStore

__all__ = ["Leases", "NodeKept", "PostgresReader", "PostgresStore"]
