"""One person at two seats: each seat is given up once, and the last one leaves the table."""

from houseway.room.messages.commands import Sit, StandUp
from tests.room.sitting import Sitting, replays_same

SENECA = "pai-gow-seneca"
PLENTY = 500_000


def two_hands() -> Sitting:
    """Returns a round in which one person plays the seats 1 and 2, and another seat 4."""
    sitting = Sitting(SENECA, 1, 4, buy_in=PLENTY)
    sitting.say("p1", Sit(seat=2, key="k"))
    for person, place in (("p1", "1"), ("p1", "2"), ("p4", "4")):
        sitting.bet(person, place, main=2_500)
    sitting.ready("p1", "p4")
    assert sitting.state.phase == "playing"
    return sitting


def test_a_seat_that_is_given_up_twice_in_a_round_is_given_up_once() -> None:
    sitting = two_hands()
    assert sitting.say("p1", StandUp(seat=2, key="once")).ack.from_round == 2
    assert sitting.say("p1", StandUp(seat=2, key="twice")).ack.from_round == 2
    sitting.defaults()
    assert {seat.seat: seat.person for seat in sitting.state.seats} == {1: "p1", 4: "p4"}
    assert replays_same(sitting)


def test_who_gives_up_one_seat_after_the_other_in_a_round_leaves() -> None:
    sitting = two_hands()
    for seat in (1, 2):
        sitting.say("p1", StandUp(seat=seat, key="k"))
    sitting.defaults()
    assert {*sitting.live.state.players} == {"p4"}
    assert sitting.books["stack/t1/p1"] == 0
    assert replays_same(sitting)
