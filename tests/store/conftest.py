"""Fixtures of stores, in a file and on a PostgreSQL, closed after each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Database
from tests.store.kept import AnyStore, DatabasePlace, FilePlace, Place, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.db"


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, path: Path) -> Iterator[Place]:
    """Yields a room's place, once for each kind of store."""
    if request.param == "file":
        yield FilePlace(path)
        return
    database = Database()
    yield DatabasePlace(database)
    database.drop()


@pytest.fixture
def database() -> Iterator[Database]:
    found = Database()
    yield found
    found.drop()


@pytest.fixture
def store(place: Place) -> Iterator[AnyStore]:
    store = opened(place, ana=100_000, ben=50_000)
    yield store
    store.close()
