"""The host's panel: grave deeds ask once more, removals are undone, mutes show; and the page of a closed table."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_people import named, open_table, sits


def host_at(visits: Visits, table: str, size: Size = DESKTOP) -> Page:
    page = visits.come(size)
    page.goto(f"/in/{visits.house.host_key}")
    page.goto(f"/t/{table}")
    page.wait_for_function("() => document.querySelector('main').dataset.n > 0")
    return page


def watcher(visits: Visits, table: str, name: str) -> Page:
    page = named(visits, name)
    page.goto(f"/t/{table}")
    page.wait_for_function("() => document.querySelector('main').dataset.n > 0")
    return page


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_closing_asks_once_more_by_keyboard_and_says_who_gets_what(visits: Visits, size: Size) -> None:
    table = open_table(visits, "texas-holdem", bots=0)
    sits(named(visits, "Ana"), table, 1)
    host = host_at(visits, table, size)
    close = host.get_by_role("button", name="Close the table")
    close.focus()
    host.keyboard.press("Enter")
    dialog = host.get_by_role("dialog", name="Close the table?")
    expect(dialog).to_have_accessible_description("Everyone's chips go back to their cages: Ana $100.00.")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    host.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(close).to_be_focused()
    expect(host.get_by_role("main")).not_to_have_attribute("data-phase", "closed")
    host.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(host.get_by_role("main")).to_have_attribute("data-phase", "closed")


def test_a_closed_table_keeps_its_names_and_a_page_for_who_was_there(visits: Visits) -> None:
    table = open_table(visits, "three-card-poker", bots=0)
    ana, ben = sits(named(visits, "Ana"), table, 1).page, sits(named(visits, "Ben"), table, 2).page
    host = host_at(visits, table)
    host.get_by_role("button", name="Close the table").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    log = ana.get_by_role("log", name="What happened")
    expect(log).to_contain_text("leaves with $400.00")
    expect(log).to_contain_text("The evening: Ana $0.00 and Ben $0.00")
    assert "Somebody" not in log.inner_text()
    ana.get_by_role("link", name="How it ended").click()
    people = ana.get_by_role("table", name="Who left with what")
    expect(people.get_by_role("row")).to_have_text(
        ["PlayerBroughtTook homeWon or lost", "Ana (you)$400.00$400.00$0.00", "Ben$400.00$400.00$0.00"]
    )
    ben.reload()
    expect(ben.get_by_role("heading", name="The table is closed")).to_be_visible()


def test_a_removal_names_its_consequence_and_is_undone_under_the_panel(visits: Visits) -> None:
    table = open_table(visits, "texas-holdem", bots=0)
    visits.trouble.expect("4403")
    ana = sits(named(visits, "Ana"), table, 1).page
    host = host_at(visits, table)
    host.get_by_role("button", name="Remove Ana").click()
    dialog = host.get_by_role("dialog", name="Remove Ana?")
    expect(dialog).to_contain_text("leaves at once with $100.00")
    dialog.get_by_role("button", name="Remove Ana").click()
    removed = host.get_by_role("list", name="Removed")
    expect(removed).to_contain_text("Ana")
    expect(ana.locator(".notices")).to_contain_text("The host has removed you from this table.")
    removed.get_by_role("button", name="Let back in: Ana").click()
    expect(removed).to_have_count(0)
    expect(
        ana.get_by_role("button", name="Sit here").first
    ).to_be_visible()  # without a reload: the page asks by itself


def test_watchers_are_listed_and_a_mute_shows_until_it_is_taken_back(visits: Visits) -> None:
    table = open_table(visits, "texas-holdem", bots=0)
    watcher(visits, table, "Eve")
    host = host_at(visits, table)
    watching = host.get_by_role("list", name="Watching")
    mute = watching.get_by_role("button", name="Mute Eve")
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(watching).to_contain_text("Muted")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    expect(watching).not_to_contain_text("Muted")


def test_a_refusal_goes_by_its_button_by_the_next_wish_and_by_time(visits: Visits) -> None:
    table = open_table(visits, "texas-holdem", bots=0)
    host = host_at(visits, table)
    host.clock.install()
    notice = host.locator(".notices").get_by_role("status").filter(visible=True)

    def refused() -> None:
        expect(host.get_by_role("button", name="Void the round")).to_be_disabled()
        host.get_by_role("button", name="Rule", exact=True).click()
        expect(notice).to_contain_text("no round is being played: the table is waiting for players")

    refused()
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
    refused()
    host.get_by_role("button", name="Pause").click()
    expect(notice).to_have_count(0)
    host.get_by_role("button", name="Resume").click()
    refused()
    host.clock.fast_forward(9_000)
    expect(notice).to_have_count(0)
