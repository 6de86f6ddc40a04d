"""Tests of hole cards with a board."""

from itertools import combinations

import pytest

from houseway.cards import cards_from
from houseway.hands import board, five, low
from houseway.testing import rule
from tests.hands.dealt import hands


@rule("OMA-43")
def test_exactly_two_hole_cards_make_the_high_hand() -> None:
    shared = cards_from("Ah Kh 9h 4h 2c")
    one_heart = board.high_hand(cards_from("Qh Jd Js 3c"), shared, exactly=2)
    assert one_heart.says == "a pair of jacks with ace, king and nine"
    two_hearts = board.high_hand(cards_from("8h 7h 6c 5c"), shared, exactly=2)
    assert two_hearts.says == "ace-high flush with king, nine, eight and seven"


@rule("OMA-43", "OMA-44")
def test_every_two_and_every_three_are_tried() -> None:
    for cards in hands(300, 9):
        hole, shared = cards[:4], cards[4:]
        fives = [(*own, *common) for own in combinations(hole, 2) for common in combinations(shared, 3)]
        assert board.high_value(hole, shared, exactly=2) == max(map(five.value, fives))
        assert board.low_value(hole, shared, exactly=2) == max(map(low.eight_value, fives))
        used = board.high_hand(hole, shared, exactly=2).cards
        assert len(set(used) & set(hole)) == 2


@rule("OMA-44", "OMA-53")
def test_high_and_low_may_use_the_same_or_different_cards() -> None:
    shared = cards_from("3h 4h 5h Kd Kc")
    hole = cards_from("Ah 2h Qs Jc")
    assert board.high_hand(hole, shared, exactly=2).says == "five-high straight flush"
    assert board.low_hand(hole, shared, exactly=2).says == "a wheel"
    assert board.high_hand(cards_from("Ks Kh 8d 7d"), shared, exactly=2).category == "four of a kind"


@rule("OMA-46")
def test_a_board_without_three_low_ranks_leaves_no_low() -> None:
    shared = cards_from("3h 4h Th Kd Kc")
    assert board.low_value(cards_from("Ah 2h 5s 6c"), shared, exactly=2) == 0
    assert board.low_hand(cards_from("Ah 2h 5s 6c"), shared, exactly=2).says == "no low"


@rule("PIN-41")
def test_any_five_of_the_eight_cards_may_be_used() -> None:
    hole, shared = cards_from("Ah 2c 3d"), cards_from("4s 5h Kd Kc 9s")
    assert board.high_hand(hole, shared).says == "five-high straight"
    assert board.low_hand(hole, shared).says == "a wheel"
    for cards in hands(100, 8):
        fives = list(combinations(cards, 5))
        assert board.high_value(cards[:3], cards[3:]) == max(map(five.value, fives))
        assert board.low_value(cards[:3], cards[3:]) == max(map(low.eight_value, fives))


@rule("PIN-41")
def test_the_option_lets_at_most_two_hole_cards_play() -> None:
    hole, shared = cards_from("Ah 2c 3d"), cards_from("4s 5h Kd Kc 9s")
    assert board.high_hand(hole, shared, at_most=2).says == "a pair of kings with ace, nine and five"
    assert board.low_hand(hole, shared, at_most=2).says == "no low"
    for cards in hands(100, 8):
        fives = [five_cards for five_cards in combinations(cards, 5) if len(set(five_cards) & set(cards[:3])) <= 2]
        assert board.high_value(cards[:3], cards[3:], at_most=2) == max(map(five.value, fives))


@rule("UTH-28")
def test_a_hand_may_use_two_one_or_none_of_the_hole_cards() -> None:
    shared = cards_from("Ac Kd Qh Js Td")
    assert board.high_hand(cards_from("2c 3c"), shared).says == "ace-high straight"
    assert board.high_value(cards_from("2c 3c"), shared) == five.value(cards_from("2c 3c Ac Kd Qh Js Td"))


def test_cards_that_leave_no_five_to_choose_are_refused() -> None:
    with pytest.raises(ValueError, match="'Ah 2c' with the board '4s 5h 9s' leave no five cards to choose"):
        board.high_hand(cards_from("Ah 2c"), cards_from("4s 5h 9s"), exactly=1)
