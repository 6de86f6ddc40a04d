"""Comparison with independent rankings: phevaluator and pokerkit."""

import random
from itertools import pairwise

import pytest
from phevaluator import evaluate_cards, evaluate_omaha_cards
from pokerkit import EightOrBetterLowHand, Hand, OmahaEightOrBetterLowHand, RegularLowHand

from houseway.cards import text_of_cards
from houseway.hands import board, five, low
from tests.hands.dealt import hands


@pytest.mark.parametrize(("size", "count"), [(5, 100_000), (6, 50_000), (7, 100_000)])
def test_phevaluator_puts_high_hands_on_the_same_rungs(size: int, count: int) -> None:
    """Its best is 1 and its worst 7,462: equal ints in reverse prove the order of all pairs."""
    for cards in hands(count, size):
        assert five.value(cards) == 7463 - evaluate_cards(*cards)


def test_phevaluator_makes_the_same_hand_of_two_hole_cards_and_three_of_the_board() -> None:
    for cards in hands(2000, 9):
        expected = 7463 - evaluate_omaha_cards(*cards[4:], *cards[:4])
        assert board.high_value(cards[:4], cards[4:], exactly=2) == expected


def test_pokerkit_ranks_ace_to_five_lows_the_same() -> None:
    dealt = [(low.value(cards), RegularLowHand(text_of_cards(cards).replace(" ", ""))) for cards in hands(3000, 5)]
    for (value, judged), (other, other_judged) in pairwise(dealt):
        assert (value > other) == (judged > other_judged)
        assert (value == other) == (judged == other_judged)


def test_pokerkit_finds_the_same_eight_or_better_lows() -> None:
    dealer = random.Random(5)
    lows = [card for card in range(52) if card >> 2 <= 7 or card >> 2 == 12]
    dealt = []
    for _ in range(1500):
        text = text_of_cards(cards := dealer.sample(lows, 7)).replace(" ", "")
        dealt.append((low.eight_value(cards), EightOrBetterLowHand.from_game_or_none(text[:4], text[4:])))
    assert sum(value > 0 for value, _ in dealt) > 300
    _agree(dealt)


def test_pokerkit_finds_the_same_lows_of_two_hole_cards_and_three_of_the_board() -> None:
    dealt = []
    for cards in hands(400, 9, seed=9):
        text = text_of_cards(cards).replace(" ", "")
        judged = OmahaEightOrBetterLowHand.from_game_or_none(text[:8], text[8:])
        dealt.append((board.low_value(cards[:4], cards[4:], exactly=2), judged))
    _agree(dealt)


def _agree(dealt: list[tuple[int, Hand | None]]) -> None:
    assert all((value > 0) == (judged is not None) for value, judged in dealt)
    lows = [(value, judged) for value, judged in dealt if judged is not None]
    for (value, judged), (other, other_judged) in pairwise(lows):
        assert (value > other) == (judged > other_judged)
        assert (value == other) == (judged == other_judged)
