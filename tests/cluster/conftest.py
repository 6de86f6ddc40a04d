"""A PostgreSQL database for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.cluster.running import SHORT_LEASE, USUAL_LEASE
from tests.extent import extent
from tests.postgres import Database


@pytest.fixture
def lease(request: pytest.FixtureRequest) -> float:
    """Seconds of a lease where a test waits for one to run out."""
    return extent(request.config, SHORT_LEASE, USUAL_LEASE)


@pytest.fixture
def database() -> Iterator[Database]:
    found = Database()
    yield found
    found.drop()
