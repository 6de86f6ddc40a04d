"""A PostgreSQL database for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.postgres import Database


@pytest.fixture
def database() -> Iterator[Database]:
    found = Database()
    yield found
    found.drop()
