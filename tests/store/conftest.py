"""A store that is let go when its test is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.store import SqliteStore
from tests.store.kept import opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = opened(path, ana=100_000, ben=50_000)
    yield store
    store.close()
