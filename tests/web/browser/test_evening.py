"""An evening that nobody misreads: the sheet as it is posted, and talk that is no event."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Server
from tests.web.browser.opened import DESKTOP, PHONE, Visits

HOLDEM = "texas-holdem"


def _host(visits: Visits, table: str, **more: Any) -> Page:
    """The host's own page of the table."""
    page = visits.come(**more)
    page.goto(f"/in/{visits.house.host_key}")
    page.goto(f"/t/{table}")
    expect(page.locator("main[data-phase]")).to_be_visible()
    return page


def _no_limit(house: Server) -> tuple[str, str]:
    """A private no-limit game without bots, and the schedule that it posts."""
    ana = house.guest()
    schedules = ana.get(f"/api/games/{HOLDEM}")["schedules"]
    schedule = next(str(each["id"]) for each in schedules if each["text"] == "no limit")
    return ana.open(HOLDEM, schedule=schedule, private=True, bots=0), schedule


def test_the_sheet_opens_as_it_is_posted_and_saves_only_what_was_changed(visits: Visits) -> None:
    table, schedule = _no_limit(visits.house)
    watcher = visits.come()
    watcher.goto(f"/t/{table}")
    page = _host(visits, table)
    before = visits.house.host().call("GET", f"/api/tables/{table}/sheet", None)
    sent: list[Any] = []
    page.on("request", lambda asked: sent.append(asked.post_data_json) if asked.url.endswith("/configure") else None)
    page.get_by_role("button", name="Change the sheet").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[name=schedule]")).to_have_value(schedule)
    expect(sheet.locator("[name=bots]")).to_have_value("0")
    expect(sheet.locator("[name=private], [name=seats], [name=watch_delay]")).to_have_count(0)
    sheet.locator("[name=time]").fill("45")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("status")).to_have_text("The new sheet holds from now on.")
    assert [{name for name in body if name != "key"} for body in sent] == [{"time"}]
    after = visits.house.host().call("GET", f"/api/tables/{table}/sheet", None)
    assert after == before | {"time": 45}
    line = watcher.locator("[data-k=sheet]")
    expect(line).to_contain_text("posts a new sheet from round 1 on")
    expect(line).to_contain_text(re.compile(r"Seconds to decide 45 \(before: \d+\)"))


def test_nothing_is_sent_where_nothing_was_changed(visits: Visits) -> None:
    table, _ = _no_limit(visits.house)
    page = _host(visits, table)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.get_by_role("button", name="Change the sheet").click()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Nothing was changed.")
    assert not [url for url in sent if "configure" in url]


@pytest.mark.parametrize("game", ["fortune-pai-gow", "lowball", "panguingue", "three-card-split"])
def test_a_sheet_that_nobody_touched_has_no_changes(visits: Visits, game: str) -> None:
    table = visits.house.guest().open(game, bots=0)
    page = _host(visits, table)
    page.get_by_role("button", name="Change the sheet").click()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Nothing was changed.")


def test_every_header_and_the_cloth_follow_a_new_sheet(visits: Visits) -> None:
    table = visits.house.guest().open("three-card-poker", bots=0)
    page = visits.come()
    page.goto(f"/t/{table}")
    expect(page.locator(".bar .where")).to_contain_text("$5 to $300")
    body = {"key": "a-new-sheet", "limits": [1500, 20000], "pay": {}}
    visits.house.host().call("POST", f"/api/tables/{table}/configure", body)
    expect(page.locator(".bar .where")).to_contain_text("$15 to $200")
    expect(page.locator("[data-k=sheet]")).to_contain_text("limits $15 to $200 (before: $5")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_talk_is_no_event_to_eyes_and_ears(visits: Visits, size: tuple[int, int]) -> None:
    house = visits.house
    ana, ben = house.guest("Cyril"), house.guest("Cyril")
    table = ana.open("three-card-poker", bots=0)
    page = visits.come(size)
    page.goto(f"/t/{table}")
    expect(page.locator("main[data-phase]")).to_be_visible()
    with ana.line(table) as line, ben.line(table) as other:
        line.sit(1)
        other.sit(2)
        line.done("say", text="folds")
        other.done("say", text='” dealer shuffles "')
    said = page.locator("li[data-talk]")
    expect(said).to_have_count(2)
    assert said.nth(0).inner_text().split() == ["Cyril", "says:", "“folds”"]
    assert " ".join(said.nth(1).inner_text().split()) == "Cyril 2 says: “' dealer shuffles '”"
    events = page.locator("[role=log] li:not([data-talk])")
    shapes = [
        node.evaluate("(node) => getComputedStyle(node).backgroundColor") for node in (said.nth(0), events.nth(0))
    ]
    assert shapes[0] != shapes[1]
    expect(page.locator("[data-live=polite]")).to_have_text("Cyril 2 says: “' dealer shuffles '”")
