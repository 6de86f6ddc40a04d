"""What a host who plays proposes stands on the players' pages, in words and with buttons, in every language."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.running import PATIENCE, Guest, Line, new_key, play_on
from tests.server.test_hostile_clients import _read
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits

SAID = {
    "en-US": ("Agree: void the round: spilt tea", "Decline", "proposes to void the round: spilt tea"),
    "es-US": ("De acuerdo: anular la ronda: spilt tea", "Rechazar", "propone anular la ronda: spilt tea"),
    "zh-CN": ("同意：作废本局：spilt tea", "不同意", "提议作废本局：spilt tea"),
}
WITHDRAWS = {
    "en-US": ("Withdraw the proposal: void the round", "withdraw the proposal"),
    "es-US": ("Retirar la propuesta: anular la ronda", "retiras la propuesta"),
    "zh-CN": ("撤回提议：作废本局", "撤回提议"),
}
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
LONG = "somebody has spilt tea over the cards of three players, and nobody knows any more what was dealt to whom"
# Every corner of the button is its own: nothing covers it, and nothing cuts it.
WHOLE = """(node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return [[left + 6, top + 6], [right - 6, top + 6], [left + 6, bottom - 6], [right - 6, bottom - 6]]
    .every(([x, y]) => document.elementFromPoint(x, y)?.closest("button") === node)
    && node.scrollWidth <= node.clientWidth;
}"""


@contextmanager
def dealt(visits: Visits, schedule: str | None = None) -> Iterator[tuple[str, Line, Line, Guest]]:
    """A table where a host and Ana are in a hand."""
    host, ana = visits.house.host(), visits.house.guest("Ana")
    _read(host, f"/in/{visits.house.host_key}")  # who comes by the link is given chips
    table = ana.open("texas-holdem", bots=0, schedule=schedule, time=120)
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
        yield table, own, hers, ana
    host.call("POST", f"/api/tables/{table}/floor", {"do": "close", "key": new_key()})


def comes(visits: Visits, guest: Guest, table: str, size: Size = DESKTOP, lang: str = "en-US") -> Page:
    """A page of somebody whom the room knows already."""
    page = visits.come(size, lang=lang)
    name, _, value = guest.room.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": visits.house.url}])
    page.goto(f"/t/{table}")
    return page


def is_whole(button: Locator) -> None:
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate(WHOLE)


@pytest.mark.parametrize("lang", SAID)
def test_a_player_reads_what_is_proposed_and_agrees_by_a_button(visits: Visits, lang: str) -> None:
    agree, decline, says = SAID[lang]
    with dealt(visits) as (table, own, _, ana):
        page = comes(visits, ana, table, lang=lang)
        own.done("floor", do="void", reason="spilt tea")
        expect(page.get_by_role("button", name=decline, exact=True)).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text(says)
        page.get_by_role("button", name=agree, exact=True).click()
        expect(page.locator("main")).to_have_attribute("data-phase", "settled")
        own.catch_up()
        assert own.state["void"]


@SIZES
def test_the_buttons_of_a_long_proposal_are_whole_beside_the_largest_form(visits: Visits, size: Size) -> None:
    """Before, they were cut where the raise of a no-limit game filled the dock."""
    with dealt(visits, schedule="SCH-THE-22") as (table, own, hers, ana):
        page = comes(visits, ana, table, size)
        if not hers.mine.get("asks"):
            play_on(own)
        expect(page.get_by_role("button", name="Fold")).to_be_visible()
        own.done("floor", do="void", reason=LONG)
        group = page.get_by_role("group", name="Proposal")
        expect(group).to_contain_text("wants to void the round: somebody has spilt tea")
        for name in (f"Agree: void the round: {LONG}", "Decline"):
            is_whole(group.get_by_role("button", name=name, exact=True))
        is_whole(page.get_by_role("button", name="Fold"))
        group.get_by_role("button", name="Decline").focus()
        page.keyboard.press("Enter")
        expect(group).to_be_hidden()
        expect(page.locator("main")).to_have_attribute("data-phase", "playing")


@pytest.mark.parametrize(("lang", "size"), [("en-US", DESKTOP), ("es-US", PHONE), ("zh-CN", DESKTOP)])
def test_the_host_withdraws_the_proposal_by_its_name(visits: Visits, lang: str, size: Size) -> None:
    name, told = WITHDRAWS[lang]
    with dealt(visits) as (table, own, _, _ana):
        page = visits.come(size, lang=lang)
        page.goto(f"/in/{visits.house.host_key}")
        page.goto(f"/t/{table}")
        own.done("floor", do="void")
        button = page.get_by_role("button", name=name, exact=True)
        is_whole(button)
        button.focus()
        page.keyboard.press("Enter")
        expect(button).to_have_count(0)
        expect(page.get_by_role("log")).to_contain_text(told)
