"""Requirements of a PostgreSQL server: its oldest release, and settings without which commits may be lost."""

from typing import Final

from houseway.store.postgres.connection import Connection, fault

OLDEST: Final = 14
SAFE: Final = ("fsync", "full_page_writes")
"""Settings without which a database may lose acknowledged commits."""


def refuse_careless(url: str, db: Connection) -> None:
    """Raises StoreFault if the database is too old, or may lose acknowledged commits."""
    if db.info.server_version < OLDEST * 10_000:
        raise fault(url, f"PostgreSQL {OLDEST} or newer is needed")
    for setting in SAFE:
        row = db.execute(f"SHOW {setting}").fetchone()
        if row is not None and row[0] == "off":
            raise fault(url, f"its {setting} is off, and what it acknowledges may be lost")
