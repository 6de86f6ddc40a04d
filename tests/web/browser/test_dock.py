"""The dock and the column beside it: nothing offered is cut off, and a circle on the felt leads to its field."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.rulebook.files.index import releases
from tests.server.running import DEALT_BY_SEED, Server, served
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.walker import Mouse, Walker

SIZES: tuple[Size, ...] = (DESKTOP, (1366, 768), (1440, 900), (820, 1180), PHONE)
COLUMN = """() => [".story", ".coach", ".seat-panel"]
  .map((name) => document.querySelector(name).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"""
# Presets by their cents, and whether each is seen whole.
PRESETS = """() => {
  const { bottom } = document.querySelector(".presets").getBoundingClientRect();
  return [...document.querySelectorAll(".preset")].map((node) =>
    [Number(node.dataset.cents), node.getBoundingClientRect().bottom <= bottom + 0.5]);
}"""
# Buttons of the dock whose words are cut, or that hang out of it.
CUT = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  return [...document.querySelectorAll(".after .btn")].filter((node) => {
    const { right, bottom } = node.getBoundingClientRect();
    return node.scrollWidth > node.clientWidth || right > dock.right || bottom > dock.bottom;
  }).map((node) => node.textContent);
}"""
# The width of the space between the words on your plate.
SPACE = """() => {
  const range = document.createRange();
  const text = document.querySelector("[data-mine] > .plate small span span").firstChild;
  range.setStart(text, text.data.indexOf(" "));
  range.setEnd(text, text.data.indexOf(" ") + 1);
  return range.getBoundingClientRect().width;
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("dock")
    with served(folder / "room.db", "--pace", "fast", "--chance-seed", "dock", run=DEALT_BY_SEED) as server:
        yield server


def until(visits: Visits, game: str, wanted: Callable[[Page, dict[str, Any]], bool], **kept: str) -> Page:
    """Somebody plays the game until that is seen. `kept` lies in the browser from the beginning."""
    page = visits.come()
    for name, value in kept.items():
        page.add_init_script(f"localStorage.setItem('{name}', '{value}')")
    walker = Walker(page, Mouse(), Random(f"dock {game}"))
    walker.sit_down(releases()[game].short)
    for _ in range(200):
        seen = walker.look()
        if wanted(page, seen):
            return page
        walker.act(seen)
    raise AssertionError("that is never seen")


def resize(page: Page, size: Size) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("is_on", [True, False], ids=["on before", "switched on"])
def test_the_coach_leaves_the_column_its_story_and_its_foot(visits: Visits, is_on: bool) -> None:
    page = until(visits, "three-card-poker", lambda _, seen: bool(seen["turn"]), coach="on" if is_on else "off")
    if not is_on:
        page.get_by_role("switch", name="Coach").first.click()
    expect(page.get_by_role("table", name="What each choice costs")).to_be_visible()
    for size in SIZES[:3]:
        resize(page, size)
        [story, coach, seat] = page.evaluate(COLUMN)
        assert story[1] - story[0] >= 150, size
        assert story[1] <= coach[0] < coach[1] <= seat[0] < seat[1] <= size[1], size


def test_the_least_and_the_most_are_never_without_room(visits: Visits) -> None:
    page = until(visits, "lowball", lambda page, _: page.locator("hw-amount").filter(visible=True).count() > 0)
    field = page.locator("hw-amount input[type=number]")
    bounds = [int(field.get_attribute(f"data-{name}-cents") or "") for name in ("low", "high")]
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(PRESETS)[:2] == [[cents, True] for cents in bounds], size


def test_whoever_sits_out_reads_the_way_back_whole(visits: Visits) -> None:
    page = until(visits, "texas-holdem", lambda _, seen: bool(seen["phase"] == "settled"))
    page.get_by_role("button", name="Sit out", exact=True).click()
    expect(page.get_by_role("button", name="Come back", exact=True)).to_be_visible()
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(CUT) == [], size


def test_words_on_a_plate_stand_apart_on_a_phone(visits: Visits) -> None:
    page = until(visits, "three-card-poker", lambda _, seen: bool(seen["turn"]))
    resize(page, PHONE)
    assert page.evaluate(SPACE) >= 3.5


def test_a_circle_on_the_felt_leads_to_its_field(visits: Visits) -> None:
    page = until(visits, "three-card-poker", lambda _, seen: bool(seen["bets"]))
    for circle in ("ante", "bonus"):
        page.locator(f"[data-spaces][data-mine] [data-space={circle}] .spotfill").click()
        expect(page.locator(f"hw-bets input[data-circle={circle}]")).to_be_focused()


# Words in a circle whose corners lie outside its line.
OVERRUN = """() => [...document.querySelectorAll(".space:has(circle.line)")].flatMap((space) => {
  const far = Number(space.querySelector("circle.line").getAttribute("r"));
  return [...space.querySelectorAll(".inside text")].filter((text) => {
    const { x, width } = text.getBBox(), size = Number.parseFloat(getComputedStyle(text).fontSize);
    const y = Number(text.getAttribute("y"));
    return Math.hypot(Math.max(-x, x + width), Math.max(Math.abs(y), Math.abs(y - size * 0.72))) > far;
  }).map((text) => text.textContent);
})"""


@pytest.mark.parametrize("lang", ["en-US", "es", "zh"])
def test_words_in_a_circle_stay_in_it(visits: Visits, lang: str) -> None:
    page = visits.come(DESKTOP, lang=lang)
    page.goto("/")
    page.locator("article[data-game=three-card-holdem] .sit").click()
    page.locator(".space .inside text").first.wait_for()
    assert page.evaluate(OVERRUN) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_low_hand_is_shown_first_when_it_is_set_and_when_it_is_settled(visits: Visits, size: Size) -> None:
    page = until(visits, "pai-gow-california", lambda _, seen: bool(seen["phase"] == "settled"))
    resize(page, size)
    first, second = page.locator(".mine .hand-close").all()
    assert str(first.get_attribute("data-spot")).endswith(" low")
    before, after = first.bounding_box(), second.bounding_box()
    assert before is not None
    assert after is not None
    assert (before["y"], before["x"]) < (after["y"], after["x"])
