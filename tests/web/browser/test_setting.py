"""A hand that is set: by dragging as by tapping, with both parts named, foul or not."""

from itertools import combinations
from random import Random

import pytest
from playwright.sync_api import Locator, Page

from houseway.rulebook.files.index import releases
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.walker import Mouse, Walker


def asked_to_set(visits: Visits, game: str, size: Size) -> Page:
    page = visits.come(size)
    walker = Walker(page, Mouse(), Random(f"setting {game}"))
    walker.sit_down(releases()[game].short)
    for _ in range(200):
        seen = walker.look()
        if seen["turn"]:
            return page
        walker.act(seen)
    raise AssertionError("nobody is asked to set a hand")


def dragged(page: Page, card: Locator, x: float, y: float) -> None:
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(x, y, steps=6)
    page.mouse.up()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_card_is_dragged_into_the_empty_front_and_back_again(visits: Visits, size: Size) -> None:
    page = asked_to_set(visits, "pai-gow-california", size)
    cards, chosen = page.locator(".pickable"), page.locator(".pickable:has(:checked)")
    picks = page.locator(".picks").bounding_box()
    assert picks is not None
    dragged(page, cards.nth(3), picks["x"] + 40, picks["y"] + 40)  # where nothing lies yet
    assert chosen.count() == 1
    dragged(page, cards.nth(5), picks["x"] + 40, picks["y"] + 40)  # onto the card that lies there now
    assert chosen.count() == 2
    last = page.locator(".pickable:not(:has(:checked))").last.bounding_box()
    assert last is not None
    dragged(page, chosen.first, last["x"] + last["width"] - 6, last["y"] + 30)
    assert chosen.count() == 1


@pytest.mark.parametrize("game", ["fortune-pai-gow", "mini-pai-gow", "three-card-split"])
def test_both_parts_are_named_whether_the_setting_is_foul_or_not(visits: Visits, game: str) -> None:
    page = asked_to_set(visits, game, DESKTOP)
    boxes = page.locator(".pickable input").all()
    most = 2 if game == "fortune-pai-gow" else 1
    fouls = 0
    for front in combinations(boxes, most):
        for checked, those in ((False, boxes), (True, front)):
            for box in those:
                box.set_checked(checked, force=True)
        foul = page.locator(".foul").is_visible()
        fouls += foul
        assert page.locator("[data-choice=set]").is_enabled() is not foul
        assert all(page.locator(".live span").all_inner_texts()), page.locator("hw-setting").inner_text()
    assert fouls or most == 1  # of two cards in front there is always a pair or a pair of highest ones too many


SET_SIZES: tuple[Size, ...] = (DESKTOP, (1366, 768), (1440, 900), (820, 1180), PHONE)
# Where the choices stand, whether all that is said and asked lies in the dock, and how far the name of
# the high hand is from its first card.
SET = """() => {
  const box = (node) => node.getBoundingClientRect(), dock = box(document.querySelector(".dock"));
  const seen = [...document.querySelectorAll("hw-ask :is(.live, .foul, [data-choice])")]
    .filter((node) => node.checkVisibility());
  const back = [...document.querySelectorAll(".pickable:not(:has(:checked))")].map((node) => box(node).left);
  return {
    acts: [...document.querySelectorAll("[data-choice]")].map((node) => [box(node).x, box(node).y, box(node).width]),
    out: seen.filter((node) => box(node).top < dock.top || box(node).bottom > Math.min(dock.bottom, innerHeight) + 0.5)
      .map((node) => node.textContent),
    off: Math.abs(box(document.querySelector(".live.back")).left - Math.min(...back)),
  };
}"""


@pytest.mark.parametrize("game", ["fortune-pai-gow", "pai-gow-california"])
def test_a_foul_is_said_without_moving_a_choice_and_names_stand_under_their_cards(visits: Visits, game: str) -> None:
    page = asked_to_set(visits, game, DESKTOP)
    boxes = page.locator(".pickable input").all()
    met = dict.fromkeys((True, False), False)
    seen: dict[Size, list[object]] = {size: [] for size in SET_SIZES}
    for front in combinations(boxes, 2):
        for checked, those in ((False, boxes), (True, front)):
            for box in those:
                box.set_checked(checked, force=True)
        foul = page.locator(".foul").is_visible()
        if met[foul]:
            continue
        met[foul] = True
        for size in SET_SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            found = page.evaluate(SET)
            assert found["out"] == [], size
            assert found["off"] <= 4, size
            seen[size].append(found["acts"])
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        if all(met.values()):
            break
    assert all(met.values()), "of seven cards some settings are foul and some are not"
    for size, acts in seen.items():
        assert acts[0] == acts[1], size
