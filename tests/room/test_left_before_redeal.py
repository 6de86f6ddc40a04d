"""A player leaves between a void hand and its redeal. The void hand moved no button and paid nobody's debt."""

from typing import Any

import pytest

from houseway.room.fairness.chance_file import Laid
from houseway.room.messages.commands import ComeBack, Sit, SitOut, StandUp
from houseway.room.messages.story_lines import CardsDealt, ChipsMoved
from houseway.testing import rule
from tests.room.older_rooms import rule_version, same_from_log
from tests.room.sitting import Sitting, configure

PLENTY = 100_000
FIRST_BUTTON_AT_1 = Laid(round=1, draw="Ks 2c 3c 4c")
FIRST_MARKER_AT_3 = Laid(round=1, draw="7s 7h As 7d 6c")


def button_game(game: str, **said: Any) -> Sitting:
    """Returns a table after its first hand, which had the button at seat 1."""
    sitting = Sitting(game, 1, 3, 5, 7, buy_in=PLENTY, laid=[FIRST_BUTTON_AT_1], **said)
    sitting.next_round()
    assert sitting.state.button == 1
    sitting.defaults()
    return sitting


def void(sitting: Sitting, *leave: str) -> None:
    sitting.floor("void", reason="wrong count")
    for person in leave:
        sitting.say(person, StandUp(key="k"))


def deal(sitting: Sitting) -> tuple[int, dict[int, int], list[int]]:
    """Deals the next hand. Returns the button, the blinds and posts by seat, and the seats dealt in."""
    before = len(sitting.outcomes)
    sitting.next_round()
    assert sitting.state.phase == "playing"
    lines = [told.line for outcome in sitting.outcomes[before:] for told in outcome.story]
    circles = [line for line in lines if isinstance(line, ChipsMoved) and line.target.startswith("circle")]
    posted = {int(line.target.split()[1]): line.cents for line in circles}
    dealt = {int(line.spot) for line in lines if isinstance(line, CardsDealt) and line.spot.isdecimal()}
    return sitting.state.button, posted, sorted(dealt)


@rule("THE-07", "OMA-08", "PIN-07", "LOW-08", "PD-15")
@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "pineapple-hi-lo", "lowball"])
def test_the_button_of_a_void_hand_stays_when_somebody_leaves_before_the_redeal(game: str) -> None:
    sitting = button_game(game)
    button, blinds, dealt = deal(sitting)
    assert (button, dealt) == (3, [1, 3, 5, 7])
    void(sitting, "p1")
    assert deal(sitting) == (3, blinds, [3, 5, 7])
    void(sitting)
    assert deal(sitting) == (3, blinds, [3, 5, 7])
    sitting.defaults()
    assert deal(sitting)[0] == 5
    assert same_from_log(sitting)


@rule("THE-07")
def test_the_button_of_a_void_hand_goes_to_the_next_seat_when_its_player_leaves() -> None:
    sitting = button_game("texas-holdem")
    deal(sitting)
    void(sitting, "p3")
    assert deal(sitting)[0] == 5


@rule("THE-08", "PD-15")
def test_the_blinds_of_a_void_hand_stay_with_a_dead_button_too() -> None:
    sitting = button_game("texas-holdem", options={"button_rule": "dead-button"})
    first = deal(sitting)
    void(sitting, "p3")
    button, blinds, _ = deal(sitting)
    assert (button, blinds[7]) == (first[0], first[1][7])
    assert same_from_log(sitting)


@rule("THE-06", "PD-15")
def test_the_seat_that_drew_the_button_keeps_it_over_a_void_hand() -> None:
    sitting = Sitting("texas-holdem", 1, 3, 5, 7, buy_in=PLENTY, laid=[FIRST_BUTTON_AT_1])
    button, blinds, _ = deal(sitting)
    void(sitting, "p7")
    sitting.say("p8", Sit(seat=8, buy_in=PLENTY, key="k"))
    assert deal(sitting) == (button, blinds, [1, 3, 5])
    void(sitting, "p1")
    assert deal(sitting)[0] == 3
    assert same_from_log(sitting)


@rule("THE-09")
def test_who_posted_for_a_void_hand_posts_for_its_redeal() -> None:
    sitting = button_game("texas-holdem", schedule="SCH-THE-04")
    sitting.say("p2", Sit(seat=2, buy_in=PLENTY, key="k"))
    sitting.say("p2", ComeBack(post=True, key="k"))
    first = deal(sitting)
    assert first == (3, {5: 200, 7: 400, 2: 400}, [1, 2, 3, 5, 7])
    void(sitting, "p1")
    assert deal(sitting) == (3, {5: 200, 7: 400, 2: 400}, [2, 3, 5, 7])
    assert same_from_log(sitting)


@rule("THE-09")
def test_who_comes_in_after_a_void_hand_may_post_for_a_redeal_that_is_not_the_same() -> None:
    sitting = button_game("texas-holdem", schedule="SCH-THE-04")
    deal(sitting)
    void(sitting, "p1")
    sitting.say("p2", Sit(seat=2, buy_in=PLENTY, key="k"))
    sitting.say("p2", ComeBack(post=True, key="k"))
    assert deal(sitting) == (3, {5: 200, 7: 400, 2: 400}, [2, 3, 5, 7])
    assert same_from_log(sitting)


@rule("THE-09")
def test_blinds_that_a_void_hand_passed_are_not_owed_twice() -> None:
    sitting = button_game("texas-holdem", schedule="SCH-THE-04")
    sitting.say("p5", SitOut(key="k"))
    deal(sitting)
    void(sitting, "p3")
    sitting.say("p5", ComeBack(key="k"))
    assert deal(sitting) == (5, {7: 200, 1: 400}, [1, 5, 7])


def test_a_void_hand_of_an_older_room_moves_the_button_as_it_did() -> None:
    with rule_version(2):
        sitting = button_game("texas-holdem")
        deal(sitting)
        void(sitting, "p1")
        assert deal(sitting)[0] == 5
    assert same_from_log(sitting)


# -- the marker -----------------------------------------------------------------------------------------------------


def pan(**said: Any) -> Sitting:
    """Returns a table after its first hand, which had the marker at seat 3. It comes to seat 2 next."""
    sitting = Sitting("panguingue", 1, 2, 3, 4, 5, buy_in=PLENTY, laid=[FIRST_MARKER_AT_3], **said)
    sitting.next_round()
    assert sitting.state.button == 3
    return sitting


@rule("PAN-10", "PD-15")
def test_the_marker_of_a_void_hand_stays_when_somebody_leaves_before_the_redeal() -> None:
    sitting = pan()
    void(sitting, "p5")
    assert deal(sitting)[0] == 3, "the seat that drew it keeps it"
    sitting.defaults()
    assert deal(sitting)[0] == 2
    void(sitting, "p4")
    assert deal(sitting)[0] == 2
    void(sitting, "p2")
    sitting.say("p5", Sit(seat=5, buy_in=PLENTY, key="k"))
    assert deal(sitting)[0] == 1
    assert same_from_log(sitting)


@rule("PAN-81")
def test_a_turn_that_a_void_hand_skipped_is_not_owed() -> None:
    sitting = pan()
    sitting.defaults()
    sitting.say("p2", SitOut(key="k"))
    assert deal(sitting)[0] == 1
    void(sitting, "p5")
    sitting.say("p2", ComeBack(key="k"))
    button, _, dealt = deal(sitting)
    assert (button, dealt) == (2, [1, 2, 3, 4])
    assert same_from_log(sitting)


@rule("PAN-81", "PD-33")
def test_who_paid_to_come_in_for_a_void_hand_pays_for_its_redeal() -> None:
    sitting = pan()
    sitting.defaults()
    sitting.say("p2", SitOut(key="k"))
    deal(sitting)
    sitting.defaults()
    sitting.say("p2", ComeBack(post=True, key="k"))
    button, _, dealt = deal(sitting)
    assert (button, dealt) == (5, [1, 2, 3, 4, 5])
    box = sitting.books["box"]
    void(sitting, "p4")
    button, _, dealt = deal(sitting)
    assert (button, dealt) == (5, [1, 2, 3, 5])
    assert [fee.payer for fee in sitting.state.fees] == ["2"]
    configure(sitting, options={"fee_basis": "per-hand-dealer-position"})
    void(sitting)
    deal(sitting)
    sitting.defaults()
    assert sitting.books["box"] == box + 400
    assert same_from_log(sitting)


def test_a_void_hand_of_an_older_room_moves_the_marker_as_it_did() -> None:
    with rule_version(2):
        sitting = pan()
        sitting.defaults()
        deal(sitting)
        void(sitting, "p4")
        assert deal(sitting)[0] == 1
    assert same_from_log(sitting)
