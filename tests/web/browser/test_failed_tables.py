"""Tables that failed, on the page: who played reads why, and the host sees each and gives its chips back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.poison import POISONED, VARIABLE, Floor, Poison, eventually
from tests.server.running import Server, new_key, served
from tests.web.browser.opened import Visits

GAME = "three-card-poker"
FAILED = {
    "en-US": "something in it failed",
    "es-US": "algo falló en ella",
    "zh-CN": "内部出错",
}


@pytest.fixture
def poison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Poison:
    found = Poison(tmp_path / "poison.json")
    monkeypatch.setenv(VARIABLE, str(found.file))
    return found


@pytest.fixture
def room(tmp_path: Path, poison: Poison) -> Iterator[Server]:
    assert poison.file.parent == tmp_path
    with served(tmp_path / "room.db", "--pace", "fast", run=POISONED) as server:
        yield server


def test_a_table_that_fails_says_so_where_it_is_looked_at_and_the_host_gives_its_chips_back(
    chromium: Browser, room: Server, poison: Poison
) -> None:
    visits = Visits(chromium, room)
    visits.trouble.expect("423|404|409")  # what the browser writes of a refused page
    ana = room.guest("Ana")
    table = ana.open(GAME)
    watching = [visits.come(lang=lang) for lang in FAILED]
    for page in watching:
        page.goto(f"/t/{table}")
        expect(page.locator("main[data-phase]")).to_be_visible()
    poison.put(table, "all")
    with ana.line(table, hello=False) as line:
        line.say({"t": "hello"})
        line.say({"t": "sit", "key": new_key(), "seat": 1, "buy_in": 20_000})
        line.close_code()
    for page, says in zip(watching, FAILED.values(), strict=True):
        expect(page.locator(".notice").filter(has_text=says).first).to_be_visible()
        page.reload()
        expect(page.locator(".lost")).to_contain_text(says)
        page.goto("/")
        expect(page.locator(f"#running [data-table='{table}']")).to_contain_text(says)
    host = visits.come()
    host.goto(f"/in/{room.host_key}")
    row = host.locator(f".failed [data-table='{table}']")
    expect(row).to_contain_text("Poison in fail")
    floor = Floor(room.url, room.host_key)
    eventually(lambda: floor.marks()[table]["last_error"])
    row.get_by_role("button", name="Return the chips").click()
    expect(row).to_contain_text("could not be returned")
    poison.put(table, "")
    row.get_by_role("button", name="Return the chips").click()
    expect(row).to_contain_text("$0.00 went back to the players")
    visits.leave(None)
