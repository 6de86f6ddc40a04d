"""Photographs the lobby and every table, in every phase, at five sizes, and arranges the pictures on contact sheets.

    python -m tests.campaigns.album FOLDER                          all games, in English, in the light room
    python -m tests.campaigns.album FOLDER lowball --lang zh --room dark

A new guest plays a round of each game by the most prominent control of the page. Each new prompt or message is
photographed at each size. The campaign judges nothing: open the sheets.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page

from houseway.roster import OWN
from tests.server.running import PATIENCE, served
from tests.web.browser.newcomer import SEATED, pressed
from tests.web.browser.opened import DESKTOP, Size, Visits, chromium_opened

SIZES: Final[tuple[Size, ...]] = ((360, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080))
ACROSS: Final = 1560
"""Width of a sheet in pixels, for viewing without scaling."""
STILL_MS: Final = 250
"""Milliseconds until a page has settled after a resize."""
Room = Literal["light", "dark"]

# Identifies a moment: the phase and the prompt in it. One picture is enough of what others do in a round.
MOMENT = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].find((node) => node.checkVisibility());
  const { phase, round } = document.querySelector("main").dataset, ask = seen(".dock hw-ask[data-kind]");
  const asked = ask ? `${ask.dataset.kind} ${ask.querySelectorAll("[data-choice]").length}`
    : seen(".dock hw-bank") ? "bank" : seen(".dock hw-bets") ? "bets" : "";
  return [phase, asked, Number(round)];
}"""


def moments(page: Page, game: str, rounds: int = 1) -> Iterator[str]:
    """Plays from the lobby to the settlement of `rounds` rounds. Yields the name of each new moment."""
    page.locator(f"article[data-game={game}] .sit").click()
    page.wait_for_function(SEATED)
    seen: set[str] = set()
    end = time.monotonic() + rounds * 4 * PATIENCE
    while time.monotonic() < end:
        phase, asked, number = page.evaluate(MOMENT)
        name = " ".join(filter(None, (phase, asked)))
        if name not in seen:
            seen.add(name)
            yield name
        if phase == "settled" and number >= rounds:
            return
        pressed(page, decides=True)
    raise TimeoutError(f"the round does not end: {game}, {sorted(seen)}")


def photograph(page: Page, folder: Path, name: str, sizes: Sequence[Size]) -> None:
    """Photographs one moment at each size."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(STILL_MS)
        page.screenshot(path=folder / f"{name.replace(' ', '-')} {width}x{height}.png")
    width, height = DESKTOP
    page.set_viewport_size({"width": width, "height": height})


def sheet(chromium: Browser, folder: Path, size: Size) -> None:
    """Arranges all pictures of one size in a folder on one sheet, in the order of their making."""
    width, height = size
    pictures = sorted(folder.glob(f"* {width}x{height}.png"), key=lambda path: path.stat().st_mtime_ns)
    columns = min(len(pictures), max(1, round(ACROSS / (width * 0.8))))
    each = min(width, ACROSS // columns - 8)
    parts = [
        f'<figure><img src="{path.resolve().as_uri()}" width="{each}"><figcaption>{path.stem}</figcaption></figure>'
        for path in pictures
    ]
    style = "body{margin:0;display:flex;flex-wrap:wrap;gap:6px;font:12px sans-serif}figure{margin:0}img{display:block}"
    page_file = folder / "sheet.html"
    page_file.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{''.join(parts)}", encoding="utf-8")
    context = chromium.new_context(viewport={"width": columns * (each + 6), "height": 400})
    page = context.new_page()
    page.goto(page_file.resolve().as_uri())
    page.screenshot(path=folder.parent / f"{folder.name} {width}x{height}.png", full_page=True)
    context.close()
    page_file.unlink()


def album(
    folder: Path, games: Sequence[str], *, lang: str = "en", room: Room = "light", sizes: Sequence[Size] = SIZES
) -> list[str]:
    """Makes all pictures and sheets. Returns the photographed moments."""
    found: list[str] = []
    with (
        tempfile.TemporaryDirectory() as kept,
        served(Path(kept) / "room.db", "--pace", "fast") as house,
        chromium_opened() as chromium,
    ):
        for game in games:
            visits = Visits(chromium, house)
            page = visits.come(lang=lang, color_scheme=room)
            page.goto("/")
            page.locator(f"article[data-game={game}]").wait_for()
            if not found:
                photograph(page, folder, "lobby", sizes)
            for name in moments(page, game):
                photograph(page, folder / game, name, sizes)
                found.append(f"{game}: {name}")
                print(found[-1], flush=True)
            visits.leave()
            for size in sizes:
                sheet(chromium, folder / game, size)
    return found


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--lang", default="en", choices=["en", "es", "zh"])
    parser.add_argument("--room", default="light", choices=["light", "dark"])
    asked = parser.parse_args()
    unknown = [game for game in asked.games if game not in OWN]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(OWN)}")
    album(asked.folder, asked.games or list(OWN), lang=asked.lang, room=asked.room)


if __name__ == "__main__":
    main()
