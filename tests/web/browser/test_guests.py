"""Games from outside are played in the browser without a line of JavaScript: one with its own cloth, one without."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

import houseway
from tests.server.running import Server, served
from tests.web.browser.measuring import overlapping, too_small
from tests.web.browser.opened import DESKTOP, PHONE, Visits
from tests.web.browser.walker import Keys, Mouse, Walker

ROOT = Path(__file__).parents[3]
HIGH_CARD = """
from pathlib import Path
from houseway.roster import Listing
RULES = Path({rules!r})
LISTING = Listing(id="high-card", rules=RULES, script="tests.guests.high_card.game:GAME")
"""
GUESTS = {"Red Dog": "ante", "High Card": "main"}


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house beside which both packages are installed, as far as their entry points go."""
    room = tmp_path_factory.mktemp("beside")
    (room / "bare_card.py").write_text(HIGH_CARD.format(rules=str(ROOT / "tests/guests/high_card/rules.toml")))
    for name, entry in (("red-dog", "red_dog:LISTING"), ("high-card", "bare_card:LISTING")):
        facts = room / f"{name.replace('-', '_')}-1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[houseway.games]\n{name} = {entry}\n")
    beside = (Path(houseway.__file__).parents[1], ROOT, room, ROOT / "examples/red_dog/src")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, beside)))
        with served(room / "room.db", "--pace", "fast") as server:
            yield server


@pytest.mark.parametrize("short", GUESTS)
def test_a_game_from_outside_is_played_and_drawn_like_any_other(
    chromium: Browser, open_house: Server, short: str
) -> None:
    visits = Visits(chromium, open_house)
    page = visits.come()
    walker = Walker(page, Mouse(), Random(short))
    walker.sit_down(short)
    for (width, height), hand in ((DESKTOP, walker.hand), (PHONE, Keys(page, Random(short)))):
        page.set_viewport_size({"width": width, "height": height})
        walker.hand = hand
        walker.round()
        assert overlapping(page) == []
        assert too_small(page, text=12, target=44) == []
        assert walker.payments() is not None
        assert walker.wrong == []
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(page.locator(".cloth .print.title")).to_have_text(short.upper())
    assert page.locator(f'.cloth [data-space="{GUESTS[short]}"]').count() > 1, "its circle is printed at every seat"
    visits.leave()
