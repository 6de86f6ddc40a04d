"""The modules by themselves: each can be loaded alone, and what is a pure function is tried as one."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from tests.web.browser.modules import ORIGIN, STATIC, blank_page

SCRIPTS = STATIC / "js"
MODULES = sorted(
    path.relative_to(SCRIPTS).as_posix()[:-3] for path in SCRIPTS.rglob("*.js") if path.stem not in ("main", "boot")
)
IMPORT = """async (urls) => {
  const before = document.documentElement.outerHTML, sockets = [];
  globalThis.WebSocket = class { constructor(url) { sockets.push(String(url)); } };
  for (const url of urls) await import(url);
  return { changed: document.documentElement.outerHTML !== before, sockets, stored: localStorage.length };
}"""
CALL = """async ([url, name, cases]) => {
  const found = (await import(url))[name];
  return cases.map((said) => found(...said));
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with blank_page(chromium) as page:
        yield page


def called(page: Page, module: str, name: str, *cases: list[Any]) -> list[Any]:
    """What a function of a module answers to each case."""
    found: list[Any] = page.evaluate(CALL, [f"{ORIGIN}/static/js/{module}.js", name, cases])
    return found


def test_every_module_can_be_loaded_and_does_nothing_by_that(chromium: Browser) -> None:
    with blank_page(chromium) as page:
        found = page.evaluate(IMPORT, [f"{ORIGIN}/static/js/{name}.js" for name in MODULES])
    assert found == {"changed": False, "sockets": [], "stored": 0}


YOU = {"person": "p1", "name": "Ana", "places": ["1"], "chips": 500}
ROW = {"seat": 1, "person": "p1", "stack": 700}
STATE = {"phase": "playing", "seats": [ROW], "rail": [], "places": [], "waiting": []}
SAID = {"n": 5, "you": YOU, "table": {"game": "any"}, "state": STATE, "mine": {}}
WELCOME = SAID | {"t": "welcome", "story": [{"n": 5}]}
FIRST = SAID | {"told": [], "at": 0}


def test_a_frame_replaces_what_was_known(page: Page) -> None:
    nothing: dict[str, Any] = {
        "n": 0,
        "you": None,
        "table": None,
        "state": None,
        "mine": {},
        "fresh": [],
        "told": [],
        "at": 0,
    }
    step = {"t": "step", "n": 6, "state": STATE, "mine": {"ready": True}, "story": [{"n": 5}, {"n": 6}]}
    first, again, stale, same, next_, other = called(
        page, "net/model", "fold",
        [nothing, WELCOME], [FIRST, WELCOME], [FIRST, step | {"n": 5}], [FIRST, step | {"n": 4}], [FIRST, step],
        [FIRST, {"t": "closing", "back_in": 5}],
    )  # fmt: skip
    assert (first["n"], first["fresh"], first["told"]) == (5, [], [{"n": 5}]), "the story so far is told and not played"
    assert (again["fresh"], again["told"]) == ([], []), "and nobody is told it twice"
    assert [each["n"] for each in (stale, same, other)] == [5, 5, 5]
    assert stale["mine"] == same["mine"] == other["mine"] == {}
    assert (next_["n"], next_["mine"], next_["fresh"]) == (6, {"ready": True}, [{"n": 6}])
    assert next_["you"]["chips"] == 700, "chips are those of one's row"


@given(cents=st.lists(st.integers(0, 10**9), min_size=1, max_size=50))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_cents_come_back_from_what_a_field_holds(page: Page, cents: list[int]) -> None:
    shown = called(page, "controls/amount-input", "dollarsOf", *([each] for each in cents))
    assert shown == [f"{each // 100}.{each % 100:02}" for each in cents]
    assert called(page, "controls/amount-input", "centsOf", *([each] for each in shown)) == cents


def test_what_people_type_is_read_as_they_mean_it(page: Page) -> None:
    typed = ["25", "25.5", "0,75", "3.", ".5"]
    assert called(page, "controls/amount-input", "centsOf", *([each] for each in typed)) == [2500, 2550, 75, 300, 50]


STEPS = st.sampled_from([1, 50, 100, 500])
ASKED = st.tuples(st.integers(-100, 10**6), st.integers(1, 5000), st.integers(0, 10**5), STEPS)


@given(said=st.lists(ASKED, min_size=1, max_size=40))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_amount_is_brought_to_the_nearest_that_may_be_said(
    page: Page, said: list[tuple[int, int, int, int]]
) -> None:
    bounds: list[dict[str, int]] = [{"low": low, "high": low + more, "step": step} for _, low, more, step in said]
    cases: list[list[Any]] = [[cents, each] for (cents, *_), each in zip(said, bounds, strict=True)]
    for (cents, each), found in zip(cases, called(page, "controls/amount-input", "snapped", *cases), strict=True):
        assert each["low"] <= found <= each["high"]
        assert found == each["high"] or (found - each["low"]) % each["step"] == 0
        if each["low"] <= cents <= each["high"]:
            assert abs(found - cents) <= each["step"]


@pytest.mark.parametrize(
    ("circle", "cents", "wagers", "fits"),
    [
        ({"low": 500, "high": 30_000}, 0, {}, 0),
        ({"low": 500, "high": 30_000}, 100, {}, 500),
        ({"low": 500, "high": 30_000}, 99_999, {}, 30_000),
        ({"low": 500, "high": 30_000, "equal": True, "needs": "ante"}, 0, {"ante": 700}, 700),
        ({"low": 100, "high": 30_000, "share": [1, 2], "needs": "ante"}, 900, {"ante": 1000}, 500),
    ],
)
def test_a_bet_fits_its_circle(
    page: Page, circle: dict[str, Any], cents: int, wagers: dict[str, int], fits: int
) -> None:
    assert called(page, "controls/bet-form", "fitted", [circle, cents, wagers]) == [fits]


def test_story_lines_alone_say_what_travels(page: Page) -> None:
    lines = [
        {"k": "dealt", "spot": "3", "cards": "As Kd"},
        {"k": "dealt", "spot": "3", "cards": "2c"},
        {"k": "chips", "from": "player p1", "to": "circle 3 ante", "cents": 500},
        {"k": "turned", "spot": "bank", "at": [0, 2], "cards": "Td 4s"},
        {"k": "something new", "spot": "9"},
    ]
    (found,) = called(page, "dom/motion", "trips", [lines])
    assert found == [
        ["3#0", "shoe", "deal"], ["3#1", "shoe", "deal"], ["3#2", "shoe", "deal"],
        ["circle 3 ante", "player p1", "push"], ["bank#0", "", "turn"], ["bank#2", "", "turn"],
    ]  # fmt: skip


def test_a_word_is_found_by_an_id_with_its_own_number_before_that_of_any_number(page: Page) -> None:
    words = {"wager.bet-1": "First", "wager.bet-#": "Bet {n}", "paid.bet-1-win": "The first wins"}
    found = page.evaluate(
        """async ([url, words]) => {
  const i18n = await import(url);
  i18n.use("en", words);
  const ids = [["wager", "bet-1"], ["wager", "bet 2"], ["paid", "bet-1-win"], ["paid", "bet-2-win"]];
  return ids.map(([kind, id]) => i18n.keyFor(kind, id));
}""",
        [f"{ORIGIN}/static/js/text/i18n.js", words],
    )
    assert found == ["wager.bet-1", "wager.bet-#", "paid.bet-1-win", ""]
