"""Dealer school in a real browser: questions answered by mouse and by keyboard, judged with the clause's words."""

import pytest
from playwright.sync_api import Page, expect

from houseway.roster import OWN
from tests.server.running import PATIENCE
from tests.web.browser.inspection import not_accessible
from tests.web.browser.opened import DESKTOP, PHONE, SMALL_PHONE, Visits


def sit(page: Page, game: str, seed: int = 7) -> None:
    page.goto(f"/school/{game}?seed={seed}")
    expect(page.locator(".question .says")).not_to_be_empty(timeout=PATIENCE * 1000)


def answer(page: Page, *, keyboard: bool = False) -> None:
    """The first answer that is offered, or twenty-five dollars."""
    field = page.get_by_role("spinbutton", name="Amount in dollars")
    if field.count():
        field.fill("25")
        if keyboard:
            page.keyboard.press("Enter")
        else:
            page.get_by_role("button", name="Answer", exact=True).click()
    elif keyboard:
        page.keyboard.press("1")
    else:
        page.locator("[data-answer]").first.click()
    expect(page.locator(".judged")).to_be_visible(timeout=PATIENCE * 1000)


@pytest.mark.parametrize("game", OWN)
def test_every_game_can_be_learnt(visits: Visits, game: str) -> None:
    page = visits.come()
    sit(page, game)
    for _ in range(3):
        answer(page)
        assert page.locator(".judged .because").count() >= 1
        expect(page.locator(".judged .because p").first).not_to_be_empty()
        page.get_by_role("button", name="Next question").click()
        expect(page.locator(".judged")).to_be_hidden()


def test_a_class_is_taken_by_keyboard_alone(visits: Visits) -> None:
    page = visits.come()
    sit(page, "three-card-poker")
    for _ in range(8):
        answer(page, keyboard=True)
        assert page.evaluate("() => document.activeElement.matches('.judged .btn')")
        page.keyboard.press("Enter")
    expect(page.locator(".question small")).to_have_text("1 of 8")


def test_what_was_answered_is_marked_and_counted(visits: Visits) -> None:
    page = visits.come()
    sit(page, "three-card-poker")
    answer(page)
    right = page.locator(".judged h2.right").count()
    expect(page.locator(".bar .where")).to_have_text(f"Three Card Poker, {right} of 1 right")
    expect(page.locator(".score [data-right]")).to_have_count(1)
    expect(page.locator(".answers button:not(:disabled)")).to_have_count(0)
    page.locator(".judged [data-clause]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


# Answers that a finger misses.
TOO_LOW = """() => Array.from(document.querySelectorAll('.answers button, .answers input'))
  .map((node) => node.getBoundingClientRect().height).filter((height) => height < 44)"""


@pytest.mark.parametrize("game", ["fortune-pai-gow", "omaha", "panguingue"])
def test_nothing_scrolls_sideways_and_every_answer_can_be_hit(visits: Visits, game: str) -> None:
    page = visits.come()
    sit(page, game)
    for _ in range(4):
        for width, height in (DESKTOP, PHONE, SMALL_PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width
            assert page.evaluate(TOO_LOW) == [], width
        answer(page)
        page.locator(".judged .btn").click()


@pytest.mark.parametrize("game", ["fortune-pai-gow", "omaha"])
def test_axe_finds_nothing(visits: Visits, game: str) -> None:
    page = visits.come(PHONE)
    sit(page, game)
    for _ in range(3):
        assert not_accessible(page, ((PHONE, "light"), (PHONE, "dark"))) == []
        answer(page)
        assert not_accessible(page, ((PHONE, "light"), (PHONE, "dark"))) == []
        page.locator(".judged .btn").click()
