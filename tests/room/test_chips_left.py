"""Chips that a player has left to bet beside a bank, and to be dealt in beside a fee."""

import pytest

from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.story_lines import FeeTaken
from houseway.script import Refusal
from houseway.testing import rule
from tests.room.sitting import Sitting


def seats_in(sitting: Sitting) -> list[int]:
    """Returns the seats that are dealt in."""
    round_, _ = sitting.live.context.at_play()
    return sorted(place.seat for place in round_.felt.places)


@rule("MPG-64")
def test_a_banker_bets_the_chips_beside_the_bank_and_no_more() -> None:
    sitting = Sitting("mini-pai-gow", 1, 2, options={"player_bank": "on"})
    sitting.bank("p1", "take", sitting.mine("p1").bank.high - 5_00)
    for _ in range(2):
        ((bonus,),) = [offer.circles for offer in sitting.mine("p1").bets]
        assert (bonus.circle, bonus.high) == ("bonus", 5_00)
        sitting.bet("p1", "bank", bonus=5_00)
    with pytest.raises(Refusal, match=r"5\.01 is refused: P1 has 5\.00 at this table"):
        sitting.bet("p1", "bank", bonus=5_01)


@rule("THE-23")
@pytest.mark.parametrize(("beside", "dealt_in"), [(0, [1, 2]), (1_00, [1, 2, 3])])
def test_a_player_with_the_fee_and_no_chip_beside_it_is_not_dealt_in(beside: int, dealt_in: list[int]) -> None:
    sitting = Sitting("texas-holdem", 1, 2, 3)
    sitting.live.state.players["p3"].chips = 4_00 + beside
    sitting.next_round()
    assert seats_in(sitting) == dealt_in


@rule("PAN-16")
@pytest.mark.parametrize(("chips", "dealt_in"), [(4_99, [1, 2]), (5_00, [1, 2, 3])])
def test_who_draws_for_the_position_has_a_top_and_the_fee_of_the_position(chips: int, dealt_in: list[int]) -> None:
    sitting = Sitting("panguingue", 1, 2, 3)
    sitting.live.state.players["p3"].chips = chips
    sitting.next_round()
    assert seats_in(sitting) == dealt_in


@rule("LOW-22", "LOW-23")
@pytest.mark.parametrize(("chips", "left", "dealt_in"), [(2_00, 2_00, [1, 2]), (3_00, 1_00, [1, 2, 3])])
def test_time_is_not_charged_to_the_last_chip_of_a_player(chips: int, left: int, dealt_in: list[int]) -> None:
    sitting = Sitting("lowball", 1, 2, 3)
    sitting.live.state.players["p3"].chips = chips
    sitting.wait(30 * MINUTE_MS)
    assert seats_in(sitting) == dealt_in
    paid = {line.payer for line in sitting.heard(FeeTaken)}  # type: ignore[union-attr]
    assert paid == {f"player p{seat}" for seat in dealt_in}
    assert sitting.live.state.players["p3"].chips == left
