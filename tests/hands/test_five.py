"""Tests of five-card high hands."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import cards_from
from houseway.hands import five
from houseway.hands.five import FLOORS, LADDER, Wheel, ladder_of
from houseway.hands.hand import words
from houseway.testing import example, rule
from tests.hands import naive
from tests.hands.dealt import hands

seven_cards = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)


def best(text: str, wheel: Wheel = Wheel.LOWEST) -> tuple[str, str]:
    made = five.hand(cards_from(text), wheel)
    return made.category, made.says


def higher(text: str, other: str, wheel: Wheel = Wheel.LOWEST) -> bool:
    return five.value(cards_from(text), wheel) > five.value(cards_from(other), wheel)


@rule("UTH-30", "THE-47", "OMA-50", "PIN-44", "FPG-34", "PGC-30", "PGS-30", "MPG-19")
def test_the_categories_stand_in_the_printed_order() -> None:
    order = list(FLOORS)
    assert order == [*naive.CATEGORIES]
    examples = (
        "Ks Qd 9h 6c 3s", "Ah Ad Ts 7c 2d", "Kh Kd 5s 5c 9h", "Qs Qd Qc 8h 3d", "9c 8d 7h 6s 5c", "Ac Jc 9c 6c 2c",
        "Th Td Tc 4s 4h", "7s 7h 7d 7c Kd", "9d 8d 7d 6d 5d", "As Ks Qs Js Ts",
    )  # fmt: skip
    assert [five.hand(cards_from(text)).category for text in examples] == order[:10]


def test_there_are_as_many_rungs_as_classes_of_hands() -> None:
    floors = [*FLOORS.values(), len(LADDER.rungs)]
    sizes = [above - least for least, above in pairwise(floors)]
    assert sizes == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1, 12, 1]


@rule("UTH-28", "UTH-32", "THE-48", "FPG-37", "PGS-33")
@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_the_best_five_cards_rank_as_the_rules_of_poker_say(size: int, wheel: Wheel) -> None:
    dealt = hands({5: 20000, 6: 4000, 7: 1200, 8: 500}[size], size)
    pairs = [(five.value(cards, wheel), naive.best_five(cards, wheel=wheel)) for cards in dealt]
    assert naive.same_order(pairs)
    assert all(five.category(value) == naive.CATEGORIES[place] for value, (place, _) in pairs)


def test_an_eighth_card_may_make_a_full_house_or_four_of_a_kind_beside_a_flush() -> None:
    assert best("As Ks Qs Js 9s Ah Ad Kd") == ("full house", "aces full of kings")
    assert best("As Ks Qs Js 9s Ah Ad Ac") == ("four of a kind", "four aces with a king")
    assert best("As Ks Qs Js 9s 2h 2d 2c") == ("flush", "ace-high flush with king, queen, jack and nine")


@rule("UTH-31", "FPG-36", "PGC-31")
def test_five_four_three_two_ace_is_the_lowest_straight_and_does_not_wrap() -> None:
    assert best("5d 4s 3h 2c Ad 9d 9s") == ("straight", "five-high straight")
    assert higher("6s 5d 4h 3c 2s", "5d 4s 3h 2c Ad")
    assert higher("6s 5s 4s 3s 2s", "5d 4d 3d 2d Ad")
    assert best("3d 2s Ah Kc Qd") == ("high card", "ace high with king, queen, three and two")


@example("PGS-E04")
@rule("PGS-32", "MPG-20")
def test_a_suited_wheel_may_stand_directly_under_the_royal_flush() -> None:
    royal, steel, king = "Ah Kh Qh Jh Th", "As 2s 3s 4s 5s", "Kd Qd Jd Td 9d"
    assert higher(royal, steel, Wheel.SECOND)
    assert higher(steel, king, Wheel.SECOND)


@rule("PGS-31", "MPG-20")
def test_a_wheel_may_be_the_second_highest_straight() -> None:
    assert higher("Ad Kc Qh Js Td", "As 2d 3h 4c 5s", Wheel.SECOND)
    assert higher("As 2d 3h 4c 5s", "Kd Qs Jh Tc 9d", Wheel.SECOND)
    assert best("As 2d 3h 4c 5s 6d 7h", Wheel.SECOND) == ("straight", "five-high straight")
    assert best("As 2d 3h 4c 5s 6d 7h", Wheel.LOWEST) == ("straight", "seven-high straight")


@example("MPG-E12")
def test_the_wheel_beats_a_king_high_straight_only_where_it_is_second() -> None:
    assert higher("As 2d 3h 4c 5s", "Kd Qs Jh Tc 9d", Wheel.SECOND)
    assert not higher("As 2d 3h 4c 5s", "Kd Qs Jh Tc 9d", Wheel.LOWEST)


@example("FPG-E11")
@rule("FPG-38")
def test_seven_five_four_three_two_is_the_lowest_hand_and_flush() -> None:
    assert five.value(cards_from("7s 5d 4h 3c 2s")) == 1
    assert five.value(cards_from("7s 5s 4s 3s 2s")) == FLOORS["flush"]
    assert higher("7d 6h 5c 4s 2h", "7s 5d 4h 3c 2s")
    assert five.value(cards_from("As Kd Qh Jc 9s")) == FLOORS["pair"] - 1


@rule("UTH-29", "THE-49")
@given(seven_cards, st.permutations(range(4)))
def test_suits_and_the_order_of_cards_never_matter(cards: list[int], suits: list[int]) -> None:
    swapped = [card & ~3 | suits[card & 3] for card in cards]
    assert five.value(cards) == five.value(swapped) == five.value(sorted(cards))


@given(seven_cards, st.sampled_from(Wheel))
def test_the_cards_of_a_hand_make_its_value_by_themselves(cards: list[int], wheel: Wheel) -> None:
    made = five.hand(cards, wheel)
    assert len(made.cards) == 5
    assert set(made.cards) <= set(cards)
    assert five.hand(made.cards, wheel) == made


def test_two_hands_are_called_alike_only_if_they_tie() -> None:
    for wheel in Wheel:
        ladder = ladder_of(wheel)
        said = {words(rung.category, rung.ranks) for rung in ladder.rungs[1:]}
        assert len(said) == len(ladder.rungs) - 1


def test_hands_are_called_as_a_dealer_calls_them() -> None:
    assert best("Td Tc Ah 9s 4s")[1] == "a pair of tens with ace, nine and four"
    assert best("Kd Qs Jh Tc 9d")[1] == "king-high straight"
    assert best("6d 6s 6h 3c 3d")[1] == "sixes full of threes"
    assert best("Kh Kd 4s 4c Ah")[1] == "kings and fours with an ace"
    assert best("Ah Kh Qh Jh Th")[1] == "a royal flush"


@example("UTH-E19", "UTH-E21")
def test_only_five_cards_count() -> None:
    board = "Ac Kd Qh 9s 9d"
    assert five.value(cards_from(f"8c 3h {board}")) == five.value(cards_from(f"7c 6s {board}"))
    assert higher("9c 9d Ts Td Th 5c 2d", "7h 7s Ts Td Th 5c 2d")
