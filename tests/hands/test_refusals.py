"""Tests of cards that no ranking takes."""

import re
from collections.abc import Callable

import pytest

from houseway.cards import cards_from
from houseway.hands import Hand, connectors, five, four, low, one, seven, three, totals, two, wild


@pytest.mark.parametrize(
    ("hand", "text", "words"),
    [
        (three.hand, "Ah", "'Ah' is 1 card; this ranking takes 3 to 5 cards without a joker"),
        (three.hand, "Ah Ah 2c", "'Ah Ah 2c' cannot be dealt: Ah is given 2 times; the deck holds it once"),
        (three.hand, "Ah Jk 2c", "'Ah Jk 2c' holds a joker; this ranking takes 3 to 5 cards without a joker"),
        (five.hand, "Ah Kh Qh Jh", "'Ah Kh Qh Jh' is 4 cards; this ranking takes 5 to 8 cards without a joker"),
        (wild.hand, "Ah Jk Jk 3c 4c", "Jk is given 2 times; the deck holds it once"),
        (wild.hand, "Ah Jk 3c 4c", "'Ah Jk 3c 4c' is 4 cards; this ranking takes 5 to 7 cards, the joker allowed"),
        (two.hand, "As Kc Qs", "'As Kc Qs' is 3 cards; this ranking takes 2 cards, the joker allowed"),
        (two.bonus, "As Jk", "'As Jk' holds a joker; this ranking takes 2 cards without a joker"),
        (one.hand, "", "'' is 0 cards; this ranking takes 1 card, the joker allowed"),
        (connectors.hand, "As As", "As is given 2 times"),
        (four.hand, "As 2s 3s", "this ranking takes 4 cards without a joker"),
        (seven.hand, "As 2s 3s", "this ranking takes 7 cards, the joker allowed"),
        (low.hand, "As 2s 3s", "this ranking takes 5 to 8 cards, the joker allowed"),
        (low.eight_hand, "As 2s 3s 4s Jk", "this ranking takes 5 to 8 cards without a joker"),
        (totals.hand, "As Jk", "this ranking takes 1 to 32 cards without a joker"),
        (three.bonus, "As 2s 3s", "this ranking takes 5 cards without a joker"),
    ],
)
def test_a_refusal_echoes_the_cards_and_says_what_is_taken(
    hand: Callable[[tuple[int, ...]], Hand | str], text: str, words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        hand(cards_from(text))


@pytest.mark.parametrize("cards", [(60, 1, 2), (-1, 1, 2)])
def test_an_int_that_is_no_card_is_refused(cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=f"{cards[0]} is not a card; a ranking takes 3 to 5 cards"):
        three.hand(cards)
