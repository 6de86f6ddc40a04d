"""What others see at a table: a lost line, a removal, the end of the evening, and that no limit is played."""

import pytest
from playwright.sync_api import expect

from tests.server.running import Line
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_host import host_at, watcher
from tests.web.browser.test_proposal import comes, dealt

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
EACH_ONCE = pytest.mark.parametrize(
    ("lang", "size"), [("en-US", DESKTOP), ("en-US", PHONE), ("es-US", DESKTOP), ("zh-CN", PHONE)]
)
"""Every language and every size, not each with each."""
OFFLINE = {"en-US": "offline", "es-US": "sin línea", "zh-CN": "断线"}
NO_LIMIT = {"en-US": "no limit", "es-US": "sin límite", "zh-CN": "无限注"}


@EACH_ONCE
def test_others_see_and_hear_that_a_line_is_lost(visits: Visits, lang: str, size: Size) -> None:
    with dealt(visits) as (table, own, _, ana):
        page = comes(visits, ana, table, size, lang)
        seat = page.locator("hw-place[data-seat='1']")
        expect(seat).to_be_visible()
        expect(seat).not_to_contain_text(OFFLINE[lang])
        own.close()
        expect(seat).to_contain_text(OFFLINE[lang])
        expect(page.get_by_role("region", name=OFFLINE[lang])).to_have_attribute("data-seat", "1")
        with Line(visits.house.host(), table) as back:
            back.hello()
            expect(seat).not_to_contain_text(OFFLINE[lang])


@EACH_ONCE
def test_a_table_says_that_no_limit_is_played(visits: Visits, lang: str, size: Size) -> None:
    ana = visits.house.guest("Ana")
    for schedule, says in (("SCH-THE-22", True), ("SCH-THE-01", False)):
        table = ana.open("texas-holdem", bots=0, schedule=schedule)
        page = comes(visits, ana, table, size, lang)
        posted = page.locator("button.posted")
        expect(posted).to_be_visible()
        for node in (posted, posted.locator(".brief")):
            assert (NO_LIMIT[lang] in (node.get_attribute("aria-label") or node.inner_text())) == says
        posted.click()
        card = page.get_by_role("dialog")
        expect(card).to_be_visible()
        assert (NO_LIMIT[lang] in card.inner_text()) == says


def test_a_removal_is_told_as_the_hosts_to_everybody(visits: Visits) -> None:
    with dealt(visits) as (table, own, _, ana):
        page, other = comes(visits, ana, table), watcher(visits, table, "Eve")
        own.done("floor", do="remove", person=ana.id)
        expect(page.get_by_role("log")).to_contain_text("removes you from the table when this hand is over")
        expect(other.get_by_role("log")).to_contain_text("removes Ana from the table when this hand is over")


@SIZES
def test_a_closed_table_looks_closed_and_leads_those_who_were_there_to_its_page(visits: Visits, size: Size) -> None:
    ana, eve = visits.house.guest("Ana"), visits.house.guest("Eve")
    table = ana.open("texas-holdem", bots=0, private=True)
    with ana.line(table) as hers:
        hers.sit(1)
        page, stranger = comes(visits, ana, table, size), comes(visits, eve, table, size)
        host = host_at(visits, table, size)
        for each in (page, stranger, host):
            expect(each.locator("main")).to_have_attribute("data-phase", "waiting")
        host.get_by_role("button", name="Close the table").click()
        host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
        for each in (page, stranger, host):
            expect(each.locator(".notice").filter(has_text="The table is closed")).to_be_visible()
            expect(each.get_by_role("button", name="Sit here")).to_have_count(0)
            expect(each.get_by_role("switch", name="Coach")).to_have_count(0)
            expect(each.get_by_role("textbox", name="Say something")).to_have_count(0)
        expect(host.get_by_role("button", name="Pause")).to_have_count(0)
        expect(stranger.get_by_role("link", name="How it ended")).to_have_count(0)
        expect(stranger.get_by_role("link", name="Lobby")).to_be_visible()
        page.get_by_role("link", name="How it ended").click()
        expect(page.get_by_role("heading", name="The table is closed")).to_be_visible()
