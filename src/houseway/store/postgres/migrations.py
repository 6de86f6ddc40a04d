"""Migrations of a PostgreSQL database: the schema it has, and the steps to the newest."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import psycopg

from houseway.store.postgres.connection import Connection, fault

MIGRATING: Final = 0x48574159  # HWAY: the advisory lock for migrations, one node at a time


def schema_of(db: Connection) -> int | None:
    """Returns the schema number of the database; None if it is no room's."""
    if db.execute("SELECT to_regclass('meta')").fetchone() == (None,):
        return None
    row = db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    return None if row is None else int(row[0])


@cache
def shipped_schemas() -> Mapping[int, str]:
    """Returns the migrations by schema number."""
    folder = files("houseway.store.postgres") / "schema"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".sql"))
    return {int(name.removesuffix(".sql")): (folder / name).read_text(encoding="utf-8") for name in names}


def migrate(url: str, db: Connection, schemas: Mapping[int, str]) -> int:
    """Migrates the database to the newest schema, one transaction a step. Returns the number of steps."""
    taken = 0
    for number in sorted(schemas):
        try:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
                if number <= (schema_of(db) or 0):
                    continue
                db.execute(schemas[number].encode())
                db.execute(
                    "INSERT INTO meta (name, value) VALUES ('schema', %s) "
                    "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    (str(number).encode(),),
                )
                taken += 1
        except psycopg.Error as error:
            raise fault(url, error, f"brought to schema {number}") from None
    return taken
