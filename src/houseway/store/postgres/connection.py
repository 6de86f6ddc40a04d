"""Connects to, checks and migrates a PostgreSQL database, or refuses it in one sentence that names it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import psycopg

from houseway.store.interface import StoreFault
from houseway.store.url import shown

Connection = psycopg.Connection[tuple[Any, ...]]

REACHED_WITHIN: Final = 5
"""Seconds before a connection attempt times out."""
SILENT: Final = 3000
"""Milliseconds for which sent data may stay unacknowledged before TCP gives the connection up."""
OLDEST: Final = 14
SAFE: Final = ("fsync", "full_page_writes")
"""Settings without which a database may lose acknowledged commits."""
_MIGRATING: Final = 0x48574159  # HWAY: the advisory lock for migrations, one node at a time


def fault(url: str, error: Exception | str, doing: str = "used") -> StoreFault:
    """Returns the fault of a database error, as one sentence that names the database."""
    why = " ".join(str(error).split()) or type(error).__name__
    return StoreFault(
        "database", "{file} cannot be {doing}: {why}", facts={"file": shown(url), "why": why, "doing": doing}
    )


def connect(url: str, role: str, **settings: int | str) -> Connection:
    """Connects in autocommit mode. `role` is part of the application name in the database's own views.

    Raises StoreFault if the database cannot be reached.
    """
    try:
        db = psycopg.connect(
            url,
            autocommit=True,
            prepare_threshold=1,
            application_name=f"houseway {role}",
            connect_timeout=REACHED_WITHIN,
            keepalives_idle=2,
            keepalives_interval=1,
            keepalives_count=3,
            tcp_user_timeout=SILENT,
        )
    except psycopg.Error as error:
        raise fault(url, error, "reached") from None
    try:
        for name, value in settings.items():
            db.execute("SELECT set_config(%s, %s, false)", (name, str(value)))
    except psycopg.Error as error:
        db.close()
        raise fault(url, error) from None
    return db


def open_room(url: str, schemas: Mapping[int, str] | None = None, *, create: bool) -> None:
    """Checks a room's database and, with `create`, migrates it. Raises StoreFault for any other database."""
    db = connect(url, "opening")
    try:
        _refuse_careless(url, db)
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            look_over(url, db, new=create)
        if create:
            migrate(url, db, schemas or shipped_schemas())
    except psycopg.Error as error:
        raise fault(url, error) from None
    finally:
        db.close()


def _refuse_careless(url: str, db: Connection) -> None:
    """Raises StoreFault if the database is too old, or may lose acknowledged commits."""
    if db.info.server_version < OLDEST * 10_000:
        raise fault(url, f"PostgreSQL {OLDEST} or newer is needed")
    for setting in SAFE:
        row = db.execute(f"SHOW {setting}").fetchone()
        if row is not None and row[0] == "off":
            raise fault(url, f"its {setting} is off, and what it acknowledges may be lost")


def schema_of(db: Connection) -> int | None:
    """Returns the schema number of the database; None if it is no room's."""
    if db.execute("SELECT to_regclass('meta')").fetchone() == (None,):
        return None
    row = db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    return None if row is None else int(row[0])


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
                db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
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
