"""The replay over HTTP: everybody sees of a round again what they saw of it, and no more."""

import json
import re
from typing import Any

import pytest

from tests.server.running import Server, cards_in, play_rounds, refused_by

GAMES = ("three-card-poker", "texas-holdem", "fortune-pai-gow", "panguingue")


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_told_the_round_by_permission(house: Server, game: str) -> None:
    ana, eve = house.guest("Ana"), house.guest("Eve")
    seat = ana.post("/api/play", game=game, key=f"replay-{game}")
    table = seat["table"]
    with ana.line(table) as line:
        (settled,) = play_rounds(line, 1)
    round_ = settled["round_id"]
    for guest in (ana, eve):
        document, told = guest.get(f"/api/rounds/{round_}"), guest.get(f"/api/rounds/{round_}/steps")
        known = cards_in(document["cards"]) | cards_in(document["decisions"]) | cards_in(settled)
        assert cards_in(told["steps"]) <= known
        assert told["table"]["game"] == game
        last = told["steps"][-1]["state"]
        assert (last["phase"], last["round_id"]) == ("settled", round_)
        assert last["payments"] == settled["payments"]
        assert last["fair"]["commit"] == settled["commit"]
        assert len(told["felt"]["layout"]["slots"]) == told["table"]["seats"]
    mine, hers = ana.get(f"/api/rounds/{round_}/steps"), eve.get(f"/api/rounds/{round_}/steps")
    assert mine["you"]["person"] == ana.id
    assert str(seat["seat"]) in mine["you"]["places"] or "bank" in mine["you"]["places"]
    assert hers["you"]["places"] == []
    assert all(not step["mine"] for step in hers["steps"])
    own = [step["mine"].get("cards", {}) for step in mine["steps"]]
    assert any(own) or mine["you"]["places"] == ["bank"]  # whose cards the dealer plays


def test_the_order_of_the_deals_goes_with_the_document(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.post("/api/play", game="three-card-poker", key="replay-order")["table"]
    with ana.line(table) as line:
        (settled,) = play_rounds(line, 1)
    order: dict[str, Any] = ana.get(f"/api/rounds/{settled['round_id']}/order")
    document = ana.get(f"/api/rounds/{settled['round_id']}")
    dealt: dict[str, int] = {}
    for deal in order["deals"]:
        dealt[deal["spot"]] = dealt.get(deal["spot"], 0) + deal["count"]
    assert dealt == {spot: len(text.split()) for spot, text in document["cards"].items()}
    assert len(order["shoe"].split()) == 52
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", json.dumps(order["deals"]))


def test_a_round_that_nobody_played_has_no_steps(house: Server) -> None:
    ana = house.guest("Ana")
    assert refused_by(lambda: ana.get("/api/rounds/none-1/steps")) == "no-round"
    assert refused_by(lambda: ana.get("/api/rounds/none-1/order")) == "no-round"
