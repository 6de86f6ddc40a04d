"""One Chromium a worker, one house a file; pages are watched, frames strict, pictures are kept of what fails."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.running import PATIENCE, Server
from tests.web.browser.opened import Visits, chromium_opened

expect.set_options(timeout=PATIENCE * 500)
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with chromium_opened() as browser:
        yield browser


@pytest.fixture
def visits(chromium: Browser, house: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visits]:
    visits = Visits(chromium, house)
    yield visits
    visits.leave(tmp_path if request.node.stash.get(FAILED, False) else None)
