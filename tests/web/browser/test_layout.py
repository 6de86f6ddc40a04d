"""The table as it is really drawn, at every size: nothing lies on anything, nothing is too small, nothing hangs out."""

import json
import re
from random import Random

import msgspec
import pytest
from msgspec import structs
from playwright.sync_api import Page, Route, WebSocketRoute

from houseway.games import find
from houseway.room.messages.view_types import Welcome
from houseway.roster import OWN
from houseway.rulebook import Rules
from houseway.rulebook.files.index import releases
from houseway.web.board_layout import LaidOut, laid_out
from tests.web.browser.inspection import SIZES, wrong
from tests.web.browser.opened import DESKTOP, LANDSCAPE, Size, Visits
from tests.web.browser.walker import Mouse, Walker
from tests.web.full import KINDS, as_json, full

OPTIONS: dict[str, dict[str, object]] = {
    "three-card-poker": {"backline": True},
    "three-card-split": {"primary_layout": "two-spot"},
}
"""Options that put more onto the cloth than the usual ones."""
OUTSIDE = """() => [...document.querySelectorAll("hw-ask :is(.pickable, .live, .foul, [data-choice], [data-idea])")]
  .filter((node) => node.checkVisibility()).map((node) => [node.textContent, node.getBoundingClientRect()])
  .filter(([, box]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth + 0.5)
  .map(([text, box]) => `${text} ends at ${box.bottom} of ${innerHeight}, ${box.right} of ${innerWidth}`)"""


@pytest.mark.parametrize("game", ["pai-gow-california", "mini-pai-gow"])
def test_a_hand_is_set_on_a_phone_on_its_side_without_scrolling(visits: Visits, game: str) -> None:
    page = visits.come(LANDSCAPE)
    walker = Walker(page, Mouse(), Random(f"side {game}"))
    walker.sit_down(releases()[game].short)
    for _ in range(200):
        seen = walker.look()
        if seen["turn"]:
            break
        walker.act(seen)
    assert page.evaluate(OUTSIDE) == []
    cards = page.locator(".pickable input")
    for index in range(cards.count()):  # whatever is picked, the names of both hands and a warning have their place
        cards.nth(index).check(force=True)
        assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("() => scrollY") == 0


# Suggestions that are cut: half a line is seen of them, or they end in dots.
IDEAS_CUT = """() => [...document.querySelectorAll(".ideas select")].flatMap((list) => {
  const { top, bottom } = list.getBoundingClientRect();
  return [...list.options].map((node) => [node, node.getBoundingClientRect()]).filter(([node, box]) =>
    box.top < bottom - 4 && (box.bottom > bottom || box.top < top || node.scrollWidth > node.clientWidth))
    .map(([node, box]) => `${innerWidth}: ${node.textContent} from ${box.top} to ${box.bottom} of ${bottom}`);
})"""


@pytest.mark.parametrize("game", ["fortune-pai-gow", "lowball"])
def test_suggestions_are_seen_whole_and_said_in_words(visits: Visits, game: str) -> None:
    page = visits.come()
    walker = Walker(page, Mouse(), Random(f"ideas {game}"))
    walker.sit_down(releases()[game].short)
    ideas = page.get_by_role("listbox", name="Suggestions", exact=True)
    for _ in range(200):
        if ideas.is_visible():
            break
        walker.act(walker.look())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IDEAS_CUT) == []
    assert re.search(r"[♠♥♦♣]", ideas.inner_text())
    assert ideas.get_by_role("option", name=re.compile(r" of (spades|hearts|diamonds|clubs)")).count()


@pytest.mark.parametrize("size", [DESKTOP, LANDSCAPE], ids=["desktop", "on its side"])
def test_words_give_way_to_choices_and_never_push_them_out(visits: Visits, size: Size) -> None:
    page = visits.come(size)
    walker = Walker(page, Mouse(), Random("words"))
    walker.sit_down(releases()["three-card-poker"].short)
    for _ in range(200):
        seen = walker.look()
        if seen["turn"]:
            break
        walker.act(seen)
    page.evaluate("() => { document.querySelector('.turns .why').textContent = 'many words '.repeat(80); }")
    foot = "(selector) => document.querySelector(selector).getBoundingClientRect().bottom"
    assert page.evaluate(foot, "[data-choice]") <= page.evaluate(foot, ".dock")


# Rows of printed pay tables, in pairs of a hand and its odds, that run into each other.
RUN_TOGETHER = """() => {
  const texts = [...document.querySelectorAll(".paytable .print.small")].map((node) => node.getBBox());
  if (!texts.length) return ["nothing is printed"];
  return texts.flatMap((box, at) => (at % 2 === 0 && box.x + box.width > texts[at + 1].x - 2 ? [`row ${at / 2}`] : []));
}"""


@pytest.mark.parametrize("lang", ["en", "es", "zh"])
@pytest.mark.parametrize("face", ["", "DejaVu Serif, monospace"], ids=["its face", "a wide face"])
def test_the_longest_pay_table_is_printed_and_nothing_runs_together(visits: Visits, lang: str, face: str) -> None:
    page = visits.come(lang=lang)
    page.goto("/")
    if face:
        page.route(
            re.compile("tokens.css"),
            lambda route: route.fulfill(
                body=re.sub("--serif: [^;]+;", f"--serif: {face};", route.fetch().text()), content_type="text/css"
            ),
        )
    page.locator("article[data-game=fortune-pai-gow] .sit").click()
    page.locator(".paytable").first.wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate(RUN_TOGETHER) == []


# The letters of a system that has no others, the widest of which the page knows; and those that the page asks for.
WIDE = """(wide) => {
  const { style } = document.documentElement;
  style.setProperty("--sans", wide ? '"Set Sans", sans-serif' : "");
  style.setProperty("--serif", wide ? '"Set Serif", serif' : "");
}"""


class Shown:
    """A table that was never played: its cloth and what it says of itself are told to the page instead."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.laid: LaidOut | None = None
        self.frame, self.n = "", 0
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/ws/tables/*", self._line)
        page.route(re.compile("/felt$"), self._felt)

    def _line(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: socket.send(self.frame) if '"hello"' in str(text) else None)

    def _felt(self, route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json=told | {"layout": msgspec.to_builtins(self.laid)})

    def show(self, url: str, laid: LaidOut, welcome: Welcome) -> None:
        """Opens the table where its cloth is another one; on the same cloth the table tells itself anew."""
        is_new, self.laid = laid != self.laid, laid
        self.n += 1
        self.frame = json.dumps(as_json(structs.replace(welcome, n=self.n)))
        if is_new:
            self.page.goto(url)
        elif self._socket is not None:
            self._socket.send(self.frame)
        self.page.wait_for_selector(f"main[data-phase][data-n='{self.n}']")


@pytest.mark.parametrize("game", OWN)
@pytest.mark.slow("measures full tables of every kind at six sizes")
def test_a_table_at_which_everything_lies_is_drawn_without_overlap(visits: Visits, game: str) -> None:
    page = visits.come()
    page.goto("/")
    walker = Walker(page, Mouse(), Random(0))
    walker.sit_down(releases()[game].short)
    shown, url = Shown(page), page.url
    for options in [{}, OPTIONS[game]] if game in OPTIONS else [{}]:
        rules = Rules.of(game, options)
        most = find(game).positions(rules)
        for seats, kind in [(most, kind) for kind in KINDS] + [(max(most // 2, 2), "open")]:
            laid = laid_out(game, seats, rules)
            if (kind == "piles" and not any(spot.swing for spot in laid.spots)) or (kind == "held" and laid.hands):
                continue
            shown.show(url, laid, full(laid, rules, kind))
            assert wrong(page) == [], f"{options} with {seats} seats, {kind}"
            if kind == "dealt":
                page.evaluate(WIDE, True)
                assert wrong(page) == [], f"{options} with {seats} seats, {kind}, in wide letters"
                page.evaluate(WIDE, False)
            page.set_viewport_size({"width": 1280, "height": 800})
