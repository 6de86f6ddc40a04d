"""A time charge is told whenever it is taken, also if no hand can be dealt."""

from typing import Any

import pytest

from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.story_lines import FeeTaken
from houseway.testing import rule
from tests.room.older_rooms import rule_version
from tests.room.sitting import Sitting


def half_an_hour_later(game: str, chips: int, **said: Any) -> Sitting:
    """Returns a table where time is due, and only seat 1 can pay it and play."""
    sitting = Sitting(game, 1, 2, buy_in=10_000, **said)
    taken = 10_000 - chips
    sitting.live.state.players["p2"].chips = chips
    sitting.books["stack/t1/p2"] -= taken
    sitting.books["cage/p2"] += taken
    sitting.wait(31 * MINUTE_MS)
    if sitting.mine("p1").ready:
        sitting.next_round()
    assert sitting.state.phase == "waiting"
    return sitting


@rule("LOW-23", "FEE-02", "PAN-15")
@pytest.mark.parametrize(
    ("game", "chips", "fee", "said"),
    [("lowball", 150, 200, {}), ("panguingue", 350, 400, {"options": {"fee_basis": "half-hour-each-player"}})],
)
def test_a_time_charge_is_told_although_no_hand_is_dealt(game: str, chips: int, fee: int, said: dict[str, Any]) -> None:
    sitting = half_an_hour_later(game, chips, **said)
    assert sitting.books["box"] == fee
    assert [(line.payer, line.cents) for line in sitting.heard(FeeTaken)] == [("player p1", fee)]  # type: ignore[union-attr]


def test_an_older_room_told_nobody() -> None:
    with rule_version(2):
        sitting = half_an_hour_later("lowball", 150)
        assert sitting.books["box"] == 200
        assert not sitting.heard(FeeTaken)
