"""Tests of the Three Card Poker bot."""

from itertools import permutations

import pytest

from houseway.games import find
from houseway.players.bots import Bot
from houseway.table import resume, view
from tests.kit import Seat, document

TCP = "three-card-poker"


def answer(cards: str, bank: str, **options: str) -> object:
    """Returns a steady bot's decision with these cards against the bank's top card."""
    round_ = resume(find(TCP), document(TCP, Seat(1, cards, {"ante": 10}), bank=bank, options=options))
    return Bot("Ana").decide(view(round_, "1"))


@pytest.mark.parametrize(
    ("shown", "plays", "folds"),
    [
        ("2h", "Js 3d 2c", "Ts 9d 7c"), ("9h", "Js 9d 2c", "Js 8d 7c"), ("Th", "Ts 9d 6c", "Ts 9d 5c"),
        ("Jh", "Js 9d 6c", "Js 9d 5c"), ("Qh", "Qs 9d 2c", "Qs 8d 7c"), ("Kh", "Ks 9d 2c", "Qs Jd 9c"),
        ("Ah", "As 9d 2c", "As 8d 7c"),
    ],
)  # fmt: skip
def test_a_hand_is_played_from_the_one_that_the_exposed_card_asks_for(shown: str, plays: str, folds: str) -> None:
    for cards, said in ((plays, "play"), (folds, "fold")):
        for order in permutations(cards.split()):
            assert answer(" ".join(order), f"{shown} 4h 3h") == said


def test_against_a_bank_that_shows_nothing_a_hand_is_played_from_queen_six_four() -> None:
    assert answer("4c Qs 6d", "Ah 4h 3h", exposed_card="none") == "play"
    assert answer("5c Qs 4d", "Ah 4h 3h", exposed_card="none") == "fold"
