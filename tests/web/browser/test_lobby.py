"""The lobby: every game with its edge, one's own seat, running tables, and tables opened to one's own taste."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.roster import OWN
from tests.server.running import new_key, served
from tests.web.browser.inspection import ALL_LOOKS, not_accessible, violations
from tests.web.browser.opened import DESKTOP, LANDSCAPE, PHONE, SMALL_PHONE, Size, Visits

GAME = "Three Card Poker"
SIZES = {"small phone": SMALL_PHONE, "phone": PHONE, "tablet": (820, 1180), "desktop": DESKTOP, "large": (1920, 1080)}


def lobby(visits: Visits, size: Size = DESKTOP, **more: Any) -> Page:
    page = visits.come(size, **more)
    page.goto("/")
    expect(page.locator("article[data-game]")).to_have_count(len(OWN))  # they come shelf by shelf
    return page


def opening(page: Page, game: str = GAME) -> Locator:
    """The dialog for a table of that game."""
    page.get_by_role("article", name=game, exact=True).get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog", name=f"Open a table: {game}")
    expect(dialog.get_by_role("button", name="Open the table")).to_be_visible()
    return dialog


def opened_table(dialog: Locator) -> str:
    """The id of the table that the dialog says is open."""
    dialog.get_by_role("button", name="Open the table").click()
    link = dialog.get_by_role("link", name="Go to the table")
    expect(link).to_be_visible()
    return (link.get_attribute("href") or "").rpartition("/")[2]


def me(page: Page) -> Any:
    return page.request.get("/api/me").json()


def test_every_game_has_its_card_with_buttons_and_its_edge(visits: Visits) -> None:
    page = lobby(visits)
    games = page.request.get("/api/games").json()["games"]
    for game in games:
        card = page.get_by_role("article", name=game["short"], exact=True)
        expect(card).to_have_attribute("data-game", game["id"])
        for button in ("Sit down now", "Open a table"):
            expect(card.get_by_role("button", name=button)).to_be_visible()
        expect(card.get_by_role("link", name="Rules and odds")).to_have_attribute("href", f"/rules/{game['id']}")
        if game["edge"] is not None:
            expect(card).to_contain_text(f"house edge {game['edge']:.3%}")
    assert page.get_by_role("article").count() == len(games)


def test_a_first_visit_makes_a_guest_with_chips(visits: Visits) -> None:
    page = lobby(visits)
    chips = page.get_by_role("status", name="Your chips")
    expect(chips).to_have_attribute("data-cents", str(me(page)["cage"]))
    expect(chips).to_contain_text("$10,000.00")


def test_somebody_with_a_seat_finds_the_way_back_and_stands_on_the_board(visits: Visits) -> None:
    page = lobby(visits)
    page.get_by_role("article", name=GAME).get_by_role("button", name="Sit down now").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator("main[data-phase]")).to_be_visible()
    table = page.url.rpartition("/")[2]
    page.goto("/")
    expect(page.get_by_role("region", name="Go on where you were")).to_contain_text(f"{GAME}, seat")
    row = page.locator(f"[data-table='{table}']")
    expect(row).to_contain_text(me(page)["name"])
    expect(row).to_contain_text("$5 to $300")
    page.get_by_role("link", name="Back to your seat").click()
    expect(page.locator("main[data-phase]")).to_be_visible()
    assert page.url.endswith(f"/t/{table}")


def test_a_table_that_somebody_opens_appears_by_itself_with_names_as_they_are_spelt(visits: Visits) -> None:
    page = lobby(visits)
    rude = "<img src=x onerror=x>"
    ben = visits.house.guest(rude)
    table = ben.open("omaha")
    row = page.locator(f"[data-table='{table}']")
    expect(row).to_contain_text("nobody yet")
    with ben.line(table) as line:
        line.sit(2)
        expect(row).to_contain_text(rude)
    expect(row.get_by_role("link", name="Join Omaha")).to_have_attribute("href", f"/t/{table}")
    assert page.locator("img").count() == 0


def test_one_click_opens_a_table_as_printed_and_its_link_is_there_as_text_and_code(visits: Visits) -> None:
    page = lobby(visits)
    dialog = opening(page)
    table = opened_table(dialog)
    expect(dialog.get_by_role("textbox", name="Share this link")).to_have_value(f"{visits.house.url}/t/{table}")
    expect(dialog.get_by_role("img", name="The link as a QR code")).to_be_visible()
    sheet = page.request.get(f"/api/tables/{table}").json()["table"]
    assert (sheet["options"], sheet["bots"], sheet["schedule"]) == ({}, 3, "SCH-TCP-01")
    dialog.get_by_role("link", name="Go to the table").press("Enter")
    expect(page.get_by_role("main", name=GAME)).to_be_visible()


def test_every_option_and_pay_table_can_be_chosen(visits: Visits) -> None:
    page = lobby(visits)
    dialog = opening(page)
    dialog.get_by_label("Collection schedule").select_option("")
    dialog.get_by_label("Lowest bet").fill("20")
    dialog.get_by_label("Highest bet").fill("80")
    dialog.get_by_role("spinbutton", name="Seats").fill("4")
    dialog.get_by_label("Private table").check()
    dialog.get_by_text("options of the rules").click()
    dialog.locator("[data-option=exposed_card]").select_option("none")
    dialog.get_by_text("pay tables", exact=False).first.click()
    dialog.get_by_role("textbox", name="Bonus wager, Flush").fill("4")
    table = opened_table(dialog)
    sheet = page.request.get(f"/api/tables/{table}").json()["table"]
    assert sheet["options"] == {"exposed_card": "none"}
    assert (sheet["limits"], sheet["seats"], sheet["private"], sheet["schedule"]) == ([2_000, 8_000], 4, True, None)
    pays = page.request.get(f"/api/tables/{table}/felt").json()["pays"]
    assert ["Flush", 4, 1] in next(each for each in pays if each["id"] == "bonus")["rows"]


def test_a_bonus_that_the_rules_leave_to_the_room_has_its_terms(visits: Visits) -> None:
    page = lobby(visits)
    dialog = opening(page, "Pure 21.5 Blackjack")
    dialog.get_by_text("options of the rules").click()
    terms = dialog.get_by_role("group", name="Bonus: 777 of one suit")
    expect(terms).to_be_hidden()
    dialog.locator("[data-option=bonus_suited_777]").select_option("true")
    terms.get_by_label("Fee").fill("0.50")
    terms.get_by_label("Awards").fill("25, 100")
    table = opened_table(dialog)
    host = visits.house.host()
    row = json.loads(host.call("GET", f"/api/tables/{table}/log", None).splitlines()[0])
    assert row["body"]["command"]["bonuses"] == {"suited-777": {"fee": 50, "award": [2_500, 10_000]}}


def test_an_option_that_favours_the_player_says_so(visits: Visits) -> None:
    dialog = opening(lobby(visits))
    dialog.get_by_text("options of the rules").click()
    expect(dialog).to_contain_text("With 5/4/1 the player has the edge: 0.677% of the Ante.")


@pytest.mark.parametrize(
    ("control", "value", "says"),
    [
        ("[data-option=bank_min]", "3", "option bank_min = 3 is not among its choices"),
        ("[name=seats]", "40", "40 seats are refused"),
        ("[data-pay='FPG-BONUS'][data-row='straight']", "many", "many"),
    ],
)
def test_what_is_refused_is_said_beside_its_control(visits: Visits, control: str, value: str, says: str) -> None:
    visits.trouble.expect("409 \\(Conflict\\)|400 \\(Bad Request\\)")
    dialog = opening(lobby(visits), "Fortune Pai Gow")
    field = dialog.locator(control)
    field.evaluate("(node) => node.closest('details')?.setAttribute('open', '')")
    field.fill(value)
    dialog.get_by_role("button", name="Open the table").click()
    expect(field).to_be_focused()
    beside = dialog.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(beside).to_contain_text(says)
    expect(dialog.get_by_role("alert").filter(has_text=says)).to_have_count(1)


def test_options_that_do_not_go_together_are_refused_beside_the_one_that_needs_another(visits: Visits) -> None:
    visits.trouble.expect("409 \\(Conflict\\)")
    dialog = opening(lobby(visits), "Pure 21.5 Blackjack")
    dialog.get_by_text("options of the rules").click()
    insurance = dialog.locator("[data-option=insurance]")
    insurance.select_option("true")
    dialog.get_by_role("button", name="Open the table").click()
    expect(insurance).to_be_focused()
    expect(dialog.get_by_role("alert").filter(has_text="it needs pure_payoff")).to_have_count(1)
    dialog.locator("[data-option=pure_payoff]").select_option("3:2")
    opened_table(dialog)


def test_nothing_is_cut_off_sideways_and_every_target_is_large_enough(visits: Visits) -> None:
    page = lobby(visits)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
        boxes = page.locator("main :is(a, button), .bar :is(a, button)").evaluate_all(
            "(all) => all.filter((each) => each.checkVisibility())"
            ".map((each) => [each.textContent || each.ariaLabel, each.offsetWidth, each.offsetHeight])"
        )
        assert len(boxes) > 40, name
        assert [box for box in boxes if min(box[1:]) < 44] == [], name


def test_by_keys_alone_from_the_address_to_a_seat(visits: Visits) -> None:
    page = lobby(visits)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("article").first.get_by_role("button", name="Sit down now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main[data-phase]")).to_be_visible()


def test_news_of_one_table_touches_nothing_else_on_the_page(visits: Visits) -> None:
    table = visits.house.guest("Ana").open("lowball")
    page = lobby(visits)
    row = page.locator(f"[data-table='{table}']")
    expect(row).to_be_visible()
    page.evaluate(
        """() => {
          window.changes = 0;
          const watched = { subtree: true, childList: true, attributes: true, characterData: true };
          for (const shelf of document.querySelectorAll(".shelves, .bar"))
            new MutationObserver((seen) => { window.changes += seen.length; }).observe(shelf, watched);
        }"""
    )
    visits.house.host().call("POST", f"/api/tables/{table}/floor", {"key": new_key(), "do": "close"})
    expect(row).to_have_count(0)
    assert page.evaluate("() => window.changes") == 0


def test_axe_finds_nothing(visits: Visits) -> None:
    page = lobby(visits)
    assert not_accessible(page, ALL_LOOKS) == []
    dialog = opening(page)
    for part in dialog.locator("details").all():
        part.evaluate("(node) => { node.open = true; }")
    assert not_accessible(page, ALL_LOOKS) == []
    opened_table(dialog)
    assert not_accessible(page, ALL_LOOKS) == []


def test_a_room_whose_cards_are_laid_says_so_on_every_page(visits: Visits, tmp_path: Any) -> None:
    with served(tmp_path / "laid.db", "--chance-seed", "a word", "--pace", "fast") as laid:
        elsewhere = Visits(visits._chromium, laid)
        page = elsewhere.come(LANDSCAPE)
        for path in ("/rules/three-card-poker", "/"):
            page.goto(path)
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            expect(page.get_by_role("region", name="The cards of this room are laid")).to_be_visible()
            assert violations(page) == []
        page.get_by_role("article", name=GAME, exact=True).get_by_role("button", name="Sit down now").click()
        expect(page.get_by_role("region", name="The cards of this room are laid")).to_be_visible()
        expect(page.locator(".dock[data-asked]")).to_be_visible()
        assert violations(page) == []
        for width, height in (SMALL_PHONE, PHONE, LANDSCAPE, DESKTOP):  # what is asked is in sight all the same
            page.set_viewport_size({"width": width, "height": height})
            foot = page.evaluate("() => document.querySelector('.stage').getBoundingClientRect().bottom")
            assert foot <= height, f"{width}x{height}"
        elsewhere.leave()


def test_an_address_with_nothing_there_says_so_in_the_readers_language_and_leads_back(visits: Visits) -> None:
    page = visits.come(lang="es-ES")
    visits.trouble.expect("status of 404")
    page.goto("/r/none-1")
    expect(page.get_by_role("heading", name="Aquí no hay nada")).to_be_visible()
    expect(page.get_by_text("none-1")).to_be_visible()
    page.get_by_role("main").get_by_role("link").click()
    expect(page.get_by_role("article").first).to_be_visible()
