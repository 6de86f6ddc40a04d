"""A table for everybody: axe finds nothing in any phase, light or dark, on a phone or a desk."""

from random import Random

import pytest

from houseway.rulebook.catalogue import releases
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_lobby import violations
from tests.web.browser.walker import Mouse, Walker

GAMES = ("three-card-poker", "pure-21-5-blackjack", "pai-gow-california", "lowball", "panguingue")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "room"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desk-light", "phone-dark"])
def test_axe_finds_nothing_at_a_table(visits: Visits, game: str, size: Size, room: str) -> None:
    page = visits.come(size, color_scheme=room)
    walker = Walker(page, Mouse(), Random(f"axe {game}"))
    walker.sit_down(releases()[game].short)
    found: dict[str, list[str]] = {}
    for _ in range(80):
        seen = walker.look()
        asked = next((name for name in ("bets", "bank", "turn") if seen[name]), seen["phase"])
        moment = f"{seen['phase']} {asked}"
        if moment not in found and asked != "playing":
            found[moment] = violations(page)
        if seen["phase"] == "settled" and "playing turn" in found:
            break
        walker.act(seen)
    assert "settled settled" in found
    assert "playing turn" in found
    assert {moment: bad for moment, bad in found.items() if bad} == {}
