"""People at a table: what each may see, and that reloading, other tabs, other devices and a lost server do no harm."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import served
from tests.web.browser.opened import DESKTOP, PHONE, Visits
from tests.web.browser.relay import Relay
from tests.web.browser.walker import Mouse, Walker

CARDS = """() => [...document.querySelectorAll("[data-card]")].filter((node) => node.checkVisibility())
  .map((node) => node.dataset.card)"""
NASTY = "<img src=x onerror=alert(1)>"


def cards(page: Page) -> set[str]:
    """The cards that lie open on a page."""
    return set(page.evaluate(CARDS))


def seated(page: Page) -> str:
    """The seat of whoever looks, as the page says it."""
    return str(page.locator("[data-seat][data-mine]").get_attribute("data-seat"))


def walker(page: Page) -> Walker:
    return Walker(page, Mouse(), Random("people"))


def at_turn(walker: Walker) -> None:
    """The round is dealt, and the walker is asked."""
    for _ in range(40):
        seen = walker.look()
        if seen["phase"] == "playing" and seen["turn"]:
            return
        walker.act(seen)
    raise AssertionError("nobody is asked")


def sits(page: Page, table: str, seat: int) -> Walker:
    """Somebody takes a free seat through the page."""
    new = walker(page)
    page.goto(f"/t/{table}")
    page.get_by_role("region", name=f"Seat {seat}, empty").get_by_role("button", name="Sit here").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.locator(f"[data-seat='{seat}'][data-mine]")).to_be_visible()
    return new


def named(visits: Visits, name: str) -> Page:
    page = visits.come()
    page.goto("/")
    page.get_by_role("status", name="Your chips").wait_for()
    page.evaluate("(name) => fetch('/api/me', { method: 'POST', body: JSON.stringify({ name }) })", name)
    return page


def together(one: Walker, other: Walker, done: Callable[[], bool]) -> None:
    """Two people at one table answer whatever they are asked until it is done."""
    for _ in range(60):
        for each in (one, other):
            if done():
                return
            seen = each.look()
            if seen["bets"] or seen["bank"] or seen["turn"] or seen["on"]:
                each.act(seen)
            else:
                each.page.wait_for_timeout(20)
    raise AssertionError("it is not done")


def open_table(visits: Visits, game: str, **sheet: int) -> str:
    return visits.house.guest().open(game, **sheet)


@pytest.mark.parametrize(
    ("game", "hands"),
    [("texas-holdem", [2, 2]), ("lowball", [5, 5]), ("three-card-poker", [3, 0])],
    ids=["texas-holdem", "lowball", "three-card-poker"],
)
def test_everybody_sees_their_own_cards_and_a_watcher_nobodys(visits: Visits, game: str, hands: list[int]) -> None:
    """Who banks at Three Card Poker sees the bank's cards no sooner than the others."""
    table = open_table(visits, game, bots=0)
    ana, ben = sits(named(visits, "Ana"), table, 1), sits(named(visits, "Ben"), table, 2)
    eve = visits.come()
    eve.goto(f"/t/{table}")
    together(ana, ben, lambda: all(each.look()["phase"] == "playing" for each in (ana, ben)))
    expect(eve.get_by_role("main")).to_have_attribute("data-n", str(ana.look()["n"]))
    common = cards(eve)
    mine, hers = cards(ben.page) - common, cards(ana.page) - common
    assert mine.isdisjoint(hers)
    assert [len(own) for own in (mine, hers)] == hands
    assert len(common) <= 1  # a card that lies open to find out who acts first
    for page in (ana.page, ben.page, eve):
        assert page.get_by_role("img", name="face-down card").count() > 0
    assert eve.get_by_role("form", name="Your turn").count() == 0


def test_who_is_typing_is_left_in_peace_while_others_play(visits: Visits) -> None:
    table = open_table(visits, "texas-holdem", bots=3)
    ana = sits(named(visits, "Ana"), table, 1)
    eve = visits.come()
    eve.goto(f"/t/{table}")
    field = eve.get_by_role("textbox", name="Say something")
    field.click()
    eve.keyboard.type("well pl")
    eve.evaluate("() => { window.held = document.activeElement; }")
    ana.round()
    expect(eve.get_by_role("main")).to_have_attribute("data-phase", "settled")
    eve.keyboard.type("ayed")
    assert eve.evaluate("() => window.held === document.activeElement && window.held.isConnected")
    expect(field).to_have_value("well played")


def test_a_reload_in_mid_round_and_the_way_back_lead_to_the_same_cards(visits: Visits) -> None:
    page = visits.come(PHONE)
    ana = walker(page)
    ana.sit_down("Three Card Poker")
    at_turn(ana)
    before, had, seat = ana.look(), cards(page), seated(page)
    for go in ("reload", "away", "elsewhere"):
        if go == "reload":
            page.reload()
        else:
            page.goto("/" if go == "away" else "/rules/three-card-poker")
            page.go_back()
        page.get_by_role("form", name="Your turn").wait_for()
        now = ana.look()
        assert (now["round"], now["chips"]) == (before["round"], before["chips"])
        assert cards(page) == had
        assert seated(page) == seat
    ana.round()
    me = page.request.get("/api/me").json()
    assert [row["stack"] for row in me["tables"]] == [ana.look()["chips"]]


def test_two_tabs_of_one_person_have_one_seat_and_one_effect(visits: Visits) -> None:
    first = visits.come()
    ana = walker(first)
    ana.sit_down("Ultimate Texas Hold'em")
    at_turn(ana)
    second = first.context.new_page()
    relay = Relay(second)
    second.goto(first.url)
    turn = second.get_by_role("form", name="Your turn")
    turn.wait_for()
    assert cards(second) == cards(first)
    assert seated(second) == seated(first)
    relay.holds = True  # the second tab does not hear of it at once
    asked = ana.look()
    ana.act(asked)
    turn.locator("[data-default]").first.click()
    second.wait_for_function("() => document.querySelector('form[aria-busy]')")
    assert relay.commands() == ["decide"]
    relay.release()
    expect(second.get_by_role("main")).not_to_have_attribute("data-n", str(asked["n"]))
    second.wait_for_timeout(50)
    (answer,) = [frame for frame in relay.heard if frame["t"] in ("ok", "refused")]
    assert (answer["t"], answer["code"]) == ("refused", "stale")
    ana.round()
    expect(second.get_by_role("main")).to_have_attribute("data-phase", "settled")
    chips = ana.look()["chips"]
    expect(second.get_by_role("status", name="Your chips")).to_have_attribute("data-cents", str(chips))
    assert [row["stack"] for row in first.request.get("/api/me").json()["tables"]] == [chips]


def test_a_second_device_comes_to_the_same_seat_by_the_sign_in_link(visits: Visits) -> None:
    desk, phone = visits.come(DESKTOP), visits.come(PHONE)
    ana, other = walker(desk), walker(phone)
    ana.sit_down("Omaha")
    at_turn(ana)
    link = desk.evaluate("async () => (await (await fetch('/api/me/link', { method: 'POST', body: '{}' })).json()).url")
    phone.goto(link)
    phone.get_by_role("link", name="Back to your seat").click()
    phone.get_by_role("form", name="Your turn").wait_for()
    assert cards(phone) == cards(desk)
    assert seated(phone) == seated(desk)
    other.round()
    expect(desk.get_by_role("main")).to_have_attribute("data-phase", "settled")
    assert ana.look()["chips"] == other.look()["chips"]


def test_a_server_that_dies_is_missed_and_found_again(chromium: Browser, tmp_path: Path) -> None:
    db = tmp_path / "room.db"
    with served(db, "--pace", "fast") as house:
        visits = Visits(chromium, house)
        visits.trouble.expect("WebSocket connection to .* failed")
        visits.trouble.expect("ERR_CONNECTION_REFUSED")
        page = visits.come()
        ana = walker(page)
        ana.sit_down("Three Card Poker")
        at_turn(ana)
        had, seat = cards(page), seated(page)
        house.kill()
        notice = page.locator(".notices").get_by_role("status").filter(visible=True)
        expect(notice).to_contain_text("The room does not answer. Your seat and your chips are kept.")
        expect(notice.get_by_role("button", name="Try again")).to_be_visible()
        with served(db, "--pace", "fast", port=house.port):
            expect(notice).to_have_count(0)
            assert cards(page) == had
            assert seated(page) == seat
            ana.round()
            me = page.request.get("/api/me").json()
            assert [row["stack"] for row in me["tables"]] == [ana.look()["chips"]]
            visits.leave()


def test_a_name_that_is_markup_is_spelt_out(visits: Visits) -> None:
    table = open_table(visits, "texas-holdem", bots=0)
    bad, ana = sits(named(visits, NASTY), table, 1), sits(named(visits, "Ana"), table, 2)
    expect(ana.page.get_by_role("region", name=f"Seat 1, {NASTY}")).to_be_visible()
    bad.page.get_by_role("textbox", name="Say something").fill(NASTY)
    bad.page.get_by_role("button", name="Say", exact=True).click()
    log = ana.page.get_by_role("log", name="What happened")
    expect(log).to_contain_text(NASTY)
    together(ana, bad, lambda: bool(ana.look()["phase"] == "settled"))
    ana.page.keyboard.press("t")
    lobby = visits.come()
    lobby.goto("/")
    expect(lobby.locator(f"[data-table='{table}']")).to_contain_text(NASTY)
    for page in (ana.page, bad.page, lobby):
        assert page.locator("img").count() == 0


def test_the_host_finds_the_floor_and_the_sheet_at_a_table_and_nobody_else_does(visits: Visits) -> None:
    table = open_table(visits, "three-card-poker", bots=2)
    host, guest = visits.come(), visits.come()
    host.goto(f"/in/{visits.house.host_key}")
    for page in (host, guest):
        page.goto(f"/t/{table}")
        page.wait_for_function("() => document.querySelector('main').dataset.n > 0")
    expect(guest.get_by_role("button", name="Change the sheet")).to_have_count(0)
    host.get_by_role("button", name="Change the sheet").click()
    expect(host.get_by_role("dialog")).to_contain_text("Change the sheet: Three Card Poker")
