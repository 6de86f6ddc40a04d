"""One Chromium and one house a worker; every page is watched, and frames are strict."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.server.running import Server
from tests.web.browser.opened import Visits, chromium_opened


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with chromium_opened() as browser:
        yield browser


@pytest.fixture
def visits(chromium: Browser, house: Server) -> Iterator[Visits]:
    visits = Visits(chromium, house)
    yield visits
    visits.leave()
