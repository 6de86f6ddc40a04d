"""The roles and accessible names that a page is scripted by, and the data beside them: every row of the contract."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.rulebook.files.index import releases
from tests.server.running import DEALT_BY_SEED, Server, play_on, served
from tests.web.browser.inspection import violations
from tests.web.browser.opened import PHONE, Visits
from tests.web.browser.walker import Mouse, Walker

MONEY = r"\$[\d,]+\.\d\d"
CARD = r"(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king) of (spades|hearts|diamonds|clubs)"
CENTS = r"\d+"
CLAUSE = r"[A-Z0-9]+-\d+"


class Row(NamedTuple):
    """A thing on the page: its role and name, what lies in which other thing, and its data."""

    role: Any
    name: str
    data: dict[str, str] = {}  # noqa: RUF012
    inside: str = ""


LOBBY = [
    Row("article", r"Three Card Poker", {"data-game": "three-card-poker"}),
    Row("button", "Sit down now", inside="article[data-game='three-card-poker']"),
    Row("button", "Open a table", inside="article[data-game='three-card-poker']"),
    Row("link", "Rules and odds", inside="article[data-game='three-card-poker']"),
]
TABLE = [
    Row("main", "Three Card Poker", {"data-phase": "[a-z]+", "data-round": r"\d+", "data-n": r"\d+"}),
    Row("region", rf"Seat \d, [^,]+, {MONEY}", {"data-seat": r"\d", "data-cents": CENTS}),
    Row("region", r"Seat \d, empty", {"data-seat": r"\d"}),
    Row("status", "Your chips", {"data-cents": CENTS}),
    Row("log", "What happened"),
    Row("status", "Your turn", {"aria-live": "assertive"}),
    Row("switch", "Coach", {"aria-checked": "false"}),
]
BANK = [
    Row("form", "The bank"),
    Row("spinbutton", "Stake", {"min": r"\d+\.\d\d", "max": r"\d+\.\d\d", "data-low-cents": CENTS}, "form"),
    Row("button", "Take the bank", inside="form"),
    Row("button", "Pass", inside="form"),
]
BETS = [
    Row("form", "Your bets"),
    Row("spinbutton", "Ante", {"data-circle": "ante", "min": r"5\.00", "data-low-cents": "500"}, "form"),
    *(Row("button", name, inside="form") for name in ("Place bets", "Repeat", "Double", "Clear", "Deal")),
]
DEALT = [
    Row("region", rf"Seat \d, [^,]+, {MONEY}", {"aria-current": "true"}),
    Row("group", rf"Ante, {MONEY}", {"data-circle": "ante", "data-cents": CENTS}, "[data-seat]"),
    Row("img", CARD, {"data-card": "[2-9TJQKA][shdc]"}),
    Row("img", "face-down card"),
    Row("form", "Your turn"),
    Row("button", rf"Play {MONEY}", {"data-choice": "[a-z]+"}, "form"),
    Row("button", "Fold", {"data-choice": "[a-z]+", "data-default": ""}, "form"),
]
SETTLED = [
    Row("table", "Payments"),
    Row("row", ".*", {"data-net": r"-?\d+", "data-clauses": f"{CLAUSE}.*"}, "table"),
    Row("button", f"Clause {CLAUSE}", inside="table"),
    Row("listitem", ".*", {"data-k": "paid", "data-clauses": f"{CLAUSE}.*"}, "[role=log]"),
    Row("button", "Next round", {"data-round": r"\d+"}),
    Row("link", "Replay", {"data-round": r"\d+", "href": "/r/.*"}),
    Row("button", "Verify", {"data-round": r"\d+"}),
]
AMOUNT = [
    Row("spinbutton", ".+ amount", {"min": r"\d+\.\d\d", "max": r"\d+\.\d\d", "data-low-cents": CENTS}, "form"),
    Row("button", ".+", {"data-choice": "[a-z]+"}, "form"),
]
CARDS = [
    Row("group", r"Choose .*cards?", inside="form"),
    Row("checkbox", CARD, {"data-card": "[2-9TJQKA][shdc]"}, "form"),
    Row("listbox", "Suggestions", inside="form"),
    Row("button", "Play the suggestion", inside="form"),
    Row("button", ".+", {"data-choice": "[a-z]+"}, "form"),
]
SWITCHES = ("Motion", "Four colours", "Large index", "Sound")
SETTINGS = [
    *(Row("switch", name, {"aria-checked": "true|false"}) for name in SWITCHES),
    Row("combobox", "Language"),
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A house of its own for each test: the same cards in every run."""
    with served(tmp_path / "room.db", "--pace", "fast", "--chance-seed", "contract", run=DEALT_BY_SEED) as server:
        yield server


def missing(page: Page, rows: list[Row]) -> list[Row]:
    """The rows that the page has no thing for."""
    return [row for row in rows if not any(fits(each, row) for each in things(page, row))]


def things(page: Page, row: Row) -> list[Locator]:
    within = page.locator(row.inside) if row.inside else page
    return within.get_by_role(row.role, name=re.compile(f"^(?:{row.name})$")).all()


def fits(thing: Locator, row: Row) -> bool:
    found = thing.evaluate("(node) => Object.fromEntries([...node.attributes].map((each) => [each.name, each.value]))")
    return all(name in found and re.fullmatch(value, found[name]) for name, value in row.data.items())


def walking(page: Page, game: str) -> Walker:
    walker = Walker(page, Mouse(), Random(f"contract {game}"))
    walker.sit_down(releases()[game].short)
    return walker


def until(walker: Walker, wanted: Callable[[dict[str, Any]], bool], rounds: int = 60) -> None:
    """The walker plays on until it sees what is wanted."""
    while (seen := walker.look())["round"] <= rounds:
        if wanted(seen):
            return
        walker.act(seen)
    raise AssertionError("that is never seen")


def test_the_lobby_has_every_row(visits: Visits) -> None:
    page = visits.come()
    page.goto("/")
    page.get_by_role("article").first.wait_for()
    assert missing(page, LOBBY) == []


def test_a_table_has_every_row_in_every_phase(visits: Visits) -> None:
    page = visits.come()
    walker = walking(page, "three-card-poker")
    assert missing(page, TABLE) == []
    until(walker, lambda seen: bool(seen["bank"]))
    assert missing(page, BANK) == []
    until(walker, lambda seen: bool(seen["bets"]))
    assert missing(page, BETS) == []
    until(walker, lambda seen: bool(seen["turn"]))
    assert missing(page, DEALT) == []
    until(walker, lambda seen: bool(seen["phase"] == "settled"))
    assert missing(page, SETTLED) == []
    feet = "() => [...document.querySelectorAll('.after .btn')].map((node) => node.getBoundingClientRect().toJSON())"
    before = page.evaluate(feet)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("status", name="Verified")).to_be_visible()
    assert page.evaluate(feet) == before  # it pushes nothing
    page.get_by_role("table", name="Payments").get_by_role("button").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("p").first).not_to_be_empty()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("switch").first.wait_for()
    assert missing(page, SETTINGS) == []


@pytest.mark.parametrize(
    ("game", "wanted", "rows"),
    [
        ("ultimate-texas-holdem", "input[type=number]", AMOUNT),
        ("pai-gow-seneca", "input[type=checkbox]", CARDS),
        ("lowball", "input[type=checkbox]", CARDS),
        ("panguingue", "input[type=checkbox]", CARDS),
    ],
    ids=["an amount", "a hand to set", "cards to draw", "piles"],
)
def test_every_kind_of_question_has_every_row(visits: Visits, game: str, wanted: str, rows: list[Row]) -> None:
    page = visits.come()
    walker = walking(page, game)
    field = page.get_by_role("form", name="Your turn").locator(wanted).filter(visible=True)
    until(walker, lambda seen: bool(seen["turn"]) and field.count() > 0)
    assert missing(page, rows) == []
    for card in page.locator("[data-card]").filter(visible=True).all():
        role, name = card.evaluate("(node) => [node.role ?? node.getAttribute('role') ?? node.type, node.ariaLabel]")
        assert role in ("img", "checkbox")
        assert re.fullmatch(f"{CARD}|joker", name)


def test_the_coach_says_what_each_choice_costs(visits: Visits) -> None:
    page = visits.come()
    walker = walking(page, "three-card-poker")
    page.get_by_role("switch", name="Coach").click()
    until(walker, lambda seen: bool(seen["turn"]))
    costs = page.get_by_role("table", name="What each choice costs")
    expect(costs).to_be_visible(timeout=60_000)
    assert missing(page, [Row("row", ".+", {"data-cost-cents": r"\d+(\.\d+)?"}, "table")]) == []
    choices = page.get_by_role("form", name="Your turn").locator("[data-choice]").count()
    assert costs.locator("[data-cost-cents]").count() == choices
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
    foot = costs.bounding_box()  # beside the decision there, and under it here: without scrolling
    assert foot is not None
    assert foot["y"] + foot["height"] <= height
    assert violations(page) == []


def test_a_clock_is_on_the_page_where_others_wait(visits: Visits) -> None:
    guest = visits.house.guest()
    table = guest.open("texas-holdem", bots=2)
    with guest.line(table) as line:
        line.sit(1)
        page = visits.come()
        walker = Walker(page, Mouse(), Random("clock"))
        page.goto(f"/t/{table}")
        page.get_by_role("region", name="Seat 2, empty").get_by_role("button", name="Sit here").click()
        page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
        for _ in range(100):
            seen = walker.look()
            if seen["turn"]:
                break
            if seen["on"]:
                walker.act(seen)
            line.catch_up()
            play_on(line)
        assert missing(page, [Row("timer", "Time left")]) == []
