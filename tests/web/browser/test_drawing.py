"""How the table is drawn: nothing is guessed, drawn twice or left over, and keys sleep while somebody types."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.rulebook.files.index import releases
from tests.web.browser.opened import Visits
from tests.web.browser.relay import Relay
from tests.web.browser.walker import Mouse, Walker

# The page as somebody sees it: its markup without what says that an answer is awaited.
PICTURE = """() => document.body.outerHTML.replaceAll(/ aria-busy="true"/g, "")"""


def walking(page: Page, game: str) -> Walker:
    walker = Walker(page, Mouse(), Random(f"drawn {game}"))
    walker.sit_down(releases()[game].short)
    return walker


def to_turn(walker: Walker) -> dict[str, Any]:
    """The table has dealt and asks the walker."""
    for _ in range(40):
        seen = walker.look()
        if seen["phase"] == "playing" and seen["turn"]:
            return seen
        walker.act(seen)
    raise AssertionError("nobody is asked")


def test_until_the_table_answers_only_the_wait_is_shown(visits: Visits) -> None:
    page = visits.come()
    relay = Relay(page)
    to_turn(walking(page, "three-card-poker"))
    page.get_by_role("main").focus()
    before = page.evaluate(PICTURE)
    relay.holds = True
    turn = page.get_by_role("form", name="Your turn")
    turn.locator("[data-choice]").first.evaluate("(button) => button.click()")
    expect(turn).to_have_attribute("aria-busy", "true")
    page.wait_for_timeout(1000)
    assert page.evaluate(PICTURE) == before
    relay.release()
    expect(turn).to_have_count(0)
    assert relay.commands()[-1] == "decide"


def test_letters_in_the_chat_are_letters(visits: Visits) -> None:
    page = visits.come()
    relay = Relay(page)
    to_turn(walking(page, "three-card-poker"))
    told = len(relay.commands())
    field = page.get_by_role("textbox", name="Say something")
    field.click()
    page.keyboard.type("1rbht?")
    page.wait_for_timeout(100)
    expect(field).to_have_value("1rbht?")
    expect(field).to_be_focused()
    assert relay.commands()[told:] == []
    assert page.get_by_role("dialog").count() == 0


def test_the_keys_of_the_table_are_listed_and_do_what_the_list_says(visits: Visits) -> None:
    page = visits.come()
    relay = Relay(page)
    walker = walking(page, "three-card-poker")
    to_turn(walker)
    page.get_by_role("main").focus()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_be_visible()
    told = len(relay.commands())
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    assert relay.commands()[told:] == [], "a key was heard behind the dialog"
    page.keyboard.press("t")
    expect(page.locator("[data-live=assertive]")).to_contain_text("Your cards: ")
    choice = page.get_by_role("form", name="Your turn").locator("[data-choice]").first.get_attribute("data-choice")
    page.keyboard.press("1")
    expect(page.get_by_role("form", name="Your turn")).to_have_count(0)
    decision = relay.sent[-1]["decision"] if relay.sent[-1]["t"] == "decide" else relay.sent[-2]["decision"]
    assert choice in (decision, *decision)


def size(node: dict[str, Any]) -> int:
    """How many nodes hang on this one, with what the browser itself has put into drawings and fields."""
    parts = [*node.get("children", []), *node.get("shadowRoots", []), *node.get("pseudoElements", [])]
    return 1 + sum(size(each) for each in parts)


def test_nothing_is_left_over_of_rounds_that_are_past(visits: Visits, request: pytest.FixtureRequest) -> None:
    page = visits.come()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    walker = walking(page, "three-card-poker")

    def counted() -> tuple[int, int]:
        """Nodes that the page does not hold, which are those of its sheets of drawings, and listeners."""
        devtools.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
        document = devtools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        return int(found["Nodes"]) - size(document), int(found["JSEventListeners"])

    def after(rounds: int) -> list[tuple[int, int]]:
        """Counted as each of so many rounds is settled: chips that lie there are drawn of nodes too."""
        return [counted() for _ in range(rounds) if walker.round()]

    walker.round()
    early = after(5)
    for _ in range(5 * int(request.config.getoption("--campaign"))):
        walker.round()
    late = after(5)
    for kind in (0, 1):
        assert min(each[kind] for each in late) <= max(each[kind] for each in early), (early, late)
