"""A database for a test that needs nothing else."""

from collections.abc import Iterator

import pytest

from tests.postgres import Database


@pytest.fixture
def database() -> Iterator[Database]:
    found = Database()
    yield found
    found.drop()
