"""What the page tells a person: once, in their own words, for the ask that stands, and over no card and no button."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Guest
from tests.web.browser.modules import ORIGIN, blank_page
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_host import host_at
from tests.web.browser.test_people import at_turn, named, open_table, sits, walker

TABLET: Size = (820, 1180)

# What lies under a notice: each card, plate and control whose box meets that of the notice.
COVERED = """() => {
  const notices = [...document.querySelectorAll(".notice")].filter((node) => node.checkVisibility());
  const boxes = notices.map((node) => node.getBoundingClientRect());
  const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const meets = (a) => (b) => across(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [...document.querySelectorAll("[data-card], .plate, button, a, summary, input")]
    .filter((node) => node.checkVisibility() && !node.closest(".notice") && !node.matches(".skip"))
    .filter((node) => boxes.some(meets(node.getBoundingClientRect()))).map((node) => node.outerHTML.slice(0, 90));
}"""
# Somebody wishes for something that the room refuses.
REFUSED = """() => {
  const wish = Object.assign(new Event("hw-wish", { bubbles: true }), { command: { t: "floor", do: "pause" } });
  document.querySelector(".seat-panel").dispatchEvent(wish);
}"""
# The answers that are said ahead, with a dock that shows nothing: each deed in turn, then a second goes by.
AHEAD = """async ([url, deeds]) => {
  const { Ahead } = await import(url);
  const said = [];
  const ahead = new Ahead({ showAhead() {} }, (command) => said.push(`${command.step} ${command.decision}`));
  const scene = { places: [{ mine: true, hands: [{ own: true }] }], felt: { layout: { ahead: ["default"] } } };
  const choices = [{ name: "call" }, { name: "fold" }];
  const cards = [{ name: "pat" }, { name: "draw", pick: { cards: "As Kd", low: 1, high: 2 } }];
  const askOf = (step) => ({ step, place: "1", choices: step === 9 ? cards : choices, default: "check" });
  const asksOf = (steps) => steps.map(askOf);
  const state = { round: 1, phase: "playing" };
  const show = (...steps) => ahead.show({ state, mine: { asks: asksOf(steps) } }, scene);
  const known = {
    choose: () => ahead.choose("default"), wait: () => show(), asked: () => show(7), later: () => show(8),
    draw: () => show(9), answered: () => ahead.drop(),
  };
  for (const deed of deeds) known[deed]();
  await new Promise((done) => setTimeout(done, 1_000));
  return said;
}"""


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_a_notice_covers_no_card_and_no_button(visits: Visits, size: Size) -> None:
    page = visits.come(size)
    ana = walker(page)
    ana.sit_down("Three Card Poker")
    at_turn(ana)
    before = page.locator("main").bounding_box()
    page.evaluate(REFUSED)
    notice = page.locator(".notice").filter(visible=True)
    expect(notice).to_have_count(1)
    assert page.evaluate(COVERED) == []
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
    assert page.locator("main").bounding_box() == before


@pytest.mark.parametrize(
    ("deeds", "said"),
    [
        (["choose", "wait", "asked"], ["7 check"]),
        (["choose", "wait", "asked", "asked"], ["7 check"]),
        (["choose", "wait", "asked", "answered"], []),
        (["choose", "wait", "asked", "wait"], []),
        (["choose", "wait", "asked", "later"], []),
        (["choose", "choose", "wait", "asked"], []),
        (["choose", "wait", "draw"], []),
        (["choose", "wait", "draw", "asked"], []),
    ],
)
def test_an_answer_ahead_is_said_only_while_its_ask_stands(
    chromium: Browser, deeds: list[str], said: list[str]
) -> None:
    with blank_page(chromium) as page:
        assert page.evaluate(AHEAD, [f"{ORIGIN}/static/js/controls/early-answers.js", deeds]) == said


MUTED = {
    "en-US": "the host has muted you: nobody else sees what you write",
    "es-US": "el anfitrión te ha silenciado: nadie más ve lo que escribes",
    "zh-CN": "主持人已将你禁言：你写的内容别人看不到",
}


@pytest.mark.parametrize("lang", MUTED)
def test_who_is_muted_is_told_so_and_keeps_the_text(visits: Visits, lang: str) -> None:
    table = open_table(visits, "texas-holdem", bots=0)
    page = visits.come(lang=lang)
    page.goto(f"/t/{table}")
    page.wait_for_function("() => document.querySelector('main').dataset.n > 0")
    person = page.evaluate("async () => (await (await fetch('/api/me')).json()).person")
    with Guest(visits.house.url, cookie=_host_cookie(visits)).line(table) as floor:
        floor.done("floor", do="mute", person=person)
        chat = page.locator("form.chat")
        chat.get_by_role("textbox").fill("hello there")
        chat.get_by_role("button").click()
        expect(chat.get_by_role("alert")).to_have_text(MUTED[lang])
        expect(chat.get_by_role("textbox")).to_have_value("hello there")
        floor.done("floor", do="mute", person=person)
    chat.get_by_role("button").click()
    expect(page.locator("li[data-talk]")).to_contain_text("hello there")
    expect(chat.get_by_role("textbox")).to_have_value("")
    expect(chat.get_by_role("alert")).to_be_hidden()


def _host_cookie(visits: Visits) -> str:
    page = visits.come()
    page.goto(f"/in/{visits.house.host_key}")
    return "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())


def test_who_watches_reads_of_no_chips_and_the_seat_suggests_what_quick_seat_brings(visits: Visits) -> None:
    quick = walker(visits.come())
    quick.sit_down("Three Card Poker")
    brought = quick.look()["chips"]
    page = named(visits, "Ana")
    page.goto(f"/t/{open_table(visits, 'three-card-poker', bots=0)}")
    page.wait_for_function("() => document.querySelector('main').dataset.n > 0")
    purse = page.get_by_role("status", name="Your chips")
    expect(purse).to_have_count(0)
    page.get_by_role("button", name="Sit here").first.click()
    field = page.get_by_role("dialog").get_by_role("spinbutton")
    assert float(field.input_value()) * 100 == brought
    page.get_by_role("button", name="Sit down").click()
    expect(purse).to_have_attribute("data-cents", str(brought))


def test_a_void_is_told_once_and_stands_inside_its_round_on_the_page_of_the_closed_table(visits: Visits) -> None:
    table = open_table(visits, "three-card-poker", bots=2, time=3000)
    ana = sits(named(visits, "Ana"), table, 1)
    host = host_at(visits, table)
    at_turn(ana)
    host.get_by_role("textbox", name="Reason").fill("a card fell")
    host.get_by_role("button", name="Void the round").click()
    host.get_by_role("dialog").get_by_role("button", name="Void the round").click()
    log = ana.page.get_by_role("log", name="What happened")
    expect(log.locator("[data-k=void]")).to_have_text(["floorthe round is void: a card fellPD-59"])
    host.get_by_role("button", name="Close the table").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    ana.page.get_by_role("link", name="How it ended").click()
    expect(ana.page.get_by_role("link", name="round 1 (void)")).to_be_visible()


def test_the_hands_of_a_bank_are_called_high_and_low(visits: Visits) -> None:
    ana = walker(visits.come())
    ana.sit_down("Seneca Pai Gow")
    ana.round()
    spots = ana.page.locator(".spot[data-spot^=bank]")
    expect(spots.filter(visible=True)).to_have_count(2)
    assert sorted(spots.all_inner_texts()) == ["Bank, high", "Bank, low"]


def words_apart(page: Page) -> Any:
    """How wide a space is on each plate of the phone, in parts of a letter's height."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".plate small")].filter((node) => node.checkVisibility()).map((node) => {
          const style = getComputedStyle(node);
          return parseFloat(style.wordSpacing) / parseFloat(style.fontSize);
        })"""
    )


def test_words_on_the_plates_of_a_phone_stand_apart(visits: Visits) -> None:
    page = visits.come(PHONE)
    walker(page).sit_down("Three Card Poker")
    expect(page.locator(".plate small").first).to_be_visible()
    assert min(words_apart(page)) >= -0.05
