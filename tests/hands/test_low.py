"""Tests of low hands, ace to five and eight or better."""

import re
from itertools import combinations, pairwise

import pytest

from houseway.cards import JOKER, cards_from, text_of_cards
from houseway.hands import low
from houseway.rulebook.files.loader import book
from houseway.testing import example, rule
from tests.hands import naive
from tests.hands.dealt import hands


def printed(book_id: str, table: str) -> list[str]:
    """Returns the lows of a [[hand_rank]] table of the rule book, best first: `5432A`, `6432A`, .."""
    order = next(rank.order for rank in book(book_id).hand_ranks if rank.id == table)
    return [ranks for row in order for ranks in re.findall(r"\b[2-8]{4}[2-8A]\b", row.ties)]


def cards_of(ranks: str) -> tuple[int, ...]:
    return cards_from(" ".join(rank + suit for rank, suit in zip(ranks, "shdcs", strict=True)))


def better(text: str, other: str) -> bool:
    return low.value(cards_from(text)) > low.value(cards_from(other))


@rule("LOW-44", "LOW-45")
@pytest.mark.parametrize(("size", "count"), [(5, 20000), (6, 3000), (7, 1000), (8, 300)])
def test_the_lowest_five_cards_win(size: int, count: int) -> None:
    dealt = hands(count, size)
    assert naive.same_order((low.value(cards), max(map(naive.low, combinations(cards, 5)))) for cards in dealt)


@rule("LOW-44")
def test_the_printed_unpaired_hands_stand_in_the_printed_order() -> None:
    values = [low.value(cards_of(ranks)) for ranks in printed("lowball", "ace-to-five-no-pair-top")]
    assert values == list(range(6175, 6175 - 56, -1))
    assert low.value(cards_from("5h 4h 3h 2h Ah")) == 6175


@rule("LOW-44")
def test_an_eight_five_beats_an_eight_six_and_a_run_or_flush_is_no_harm() -> None:
    assert better("8h 5d 4c 3s 2s", "8d 6h 3c 2d Ah")
    assert low.hand(cards_from("7h 6h 5h 4h 3h")).says == "seven-six low with five, four and three"
    assert better("5h 4h 3h 2h Ah", "6c 4d 3s 2c Ad")


@rule("LOW-45")
def test_the_classes_of_paired_hands_run_as_printed() -> None:
    examples = [
        "8h 5d 3c 2s Ad",
        "2h 2d 7c 5s 4d",
        "3h 3d 2c 2s Ah",
        "Ah Ad Ac 4s 2d",
        "2h 2d 2c As Ad",
        "Ah Ad Ac As 2d",
    ]
    made = [low.hand(cards_from(text)) for text in examples]
    assert [hand.category for hand in made] == list(reversed(low.FLOORS))
    assert all(one.value > other.value for one, other in pairwise(made))
    assert better("2h 2d Kc 9s 4d", "3h 3d 8c 5s Ah")
    assert better("Ks Qd Jh 9c 7d", "2h 2d Kc 9s 4d")


@rule("LOW-02", "LOW-46")
def test_the_joker_is_the_lowest_rank_not_held() -> None:
    assert low.value(cards_from("Jk 7c 4d 2s Ah")) == low.value(cards_from("3c 7c 4d 2s Ah"))
    assert low.hand(cards_from("Jk 5c 4d 3s 2h")).says == "a wheel"
    assert low.hand(cards_from("Jk 5c 5d 3s 2h")).says == "a pair of fives with three, two and ace"
    assert low.hand(cards_from("Jk Kc 4d 3s 2h")).says == "king-four low with three, two and ace"
    assert text_of_cards(low.hand(cards_from("Jk 7c 4d 2s Ah")).cards) == "7c 4d Jk 2s Ah"


@rule("LOW-02")
@pytest.mark.parametrize(("size", "count"), [(5, 1000), (6, 200), (7, 60)])
def test_no_other_rank_for_the_joker_would_be_lower(size: int, count: int) -> None:
    def any_rank(naturals: tuple[int, ...]) -> int:
        """Returns the best value with the joker as every card whose rank is not held."""
        ranks = {card >> 2 for card in naturals}
        return max(low.value((*naturals, card)) for card in range(0, 52, 4) if card >> 2 not in ranks)

    for naturals in hands(count, size - 1):
        assert low.value((*naturals, JOKER)) == any_rank(naturals)


@rule("OMA-47", "PIN-43")
def test_the_56_lows_stand_in_the_printed_order() -> None:
    for book_id in ("omaha", "pineapple-hi-lo"):
        assert [low.eight_value(cards_of(ranks)) for ranks in printed(book_id, "low-8")] == list(range(56, 0, -1))


@rule("OMA-45", "PIN-42")
@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_a_low_needs_five_different_ranks_of_eight_or_less(size: int) -> None:
    for cards in hands(5000, size):
        best = max(map(low.value, combinations(cards, 5)))
        assert low.eight_value(cards) == max(0, best - (6175 - 56))


def test_a_hand_without_a_low_says_so() -> None:
    made = low.eight_hand(cards_from("9h 6d 4c 2s Ad"))
    assert made == (0, "no low", "no low", (), ("no low", "no-low", ()))
    assert low.eight_hand(cards_from("8h 6d 4c 2s Ad 2d 2h")).says == "eight-six low with four, two and ace"


@example("LOW-EX03")
def test_a_suited_wheel_is_the_best_low() -> None:
    assert low.hand(cards_from("5h 4h 3h 2h Ah")).says == "a wheel"
    assert better("5h 4h 3h 2h Ah", "6c 4d 3s 2c Ad")


def test_two_hands_are_called_alike_only_if_they_tie() -> None:
    said = set()
    for rung in low.LADDER.rungs[1:]:
        suits = {rank: iter("cdhs") for rank in rung.ranks}
        said.add(low.hand(tuple(rank * 4 + "cdhs".index(next(suits[rank])) for rank in rung.ranks)).says)
    assert len(said) == 6175
