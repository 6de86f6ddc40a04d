"""Tests of five-card high hands with a joker."""

import pytest

from houseway.cards import JOKER, cards_from, text_of_cards
from houseway.hands import five, wild
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.testing import example, rule
from tests.hands import naive
from tests.hands.dealt import hands, suited_hands


def called(text: str, joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST) -> str:
    return wild.hand(cards_from(text), joker, wheel).says


def value(text: str, wheel: Wheel = Wheel.LOWEST) -> int:
    return wild.value(cards_from(text), wheel=wheel)


@rule("FPG-02", "FPG-03", "FPG-04", "PGC-33", "PGS-02", "MPG-03")
@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("joker", Joker)
@pytest.mark.parametrize(("size", "count"), [(5, 800), (6, 150), (7, 60)])
def test_the_joker_stands_for_the_best_card_it_may(size: int, count: int, joker: Joker, wheel: Wheel) -> None:
    dealt = [(*cards, JOKER) for cards in hands(count, size - 1)] + suited_hands(count, size)
    naturals = [(five.value(cards, wheel), naive.five(cards, wheel)) for cards in hands(1000, 5)]
    pairs = [(wild.value(cards, joker, wheel), naive.best_five(cards, joker, wheel)) for cards in dealt]
    assert naive.same_order(naturals + pairs)
    assert all(five.category(value) == naive.CATEGORIES[place] for value, (place, _) in pairs)


@example("FPG-E05")
def test_the_joker_completes_straights_and_flushes_as_high_as_it_can() -> None:
    assert called("Jk 2s 3d 4h 5c") == "six-high straight"
    assert called("Jk As 2d 3h 4c") == "five-high straight"
    assert called("As Ks Qs 9s Jk") == "ace-high flush with king, queen, jack and nine"
    assert called("Ts Js Qs Ks Jk") == "a royal flush"


@example("PGC-E12")
def test_the_joker_is_otherwise_an_ace() -> None:
    assert called("Jk 5s 6d 7h 8c") == "nine-high straight"
    assert called("Jk 2s 3d 4h 5c") == "six-high straight"
    assert called("Jk 2s 3d 4h 5c", wheel=Wheel.SECOND) == "five-high straight"
    assert called("Jk Ks Qs 9s 3s") == "ace-high flush with king, queen, nine and three"
    assert called("As Ks Qs 9s Jk") == "ace-high flush with king, queen, jack and nine"
    assert called("Jk Kd Qc 7h 2s") == "ace high with king, queen, seven and two"


@example("PGS-E03")
def test_a_wheel_with_the_joker_as_its_ace_ties_a_natural_wheel() -> None:
    straights = ["Ad Kc Qh Js Td", "As 2d 3h 4c 5s", "Jk 2h 3s 4d 5h", "Kd Qs Jh Tc 9d", "6s 5d 4h 3c 2s"]
    values = [value(text, Wheel.SECOND) for text in straights]
    assert values == sorted(values, reverse=True)
    assert values[1] == values[2]
    assert len(set(values)) == 4


@example("PGS-E05")
@rule("FPG-34", "PGC-30", "PGS-30", "MPG-19")
def test_five_aces_beat_a_royal_flush() -> None:
    assert called("As Ad Ah Ac Jk 7d 2c") == "five aces"
    assert value("As Ad Ah Ac Jk") > value("Ts Js Qs Ks As")


@rule("FPG-35")
def test_five_of_a_kind_below_the_aces_needs_a_fully_wild_joker() -> None:
    assert called("9s 9d 9h 9c Jk", Joker.FULL) == "five nines"
    assert called("9s 9d 9h 9c Jk", Joker.SEMI) == "four nines with an ace"
    values = [wild.value(cards_from(f"{r}s {r}d {r}h {r}c Jk"), Joker.FULL) for r in "23456789TJQKA"]
    assert values == list(range(five.FLOORS["five of a kind"], five.FLOORS["five aces"] + 1))


@rule("MPG-24")
def test_a_joker_used_as_an_ace_is_an_ordinary_ace() -> None:
    assert value("Jk Ks Kd 9h 4c") == value("Ac Ks Kd 9h 4c")
    assert value("Jk Ah Kd 9h 4c") == value("Ac Ah Kd 9h 4c")


def test_four_aces_are_better_than_the_flush_beside_them() -> None:
    assert called("As Ks Qs 2s Ah Ad Jk") == "four aces with a king"


def test_the_joker_lies_where_the_card_lies_that_it_stands_for() -> None:
    assert text_of_cards(wild.hand(cards_from("As Ks Qs 9s Jk 2d 3h")).cards) == "As Ks Qs Jk 9s"
    assert text_of_cards(wild.hand(cards_from("Jk 5s 6d 7h 8c")).cards) == "Jk 8c 7h 6d 5s"
    assert text_of_cards(wild.hand(cards_from("Ad 4c Jk 9h 9d 2s 2c")).cards) == "Ad Jk 9h 9d 4c"


@pytest.mark.parametrize("joker", Joker)
def test_the_cards_of_a_hand_make_its_value_by_themselves(joker: Joker) -> None:
    for cards in hands(500, 7, pack=53) + suited_hands(500, 7):
        made = wild.hand(cards, joker)
        assert wild.hand(made.cards, joker) == made
