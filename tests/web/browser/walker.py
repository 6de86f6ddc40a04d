"""The walker: it plays any game through the page and knows nothing of games, only roles and names."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, WebSocket

from tests.server.running import PATIENCE

ACTS = 400
"""More than any round needs: a round that takes more is stuck."""
TABS = 120
"""More than any page has stops."""

# Everything that a step of the walker looks at, in one question to the page.
LOOK = """() => {
  const main = document.querySelector("main"), root = document.scrollingElement;
  const named = (name) => [...document.querySelectorAll("form")]
    .filter((form) => form.checkVisibility() && (form.getAttribute("aria-label") ?? "").startsWith(name)).length;
  const boxes = [...document.querySelectorAll("[data-choice]")].filter((node) => node.checkVisibility()).map((node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    return [node.textContent, left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
      Math.min(width, height), [left, top, right, bottom].map(Math.round)];
  });
  const hanging = () => [...document.body.querySelectorAll("*")]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1).slice(0, 5)
    .map((node) => `${node.localName}.${node.getAttribute("class")} ${node.textContent.slice(0, 30)}`);
  return {
    phase: main.dataset.phase, round: Number(main.dataset.round), n: Number(main.dataset.n),
    bets: named("Your bets"), bank: named("The bank"), turn: named("Your turn"), boxes,
    cage: document.querySelectorAll("hw-cage").length,
    on: ["Next round", "Deal"].find((name) => [...document.querySelectorAll("main button")]
      .some((node) => node.checkVisibility() && node.textContent === name)) ?? "",
    wide: root.scrollWidth - root.clientWidth, hanging: root.scrollWidth > root.clientWidth ? hanging() : [],
    active: document.activeElement?.localName ?? "",
    chips: Number(document.querySelector('[role=status][aria-label="Your chips"]')?.dataset.cents ?? "NaN"),
  };
}"""

# Each payment of the table, and whether the log has a line with its clauses.
PAID = """() => {
  const log = [...document.querySelectorAll("[role=log] [data-k=paid]")].map((line) => line.dataset.clauses ?? "");
  const table = document.querySelector('table[aria-label="Payments"]');
  return table?.checkVisibility()
    ? [...table.querySelectorAll("tr[data-net]")].map(({ dataset }) => [dataset.clauses, log.includes(dataset.clauses)])
    : null;
}"""


class Told:
    """What a page has told the table, and whether it was answered: somebody who looks sees it on the page too."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        if "/ws/tables/" in socket.url:
            socket.on("framesent", self._sent)
            socket.on("framereceived", self._heard)

    def _sent(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["t"] not in ("hello", "words", "ping"):
            self.sent.append(frame)

    def _heard(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["t"] in ("ok", "refused") and frame["key"] is not None:
            self.answers[frame["key"]] = frame

    def open(self) -> bool:
        """Whether something waits for its answer."""
        return any(frame["key"] not in self.answers for frame in self.sent)

    def refusals(self) -> list[dict[str, Any]]:
        return [answer for answer in self.answers.values() if answer["t"] == "refused"]

    def reached(self) -> int:
        """The step in which the last command took effect."""
        return max((answer.get("n", 0) for answer in self.answers.values()), default=0)


MOVED = "(n) => Number(document.querySelector('main').dataset.n) > n"


class Hand(Protocol):
    """How somebody works a page."""

    def press(self, what: Locator) -> None: ...

    def fill(self, what: Locator, text: str) -> None: ...

    def choose(self, what: Locator) -> None: ...


class Mouse:
    """By mouse, and by typing where numbers are wanted."""

    def press(self, what: Locator) -> None:
        what.click()

    def fill(self, what: Locator, text: str) -> None:
        what.click()
        what.fill(text)

    def choose(self, what: Locator) -> None:
        what.click()


class Keys:
    """By keyboard alone: Tab to wherever it is, then Enter or Space; a choice also by its number."""

    def __init__(self, page: Page, chance: Random) -> None:
        self._keyboard = page.keyboard
        self._page = page
        self._chance = chance
        self.between = True
        """Nobody has pressed Tab yet, or it was pressed at the last stop."""

    def go(self, what: Locator) -> None:
        """Tab until it has the focus."""
        wanted = what.element_handle()
        for _ in range(TABS):
            if wanted.evaluate("(node) => document.activeElement === node"):
                return
            self.tab()
        raise AssertionError(f"Tab does not come to {what}")

    def tab(self) -> str:
        """One stop further. Past the last one the page itself has the focus for once: then it goes round."""
        self._keyboard.press("Tab")
        where = str(self._page.evaluate("() => document.activeElement.localName"))
        assert where != "body" or not self.between, "Tab goes nowhere"
        self.between = where == "body"
        return where

    def stands(self, active: str) -> bool:
        """Something has the focus: once Tab was pressed it is never lost to the page itself."""
        return active != "body" or self.between

    def press(self, what: Locator) -> None:
        self.go(what)
        self._keyboard.press(self._chance.choice(("Enter", "Space")))

    def fill(self, what: Locator, text: str) -> None:
        self.go(what)
        self._keyboard.press("ControlOrMeta+A")
        self._keyboard.type(text)

    def choose(self, what: Locator) -> None:
        """A choice, by its number where nobody types."""
        count = "(node) => [...document.querySelectorAll('[data-choice]:enabled')].indexOf(node) + 1"
        at = int(what.evaluate(count))
        typing = self._page.evaluate("() => document.activeElement.matches('input, select')")
        if at <= 9 and not typing and self._chance.random() < 0.5:
            self._keyboard.press(str(at))
        else:
            self.press(what)


class Walker:
    """Somebody at a table who reads roles and names. `takes` says whether the bank is taken when it is offered."""

    def __init__(self, page: Page, hand: Hand, chance: Random, *, takes: bool = False) -> None:
        self.page = page
        self.hand = hand
        self.takes = takes
        self.wrong: list[str] = []
        self.banked = 0
        self._chance = chance
        self.told = Told(page)

    def sit_down(self, short: str) -> None:
        """From the lobby to a seat at a table with bots."""
        self.page.goto("/")
        card = self.page.get_by_role("article", name=short, exact=True)
        self.hand.press(card.get_by_role("button", name="Sit down now"))
        self.page.get_by_role("main", name=short, exact=True).wait_for()
        self.page.wait_for_function("() => document.querySelector('main').dataset.n > 0")

    def look(self) -> dict[str, Any]:
        """The page as it is, held to what every step is held to."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        where = f"round {seen['round']}, {seen['phase']}, step {seen['n']}"
        if seen["wide"] > 0:
            self.wrong.append(f"{where}: the page is {seen['wide']} px too wide by {seen['hanging']}")
        for name, inside, size, box in seen["boxes"]:
            if not inside or size < 40:
                self.wrong.append(f"{where}: {name} is {size:.0f} px small or outside: {box}")
        if isinstance(self.hand, Keys) and not self.hand.stands(seen["active"]):
            self.wrong.append(f"{where}: the focus is lost")
        return seen

    def round(self, inspect: Callable[[dict[str, Any]], bool] = lambda _: False) -> dict[str, Any]:
        """From wherever the table is to the settlement of the next round.

        `inspect` is called at each step and returns whether that took time in which others may have gone on.
        """
        seen = self.look()
        first = seen["round"] + 1 if seen["phase"] == "settled" else seen["round"]
        for _ in range(ACTS):
            seen = self.look()
            if inspect(seen):
                seen = self.look()
            if seen["phase"] == "settled" and seen["round"] >= first:
                return seen
            self.act(seen)
        raise AssertionError(f"the round does not end: {seen}")

    def act(self, seen: dict[str, Any]) -> None:
        """Whatever is asked is answered once; where nothing is, the others go on."""
        if seen["cage"]:
            self._buy()
        elif seen["bets"]:
            self._bet()
        elif seen["bank"]:
            self._bank()
        elif seen["turn"]:
            self._decide()
        elif seen["on"]:
            self._say(self.hand.press, self.page.get_by_role("button", name=seen["on"], exact=True))
        else:
            self.page.wait_for_function(MOVED, arg=seen["n"])

    def _say(self, press: Callable[[Locator], None], button: Locator) -> None:
        """A button that tells the table something; afterwards that is answered, and the page shows it."""
        before, end = len(self.told.sent), time.monotonic() + PATIENCE
        press(button)
        while len(self.told.sent) == before or self.told.open():
            assert time.monotonic() < end, f"no answer to {self.told.sent[before:]} of {button}"
            self.page.wait_for_timeout(5)
        self.page.wait_for_function(MOVED, arg=self.told.reached() - 1)

    def _buy(self) -> None:
        """Too few chips are left: more are brought from the cage, as many as it says."""
        form = self.page.get_by_role("form", name="Buy more chips", exact=True)
        self._say(self.hand.press, form.get_by_role("button", name="Buy more chips", exact=True))

    def _bet(self) -> None:
        form = self.page.get_by_role("form", name="Your bets", exact=True)
        repeat = form.get_by_role("button", name="Repeat", exact=True)
        if repeat.is_enabled():
            self.hand.press(repeat)
        else:
            for field in form.locator("input[required]").all():
                self.hand.fill(field, field.get_attribute("min") or "")
        self._say(self.hand.press, form.get_by_role("button", name="Place bets", exact=True))
        deal = form.get_by_role("button", name="Deal", exact=True)
        if deal.is_visible():
            self._say(self.hand.press, deal)

    def _bank(self) -> None:
        form = self.page.get_by_role("form", name="The bank", exact=True)
        take, leave = (form.get_by_role("button", name=name, exact=True) for name in ("Take the bank", "Pass"))
        if leave.is_visible() and not (self.takes and take.is_visible()):
            self._say(self.hand.press, leave)
        elif take.is_visible():  # otherwise the clock was faster, and it is offered to somebody else by now
            self.banked += 1
            self._say(self.hand.press, take)

    def _decide(self) -> None:
        form = self.page.get_by_role("form", name="Your turn").first
        idea = form.get_by_role("button", name="Play the suggestion", exact=True)
        if idea.is_visible():
            self._say(self.hand.press, idea)
            return
        usual = form.locator("[data-default]:enabled")
        choices = form.locator("[data-choice]:enabled").all()
        fits = usual.count() and self._chance.random() < 0.5
        self._say(self.hand.choose, usual.first if fits else self._chance.choice(choices))

    def payments(self) -> list[tuple[str, bool]] | None:
        """The clauses of each payment on the page, and whether the log has told it; None where there is no table."""
        rows = self.page.evaluate(PAID)
        return None if rows is None else [(clauses, told) for clauses, told in rows]
