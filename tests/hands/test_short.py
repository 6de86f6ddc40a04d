"""Tests of hands of one, two and four cards."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import JOKER, PACK, cards_from
from houseway.hands import connectors, four, one, three, two
from houseway.hands.wild import Joker
from houseway.testing import example, rule
from tests.hands import naive
from tests.hands.dealt import hands


@rule("FPG-39", "PGC-32", "PGS-34")
def test_a_pair_beats_no_pair_and_then_the_higher_card_counts_before_the_lower() -> None:
    def judged(cards: tuple[int, ...]) -> tuple[bool, list[int]]:
        ranks = sorted((card >> 2 for card in cards), reverse=True)
        return ranks[0] == ranks[1], ranks

    pairs = [(two.value(cards), judged(cards)) for cards in combinations(PACK, 2)]
    assert naive.same_order(pairs)
    assert len(dict(pairs)) == 91


@rule("FPG-02", "PGC-33", "PGS-02")
def test_in_front_the_joker_is_an_ace() -> None:
    for card in PACK:
        ace = 48 if card != 48 else 49
        assert two.value((card, JOKER)) == two.value((JOKER, card)) == two.value((card, ace))
    assert two.hand(cards_from("Jk Ks")).says == "ace high with a king"


@rule("FPG-80")
def test_in_front_a_fully_wild_joker_pairs_the_other_card() -> None:
    for card in PACK:
        assert two.value((JOKER, card), Joker.FULL) == two.FLOORS["pair"] + (card >> 2)
    assert two.hand(cards_from("Jk Ks"), Joker.FULL).says == "a pair of kings"


@rule("TCH-45", "TCH-48")
def test_two_cards_dealt_meet_the_highest_row_they_can() -> None:
    rows = {
        "Ah Kh": "ace-king suited", "Ac Ad": "pair of aces", "Ks Kd": "pair of kings", "Qs Qd": "pair",
        "9h 2h": "suited", "Ah Kd": "nothing",
    }  # fmt: skip
    assert {text: two.bonus(cards_from(text)) for text in rows} == rows


@example("MPG-E02")
@rule("MPG-21", "MPG-23", "TCS-25")
def test_one_card_ranks_by_its_rank_alone_and_the_joker_beats_an_ace() -> None:
    values = [one.value((card,)) for card in range(53)]
    assert values == [card // 4 + 1 for card in range(53)]
    assert one.hand((JOKER,)).says == "the joker"
    assert one.hand(cards_from("Ah")).says == "an ace"
    assert one.value(cards_from("Jk")) > one.value(cards_from("Ah")) == one.value(cards_from("As"))


def _connected(cards: tuple[int, ...]) -> tuple[int, list[int]]:
    """Returns the class of TCS-26 and its tie-break, by the printed words."""
    high, low = sorted((card >> 2 for card in cards), reverse=True)
    suited = len({card & 3 for card in cards}) == 1
    if high == low:
        return 3, [high]
    if high - low == 1 or (high, low) == (12, 0):
        return (4 if suited else 2), [0 if (high, low) == (12, 0) else high]
    return (1 if suited else 0), [high, low]


@rule("TCS-26", "TCS-27", "TCS-28", "TCS-29")
def test_all_1326_two_card_hands_rank_by_neighbours_and_suits() -> None:
    pairs = [(connectors.value(cards), _connected(cards)) for cards in combinations(PACK, 2)]
    assert naive.same_order(pairs)
    assert len(dict(pairs)) == 169
    assert list(connectors.FLOORS) == ["high card", "suited cards", "connected cards", "pair", "suited connectors"]


@example("TCS-E20", "TCS-E21")
def test_ace_two_suited_beats_aces_but_is_the_lowest_of_its_kind() -> None:
    ordered = ["Ac Kc", "2h 3h", "As 2s", "Ah Ad", "Ah Kd", "3c 2d", "As 2c", "Ac Tc", "Ah Td"]
    values = [connectors.value(cards_from(text)) for text in ordered]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


@example("TCS-E13")
def test_neighbours_are_connected_cards_or_of_one_suit_suited_connectors() -> None:
    called = {
        text: connectors.hand(cards_from(text)).category for text in ("4s 5s", "Jd Qd", "4s 5h", "As 2d", "As 2s")
    }
    assert list(called.values()) == [
        "suited connectors", "suited connectors", "connected cards", "connected cards", "suited connectors",
    ]  # fmt: skip


@example("TCS-E03")
@rule("TCS-31", "TCS-32", "TCS-54")
def test_copies_are_decided_by_how_many_cards_are_red() -> None:
    def same(cards: str, others: str) -> bool:
        return connectors.same_colours(cards_from(cards), cards_from(others))

    assert same("7h", "7d")
    assert not same("7h", "7c")
    assert same("Qc 7h", "Qh 7s")
    assert not same("Qs 7h", "Qc 7s")
    assert not same("Qs Qc 7h", "Qd Qh 7c")
    assert same("Qs Qd 7h", "Qc Qh 7d")
    assert connectors.value(cards_from("Qs 7h")) == connectors.value(cards_from("Qc 7s"))
    assert connectors.value(cards_from("Qs 7h")) < connectors.value(cards_from("Qc 7c"))


@rule("TCS-61", "TCS-62", "TCS-63", "TCS-65")
def test_four_cards_meet_the_rows_of_the_printed_example() -> None:
    rows = {
        "5h 6h 7h 8d": "three card straight flush",
        "9s 9d 9h 9c": "four of a kind",
        "As Ad Ah Ac": "four aces",
        "2s 2d 3h 3c": "two pair",
        "Kh Kd 7h 2h": "three card straight or flush",
        "5s 5d 6h 7c": "three card straight or flush",
        "Ks Ah 2d 3c": "three card straight or flush",
        "Js Qd Kh Ac": "four card straight or flush",
        "As 2s 3s 4s": "four card straight flush",
        "Ks Kd 9h 4c": "nothing",
        "Ks Kd Kh 4c": "three of a kind",
        "Kh 9h 7h 2h": "four card straight or flush",
    }
    assert {text: four.hand(cards_from(text)).category for text in rows} == rows
    assert all(four.hand(cards_from(text)).value == four.ROWS.index(row) for text, row in rows.items())


@rule("TCS-61", "TCS-62", "TCS-63")
def test_all_270725_four_card_hands_meet_their_rows_so_often() -> None:
    counts = Counter(four.category(four.value(cards)) for cards in combinations(PACK, 4))
    assert [counts[row] for row in four.ROWS] == [192672, 65496, 2808, 4932, 2496, 2264, 44, 12, 1]


@rule("TCS-61", "TCS-62", "TCS-63", "TCS-65")
def test_four_cards_meet_the_first_row_whose_words_fit() -> None:
    for cards in hands(20000, 4):
        assert four.value(cards) == _row(cards)


def _row(cards: tuple[int, ...]) -> int:
    ranks = Counter(card >> 2 for card in cards)
    held = sorted(ranks)
    run = held in ([0, 1, 2, 12], [*range(held[0], held[0] + 4)])
    flush = len({card & 3 for card in cards}) == 1
    threes = {naive.three(chosen)[0] for chosen in combinations(cards, 3)}
    rows = (
        len(ranks) == 1 and 12 in ranks,
        len(ranks) == 1,
        run and flush,
        5 in threes,
        4 in threes,
        run or flush,
        list(ranks.values()) == [2, 2],
        bool({2, 3} & threes),
    )
    return next((8 - place for place, met in enumerate(rows) if met), 0)


@pytest.mark.parametrize("text", ["5h 6h 7h 8d", "Kh Kd 7h 2h", "Ks Kd Kh 4c"])
def test_a_three_card_row_names_the_three_cards_that_meet_it(text: str) -> None:
    made = four.hand(cards_from(text))
    assert len(made.cards) == 3
    assert three.value(made.cards) == three.value(cards_from(text))
