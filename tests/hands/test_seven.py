"""Tests of seven cards against the rows of a bonus table."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import JOKER, cards_from
from houseway.hands import seven
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.testing import rule
from tests.hands import naive
from tests.hands.dealt import hands, suited_hands


@rule("FPG-03", "FPG-47", "FPG-48", "FPG-49", "FPG-50", "FPG-51")
def test_seven_cards_meet_the_rows_of_the_printed_example() -> None:
    rows = {
        "4h 5h 6h 7h 8h 9h Th": "seven card straight flush without joker",
        "4h 5h Jk 7h 8h 9h Th": "seven card straight flush with joker",
        "Ts Js Qs Ks As Qh Kh": "royal flush plus royal match",
        "Jk Js Qs Ks As Qh Kh": "royal flush plus royal match",
        "Ts Js Qs Ks As Qh Jk": "royal flush plus royal match",
        "As Ad Ah Ac Jk 7s 2d": "five aces",
        "9s 9d 9h 9c Jk 7s 2d": "four of a kind",
        "Qs Qd Jk 9h 7c 4s 2d": "three of a kind",
        "5s 6d 7h 8c 9s Kd Kh": "straight",
        "Ks Kd 9h 9c Jk 4s 2d": "full house",
        "As Kd Qh 9c 7s 4d 2h": "nothing",
        "As 2s 3s 4s 5s 6s 7s": "seven card straight flush without joker",
        "8s 9s Ts Js Qs Ks As": "seven card straight flush without joker",
        "Ts Js Qs Ks As Qh Kd": "royal flush",
        "9s Ts Js Qs Ks 2d 2h": "straight flush",
    }
    assert {text: seven.hand(cards_from(text)).category for text in rows} == rows
    assert all(seven.hand(cards_from(text)).value == seven.ROWS.index(row) for text, row in rows.items())


@rule("FPG-50")
def test_a_joker_in_a_royal_match_is_an_option() -> None:
    cards = cards_from("Jk Js Qs Ks As Qh Kh")
    assert seven.hand(cards, royal_match_joker=False).category == "royal flush"
    natural = cards_from("Ts Js Qs Ks As Qh Kh")
    assert seven.hand(natural, royal_match_joker=False).category == "royal flush plus royal match"


@rule("FPG-48")
def test_three_of_a_kind_stands_above_a_straight() -> None:
    made = seven.hand(cards_from("5s 6d 7h 8c 9s 9d 9h"))
    assert (made.category, made.says) == ("three of a kind", "three nines with eight and seven")


@rule("FPG-02", "FPG-03")
def test_the_joker_may_be_taken_as_semi_wild() -> None:
    cards = cards_from("Qs Qd Jk 9h 7c 4s 2d")
    assert seven.hand(cards).category == "three of a kind"
    assert seven.hand(cards, Joker.SEMI).category == "nothing"
    assert seven.hand(cards_from("5s 6d 7h 8c Jk Ad Ah"), Joker.SEMI).category == "three of a kind"
    assert seven.hand(cards_from("5s 6d 7h 8c Jk 9d 9h"), Joker.SEMI).category == "straight"


@rule("FPG-47", "FPG-48", "FPG-52")
@pytest.mark.parametrize("joker", Joker)
def test_the_highest_row_that_any_five_cards_meet_counts(joker: Joker) -> None:
    order = {name: place for place, name in enumerate(seven.ROWS)} | {"five of a kind": 5}
    for cards in [(*six, JOKER) for six in hands(60, 6)] + suited_hands(60, 7) + hands(100, 7):
        fives = {
            naive.CATEGORIES[naive.with_joker(chosen, joker, Wheel.LOWEST)[0]] for chosen in combinations(cards, 5)
        }
        if seven.value(cards, joker) <= 8:
            assert seven.value(cards, joker) == max(order.get(name, 0) for name in _ways(fives, cards, joker))


def _ways(fives: set[str], cards: tuple[int, ...], joker: Joker) -> set[str]:
    """Adds three of a kind, which a joker that completes a straight may make as well."""
    ranks = Counter(12 if card == JOKER else card >> 2 for card in cards if card != JOKER or joker is Joker.SEMI)
    threes = max(ranks.values()) + (JOKER in cards and joker is Joker.FULL) >= 3
    return fives | ({"three of a kind"} if threes else set())


def test_all_seven_cards_or_the_five_that_meet_the_row_are_named() -> None:
    assert len(seven.hand(cards_from("4h 5h 6h 7h 8h 9h Th")).cards) == 7
    assert len(seven.hand(cards_from("5s 6d 7h 8c 9s Kd Kh")).cards) == 5
    assert seven.hand(cards_from("As Kd Qh 9c 7s 4d 2h")).cards == ()
