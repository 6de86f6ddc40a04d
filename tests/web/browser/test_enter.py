"""Enter sends what the field or the card under it holds, or nothing; the focus is never lost."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.rulebook.files.index import releases
from tests.server.running import DEALT_BY_SEED, Server, served
from tests.web.browser.modules import ORIGIN, blank_page
from tests.web.browser.opened import Visits
from tests.web.browser.relay import Relay
from tests.web.browser.test_cage import loses_all, sits_with
from tests.web.browser.test_people import named, open_table
from tests.web.browser.walker import Mouse, Walker

ACTIVE = "() => document.activeElement.localName"
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("enter")
    with served(folder / "room.db", "--pace", "fast", "--chance-seed", "enter", run=DEALT_BY_SEED) as server:
        yield server


class Asked:
    """Somebody at a table who is asked something. What is answered from then on is noted and goes nowhere."""

    def __init__(self, visits: Visits, game: str, wanted: Callable[[Page, dict[str, Any]], bool]) -> None:
        self.page = visits.come()
        self.relay = Relay(self.page)
        walker = Walker(self.page, Mouse(), Random(f"enter {game}"))
        walker.sit_down(releases()[game].short)
        for _ in range(400):
            seen = walker.look()
            if wanted(self.page, seen):
                break
            walker.act(seen)
        else:
            raise AssertionError("that is never asked")
        self.relay.keeps = True

    def enter(self, field: Locator) -> list[dict[str, Any]]:
        """Presses Enter in a field. Returns the commands that it sends."""
        before = len(self.relay.sent)
        field.focus()
        self.page.keyboard.press("Enter")
        self.page.evaluate(PAINTED)
        assert self.page.evaluate(ACTIVE) != "body"
        kept = ("hello", "words", "ping")
        return [frame for frame in self.relay.sent[before:] if frame["t"] not in kept]

    def decided(self, field: Locator) -> list[Any]:
        """Presses Enter in a field. Returns the decisions that it sends."""
        told = self.enter(field)
        assert all(frame["t"] == "decide" for frame in told), told
        return [frame["decision"] for frame in told]


def asks(selector: str) -> Callable[[Page, dict[str, Any]], bool]:
    """Whether the question has such a field in sight."""
    return lambda page, seen: bool(seen["turn"]) and page.locator(f"hw-ask {selector}").filter(visible=True).count() > 0


def cents(field: Locator, name: str) -> int:
    return int(field.get_attribute(f"data-{name}-cents") or "")


def test_enter_in_the_stake_takes_the_bank_with_it_and_nothing_without(visits: Visits) -> None:
    asked = Asked(visits, "three-card-poker", lambda _, seen: bool(seen["bank"]))
    page, stake = asked.page, asked.page.get_by_role("spinbutton", name="Stake")
    low = cents(stake, "low")
    stake.fill("")
    assert asked.enter(stake) == []
    stake.fill(f"{low / 100:.2f}")
    [told] = asked.enter(stake)
    assert (told["t"], told["do"], told["posted"]) == ("bank", "take", low)
    asked.relay.keeps = False
    stake.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".again")).not_to_have_attribute("open", "")
    page.evaluate(PAINTED)
    assert page.evaluate(ACTIVE) != "body"


def test_enter_in_a_bet_places_the_bets_and_never_twice(visits: Visits) -> None:
    asked = Asked(visits, "three-card-poker", lambda _, seen: bool(seen["bets"]))
    page = asked.page
    form = page.get_by_role("form", name="Your bets", exact=True)
    ante, other = form.get_by_role("spinbutton", name="Ante"), form.locator("input[data-circle]").last
    ante.fill("15.00")
    for field in (ante, other):
        [told] = asked.enter(field)
        assert (told["t"], told["wagers"]) == ("bet", {"ante": 1500})
    assert asked.enter(form.locator("input[type=radio]").first) == []  # a chip is chosen, no bet
    form.locator("button.ring").first.click()  # one chip more, so that there is something to take back
    undo = form.get_by_role("button", name="Undo")
    while undo.is_enabled():
        assert asked.enter(undo) == []
    asked.relay.keeps = False
    asked.enter(ante)
    expect(form.get_by_role("button", name="Deal", exact=True)).to_have_class("btn big main")
    assert asked.enter(ante) == []  # they lie there
    page.get_by_role("main").focus()
    page.keyboard.press("Enter")  # the way on, which is the deal now
    expect(page.get_by_role("main")).to_have_attribute("data-phase", "playing")
    assert page.evaluate(ACTIVE) != "body"


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "pure-21-5-blackjack"])
def test_enter_in_an_amount_says_it_and_one_out_of_bounds_is_put_right_first(visits: Visits, game: str) -> None:
    asked = Asked(visits, game, asks("hw-amount input"))
    for amount in asked.page.locator("hw-amount").all():
        field, name = amount.locator("input[type=number]"), amount.get_attribute("data-key")
        low, high = cents(field, "low"), cents(field, "high")
        assert asked.decided(field) == [{name: round(float(field.input_value()) * 100)}]
        for typed, right in (("", low), ("0.01", low), (f"{high / 100 + 1:.2f}", high)):
            field.fill(typed)
            assert asked.decided(field) == []
            assert field.input_value() == f"{right / 100:.2f}"
            assert asked.decided(field) == [{name: right}]
        assert asked.decided(amount.locator("input[type=range]")) == [{name: high}]


@pytest.mark.parametrize("game", ["pai-gow-california", "mini-pai-gow"])
def test_enter_on_any_card_sets_the_hand_that_was_chosen_unless_it_is_foul(visits: Visits, game: str) -> None:
    asked = Asked(visits, game, asks(".pickable"))
    boxes, submit = asked.page.locator(".pickable input").all(), asked.page.locator("[data-choice=set]")
    assert [asked.decided(box) for box in boxes] == [[]] * len(boxes)
    most = 2 if game == "pai-gow-california" else 1
    fronts = [*combinations(boxes, most)]
    fouls = 0
    for front in fronts[:: max(len(fronts) // 4, 1)]:
        for checked, those in ((False, boxes), (True, front)):
            for box in those:
                box.set_checked(checked, force=True)
        cards = sorted(box.input_value() for box in front)
        fouls += submit.is_disabled()
        for box in (front[0], next(each for each in boxes if each not in front)):
            told = [sorted(each["set"].split()) for each in asked.decided(box)]
            assert told == ([] if submit.is_disabled() else [cards])
    assert fouls < 4


def test_enter_on_any_card_discards_those_that_were_chosen(visits: Visits) -> None:
    asked = Asked(visits, "lowball", asks(".pickable"))
    boxes = asked.page.locator(".pickable input").all()
    assert [asked.decided(box) for box in boxes] == [[]] * len(boxes)
    for count in range(1, len(boxes) + 1):
        boxes[count - 1].check(force=True)
        wanted = sorted(box.input_value() for box in boxes[:count])
        for box in boxes:
            [told] = asked.decided(box)
            [cards] = told.values()
            assert sorted(cards.split()) == wanted


@pytest.mark.parametrize("game", ["fortune-pai-gow", "lowball"])
def test_enter_on_a_suggestion_plays_it(visits: Visits, game: str) -> None:
    asked = Asked(visits, game, asks(".ideas select"))
    ideas = asked.page.get_by_role("listbox", name="Suggestions", exact=True)
    offers = asked.relay.heard[-1]["mine"]["asks"][0]["offers"]
    for index, offer in enumerate(offers):
        ideas.select_option(index=index)
        assert asked.decided(ideas) == [offer]


PILES = ["2s 2h 2d", "4c 5c 6c"]
PILING: dict[str, Any] = {
    "place": "1", "step": 4, "default": "pass", "offers": ["pass", {"lay": [*PILES, "9s 9h 9d"]}],
    "choices": [
        {"name": "lay", "pick": "7c 8c 9s 9h 9d", "least": 1, "most": 5, "piles": PILES},
        {"name": "discard", "pick": "7c 8c 9s 9h 9d", "least": 1, "most": 1},
        {"name": "pass"},
    ],
}  # fmt: skip
ASKED = """async ([folder, ask]) => {
  await import(`${folder}/controls/decision-form.js`);
  const node = document.createElement("hw-ask");
  window.told = [];
  document.addEventListener("hw-wish", ({ command }) => window.told.push(command.decision));
  document.body.append(node);
  node.show({ ask, round: 1, title: "Your turn" });
}"""
ENTERED = """([fields, picked, pile]) => [...document.querySelectorAll(fields)].map((field) => {
  window.told = [];
  document.querySelector("hw-pick").choose(picked);
  if (field.type === "radio") field.checked = true;
  else document.querySelectorAll("hw-piles input")[pile].checked = true;
  field.focus();
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  return window.told;
})"""


def test_enter_on_a_pile_or_a_card_lays_down_what_was_chosen(chromium: Browser) -> None:
    with blank_page(chromium) as page:
        page.evaluate(ASKED, [f"{ORIGIN}/static/js", PILING])

        def entered(fields: str, *picked: str, pile: int = 0) -> Any:
            return page.evaluate(ENTERED, [fields, picked, pile])

        assert entered("hw-piles input") == [[], [], []]
        assert entered("hw-pick input") == [[]] * 5
        laid = [[*PILES, "7c 8c"], [f"{PILES[0]} 7c 8c", PILES[1]], [PILES[0], f"{PILES[1]} 7c 8c"]]
        assert entered("hw-piles input", "7c", "8c") == [[{"lay": piles}] for piles in laid]
        assert entered("hw-pick input", "7c", "8c", pile=2) == [[{"lay": laid[2]}]] * 5
        assert entered("hw-pick input", "9s") == [[]] * 5  # to be laid down, or discarded: nobody has said which
        page.locator("hw-pick input").first.focus()
        page.keyboard.press("Enter")  # nor does the browser press the first button of the form
        assert page.evaluate("() => window.told") == []


def test_enter_in_the_buy_in_buys_as_much_and_nothing_of_nothing(visits: Visits) -> None:
    page = named(visits, "Ana")
    ana = sits_with(page, open_table(visits, "three-card-poker", bots=1), "200")
    loses_all(ana)
    field = page.locator("hw-cage").get_by_role("spinbutton", name="Buy-in")
    field.fill("")
    before = len(ana.told.sent)
    field.press("Enter")
    page.evaluate(PAINTED)
    assert len(ana.told.sent) == before
    field.fill("50.00")
    field.press("Enter")
    expect(page.locator("hw-cage")).to_have_count(0)
    assert [(frame["t"], frame["cents"]) for frame in ana.told.sent[before:]] == [("top_up", 5000)]
    assert page.evaluate(ACTIVE) != "body"
