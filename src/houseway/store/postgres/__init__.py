"""The store on one PostgreSQL database, shared by several nodes; `houseway[postgres]` installs its driver.

Lives here: the store, its reader and writer, the statements of each write, leases with epochs, checkpoints,
integrity checks and migrations.
May import it: `store.factory`, `store.transfer`, `store.scrubber` and the server.
Deliberately absent: SQLite, and any clock but the database's. What both stores need is in `houseway.store` itself.
"""

from houseway.store.postgres.leases import Leases, NodeKept
from houseway.store.postgres.reader import PostgresReader
from houseway.store.postgres.store import PostgresStore

__all__ = ["Leases", "NodeKept", "PostgresReader", "PostgresStore"]
