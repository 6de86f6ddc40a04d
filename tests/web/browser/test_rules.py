"""Rules and odds: exact numbers, every clause under its own address, and a search that leads to it."""

import random
from fractions import Fraction

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.roster import OWN
from houseway.rulebook import book
from tests.web.browser.inspection import not_accessible
from tests.web.browser.modules import blank_page
from tests.web.browser.opened import DESKTOP, SMALL_PHONE, Size, Visits

GAME = "three-card-poker"


def rules(visits: Visits, game: str = GAME, *, part: str = "", size: Size = DESKTOP, lang: str = "en-US") -> Page:
    page = visits.come(size, lang=lang)
    page.goto(f"/rules/{game}{part}")
    expect(page.locator("#in-short h2")).to_be_visible()
    return page


@pytest.mark.parametrize("game", OWN)
def test_the_page_has_every_clause_under_its_id_and_nothing_hangs_over(visits: Visits, game: str) -> None:
    page = rules(visits, game, size=SMALL_PHONE)
    shown = page.locator("article.rule-text").evaluate_all("(all) => all.map((each) => each.id)")
    assert {clause.id for clause in book(game).clauses} <= set(shown)
    assert len(shown) == len(set(shown))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_edge_of_every_wager_is_there_with_its_fraction(visits: Visits) -> None:
    page = rules(visits)
    ante = page.locator("[data-wager=ante]")
    expect(ante).to_contain_text("4.6081%")
    expect(ante).to_contain_text("93,815/2,035,852")
    expect(page.locator("[data-wager=bonus]")).to_contain_text("4.3801%")
    expect(page.get_by_role("region", name="Exact odds")).to_contain_text("Q-9-2")


def test_a_wager_by_which_the_player_has_the_edge_says_so(visits: Visits) -> None:
    page = rules(visits, "fortune-pai-gow")
    expect(page.locator("[data-wager=fortune]")).to_contain_text("the player's, 28.7592%")


def test_where_there_is_no_edge_the_page_says_why(visits: Visits) -> None:
    expect(rules(visits, "omaha").locator("[data-odds]")).to_contain_text("Nobody banks this game")


@pytest.mark.parametrize("clause", ["TCP-52", "PD-41", "FEE-20"])
def test_an_address_with_a_clause_leads_to_it(visits: Visits, clause: str) -> None:
    page = rules(visits, part=f"#{clause}")
    article = page.get_by_role("article", name=clause)
    expect(article).to_be_focused()
    expect(article).to_be_in_viewport(ratio=0.5)


def test_words_find_clauses_and_lead_to_them(visits: Visits) -> None:
    page = rules(visits)
    field = page.get_by_role("searchbox", name="Search the rules")
    field.fill("folded ante")
    found = page.get_by_role("search")
    found.get_by_role("link", name="TCP-23").click()
    expect(page.get_by_role("article", name="TCP-23")).to_be_in_viewport()
    field.fill("fooolded")
    found.get_by_role("button", name="Did you mean folded?").click()
    expect(field).to_have_value("folded")
    expect(found.get_by_role("link").first).to_be_visible()


def test_a_clause_keeps_its_language_on_a_page_in_another(visits: Visits) -> None:
    page = rules(visits, lang="es-ES")
    assert page.locator("html").get_attribute("lang") == "es"
    expect(page.locator("#TCP-31 .rule")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Todas las cláusulas")).to_be_visible()


def test_the_way_to_the_school_and_to_a_seat(visits: Visits) -> None:
    page = rules(visits)
    expect(page.get_by_role("link", name="Dealer school")).to_have_attribute("href", f"/school/{GAME}")
    page.get_by_role("button", name="Sit down now").click()
    expect(page.get_by_role("main", name="Three Card Poker")).to_be_visible()


@pytest.mark.parametrize("game", [GAME, "pure-21-5-blackjack", "panguingue"])
def test_axe_finds_nothing(visits: Visits, game: str) -> None:
    page = rules(visits, game)
    for part in page.locator("details").all():
        part.evaluate("(node) => { node.open = true; }")
    assert not_accessible(page, ((DESKTOP, "light"), (SMALL_PHONE, "light"))) == []


def test_fractions_of_any_length_are_rounded_as_python_does(chromium: Browser) -> None:
    rng = random.Random(13)
    cases = [Fraction(rng.randint(-(10 ** rng.randint(1, 50)), 10**50), rng.randint(1, 10**50)) for _ in range(300)]
    cases += [Fraction(0), Fraction(1, 2), Fraction(-1, 3), Fraction(93815, 2035852)]
    texts = [f"{each.numerator}/{each.denominator}" for each in cases]
    with blank_page(chromium) as page:
        told = page.evaluate(
            """async (texts) => {
              const { decimalOf } = await import("/static/js/text/fractions.js");
              return texts.map((text) => decimalOf(text, 6));
            }""",
            texts,
        )
    for each, text in zip(cases, told, strict=True):
        error = abs(Fraction(text) - each)
        assert error <= Fraction(1, 2 * 10**6), (each, text)
