"""Four cards against the rows of a pay table: the highest row that they meet counts, once (TCS-60, TCS-61).

Four-card rows need all four cards, and the ace ends a run at either end (TCS-62). Any three of the four meet a
three-card row (TCS-63). The table itself ranks a three card straight flush above a four card straight or flush
(TCS-65).
"""

from collections.abc import Sequence
from typing import Final

from houseway.cards import Card
from houseway.hands import three
from houseway.hands.hand import Hand, HandName, a, named, refuse
from houseway.hands.ladder import straights

ROWS: Final = (
    "nothing",
    "three card straight or flush",
    "two pair",
    "four card straight or flush",
    "three of a kind",
    "three card straight flush",
    "four card straight flush",
    "four of a kind",
    "four aces",
)
"""Rows from the bottom. A hand's value is the index of its row."""

RUNS: Final = frozenset(sum(1 << rank for rank in run) for run in straights(4))
_STRAIGHT_FLUSH: Final = three.FLOORS["straight flush"]
_THREE_OF_A_KIND: Final = three.FLOORS["three of a kind"]
_FLUSH: Final = three.FLOORS["flush"]


def category(value: int) -> str:
    return ROWS[value]


def row(ranks: int, aces: bool, run: bool, flush: bool, best_three: int) -> int:
    """Returns the row of four cards with so many different ranks, whose best three have this value."""
    if ranks == 1:
        return 8 if aces else 7
    if run and flush:
        return 6
    if best_three >= _STRAIGHT_FLUSH:
        return 5
    if best_three >= _THREE_OF_A_KIND:
        return 4
    if run or flush:
        return 3
    if ranks == 2:
        return 2
    return 1 if best_three >= _FLUSH else 0


def value(cards: Sequence[Card]) -> int:
    """Returns the value: 0 for a pair or less to 8 for four aces."""
    one, two, tri, four = cards
    held = 1 << (one >> 2) | 1 << (two >> 2) | 1 << (tri >> 2) | 1 << (four >> 2)
    flush = (one & 3) == (two & 3) == (tri & 3) == (four & 3)
    return row(held.bit_count(), held == 1 << 12, held in RUNS, flush, three.value(cards))


def hand(cards: Sequence[Card]) -> Hand:
    """Returns the row that the four cards meet, and the three or four of them that meet it."""
    refuse(cards, (4,))
    best = value(cards)
    row, name = ROWS[best], row_name(best)
    if row.startswith("three"):
        return Hand(best, row, name.says, three.hand(cards).cards, name)
    return Hand(best, row, name.says, tuple(sorted(cards, reverse=True)) if best else (), name)


def row_name(value: int) -> HandName:
    """The name of the row of that value."""
    row = ROWS[value]
    if row == "four aces":
        return named(row, "four-of-a-kind", of="A")
    key = row.replace(" ", "-")
    if row == "two pair" or row.endswith("kind"):
        return named(row, f"{key}-row")
    return named(row if row == "nothing" else a(row), key)
