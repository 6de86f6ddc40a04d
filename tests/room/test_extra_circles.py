"""Circles at unoccupied seats (P21-15): an extra circle without a bet goes to somebody who wants to sit there."""

import pytest

from houseway.room.messages.commands import Sit, StandUp
from houseway.room.messages.story_lines import SeatYielded
from houseway.script import Refusal
from houseway.testing import rule
from tests.room.older_rooms import same_from_log
from tests.room.sitting import Sitting

PLENTY = 500_000


def full_table() -> Sitting:
    """Returns a table where seat 1 banks, and one person has all other circles from seat 5 on. Bets are open."""
    sitting = Sitting("pure-21-5-blackjack", 1, 5, buy_in=PLENTY)
    for seat in (2, 3, 4, 6, 7, 8):
        sitting.say("p5", Sit(seat=seat, key="k"))
    while sitting.state.phase == "offering":
        offered = sitting.state.offered
        sitting.bank("p1" if offered == 1 else "p5", "take" if offered == 1 else "pass", 50_000 if offered == 1 else 0)
    assert [row.seat for row in sitting.state.seats] == [1, 2, 3, 4, 5, 6, 7, 8]
    return sitting


def sits(sitting: Sitting, seat: int, person: str = "p9") -> None:
    sitting.say(person, Sit(seat=seat, buy_in=PLENTY, key="k"))


@rule("P21-15")
def test_an_extra_circle_without_a_bet_goes_to_a_newcomer() -> None:
    sitting = full_table()
    sitting.bet("p5", "5", main=500)
    sitting.bet("p5", "3", main=500)
    assert {row.seat for row in sitting.state.seats if row.yields} == {2, 4, 6, 7, 8}
    sits(sitting, 2)
    (line,) = sitting.heard(SeatYielded)
    assert isinstance(line, SeatYielded)
    assert (line.person, line.seat, line.to, line.to_name) == ("p5", 2, "p9", "P9")
    assert sitting.live.state.players["p5"].seats == [3, 4, 5, 6, 7, 8]
    sitting.bet("p9", "2", main=500)
    sitting.next_round()
    sitting.defaults()
    assert {row.place for row in sitting.state.payments} == {"2", "3", "5"}
    assert same_from_log(sitting)


@rule("P21-15")
def test_a_circle_with_a_bet_and_the_own_seat_stay() -> None:
    sitting = full_table()
    sitting.bet("p5", "2", main=500)
    for seat in (1, 2, 5):
        with pytest.raises(Refusal, match=f"seat {seat} is taken"):
            sits(sitting, seat)
    with pytest.raises(Refusal, match="seat 3 is taken"):
        sitting.say("p1", Sit(seat=3, key="k"))
    sitting.say("p5", StandUp(seat=5, key="k"))
    with pytest.raises(Refusal, match="seat 2 is taken"):
        sits(sitting, 2)


@rule("P21-15")
def test_a_circle_with_cards_stays_until_the_round_is_over_and_others_yield_meanwhile() -> None:
    sitting = full_table()
    for place in ("3", "5"):
        sitting.bet("p5", place, main=500)
    sitting.next_round()
    assert sitting.state.phase == "playing"
    with pytest.raises(Refusal, match="seat 3 is taken"):
        sits(sitting, 3)
    sits(sitting, 4)
    sitting.defaults()
    sits(sitting, 3, "p8")
    assert {row.seat: row.person for row in sitting.state.seats if row.person != "p5"} == {1: "p1", 3: "p8", 4: "p9"}
    assert same_from_log(sitting)


@rule("P21-15")
def test_the_seat_of_the_bank_does_not_yield() -> None:
    sitting = Sitting("pure-21-5-blackjack", 3, buy_in=PLENTY)
    sitting.say("p3", Sit(seat=1, key="k"))
    sits(sitting, 5, "p5")
    assert sitting.state.offered == 1
    assert [row.seat for row in sitting.state.seats if row.yields] == [1]
    sitting.bank("p3", "take", 50_000)
    assert not any(row.yields for row in sitting.state.seats)


def test_a_hand_that_the_posted_rules_count_does_not_yield() -> None:
    sitting = Sitting("three-card-poker", 1, 4, buy_in=PLENTY, options={"hands_per_player": 2})
    sitting.say("p1", Sit(seat=2, key="k"))
    with pytest.raises(Refusal, match="seat 2 is taken"):
        sits(sitting, 2)
