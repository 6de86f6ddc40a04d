"""A table that pays otherwise than printed says so on its page, and whoever takes its bank agrees to that."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_people import named, open_table, sits

GAME = "three-card-poker"
OWN_PAY = {"bonus": {"flush": "5", "royal flush": "250"}}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_sign_stands_in_the_bar_and_the_bank_is_taken_by_agreeing(visits: Visits, size: Size) -> None:
    table = visits.house.guest().open(GAME, pay=OWN_PAY, options={"hands_per_player": 2}, bots=0)
    ana, ben = named(visits, "Ana"), named(visits, "Ben")
    for page, seat in ((ana, 1), (ben, 2)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        sits(page, table, seat)
    sign = ana.get_by_role("banner").locator("details.differs")
    expect(sign.locator("summary")).to_be_in_viewport()
    expect(sign.locator("summary")).to_have_text("Pays otherwise than printed (3)")
    sign.locator("summary").click()
    expect(sign.get_by_role("listitem")).to_have_count(3)
    expect(sign).to_contain_text("bonus: flush: 5 to 1 (printed: 3 to 1)")
    expect(sign).to_contain_text("TCP-11")
    expect(sign.locator("div").first).to_be_in_viewport(ratio=0.9)
    sign.locator("summary").click()
    holder = ana if ana.get_by_role("form", name="The bank").count() else ben
    form = holder.get_by_role("form", name="The bank")
    expect(form.get_by_role("note")).to_contain_text("By taking the bank you agree to pay as posted here")
    expect(form.get_by_role("note").get_by_role("listitem")).to_have_count(2)
    expect(form.get_by_role("note")).to_be_in_viewport(ratio=0.9)
    expect(form.get_by_role("button", name="Take the bank")).to_be_in_viewport(ratio=0.9)
    form.get_by_role("button", name="Take the bank").click()
    expect(holder.locator("main[data-phase='betting']")).to_have_count(1)


def test_a_table_as_printed_has_no_sign_and_asks_for_no_agreement(visits: Visits) -> None:
    table = open_table(visits, GAME, bots=1)
    page = named(visits, "Ana")
    sits(page, table, 2)
    expect(page.locator("details.differs")).to_have_count(0)
    expect(page.locator(".agree:visible")).to_have_count(0)


def test_the_sign_says_that_bots_stay_out_of_a_guests_terms(visits: Visits) -> None:
    table = visits.house.guest().open(GAME, pay=OWN_PAY, bots=2)
    page = named(visits, "Ana")
    sits(page, table, 1)
    sign = page.get_by_role("banner").locator("details.differs")
    sign.locator("summary").click()
    expect(sign.get_by_text("Bots stay out: the host has not posted this.")).to_be_visible()
    expect(sign.get_by_role("listitem")).to_have_count(2)
