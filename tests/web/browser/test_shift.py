"""Nothing shifts in a round: what comes and goes has its room from the beginning, and only motion moves anything."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.server.running import Server, served
from tests.web.browser.newcomer import PHASE, ROUND_S, play_together, played, sat_down
from tests.web.browser.opened import DESKTOP, LANDSCAPE, PHONE, SMALL_PHONE, Size, Visits

MOST = 0.01  # of all shifts of a visit together; a button that moves by its own height is more
PAIRS = (
    ("three-card-poker", "pure-21-5-blackjack"),
    ("ultimate-texas-holdem", "pai-gow-california"),
    ("texas-holdem", "three-card-holdem"),
    ("lowball", "panguingue"),
)
ON_ITS_SIDE = ("pure-21-5-blackjack", "pai-gow-california", "texas-holdem")
LITTLE = 3 * MOST  # on a phone on its side

MINUTE = 60.0
LONG = ("panguingue",)  # a round of it may be far longer than a minute

# Every shift that follows no click within half a second, with what moved, from where and to where. A click's answer
# may take longer on a machine under load: what it moves within half a second follows the click all the same.
NOTED = """(() => {
  window.shifts = [];
  const named = (node) => {
    const near = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    return near ? `${near.localName}.${near.getAttribute("class") ?? ""} in ${near.parentElement?.className}` : "gone";
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  let waits = false, answered = -Infinity;
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { waits = true; }, { capture: true });
  new MutationObserver(() => { if (waits) [waits, answered] = [false, performance.now()]; })
    .observe(document, { subtree: true, attributeFilter: ["data-n"] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const late = entry.startTime - answered;
      if (entry.hadRecentInput || (late >= 0 && late < 500)) continue;
      window.shifts.push([entry.value, `${document.querySelector("main").dataset.phase}: ` + entry.sources
        .map((each) => `${named(each.node)} (${box(each.previousRect)} to ${box(each.currentRect)})`).join(", ")]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""

# Whether anybody else ever had more than one hand.
SPLIT = """new MutationObserver(() => {
  window.split ||= Boolean(document.querySelector("hw-place:not([data-mine]) .hands > .hand + .hand"));
}).observe(document, { childList: true, subtree: true })"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """At its usual pace: what others do comes longer after a click than a shift is forgiven."""
    with served(tmp_path_factory.mktemp("house") / "room.db") as server:
        yield server


def shifts(page: Page) -> list[tuple[float, str]]:
    noted: list[Any] = page.evaluate("() => window.shifts")
    return [(value, said) for value, said in noted]


def watched(visits: Visits, game: str, size: Size) -> Page:
    """A page at a table, on which every shift is noted."""
    page = visits.come(size, still=False)
    page.add_init_script(NOTED)
    page.goto("/")
    sat_down(page, game)
    return page


@pytest.mark.parametrize("games", PAIRS, ids=" and ".join)
@pytest.mark.slow("plays rounds at the usual pace")
def test_nothing_shifts_in_a_round(visits: Visits, games: tuple[str, ...]) -> None:
    """At a desk and on phones at the same time: most of a round at the usual pace is waiting."""
    seats = [(game, size, MOST) for game in games for size in (DESKTOP, PHONE)]
    seats += [(game, LANDSCAPE, LITTLE) for game in games if game in ON_ITS_SIDE]
    pages = [watched(visits, game, size) for game, size, _ in seats]
    limits = [MINUTE if game in LONG else ROUND_S for game, _, _ in seats]
    ended = play_together([*zip(pages, limits, strict=True)])
    for (game, size, most), page, is_over in zip(seats, pages, ended, strict=True):
        assert is_over or game in LONG, (game, size)
        page.wait_for_timeout(500)  # what was settled is drawn, and has come to rest
        assert page.evaluate(PHASE)[1] > 0
        found = shifts(page)
        large = [said for value, said in found if value > MOST / 10]
        assert sum(value for value, _ in found) < most, [game, size, *large]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL_PHONE], ids=["desk", "phone", "small phone"])
@pytest.mark.slow("plays a round at the usual pace")
def test_nothing_shifts_where_others_split(chromium: Browser, tmp_path: Path, size: Size) -> None:
    laid = tmp_path / "laid.jsonl"
    laid.write_text(json.dumps({"round": 1, "deck": " ".join(["8s 8h 8d 8c"] * 6), "draw": 1}) + "\n")
    with served(tmp_path / "room.db", "--chance-file", str(laid)) as house:
        visits = Visits(chromium, house)
        page = visits.come(size, still=False)
        page.add_init_script(f"{NOTED};\n{SPLIT}")
        page.goto("/")
        sat_down(page, "pure-21-5-blackjack")
        played(page)
        page.wait_for_timeout(500)
        assert page.evaluate("() => window.split")
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0
        found = shifts(page)
        visits.leave()
    assert sum(value for value, _ in found) < MOST, [said for value, said in found if value > MOST / 10]


def test_what_shifts_is_noted(visits: Visits) -> None:
    page = watched(visits, PAIRS[0][0], DESKTOP)
    page.wait_for_timeout(600)  # longer than a click is remembered
    page.evaluate("() => { document.querySelector('.dock').style.marginLeft = '90px'; }")
    page.wait_for_function("() => window.shifts.length > 0")
    assert "dock" in shifts(page)[-1][1]
