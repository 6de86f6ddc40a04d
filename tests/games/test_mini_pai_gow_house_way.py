"""Mini Pai Gow: how the house sets every hand of six cards."""

import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, islice, product
from typing import Any

import pytest

from houseway.cards import JOKER, PACK_WITH_JOKER, Cards, cards_from, rank_of, text_of_cards
from houseway.games.mini_pai_gow import six_cards
from houseway.games.mini_pai_gow.game import GAME
from houseway.games.mini_pai_gow.six_cards import high_value, low_value
from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.rulebook import Rules
from houseway.testing import example, rule
from tests.games.mini_pai_gow import (
    MPG,
    table,
)
from tests.kit import Seat


def house_low(cards: str, **options: Any) -> str:
    """The card that the house way plays low."""
    assert GAME.house_way is not None
    return text_of_cards(GAME.house_way(cards_from(cards), Rules.of(MPG, options)).low)


def clauses(cards: str) -> tuple[str, ...]:
    return six_cards.house_way(cards_from(cards), Wheel.SECOND).clauses


# -- the house way ------------------------------------------------------------------------------------------------


@example("MPG-E05", "MPG-E06", "MPG-E07", "MPG-E08", "MPG-E09")
@pytest.mark.parametrize(
    ("cards", "low", "clause"),
    [
        ("Kd Js 9h 7c 5d 4s", "Js", "MPG-41"),
        ("Ks Kd Qh 9c 5d 4s", "Qh", "MPG-42"),
        ("9s 9d 5h 5c Kd 3s", "Kd", "MPG-42"),
        ("9s 9d 9h Kc 7d 3s", "Kc", "MPG-42"),
        ("7s 7d 7h 3c 3d Ks", "Ks", "MPG-42"),
        ("Ks Kd Kh 8c 8d 8s", "Ks", "MPG-43"),
        ("As Ad 9h 9c 4d 4s", "As", "MPG-44"),
        ("4s 5d 6h 7c 8d 9s", "9s", "MPG-45"),
        ("As 2d 3h 4c 5d 6s", "As", "MPG-45"),
        ("As Kd Qh Jc Td 9s", "As", "MPG-45"),
        ("2s 5s 8s Ts Qs Ks", "Ks", "MPG-45"),
        ("As Ks Qs Js Ts 9s", "As", "MPG-45"),
        ("5s 6d 7h 8c 9d 9s", "9s", "MPG-46"),
        ("5s 7s 9s Js 6s 8d", "8d", "MPG-46"),
        ("4s 5s 6s 7s 8s 2s", "2s", "MPG-46"),
        ("As Ad Ah Ac Kd Ks", "Ks", "MPG-47"),
        ("As Ad Ah Ac Jk 7d", "7d", "MPG-47"),
        ("Jk Kd 9h 7c 5d 3s", "Kd", "MPG-48"),
        ("Jk Ad 9h 7c 5d 3s", "9h", "MPG-48"),
        ("Jk Ks Kd Qh 9c 4s", "Jk", "MPG-48"),
        ("Jk 5s 6d 7h 8c Qd", "Qd", "MPG-48"),
        ("Jk 5s 6d 7h 8c 9d", "Jk", "MPG-48"),
        ("Jk 5s 6d 7h 9c Td", "Td", "MPG-48"),
        ("Jk As Ks Qs 5s 2s", "Jk", "MPG-49"),
    ],
)
@rule("MPG-40", "MPG-41", "MPG-42", "MPG-43", "MPG-44", "MPG-45", "MPG-46", "MPG-47", "MPG-48", "MPG-49")
def test_the_house_way_keeps_the_best_class_and_plays_the_highest_low_card(cards: str, low: str, clause: str) -> None:
    assert house_low(cards) == house_low(cards, wheel="lowest") == low
    assert clause in clauses(cards)
    others = [card for card in PACK_WITH_JOKER if card not in cards_from(cards)]
    player = Seat(1, text_of_cards(others[:6]), {"main": 10}, ("house-way",))
    assert table(player, bank=cards).round.felt.spot("bank low").cards == cards_from(low)


def canonical(cards: int) -> Iterator[Cards]:
    """So many cards of a pack of 52, one hand of each kind that only a change of suits tells apart."""
    for sizes in combinations_with_replacement(range(cards, -1, -1), 4):
        if sum(sizes) != cards:
            continue
        groups = [
            combinations_with_replacement(combinations(range(13), size), sizes.count(size))
            for size in sorted(set(sizes), reverse=True)
        ]
        for row in product(*groups):
            suits = [ranks for group in row for ranks in group]
            yield tuple(rank * 4 + suit for suit, ranks in enumerate(suits) for rank in ranks)


def six_card_hands() -> Iterator[Cards]:
    yield from canonical(6)
    yield from ((*cards, JOKER) for cards in canonical(5))


@rule("MPG-40", "MPG-42", "MPG-20")
def test_the_house_way_sets_every_six_cards_of_the_pack(pytestconfig: pytest.Config) -> None:
    """A part of all hands in the short form; every one of them with `--campaign 2` or more."""
    every = 1 if int(pytestconfig.getoption("--campaign")) > 1 else 101
    order = [name for name in five.FLOORS if name != "royal flush"]
    walked = 0
    for cards in islice(six_card_hands(), 0, None, every):
        low = six_cards.house_low(cards, Wheel.SECOND)
        options = []
        for at, card in enumerate(cards):
            high = cards[:at] + cards[at + 1 :]
            value = high_value(high, Wheel.SECOND)
            kind = five.category(value).replace("royal flush", "straight flush")
            top = 12 if JOKER in high else max(rank_of(other) for other in high)
            if kind == "high card" and top < min(rank_of(card), 12):
                continue  # foul
            options.append((order.index(kind), low_value(card), value, card))
        assert max(options)[3] == low, text_of_cards(cards)
        assert six_cards.house_low(cards, Wheel.LOWEST) == low, text_of_cards(cards)
        walked += 1
    assert walked > 10_000
    if every == 1:
        assert walked == 962_988 + 134_459  # six natural cards, and five with the joker


def test_the_kinds_of_six_card_hands_stand_for_all_of_them() -> None:
    rng = random.Random(6)
    for _ in range(300):
        cards = tuple(rng.sample(PACK_WITH_JOKER, 6))
        low = six_cards.house_low(cards, Wheel.SECOND)
        shift = rng.sample(range(4), 4)
        other = tuple(card if card == JOKER else card & ~3 | shift[card & 3] for card in cards)
        assert rank_of(six_cards.house_low(other, Wheel.SECOND)) == rank_of(low)
