"""Somebody new at a table, who clicks on what stands out: by mouse, at a person's pace, and knowing no game."""

import time
from collections.abc import Sequence

from playwright.sync_api import Page

from houseway.rulebook.files.index import releases

ROUND_S, SEEN_MS = 240, 200
SEATED = "() => Number(document.querySelector('main').dataset.n) > 0"
PHASE = "() => { const { phase, round } = document.querySelector('main').dataset; return [phase, Number(round)]; }"
# What stands out on a page, and where it is: an empty circle that needs chips, then the main button of what is asked.
NEXT = """(decides) => {
  const seen = (...selectors) => selectors.map((selector) => [...document.querySelectorAll(selector)]
    .find((node) => node.checkVisibility() && !node.disabled)).find(Boolean);
  const empty = [...document.querySelectorAll(".dock hw-bets input[required]")].find((node) => !node.value);
  const circle = empty?.parentElement.querySelector("[data-drop]:enabled");
  const found = circle ?? seen(".dock hw-bank [data-do=pass]", ".dock hw-bank [data-do=take]",
    ".dock hw-bets [data-do=deal]", ".dock hw-bets [data-do=bet].main", ".dock .after .btn.main",
    ...(decides ? [".dock [data-idea]", ".dock [data-choice].main"] : []));
  if (!found) return null;
  found.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = found.getBoundingClientRect();
  return [left + width / 2, top + height / 2, found === circle];
}"""
STEP = "() => Number(document.querySelector('main').dataset.n)"


def sat_down(page: Page, game: str) -> None:
    """From the lobby to a seat, by one click."""
    card = page.get_by_role("article", name=releases()[game].short, exact=True)
    card.get_by_role("button", name="Sit down now").click()
    page.get_by_role("main", name=releases()[game].short, exact=True).wait_for()
    page.wait_for_function(SEATED)


def played(page: Page) -> None:
    """From wherever the table is to the settlement of the next round, or past it where the others did not wait."""
    if not plays(page, ROUND_S):
        phase, number = page.evaluate(PHASE)
        raise TimeoutError(f"the round does not end: {phase} {number}")


def plays(page: Page, seconds: float) -> bool:
    """The same for so many seconds at most; whether the round has ended."""
    return play_together([(page, seconds)]) == [True]


def play_together(tables: Sequence[tuple[Page, float]]) -> list[bool]:
    """The same at several tables, each with its seconds: while one waits for others, somebody clicks at the next."""
    began, wanted = time.perf_counter(), []
    pages = [page for page, _ in tables]
    ends = [began + seconds for _, seconds in tables]
    for page in pages:
        phase, number = page.evaluate(PHASE)
        wanted.append(number + (phase in ("settled", "waiting")))
    ended = [False] * len(pages)
    while any(not ended[at] and time.perf_counter() < end for at, end in enumerate(ends)):
        for at, page in enumerate(pages):
            if not ended[at] and time.perf_counter() < ends[at]:
                pressed(page, decides=True)
                phase, number = page.evaluate(PHASE)
                ended[at] = number > wanted[at] or (number == wanted[at] and phase == "settled")
    return ended


def pressed(page: Page, *, decides: bool) -> int:
    """One click on what stands out; where nothing is asked, a moment passes instead. How many clicks that were."""
    n, found = page.evaluate(STEP), page.evaluate(NEXT, decides)
    if found is None:
        page.wait_for_timeout(20)
        return 0
    across, down, is_circle = found
    page.mouse.click(across, down)
    end = time.perf_counter() + 2  # chips on a circle are told to nobody yet: the next click follows at once
    while not is_circle and page.evaluate(STEP) == n and time.perf_counter() < end:
        page.wait_for_timeout(10)
    page.wait_for_timeout(SEEN_MS)  # whoever has clicked looks what became of it
    return 1
