"""The rotation of the bank: PD-04 and PD-08 to PD-17."""

from typing import Any

import pytest

from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.table.between_rounds.rotation import Rotation
from houseway.testing import example, rule


def three_seats(**options: Any) -> Rotation:
    """Returns a rotation with Ana at seat 2, Ben at seat 4, Cleo at seat 5 of eight."""
    return Rotation({2: "Ana", 4: "Ben", 5: "Cleo"}, positions=8, **options)


def bank(rotation: Rotation, seat: int, hands: int) -> None:
    """Lets the seat accept and bank so many hands."""
    rotation.accept(seat)
    for _ in range(hands):
        rotation.settled()


@rule("PD-04", "PD-01", "PD-12")
def test_the_bank_is_offered_clockwise_from_seat_one_and_each_seat_may_pass() -> None:
    rotation = Rotation({1: "Ana", 3: "Ben", 6: "Cleo"}, positions=8)
    offered = [rotation.offered]
    rotation.decline(1)
    offered.append(rotation.offered)
    rotation.accept(3)
    offered.append(rotation.offered)
    assert offered == [1, 3, None]
    assert (rotation.banker, rotation.seat) == ("Ben", 3)
    with pytest.raises(Refusal, match=r"Ben holds the bank at seat 3 \(PD-01\)"):
        rotation.accept(6)


@rule("PD-04")
def test_the_first_offer_may_start_at_any_seat_that_chance_names() -> None:
    assert Rotation({1: "Ana", 3: "Ben", 6: "Cleo"}, positions=8, first=4).offered == 6
    with pytest.raises(Refusal, match="the bank is offered to seat 6, not to seat 1"):
        Rotation({1: "Ana", 6: "Cleo"}, positions=8, first=4).accept(1)


@rule("PD-04", "PD-11", "PD-15")
def test_a_table_takes_the_rotation_from_its_options() -> None:
    def at(**options: object) -> Rotation:
        seats = {1: "Ana", 3: "Ben", 6: "Cleo"}
        return Rotation.at(seats, 8, Rules.of("three-card-poker", options), drawn=4)

    assert (at().offered, at(first_bank_offer="random").offered) == (1, 6)
    plain, strict = at(), at(release_after_one=False, void_round_counts=True)
    for rotation in (plain, strict):
        bank(rotation, 1, 1)
    with pytest.raises(Refusal, match=r"Ana must bank the second hand too \(PD-11\)"):
        strict.release()
    strict.voided()
    plain.voided()
    assert (plain.banker, strict.banker) == ("Ana", None)


@example("PD-E01")
@rule("PD-08", "PD-09", "PD-10")
def test_the_button_shows_first_and_second_bank_and_the_third_hand_goes_to_the_next_seat() -> None:
    rotation = three_seats()
    rotation.accept(2)
    assert rotation.button == "first bank"
    rotation.settled()
    assert (rotation.banker, rotation.button) == ("Ana", "second bank")
    rotation.settled()
    assert rotation.offered == 4
    with pytest.raises(Refusal, match=r"Ana has banked 2 hands in a row: somebody else must bank .* \(PD-13\)"):
        rotation.accept(2)


@example("PD-E02")
@rule("PD-13", "PD-11")
def test_one_hand_by_somebody_else_resets_the_count() -> None:
    rotation = three_seats()
    bank(rotation, 2, 2)
    bank(rotation, 4, 1)
    rotation.release()
    rotation.decline(5)
    assert rotation.offered == 2
    bank(rotation, 2, 2)
    assert rotation.offered == 4


@example("PD-E03")
@rule("PD-14")
def test_the_game_is_broken_when_everybody_else_has_passed_and_resumes_when_somebody_accepts() -> None:
    rotation = three_seats()
    bank(rotation, 2, 2)
    rotation.decline(4)
    rotation.decline(5)
    assert rotation.broken
    with pytest.raises(Refusal, match="somebody else must bank"):
        rotation.accept(2)
    rotation.accept(5)
    assert (rotation.banker, rotation.button, rotation.broken) == ("Cleo", "first bank", False)


@example("PD-E04")
@rule("PD-13")
def test_the_count_follows_the_person_to_another_seat() -> None:
    rotation = three_seats()
    bank(rotation, 2, 2)
    rotation.leave(2)
    rotation.sit(6, "Ana")
    rotation.decline(4)
    rotation.decline(5)
    assert rotation.broken
    with pytest.raises(Refusal, match="Ana has banked 2 hands in a row"):
        rotation.accept(6)


@rule("PD-11")
def test_a_holder_may_hand_the_bank_on_after_one_hand_only_where_the_room_allows_it() -> None:
    rotation = three_seats()
    with pytest.raises(Refusal, match="the bank is handed on only by its holder"):
        rotation.release()
    bank(rotation, 2, 1)
    rotation.release()
    assert rotation.offered == 4
    strict = three_seats(release_after_one=False)
    bank(strict, 2, 1)
    with pytest.raises(Refusal, match=r"Ana must bank the second hand too \(PD-11\)"):
        strict.release()


@example("PD-E18")
@rule("PD-15", "PD-33")
@pytest.mark.parametrize(("void_round_counts", "button"), [(False, "second bank"), (True, "")])
def test_a_void_round_is_the_same_bank_hand_again_unless_the_room_counts_it(
    void_round_counts: bool, button: str
) -> None:
    rotation = three_seats(void_round_counts=void_round_counts)
    bank(rotation, 2, 1)
    rotation.voided()
    assert rotation.banker == (None if void_round_counts else "Ana")
    if button:
        assert rotation.button == button


@rule("PD-16")
def test_the_bank_of_somebody_who_leaves_moves_on_clockwise() -> None:
    rotation = three_seats()
    bank(rotation, 2, 1)
    rotation.leave(2)
    assert rotation.offered == 4
    rotation.leave(4)
    assert rotation.offered == 5


@rule("PD-10", "PD-12", "PD-16")
def test_the_offer_skips_nobody_who_sits_next() -> None:
    rotation = Rotation({1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dov"}, positions=8)
    rotation.decline(1)
    assert rotation.offered == 2
    rotation.leave(2)
    assert rotation.offered == 3
    bank(rotation, 3, 2)
    assert rotation.offered == 4
    rotation.leave(3)  # the seat that banked last, while the offer is elsewhere
    rotation.decline(4)
    assert rotation.offered == 1


@rule("PD-11")
def test_nobody_hands_on_a_bank_that_nobody_holds() -> None:
    rotation = three_seats()
    bank(rotation, 2, 2)
    with pytest.raises(Refusal, match="the bank is handed on only by its holder"):
        rotation.release()


@rule("PD-10", "PD-14")
def test_somebody_who_sits_down_does_not_draw_the_offer_away() -> None:
    rotation = three_seats()
    rotation.sit(1, "Dov")
    assert rotation.offered == 2


@rule("PD-10")
def test_before_the_offer_is_put_a_newcomer_left_of_the_last_banker_comes_first() -> None:
    rotation = Rotation({2: "Ana", 5: "Ben"}, positions=8)
    rotation.accept(2)
    rotation.settled()
    rotation.settled()
    assert rotation.offered == 5
    rotation.sit(4, "Cleo")
    assert rotation.offered == 5
    rotation.offer_anew()
    assert rotation.offered == 4
    rotation.decline(4)
    rotation.sit(3, "Dov")
    rotation.offer_anew()
    assert rotation.offered == 5


@rule("PD-17", "PD-20", "PD-12")
def test_the_bank_goes_round_continuously_and_nobody_ever_banks_three_hands_in_a_row() -> None:
    rotation = three_seats()
    banked = []
    for _ in range(12):
        if rotation.banker is None:
            assert rotation.offered is not None
            rotation.accept(rotation.offered)
        banked.append(rotation.banker)
        rotation.settled()
    assert banked == ["Ana", "Ana", "Ben", "Ben", "Cleo", "Cleo"] * 2


@rule("PD-14")
def test_a_newcomer_is_offered_the_bank_of_a_broken_game() -> None:
    rotation = Rotation({2: "Ana"}, positions=8)
    bank(rotation, 2, 2)
    assert rotation.broken
    rotation.sit(7, "Ben")
    assert rotation.offered == 7
    with pytest.raises(Refusal, match="seat 7 is not free"):
        rotation.sit(7, "Cleo")
