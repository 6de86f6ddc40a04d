"""Every game is played to its settlement through the page, by a walker that knows none of them.

It is the one walk of each game: layout, axe and drawing twice are held at each new phase on the way.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.roster import OWN
from houseway.rulebook.files.index import releases
from tests.extent import extent, is_whole
from tests.server.running import DEALT_BY_SEED, Server, served
from tests.web.browser.inspection import Inspection
from tests.web.browser.opened import DESKTOP, PHONE, SMALL_PHONE, Size, Visits
from tests.web.browser.walker import Hand, Keys, Mouse, Walker

MORE = 8
"""Rounds at most until somebody who has banked is asked for bets."""
WAYS: tuple[tuple[Size, str], ...] = ((PHONE, "mouse"), (SMALL_PHONE, "keys"), (DESKTOP, "mouse"), (DESKTOP, "keys"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A house of its own for each game: the same cards in every run."""
    with served(tmp_path / "room.db", "--pace", "fast", "--chance-seed", "walker", run=DEALT_BY_SEED) as server:
        yield server


def purse(walker: Walker) -> tuple[int, int, int]:
    """Chips at the table three times: as the page says, as the API says, and as the ledger's postings add up."""
    request = walker.page.request
    (held,) = request.get("/api/me").json()["tables"]
    postings: list[dict[str, Any]] = []
    while page := request.get("/api/me/postings" + (f"?before={postings[-1]['entry']}" if postings else "")).json()[
        "postings"
    ]:
        postings += page
    ledger = sum(each["cents"] for each in postings if each["account"].startswith("stack/"))
    return walker.look()["chips"], held["stack"], ledger


@pytest.mark.parametrize("game", OWN)
@pytest.mark.slow("plays rounds of a game and inspects every phase")
def test_the_walker_plays_every_game(visits: Visits, game: str, request: pytest.FixtureRequest) -> None:
    session = OWN.index(game)
    chance = Random(f"walker {game}")
    page = visits.come()
    inspection = Inspection(page, game, whole=is_whole(request.config))
    walker = Walker(page, Mouse(), chance, takes=session % 3 == 2)
    hands: dict[str, Hand] = {"mouse": Mouse(), "keys": Keys(page, chance)}
    walker.sit_down(releases()[game].short)
    inspection.listen()
    few = (WAYS[0], WAYS[1 if session % 2 else 3])
    for (width, height), hand in extent(request.config, few, WAYS * int(request.config.getoption("--campaign"))):
        page.set_viewport_size({"width": width, "height": height})
        walker.hand = hands[hand]
        walker.round(inspection if hand == "mouse" else lambda _: False)
        paid = walker.payments()
        assert paid is not None, "there is no table of payments"
        assert [clauses for clauses, told in paid if not told] == [], "payments that the log has not told"
        chips, stack, ledger = purse(walker)
        assert chips == stack
        assert stack == ledger
        check = visits.house.host()
        assert check.call("GET", "/api/ledger/check", None)["sum"] == 0
        assert not walker.wrong, "\n".join(walker.wrong)
        assert walker.told.refusals() == []
    walker.hand, walker.takes = hands["mouse"], False
    for _ in range(MORE):
        if inspection.is_complete:
            break
        walker.round(inspection)
    assert inspection.is_complete, f"only {inspection.seen} were seen"
    assert inspection.heard() == [], "a live region spoke more than once in a step"
    assert not walker.wrong, "\n".join(walker.wrong)
