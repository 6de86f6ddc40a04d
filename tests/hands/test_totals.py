"""Tests of totals of twenty-one and a half."""

import pytest

from houseway.cards import cards_from
from houseway.hands import totals
from houseway.testing import rule


@rule("P21-04", "P21-05", "P21-06", "P21-09")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("As 6d", "soft 17"),
        ("As 6d Kc", "hard 17"),
        ("Ah Ad", "soft 12"),
        ("As Ad 9c", "soft 21"),
        ("9c 5d 7h", "hard 21"),
        ("9c 5d 8h", "over with 22"),
        ("Ts Jd", "hard 20"),
        ("2c 3d", "hard 5"),
        ("8h 8c 8d", "over with 24"),
        ("As Ah Ad Ac As Ah Ad Ac As Ah Ad", "soft 21"),
        ("As Ah Ad Ac As Ah Ad Ac As Ah Ad Kc", "hard 21"),
    ],
)
def test_a_hand_is_called_by_its_total(text: str, says: str) -> None:
    assert totals.hand(cards_from(text)).says == says


@rule("P21-07", "P21-09")
@pytest.mark.parametrize("text", ["As Kh", "Td Ad", "Qc As", "As Jh"])
def test_an_ace_and_a_bonus_card_first_dealt_are_a_pure_and_beat_every_21(text: str) -> None:
    made = totals.hand(cards_from(text))
    assert (made.category, made.says) == ("pure", "Pure 21.5")
    assert made.value > totals.value(cards_from("9c 5d 7h")) > totals.value(cards_from("Kc Qd"))


@rule("P21-08")
def test_after_a_split_no_hand_is_a_pure() -> None:
    split = totals.hand(cards_from("Ac Kd"), after_split=True)
    assert (split.category, split.says) == ("soft", "soft 21")
    assert split.value == totals.value(cards_from("9c 5d 7h"))


@rule("P21-09")
def test_every_hand_over_has_the_same_value_below_all_others() -> None:
    assert totals.value(cards_from("Ts 6h 9c")) == totals.value(cards_from("9c 5d 8h")) == 0
    assert totals.value(cards_from("2c 2d")) == 4


@rule("P21-61", "P21-75", "P21-76", "P21-77", "P21-78", "P21-79", "P21-80")
def test_three_eights_three_sevens_and_six_seven_eight_are_known_by_name_and_suits() -> None:
    named = {
        "8h 8c 8d": ("888", "mixed"),
        "8h 8d 8h": ("888", "same colour"),
        "8h 8h 8h": ("888", "suited"),
        "7s 7c 7s": ("777", "same colour"),
        "8c 6c 7c": ("678", "suited"),
        "8c 6c 7d": ("678", "mixed"),
        "8h 5c 3d 8s": ("", "mixed"),
    }
    assert {text: (totals.trio(cards_from(text)), totals.alike(cards_from(text))) for text in named} == named


@rule("P21-02")
def test_a_shoe_holds_a_card_no_more_often_than_it_holds_packs() -> None:
    cards = cards_from("2s 2s 2s")
    assert totals.hand(cards, packs=3).says == "hard 6"
    with pytest.raises(ValueError, match="2s is given 3 times; the deck holds it 2 times"):
        totals.hand(cards, packs=2)
