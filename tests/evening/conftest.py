"""Fixtures of the evening's tests."""

from collections.abc import Iterator

import pytest

from tests.postgres import Database


@pytest.fixture
def database() -> Iterator[Database]:
    found = Database()
    yield found
    found.drop()
