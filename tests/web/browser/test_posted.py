"""What is posted at a table, a second hand of one person, and people at the rail, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import new_key
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_people import named, sits

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def opened(visits: Visits, game: str, **sheet: Any) -> str:
    """A table whose clock nobody waits for."""
    return visits.house.guest().open(game, **{"bots": 0, "time": 3000} | sheet)


def betting(visits: Visits, game: str) -> tuple[str, Page, Page]:
    """Ana banks and Ben has bet, with as much on every circle."""
    table = opened(visits, game)
    ana, ben = sits(named(visits, "Ana"), table, 1).page, sits(named(visits, "Ben"), table, 3).page
    ana.get_by_role("button", name="Take the bank").click()
    fields = ben.get_by_role("form", name="Your bets").get_by_role("spinbutton")
    expect(fields.first).to_be_visible()  # `all` waits for nothing
    for field in fields.all():
        field.fill("12")
    ben.get_by_role("button", name="Place bets").click()
    expect(ben.locator("[data-seat='3'] [data-circle]").first).to_be_visible()
    return table, ana, ben


@SIZES
def test_the_card_is_one_tap_away_and_its_most_important_rows_are_always_in_sight(visits: Visits, size: Size) -> None:
    _, ana, _ = betting(visits, "three-card-poker")
    width, height = size
    ana.set_viewport_size({"width": width, "height": height})
    posted = ana.get_by_role("button", name="Posted")
    expect(posted).to_have_accessible_name("Posted: bank hand 1: fee $0.50–$5, bank")
    expect(posted.locator(".brief")).to_be_visible()
    posted.focus()
    ana.keyboard.press("Enter")
    card = ana.get_by_role("dialog", name="Posted at this table")
    rows = card.get_by_role("listitem")
    expect(rows.filter(has_text="Collection: the player-dealer pays $0.50 to $5.")).to_contain_text("PD-27")
    expect(rows.filter(has_text="first hand of the bank")).to_contain_text("PD-08")
    expect(rows.filter(has_text="In play: the red pack")).to_contain_text("TCP-02")
    expect(ana.locator("main")).to_have_attribute("data-pack", "red")
    ana.keyboard.press("Escape")
    expect(posted).to_be_focused()
    expect(ana.get_by_role("img", name="bank, first hand")).to_have_text("1")


def test_the_envy_button_lies_beside_its_wager_and_no_more_bets_is_called(visits: Visits) -> None:
    _, ana, ben = betting(visits, "fortune-pai-gow")
    expect(ana.get_by_role("group", name="Fortune, $12.00, Envy")).to_contain_text("Envy")
    expect(ana.get_by_role("group", name="Bet, $12.00", exact=True)).not_to_contain_text("Envy")
    ben.get_by_role("button", name="Deal").click()
    ana.get_by_role("button", name="Deal").click()
    expect(ana.get_by_role("log", name="What happened").locator("[data-k=no_more_bets]")).to_have_text(
        "dealerNo more bets"
    )


@SIZES
def test_a_player_asks_for_a_deal_by_hand_and_takes_it_back(visits: Visits, size: Size) -> None:
    """FPG-21. Found by a newcomer: the button was called "0", and asked for that."""
    _, _, ben = betting(visits, "fortune-pai-gow")
    width, height = size
    ben.set_viewport_size({"width": width, "height": height})
    asks = ben.get_by_role("button", name="Shuffle by hand")
    expect(asks).to_have_attribute("aria-pressed", "false")
    asks.click()
    expect(asks).to_have_attribute("aria-pressed", "true")
    asks.click()
    expect(asks).to_have_attribute("aria-pressed", "false")


def test_a_jackpots_meter_is_in_sight_and_its_pay_row_says_so(visits: Visits) -> None:
    said = {"game": "three-card-split", "options": {"bonus_paytable": "TCS-4a"}, "bots": 0, "key": new_key()}
    table = str(visits.house.host().call("POST", "/api/tables", said)["table"])  # what the house pays is the host's
    ana = sits(named(visits, "Ana"), table, 1).page
    expect(ana.get_by_role("button", name="Posted")).to_have_accessible_name("Posted: Bonus jackpot $500")
    ana.get_by_text("Pay table", exact=True).click()
    expect(ana.locator(".printed").get_by_role("row", name="four aces")).to_contain_text("300 + jackpot")
    ana.get_by_role("button", name="Posted").click()
    card = ana.get_by_role("dialog", name="Posted at this table")
    expect(card).to_contain_text("wins it with $5 or more on")
    expect(card.get_by_role("listitem").filter(has_text="wins it")).to_contain_text("TCS-72")


@SIZES
def test_a_second_hand_is_taken_played_and_given_up_again(visits: Visits, size: Size) -> None:
    table = opened(visits, "pure-21-5-blackjack")
    ana, ben = sits(named(visits, "Ana"), table, 1).page, sits(named(visits, "Ben"), table, 3).page
    width, height = size
    ben.set_viewport_size({"width": width, "height": height})
    if size == DESKTOP:  # at the free seat itself
        seat = ben.get_by_role("region", name="Seat 4, empty")
        expect(seat.get_by_role("button", name="Sit here")).to_have_count(0)
        seat.get_by_role("button", name="Play a second hand here").click()
    else:
        ben.get_by_role("button", name="Play a second hand", exact=True).click()
        ben.get_by_role("combobox", name="Seat").select_option("4")
    ben.get_by_role("dialog").get_by_role("button", name="Play a second hand here").click()
    expect(ben.locator("[data-seat='4'][data-mine]")).to_be_visible()
    ana.get_by_role("button", name="Take the bank").click()
    for name in ("Your bets", "Your bets, seat 4"):
        ben.get_by_role("form", name=name, exact=True).get_by_role("button", name="Place bets").click()
    expect(ana.locator("[data-seat='4'] [data-circle]")).to_be_attached()
    assert ben.request.get(f"/api/tables/{table}").json()["state"]["bets"] == {"3": {"main": 300}, "4": {"main": 300}}
    ben.get_by_role("button", name="Give up seat 4").click()
    expect(ben.locator("[data-seat='4'][data-mine]")).to_have_count(0)
    expect(ben.locator("[data-seat='3'][data-mine]")).to_be_visible()


@SIZES
def test_somebody_stands_at_the_rail_by_keyboard_and_bets_behind_a_seat(visits: Visits, size: Size) -> None:
    table, ana, ben = betting(visits, "pure-21-5-blackjack")
    cleo = named(visits, "Cleo")
    width, height = size
    cleo.set_viewport_size({"width": width, "height": height})
    cleo.goto(f"/t/{table}")
    rail = cleo.get_by_role("button", name="Stand at the rail and bet behind")
    rail.focus()
    cleo.keyboard.press("Enter")
    cleo.get_by_role("dialog").get_by_role("button", name="Stand at the rail").press("Enter")
    expect(rail).to_have_count(0)
    form = cleo.locator(".dock").get_by_role("form")
    form.get_by_role("spinbutton").fill("5")
    form.get_by_role("button", name="Place bets").click()
    expect(ana.locator("[data-seat='3'] .bet.behind")).to_have_attribute("data-cents", "500")
    expect(cleo.get_by_role("button", name="Sit out")).to_have_count(0)
    for page in (ben, ana, cleo):
        page.get_by_role("button", name="Deal").click()
    expect(cleo.get_by_role("main")).not_to_have_attribute("data-phase", "betting")


def test_what_is_bet_behind_others_can_be_read_in_both_rooms(visits: Visits) -> None:
    table = opened(visits, "pure-21-5-blackjack")
    ana, ben = sits(named(visits, "Ana"), table, 1).page, sits(named(visits, "Ben"), table, 3).page
    cleo = sits(named(visits, "Cleo"), table, 5).page
    ana.get_by_role("button", name="Take the bank").click()
    ben.get_by_role("button", name="Place bets").click()
    cleo.get_by_text("Bet behind others").click()
    form = cleo.get_by_role("form", name="Bet behind seat 3")
    for width, height in (DESKTOP, PHONE):
        cleo.set_viewport_size({"width": width, "height": height})
        expect(form).to_be_visible()
        for room in ("light", "dark"):
            cleo.evaluate("(room) => { document.documentElement.dataset.room = room; }", room)
            for button in form.locator(".btn").filter(visible=True).all():
                assert button.evaluate(CONTRAST) >= 4.5, (width, room, button.inner_text())


# The contrast of a node's ink against the first ground behind it that is not clear, as WCAG counts it.
CONTRAST = """(node) => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const clear = (text) => { const [, , , alpha = 1] = parts(text); return alpha === 0; };
  let ground = node;
  while (ground.parentElement && clear(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
  const light = (text) => parts(text).slice(0, 3).map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  const [a, b] = [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor].map(light);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""
