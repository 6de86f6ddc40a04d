"""Tests of three-card hands, and of the best three of five."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import PACK, cards_from
from houseway.hands import three
from houseway.hands.hand import words
from houseway.testing import example, rule
from tests.hands import naive
from tests.hands.dealt import hands


def called(text: str) -> str:
    return three.hand(cards_from(text)).says


def higher(text: str, other: str) -> bool:
    return three.value(cards_from(text)) > three.value(cards_from(other))


@rule("TCP-35", "TCH-33", "TCS-51")
def test_all_22100_hands_fall_into_the_known_classes_in_the_printed_order() -> None:
    counts = Counter(three.category(three.value(cards)) for cards in combinations(PACK, 3))
    assert counts.total() == 22100
    assert [(name, counts[name]) for name in reversed(three.FLOORS)] == [
        ("royal flush", 4),
        ("straight flush", 44),
        ("three of a kind", 52),
        ("straight", 720),
        ("flush", 1096),
        ("pair", 3744),
        ("high card", 16440),
    ]


@rule("TCP-36", "TCP-37", "TCH-34", "TCH-37", "TCS-52", "TCS-53")
def test_all_22100_hands_rank_as_the_rules_say() -> None:
    pairs = [(three.value(cards), naive.three(cards)) for cards in combinations(PACK, 3)]
    assert naive.same_order(pairs)
    assert len(dict(pairs)) == 741


@rule("TCP-36", "TCH-34", "TCS-52")
def test_ace_two_three_is_the_lowest_run_and_king_ace_two_is_none() -> None:
    assert called("As 2d 3c") == "three-high straight"
    assert higher("2h 3s 4d", "As 2d 3c")
    assert higher("Qd Kh Ac", "Jd Qh Kc")
    assert called("Ks Ad 2c") == "ace high with king and two"


@rule("TCH-32", "TCH-35", "TCH-36")
@pytest.mark.parametrize("size", [4, 5])
def test_any_three_of_more_cards_make_the_hand(size: int) -> None:
    for cards in hands(3000, size):
        assert three.value(cards) == max(three.value(chosen) for chosen in combinations(cards, 3))


@rule("TCH-35", "TCH-36")
def test_larger_groups_count_as_their_best_three_cards() -> None:
    assert called("Ah Ad 7s 7h Qs") == "a pair of aces with a queen"
    assert called("6h 6d 6c Ks Kd") == "three sixes"
    assert called("8h 8d 8c 8s 2d") == "three eights"
    assert called("8h 8d 8c 7c 9c") == "nine-high straight flush"
    assert called("8h 8d 8c 7h 9c") == "three eights"


@example("TCS-E36")
def test_straight_flush_beats_three_of_a_kind_and_straight_beats_flush() -> None:
    assert higher("4s 5s 6s", "9h 9d 9c")
    assert higher("4h 5d 6s", "Ah Kh 2h")
    assert higher("4c 3d 2s", "As 2d 3h")


@rule("TCH-46", "TCH-47")
def test_the_top_bonus_row_needs_two_other_cards_that_pair() -> None:
    rows = {
        "Ac Kc Qc 5h 5d": "royal flush plus a pair",
        "Ac Kc Qc Ah Ad": "royal flush plus a pair",
        "Ac Kc Qc Ah 5d": "royal flush",
        "Jc Kc Qc 5h 5d": "straight flush",
        "8h 8d 8c 7h 9c": "three of a kind",
    }
    assert {text: three.bonus(cards_from(text)).category for text in rows} == rows
    assert three.bonus(cards_from("Ac Kc Qc 5h 5d")).value > three.value(cards_from("Ac Kc Qc"))


def test_two_hands_are_called_alike_only_if_they_tie() -> None:
    assert len({words(rung.category, rung.ranks) for rung in three.LADDER.rungs[1:]}) == 741


def test_the_cards_of_a_hand_make_its_value_by_themselves() -> None:
    for cards in hands(2000, 5):
        made = three.hand(cards)
        assert three.hand(made.cards) == made
