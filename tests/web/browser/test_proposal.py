"""What a host who plays proposes stands on the players' pages, in words and with buttons, in every language."""

import time

import pytest
from playwright.sync_api import expect

from tests.server.running import PATIENCE, Line, play_on
from tests.server.test_hostile_clients import _read
from tests.web.browser.opened import Visits

SAID = {
    "en-US": ("Agree: void the round: spilt tea", "Decline", "proposes to void the round: spilt tea"),
    "es-US": ("De acuerdo: anular la ronda: spilt tea", "Rechazar", "propone anular la ronda: spilt tea"),
    "zh-CN": ("同意：作废本局：spilt tea", "不同意", "提议作废本局：spilt tea"),
}


@pytest.mark.parametrize("lang", SAID)
def test_a_player_reads_what_is_proposed_and_agrees_by_a_button(visits: Visits, lang: str) -> None:
    agree, decline, says = SAID[lang]
    host, ana = visits.house.host(), visits.house.guest("Ana")
    _read(host, f"/in/{visits.house.host_key}")  # who comes by the link is given chips
    table = ana.open("texas-holdem", bots=0)
    with Line(host, table) as own, ana.line(table) as hers:
        own.hello()
        own.sit(1)
        hers.sit(2)
        end = time.monotonic() + PATIENCE
        while "playing" not in (own.state["phase"], hers.state["phase"]):
            assert time.monotonic() < end, own.state
            for each in (own, hers):
                each.catch_up()
                if each.state["phase"] != "playing":
                    play_on(each)
        page = visits.come(lang=lang)
        name, _, value = ana.room.cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": visits.house.url}])
        page.goto(f"/t/{table}")
        own.done("floor", do="void", reason="spilt tea")
        expect(page.get_by_role("button", name=decline, exact=True)).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text(says)
        page.get_by_role("button", name=agree, exact=True).click()
        expect(page.locator("main")).to_have_attribute("data-phase", "settled")
        own.catch_up()
        assert own.state["void"]
        own.done("floor", do="close")
