"""Whoever comes for the first time sits at a table after one click."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_one_click_from_the_lobby_to_a_seat(visits: Visits, size: Size) -> None:
    page = visits.come(size)
    page.goto("/")
    page.get_by_role("article", name="Three Card Poker").get_by_role("button", name="Sit down now").click()
    expect(page.get_by_role("main", name="Three Card Poker")).to_have_attribute("data-phase", "offering")
