"""A turn with the dealer's marker is owed by a person, and a hand is won by a person. A seat owes and wins nothing."""

from typing import Any

import msgspec

from houseway.room.fairness.chance_file import Laid
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ComeBack, Sit, SitOut, StandUp
from houseway.room.messages.state import MarkerState
from houseway.room.messages.story_lines import CardsDealt
from houseway.testing import rule
from tests.room.older_rooms import rule_version, same_from_log
from tests.room.sitting import Sitting, configure

PLENTY = 100_000
FIRST_MARKER_AT_3 = Laid(round=1, draw="7s 7h As 7d 6c")


def deal(sitting: Sitting) -> tuple[int, list[int]]:
    """Deals the next hand. Returns the marker's seat and the seats dealt in."""
    before = len(sitting.outcomes)
    sitting.next_round()
    assert sitting.state.phase == "playing"
    lines = [told.line for outcome in sitting.outcomes[before:] for told in outcome.story]
    dealt = {int(line.spot) for line in lines if isinstance(line, CardsDealt) and line.spot.isdecimal()}
    return sitting.state.button, sorted(dealt)


def seat_2_owes(**said: Any) -> Sitting:
    """Returns a table where the marker went by seat 2, which sat out, to seat 1."""
    sitting = Sitting("panguingue", 1, 2, 3, 4, 5, buy_in=PLENTY, laid=[FIRST_MARKER_AT_3], **said)
    deal(sitting)
    sitting.defaults()
    sitting.say("p2", SitOut(key="k"))
    assert deal(sitting)[0] == 1
    sitting.defaults()
    return sitting


def sits(sitting: Sitting, person: str, seat: int) -> None:
    sitting.say(person, Sit(seat=seat, buy_in=PLENTY, key="k"))


def drop_out(sitting: Sitting) -> None:
    """Lets everybody drop, so that the last player wins the hand."""
    while sitting.state.phase == "playing":
        for person in list(sitting.live.state.players):
            if sitting.mine(person).asks:
                sitting.decide(person, "drop")


@rule("PAN-81")
def test_a_newcomer_does_not_owe_the_turn_of_who_sat_there_before() -> None:
    sitting = seat_2_owes()
    sitting.say("p2", StandUp(key="k"))
    sits(sitting, "p9", 2)
    assert deal(sitting) == (5, [1, 2, 3, 4, 5])
    assert same_from_log(sitting)


@rule("PAN-81")
def test_who_left_with_an_owed_turn_owes_it_at_another_seat() -> None:
    sitting = seat_2_owes()
    sitting.say("p2", StandUp(key="k"))
    assert deal(sitting) == (5, [1, 3, 4, 5])
    sitting.defaults()
    sits(sitting, "p2", 8)
    assert deal(sitting) == (4, [1, 3, 4, 5])
    sitting.defaults()
    sitting.say("p2", ComeBack(post=True, key="k"))
    assert deal(sitting) == (3, [1, 3, 4, 5, 8])
    assert [fee.payer for fee in sitting.state.fees] == ["8"]
    sitting.defaults()
    assert deal(sitting) == (1, [1, 3, 4, 5, 8])
    sitting.live = LiveTable.from_snapshot(sitting.live.snapshot(), sitting.chance)
    sitting.defaults()
    assert same_from_log(sitting)


@rule("PAN-81")
def test_an_owed_turn_is_paid_when_the_marker_comes_to_the_other_seat() -> None:
    sitting = seat_2_owes()
    sitting.say("p2", StandUp(key="k"))
    sits(sitting, "p2", 8)
    assert deal(sitting) == (8, [1, 3, 4, 5, 8])
    sitting.defaults()
    assert deal(sitting) == (5, [1, 3, 4, 5, 8])


@rule("PAN-81")
def test_nobody_owes_a_turn_once_it_costs_no_fee() -> None:
    sitting = seat_2_owes()
    sitting.say("p2", StandUp(key="k"))
    configure(sitting, options={"fee_basis": "per-hand-each-player"})
    sits(sitting, "p2", 8)
    sitting.next_round()
    sitting.defaults()
    configure(sitting, options={"fee_basis": "per-hand-dealer-position"})
    assert 8 in deal(sitting)[1]
    assert same_from_log(sitting)


def won_by_somebody() -> tuple[Sitting, MarkerState]:
    """Returns a table whose winner leads the next hand, after a hand that was won because all others dropped."""
    options = {"forehand_rule": "previous-winner"}
    sitting = Sitting("panguingue", 1, 2, 3, 4, 5, buy_in=PLENTY, laid=[FIRST_MARKER_AT_3], options=options)
    deal(sitting)
    drop_out(sitting)
    pan = sitting.live.state.pan
    assert pan is not None
    return sitting, pan


@rule("PAN-10")
def test_a_newcomer_does_not_lead_for_the_winner_who_sat_there_before() -> None:
    sitting, pan = won_by_somebody()
    winner, button = pan.winner, sitting.state.button
    sitting.say(f"p{winner}", StandUp(key="k"))
    sits(sitting, "p9", winner)
    assert deal(sitting)[0] == (button - 2) % 5 + 1, "the marker moves on by one"
    assert same_from_log(sitting)


@rule("PAN-10")
def test_the_winner_leads_from_another_seat() -> None:
    sitting, pan = won_by_somebody()
    sitting.say(f"p{pan.winner}", StandUp(key="k"))
    sits(sitting, f"p{pan.winner}", 8)
    assert deal(sitting)[0] == 1, "the seat to the left of seat 8"


def test_an_older_room_goes_on_with_the_seats_that_owe_a_turn() -> None:
    with rule_version(2):
        sitting = seat_2_owes()
        assert b"owing" not in msgspec.json.encode(sitting.live.state.pan)
    sitting.live = LiveTable.from_snapshot(sitting.live.snapshot(), sitting.chance)
    sitting.say("p2", ComeBack(key="k"))
    assert deal(sitting) == (5, [1, 3, 4, 5])
    sitting.defaults()
    sitting.say("p2", StandUp(key="k"))
    sits(sitting, "p9", 2)
    assert deal(sitting) == (4, [1, 2, 3, 4, 5])
    assert same_from_log(sitting)
