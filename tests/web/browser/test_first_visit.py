"""Whoever comes for the first time sits at a table after one click, and has cards after three."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_three_clicks_from_the_lobby_to_the_first_cards(visits: Visits, size: Size) -> None:
    page = visits.come(size)
    page.goto("/")
    page.get_by_role("article", name="Three Card Poker").get_by_role("button", name="Sit down now").click()
    table = page.get_by_role("main", name="Three Card Poker")
    expect(table).to_have_attribute("data-phase", "offering")
    table.get_by_role("button", name="Pass", exact=True).click()
    bets = page.get_by_role("form", name="Your bets", exact=True)  # a bot has taken the bank: somebody must
    expect(bets.get_by_role("spinbutton", name="Ante")).to_have_value("5.00")
    bets.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("group", name="Your cards").get_by_role("img")).to_have_count(3)


def test_a_newcomer_is_told_how_it_is_played_what_was_paid_and_finds_the_last_bets_again(visits: Visits) -> None:
    page = visits.come(DESKTOP)
    page.goto("/")
    page.get_by_role("article", name="Three Card Split").get_by_role("button", name="Sit down now").click()
    paper = page.get_by_role("complementary")
    primer = paper.get_by_role("group").filter(has_text="How it is played")
    expect(primer.get_by_role("listitem")).to_have_count(3)
    expect(primer.get_by_role("link", name="Rules and odds")).to_have_attribute("href", "/rules/three-card-split")
    bets = page.get_by_role("form", name="Your bets", exact=True)
    bets.get_by_role("spinbutton", name="Primary").fill("20.00")
    bets.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="House way").click()
    page.get_by_role("button", name="Next round").wait_for()
    expect(page.locator(".dock .why")).to_contain_text("The bank, high: ")
    page.get_by_role("button", name="Next round").click()
    expect(bets.get_by_role("spinbutton", name="Primary")).to_have_value("20.00")
    expect(bets.get_by_role("button", name="Place bets", exact=True)).to_be_enabled()
