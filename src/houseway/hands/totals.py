"""Totals of twenty-one and a half: hard, soft, over, and the one hand that is worth the half.

Two to nine count their number, ten to king (the Bonus cards) ten, an ace one or eleven (P21-04 to P21-06). Suits never
count towards a total. A shoe holds up to eight packs (P21-02), so a card may repeat.
"""

from collections.abc import Sequence
from typing import Final

from houseway.cards import ACE, RANKS, Card
from houseway.hands.connectors import reds
from houseway.hands.hand import Hand, HandName, named, refuse

POINTS: Final = tuple(1 if rank == ACE else min(rank + 2, 10) for rank in range(13))
"""Points of each rank, the ace at its least."""
_LEAST: Final = 0xFFFF
_WORTH: Final = tuple(POINTS[card >> 2] + (_LEAST + 1) * (card >> 2 == ACE) for card in range(52))
"""Points of each card, with its number of aces in the upper bits."""
PURE: Final = 22
OVER: Final = 0


def total(cards: Sequence[Card]) -> tuple[int, bool]:
    """Returns the total and True if it is soft. Aces count one; ten is added once if that stays within 21 (P21-05)."""
    points = sum([_WORTH[card] for card in cards])
    least = points & _LEAST
    return (least + 10, True) if points > _LEAST and least <= 11 else (least, False)


def value(cards: Sequence[Card], after_split: bool = False) -> int:
    """Returns the value: 22 for a Pure, 21 and down for that total, 0 for over 21.5 (P21-09).

    A Pure is an ace and a Bonus card as the two cards of the initial deal (P21-07), so never after a split (P21-08).
    """
    points, soft = total(cards)
    if points > 21:
        return OVER
    return PURE if soft and points == 21 and len(cards) == 2 and not after_split else points


def hand(cards: Sequence[Card], after_split: bool = False, packs: int = 8) -> Hand:
    """Returns a hand of the category `pure`, `soft`, `hard` or `over`, with all cards in the order they came."""
    refuse(cards, range(1, 4 * 8 + 1), packs=packs)
    points, soft = total(cards)
    best = value(cards, after_split)
    kind = "pure" if best == PURE else "over" if best == OVER else "soft" if soft else "hard"
    name = total_name(kind, points)
    return Hand(best, kind, name.says, tuple(cards), name)


def total_name(kind: str, points: int) -> HandName:
    """The name of a hand of that category and total."""
    if kind == "pure":
        return named("Pure 21.5", "pure")
    return named(f"over with {points}" if kind == "over" else f"{kind} {points}", kind, total=points)


def trio(cards: Sequence[Card]) -> str:
    """Returns `888`, `777` or `678` for exactly those three cards in any order, else "" (P21-61, P21-78 to P21-80)."""
    ranks = "".join(sorted(RANKS[card >> 2] for card in cards))
    return ranks if ranks in ("888", "777", "678") else ""


def alike(cards: Sequence[Card]) -> str:
    """Returns `suited`, else `same colour`, else `mixed`, for the cards' suits (P21-76 to P21-79)."""
    if len({card & 3 for card in cards}) == 1:
        return "suited"
    return "same colour" if reds(cards) in (0, len(cards)) else "mixed"
