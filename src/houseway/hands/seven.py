"""Seven cards, however set, against the rows of a bonus table: the highest row counts (FPG-47, FPG-52).

Two rows use all seven cards (FPG-49, FPG-50). The others are five-card hands, except that three of a kind stands above
a straight (FPG-48) and that five of a kind below the aces counts as four of a kind (FPG-51).
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final

from houseway.cards import JOKER, Card
from houseway.hands import wild
from houseway.hands.five import FLOORS
from houseway.hands.hand import Hand, HandName, a, named, refuse
from houseway.hands.ladder import straights
from houseway.hands.wild import Joker

ROWS: Final = (
    "nothing",
    "straight",
    "three of a kind",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five aces",
    "seven card straight flush with joker",
    "royal flush plus royal match",
    "seven card straight flush without joker",
)
"""Rows from the bottom. A hand's value is the index of its row."""

ROYAL: Final = 0b1111100000000
KING_QUEEN: Final = 0b0110000000000
RUNS: Final = tuple(sum(1 << rank for rank in run) for run in straights(7))
FIVE_ROWS: Final = tuple(
    (FLOORS[name], ROWS.index(row))
    for name, row in (
        ("five aces", "five aces"),
        ("five of a kind", "four of a kind"),
        ("royal flush", "royal flush"),
        ("straight flush", "straight flush"),
        ("four of a kind", "four of a kind"),
        ("full house", "full house"),
        ("flush", "flush"),
        ("straight", "straight"),
        ("three of a kind", "three of a kind"),
    )
)
"""Least values of five-card hands from the top, each with the row that it meets."""


def category(value: int) -> str:
    return ROWS[value]


def value(cards: Sequence[Card], joker: Joker = Joker.FULL, royal_match_joker: bool = True) -> int:
    """Returns the value: 0 for two pair or less to 11 for a natural seven card straight flush.

    The joker is fully wild here even if it is not in the base game (FPG-03). An option decides if it may help a royal
    match (FPG-50).
    """
    held = [sum(1 << (card >> 2) for card in cards if card & 3 == suit and card != JOKER) for suit in range(4)]
    jokers = int(JOKER in cards)
    if any((run & mask).bit_count() + jokers == 7 for run in RUNS for mask in held):
        return 9 if jokers else 11
    if (royal_match_joker or not jokers) and _royal_match(held, jokers):
        return 10
    best = wild.value(cards, joker)
    row = next((row for least, row in FIVE_ROWS if best >= least), 0)
    return 2 if row == 1 and _three_of_a_kind(cards, joker) else row


def hand(cards: Sequence[Card], joker: Joker = Joker.FULL, royal_match_joker: bool = True) -> Hand:
    """Returns the row that the seven cards meet, and the five or seven of them that meet it."""
    refuse(cards, (7,), joker=True)
    best = value(cards, joker, royal_match_joker)
    if best > 8:
        name = row_name(best)
        return Hand(best, ROWS[best], name.says, tuple(sorted(cards, reverse=True)), name)
    made = wild.hand(cards, joker)
    if ROWS[best] == "three of a kind":
        fives = (wild.hand(five, joker) for five in combinations(cards, 5))
        made = max((five for five in fives if five.category == ROWS[best]), key=lambda five: five[:4])
    return Hand(best, ROWS[best], made.says, made.cards if best else (), made.name)


def row_name(value: int) -> HandName:
    """The name of a row that uses all seven cards."""
    return named(a(ROWS[value]), ROWS[value].replace(" ", "-"))


def _royal_match(held: Sequence[int], jokers: int) -> bool:
    """Returns True for a royal flush of one suit with the king and queen of another (FPG-50)."""
    return any(
        (royal & ROYAL).bit_count() + (match & KING_QUEEN).bit_count() + jokers == 7
        for royal, match in permutations(held, 2)
    )


def _three_of_a_kind(cards: Sequence[Card], joker: Joker) -> bool:
    counts = [0] * 13
    for card in cards:
        if card != JOKER:
            counts[card >> 2] += 1
        elif joker == Joker.SEMI:
            counts[12] += 1
    return max(counts) + (JOKER in cards and joker == Joker.FULL) >= 3
