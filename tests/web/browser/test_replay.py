"""The replay in a real browser: gone through by mouse and keyboard, by player and stranger, with its proof."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import PATIENCE, Guest, Server, cards_in, play_rounds
from tests.web.browser.inspection import ALL_LOOKS, not_accessible
from tests.web.browser.opened import DESKTOP, PHONE, SMALL_PHONE, Size, Visits

GAMES = ("three-card-poker", "texas-holdem", "panguingue")


def played(house: Server, game: str, rounds: int = 1) -> tuple[Guest, str]:
    """Ana, and the last round that she played."""
    ana = house.guest("Ana")
    table = ana.post("/api/play", game=game, key=f"replayed-{game}")["table"]
    with ana.line(table) as line:
        settled = play_rounds(line, rounds)
    return ana, settled[-1]["round_id"]


def as_guest(visits: Visits, guest: Guest | None, size: Size = DESKTOP) -> Page:
    """A browser of somebody who was there, or of somebody else."""
    page = visits.come(size)
    if guest is not None:
        name, _, value = guest.room.cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": visits.house.url}])
    return page


def opened(page: Page, round_: str) -> None:
    page.goto(f"/r/{round_}")
    expect(page.locator(".seal[data-seal]")).to_be_visible(timeout=PATIENCE * 1000)


def step_of(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-n") or 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_gone_through_by_keyboard_and_mouse(visits: Visits, house: Server, game: str) -> None:
    ana, round_ = played(house, game)
    steps = ana.get(f"/api/rounds/{round_}/steps")["steps"]
    page = as_guest(visits, ana)
    opened(page, round_)
    expect(page.locator(".steps li")).to_have_count(len(steps))
    assert step_of(page) == 1
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 2
    page.keyboard.press("End")
    assert step_of(page) == len(steps)
    expect(page.locator("main")).to_have_attribute("data-phase", "settled")
    expect(page.get_by_role("table", name="Payments")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert step_of(page) == 1
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator("[data-step='2']").click()
    assert step_of(page) == 3
    page.get_by_role("slider", name="Step").fill("2")
    assert step_of(page) == 2
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.wait_for_function("() => document.querySelector('main').dataset.n === '3'")
    page.get_by_role("button", name="Pause", exact=True).click()


def cards_on(page: Page) -> set[str]:
    found: list[str] = page.evaluate(
        "() => Array.from(document.querySelectorAll('[data-card]'), (n) => n.dataset.card)"
    )
    return set(found)


@pytest.mark.parametrize("game", ["texas-holdem", "three-card-poker"])
def test_a_stranger_sees_no_card_that_nobody_showed(visits: Visits, house: Server, game: str) -> None:
    ana, round_ = played(house, game)
    eve = as_guest(visits, None)
    opened(eve, round_)
    document: dict[str, Any] = json.loads(
        eve.evaluate(f"async () => JSON.stringify(await (await fetch('/api/rounds/{round_}')).json())")
    )
    known = {card for text in document["cards"].values() for card in text.split()} - {"--"}
    for _ in range(eve.locator(".steps li").count()):
        assert cards_on(eve) <= known
        eve.keyboard.press("ArrowRight")
    mine = as_guest(visits, ana)
    opened(mine, round_)
    mine.keyboard.press("ArrowRight")
    own = ana.get(f"/api/rounds/{round_}/steps")["steps"][1]["mine"].get("cards", {})
    assert {card for text in own.values() for card in text.split()} <= cards_on(mine)


def _opened_by(step: dict[str, Any]) -> set[str]:
    """The cards that only the open hands show; Ana sees her own in any case."""
    return cards_in(step["open"]) - cards_in(step["state"]["cards"]) - cards_in(step["mine"].get("cards", {}))


def test_open_hands_can_be_closed_again(visits: Visits, house: Server) -> None:
    ana, round_ = played(house, "three-card-poker")
    steps = ana.get(f"/api/rounds/{round_}/steps")["steps"]
    at = next((step["n"] for step in steps if _opened_by(step)), None)  # none, where everybody but Ana has folded
    page = as_guest(visits, ana)
    page.goto(f"/r/{round_}#step={at or 2}")
    expect(page.locator(".seal[data-seal]")).to_be_visible(timeout=PATIENCE * 1000)
    switch = page.get_by_role("switch", name="Open hands")
    open_cards = cards_on(page)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert cards_on(page) <= open_cards
    assert at is None or cards_on(page) < open_cards


@pytest.mark.parametrize(
    ("game", "proved", "waits"),
    [("pure-21-5-blackjack", ("commit", "cards"), ()), ("three-card-holdem", ("openings",), ("commit",))],
)
def test_the_browser_that_played_proves_the_round(
    visits: Visits, game: str, proved: tuple[str, ...], waits: tuple[str, ...]
) -> None:
    """The table keeps commitment and words; the replay finds them in the round.

    Where every card lay open the seed is out. Otherwise the cards are opened one by one, and the seed waits.
    """
    page = visits.come()
    page.goto("/")
    page.evaluate("async () => { await fetch('/api/session', { method: 'POST', body: '{}' }); }")
    table = page.evaluate(
        """async (game) => (await (await fetch('/api/play', { method: 'POST',
        body: JSON.stringify({ game, key: 'proved-in-full' }) })).json()).table""",
        game,
    )
    page.goto(f"/t/{table}")
    for _ in range(40):
        if page.locator("main[data-phase=settled]").count():
            break
        _answer_anything(page)
    round_ = page.evaluate(f"async () => (await (await fetch('/api/tables/{table}/rounds')).json()).rounds[0].round")
    page.goto(f"/r/{round_}")
    expect(page.locator(".seal")).to_have_attribute("data-seal", "yes", timeout=PATIENCE * 1000)
    for claim in (*proved, "first", "words", "chain"):
        expect(page.locator(f"[data-claim={claim}]")).to_have_attribute("data-proved", "true")
    for claim in waits:
        expect(page.locator(f"[data-claim={claim}]")).to_have_attribute("data-proved", "null")


def _answer_anything(page: Page) -> None:
    """Whatever is asked is answered, and nothing is known of the game."""
    page.wait_for_timeout(50)
    before = page.locator("main").get_attribute("data-n")
    for name in ("Your bets", "The bank", "Your turn"):
        form = page.get_by_role("form", name=name).first
        if not form.count() or not form.is_visible():
            continue
        if name == "Your bets":
            for field in form.get_by_role("spinbutton").all():
                if field.get_attribute("required") is not None and not field.input_value():
                    field.fill(field.get_attribute("min") or "5")
            for word in ("Place bets", "Deal"):
                button = page.get_by_role("button", name=word, exact=True).first
                if button.count() and button.is_enabled() and button.is_visible():
                    button.click()
                    page.wait_for_timeout(100)
        elif name == "The bank":
            form.get_by_role("button", name="Pass", exact=True).click()
        else:
            form.locator("[data-default]").first.click()
        break
    page.wait_for_function("(before) => document.querySelector('main').dataset.n !== before || true", arg=before)
    page.wait_for_timeout(150)


# Controls that a finger misses.
TOO_SMALL = """() => [...document.querySelectorAll('.transport button:not(.clause), .transport input, [data-step]')]
  .map((node) => [node.getAttribute('aria-label') ?? node.textContent, node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name]) => name)"""


def test_nothing_scrolls_sideways_and_every_control_can_be_hit(visits: Visits, house: Server) -> None:
    ana, round_ = played(house, "fortune-pai-gow")
    page = as_guest(visits, ana)
    opened(page, round_)
    page.keyboard.press("End")
    for width, height in (DESKTOP, PHONE, SMALL_PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(TOO_SMALL) == [], width


def test_the_same_step_drawn_twice_changes_nothing(visits: Visits, house: Server) -> None:
    ana, round_ = played(house, "three-card-poker")
    page = as_guest(visits, ana)
    opened(page, round_)
    page.keyboard.press("ArrowRight")
    page.evaluate(
        """() => {
          window.changes = [];
          new MutationObserver((records) => window.changes.push(...records.map((record) => record.type)))
            .observe(document.querySelector('.board'), { subtree: true, childList: true, attributes: true });
        }"""
    )
    switch = page.get_by_role("switch", name="Open hands")
    page.keyboard.press("Home")
    page.evaluate("() => { window.changes.length = 0; }")
    switch.click()  # before the first card there is nothing to open
    assert page.evaluate("() => window.changes.length") == 0


def test_axe_finds_nothing(visits: Visits, house: Server) -> None:
    ana, round_ = played(house, "three-card-poker")
    page = as_guest(visits, ana)
    opened(page, round_)
    for key in ("ArrowRight", "End"):
        page.keyboard.press(key)
        assert not_accessible(page, ALL_LOOKS) == []
