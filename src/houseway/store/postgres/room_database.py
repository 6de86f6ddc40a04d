"""Opens a room's PostgreSQL database: checks the server, recognises the room, and migrates it."""

from collections.abc import Mapping

import psycopg

from houseway.store.interface import StoreFault
from houseway.store.postgres.connection import Connection, connect, fault
from houseway.store.postgres.migrations import MIGRATING, migrate, schema_of, shipped_schemas
from houseway.store.postgres.server_requirements import refuse_careless
from houseway.store.url import shown


def open_room(url: str, schemas: Mapping[int, str] | None = None, *, create: bool) -> None:
    """Checks a room's database and, with `create`, migrates it. Raises StoreFault for any other database."""
    db = connect(url, "opening")
    try:
        refuse_careless(url, db)
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            look_over(url, db, new=create)
        if create:
            migrate(url, db, schemas or shipped_schemas())
    except psycopg.Error as error:
        raise fault(url, error) from None
    finally:
        db.close()


def look_over(url: str, db: Connection, *, new: bool) -> None:
    """Raises StoreFault for a database of another program or of a newer Houseway."""
    tables = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
    empty = tables == (0,)
    version = None if empty else schema_of(db)
    facts = {"file": shown(url), "schema": version, "known": max(shipped_schemas())}
    if new and empty:
        return
    if version is None:
        raise StoreFault("database", "{file} is not a room's database", facts=facts)
    if version > max(shipped_schemas()):
        form = "{file} was written by a newer Houseway: its schema is {schema}, and {known} is the newest known here"
        raise StoreFault("schema", form, facts=facts)
