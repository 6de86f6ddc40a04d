"""What a table is held to in each phase: nothing overlaps at any size, axe finds nothing, a frame drawn twice is still.

The walker plays each game once and calls this at every step, so that no other suite has to walk there again.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from houseway.rulebook.files.index import releases
from tests.web.browser.measuring import overlapping, too_small
from tests.web.browser.opened import DESKTOP, PHONE, SMALL_PHONE, Size
from tests.web.browser.relay import Relay

SIZES: Final[tuple[Size, ...]] = ((360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800), (1920, 1080))
FEW_SIZES: Final[tuple[Size, ...]] = (SIZES[0], SIZES[3], SIZES[4])
"""The narrowest, the lowest and the usual one; a table on which everything lies is measured at all of them."""
SMALLEST_TEXT, SMALLEST_TARGET = 12, 44
Look = tuple[Size, Literal["light", "dark"]]
LOOKS: Final[tuple[Look, ...]] = ((DESKTOP, "light"), (PHONE, "dark"))
ALL_LOOKS: Final[tuple[Look, ...]] = (
    (DESKTOP, "light"),
    (DESKTOP, "dark"),
    (SMALL_PHONE, "light"),
    (SMALL_PHONE, "dark"),
)

# What is cut off by the edge of the dock on a desk, where its height is given: class, words, top and bottom of both.
CUT = """() => {
  const dock = document.querySelector(".dock"), edge = dock.getBoundingClientRect();
  if (getComputedStyle(dock).overflowY === "visible" || innerHeight <= 520) return [];
  return [...dock.querySelectorAll(".ring, .caption, .sum, .tags > *, .mine .run, .btn, .says > p")]
    .filter((node) => node.checkVisibility()).map((node) => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.height && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
    .map(([node, box]) => [node.className, node.textContent, box.top, box.bottom, edge.top, edge.bottom].join(" "));
}"""
WATCH = """() => {
  window.changes = [];
  new MutationObserver((records) => window.changes.push(...records.map((each) => {
    const node = each.target.nodeType === 1 ? each.target : each.target.parentElement;
    return `${each.type} ${each.attributeName ?? ""} of ${node?.outerHTML.slice(0, 120)}`;
  }))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
# How often each live region speaks in one step; a step is drawn in one task, so the observer hears of it at its end.
LISTEN = """() => {
  window.spoken = [];
  for (const region of document.querySelectorAll("[data-live]")) {
    new MutationObserver((records) => {
      const added = records.filter((each) => each.type === "characterData" || each.addedNodes.length).length;
      if (added > 1) window.spoken.push([region.dataset.live, added, region.textContent]);
    }).observe(region, { subtree: true, childList: true, characterData: true });
  }
}"""


def violations(page: Page) -> list[str]:
    """Runs axe on the page as it is. Only violations are written out: what passes would cost as much again."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


def wrong(page: Page, sizes: Sequence[Size] = SIZES) -> list[str]:
    """What overlaps, is too small, or is cut off at any of the sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        said = overlapping(page) + too_small(page, text=SMALLEST_TEXT, target=SMALLEST_TARGET) + page.evaluate(CUT)
        found += [f"{width}x{height}: {each}" for each in said]
    return found


def not_accessible(page: Page, looks: Sequence[Look] = LOOKS) -> list[str]:
    """Runs axe on a desk in the light room, and on a phone in the dark one."""
    found = []
    for (width, height), room in looks:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=room)
        found += [f"{room}: {each}" for each in violations(page)]
    page.emulate_media(color_scheme="light")
    return found


class Inspection:
    """Looks at each phase of a game once, and at every step of the first round whether it is drawn twice alike.

    Made before the page is opened: it stands on the line to the table.
    """

    def __init__(self, page: Page, game: str, *, whole: bool = True) -> None:
        """A run that is not `whole` measures at few sizes, and gives axe the two looks in turn, a phase each."""
        self._page = page
        self._whole = whole
        self._sizes = SIZES if whole else FEW_SIZES
        self._relay = Relay(page)
        self.wanted = {"playing turn", "settled settled"}
        if releases()[game].family == "banked":
            self.wanted.add("betting bets")  # whoever holds the bank bets in a later round
        self.seen: set[str] = set()
        self._drawn: set[str] = set()

    @property
    def is_complete(self) -> bool:
        """Whether every phase in which somebody is asked was looked at, and the table drawn twice before and after."""
        return self.wanted <= self.seen and {"playing", "settled"} <= self._drawn

    def listen(self) -> None:
        """From now on every live region is heard."""
        self._page.evaluate(LISTEN)

    def __call__(self, seen: dict[str, Any]) -> bool:
        """Looks at the page; returns whether that took long."""
        if not {"playing", "settled"} <= self._drawn:
            self._draw_again(seen)
        asked = next((name for name in ("bets", "bank", "turn") if seen[name]), seen["phase"])
        moment = f"{seen['phase']} {asked}"
        if moment in self.seen or asked == "playing":
            return False
        self.seen.add(moment)
        size = self._page.viewport_size
        assert size is not None
        assert wrong(self._page, self._sizes) == [], moment
        looks = LOOKS if self._whole else LOOKS[len(self.seen) % 2 :][:1]
        assert asked == "waiting" or not_accessible(self._page, looks) == [], moment
        self._page.set_viewport_size(size)
        return True

    def _draw_again(self, seen: dict[str, Any]) -> None:
        """The table tells everything once more: if it has not gone on meanwhile, nothing on the page changes."""
        page, heard = self._page, self._welcomes()
        page.wait_for_timeout(30)
        page.evaluate(WATCH)
        self._relay.ask_again()
        while self._welcomes() == heard:
            page.wait_for_timeout(5)
        page.wait_for_timeout(30)
        last = self._relay.heard[-1]
        if last["t"] == "welcome" and last["n"] == seen["n"]:
            assert page.evaluate("() => window.changes") == []
            self._drawn.add(seen["phase"])

    def _welcomes(self) -> int:
        return sum(frame["t"] == "welcome" for frame in self._relay.heard)

    def heard(self) -> list[Any]:
        """Live regions that spoke more than once in a step."""
        return list(self._page.evaluate("() => window.spoken"))
