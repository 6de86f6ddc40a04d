"""A page whose table is on another node: its socket follows the table and reconnects when that node dies."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.cluster.running import cluster, eventually
from tests.web.browser.opened import chromium_opened

GAME = "three-card-poker"


@pytest.mark.slow("a page follows its table over two restarts of nodes")
def test_a_page_follows_its_table_to_another_machine_and_back(tmp_path: Path, lease: float) -> None:
    with cluster(tmp_path, 2, lease=lease) as found, chromium_opened() as browser:
        first, second = found.nodes
        ana, ben = second.guest("Ana"), second.guest("Ben")
        table = ana.open(GAME)
        context = browser.new_context()
        name, _, value = ana.room.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": first.url}])
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{first.url}/t/{table}")  # the page of one machine, the table of the other
        felt = page.get_by_role("main")
        with ben.line(table) as line:
            line.sit(2)
            expect(felt).to_have_attribute("data-n", str(line.n), timeout=60_000)
        second.process.kill()
        eventually(lambda: found.owner(table) is first)
        with ben.at(first.url).line(table) as line:
            line.done("say", text="anybody here?")
            expect(felt).to_have_attribute("data-n", str(line.n), timeout=60_000)
        assert troubles == []
        context.close()
