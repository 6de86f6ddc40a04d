"""A table for everybody: axe finds nothing at any game in any phase, light or dark, on a phone or a desk."""

from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Page

from houseway.roster import OWN
from houseway.rulebook.files.index import releases
from tests.web.browser.opened import DESKTOP, LANDSCAPE, PHONE, Size, Visits
from tests.web.browser.test_lobby import violations
from tests.web.browser.walker import Mouse, Walker

LOOKS: tuple[tuple[Size, Literal["light", "dark"]], ...] = ((DESKTOP, "light"), (PHONE, "dark"))


def found_at(page: Page) -> list[str]:
    """What axe finds on the page as it is: on a desk in the light room, and on a phone in the dark one."""
    found = []
    for (width, height), room in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=room)
        found += [f"{room}: {each}" for each in violations(page)]
    return found


@pytest.mark.parametrize("game", OWN)
def test_axe_finds_nothing_at_a_table(visits: Visits, game: str) -> None:
    wanted = {"playing turn", "settled settled"}
    if releases()[game].family == "banked":
        wanted.add("betting bets")  # where there is a bank, chips come first; whoever holds it bets in a later round
    page = visits.come()
    walker = Walker(page, Mouse(), Random(f"axe {game}"))
    walker.sit_down(releases()[game].short)
    found: dict[str, list[str]] = {}
    for _ in range(200):
        seen = walker.look()
        asked = next((name for name in ("bets", "bank", "turn") if seen[name]), seen["phase"])
        moment = f"{seen['phase']} {asked}"
        if moment not in found and asked not in ("playing", "waiting"):
            found[moment] = found_at(page)
        if wanted <= {*found}:
            break
        walker.act(walker.look())
    assert {moment: bad for moment, bad in found.items() if bad} == {}
    assert wanted <= {*found}


def test_a_ground_that_is_scrolled_is_reached_by_keys(visits: Visits) -> None:
    page = visits.come(LANDSCAPE)
    walker = Walker(page, Mouse(), Random("ground"))
    walker.sit_down(releases()["panguingue"].short)
    assert page.locator(".ground[tabindex]").count() == 0  # as long as all of it is seen it is no stop
    page.set_viewport_size({"width": 844, "height": 240})
    page.locator(".ground[tabindex='0']").wait_for()
    assert violations(page) == []
