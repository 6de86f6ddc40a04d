"""One shared server for all tests that do not kill it."""

from collections.abc import Iterator

import pytest

from tests.server.running import Server, served


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("house") / "room.db", "--pace", "fast") as server:
        yield server
