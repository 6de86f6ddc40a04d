"""Connects to a PostgreSQL database, or refuses it in one sentence that names it."""

from typing import Any, Final

import psycopg

from houseway.store.interface import StoreFault
from houseway.store.url import shown

Connection = psycopg.Connection[tuple[Any, ...]]

REACHED_WITHIN: Final = 5
"""Seconds before a connection attempt times out."""
SILENT: Final = 3000
"""Milliseconds for which sent data may stay unacknowledged before TCP gives the connection up."""


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
