"""Six cards set as five behind and one in front: which settings are foul, and the house way for every hand (MPG-40).

The house way never leaves the best class that any setting reaches, and inside it plays the highest low card.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from houseway.cards import ACE, JOKER, Card, Cards, rank_of
from houseway.hands import five, one, wild
from houseway.hands.five import FLOORS, Wheel
from houseway.hands.wild import Joker

CARDS: Final = 6
_SIX_IN_A_ROW: Final = [{ACE, 0, 1, 2, 3, 4}, *(set(range(top - 5, top + 1)) for top in range(5, 13))]
STRAIGHTS: Final = frozenset(("straight", "flush", "straight flush"))


class HouseLow(NamedTuple):
    """The card that the house way plays low, and the clauses that decided."""

    low: Cards
    clauses: tuple[str, ...]


class Split(NamedTuple):
    """One setting; the house way takes the greatest, by class, low card, high hand and the suit of the low card."""

    category: int
    low_value: int
    high_value: int
    low: Card


def high_value(cards: Sequence[Card], wheel: Wheel) -> int:
    """What five cards are worth behind, or the best five of six; the joker is an ace or completes (MPG-03, MPG-24)."""
    return wild.value(cards, Joker.SEMI, wheel)


def low_value(card: Card) -> int:
    """Joker, ace, king and so on down (MPG-21)."""
    return one.value((card,))


def _least_high(rank: int) -> int:
    """The lowest five-card hand that a single card of this rank may stand before."""
    for value, (category, ranks, _) in enumerate(five.LADDER.rungs):
        if category == "high card" and ranks[0] >= rank:
            return value
    raise AssertionError(rank)


LEAST_HIGH: Final = (*(_least_high(rank) for rank in range(13)), _least_high(ACE))
"""By the rank of the low card, the joker as an ace: a high hand that is worth less makes the setting foul (MPG-17)."""


def is_foul(low: Cards, high: Cards, wheel: Wheel) -> bool:
    """Whether the counts are wrong, or one card outranks five that are no more than a high card (MPG-17)."""
    if len(low) != 1 or len(high) != CARDS - 1:
        return True
    return high_value(high, wheel) < LEAST_HIGH[rank_of(low[0])]


def splits(cards: Cards, wheel: Wheel) -> list[Split]:
    """The settings of six cards that are not foul."""
    legal = []
    for index, low in enumerate(cards):
        value = high_value(cards[:index] + cards[index + 1 :], wheel)
        if value >= LEAST_HIGH[low >> 2]:
            legal.append(Split(_CLASS[value], low_value(low), value, low))
    return legal


def house_low(cards: Cards, wheel: Wheel) -> Card:
    """The low card of the house way: best class, highest low card, highest high hand, higher suit (MPG-40)."""
    return max(splits(cards, wheel)).low


def house_way(cards: Cards, wheel: Wheel) -> HouseLow:
    """The house way, with the clauses that explain it."""
    low = house_low(cards, wheel)
    high = tuple([card for card in cards if card != low])
    kind = CLASSES[five.category(high_value(high, wheel))]
    return HouseLow((low,), ("MPG-40", *_why(cards, kind, low)))


def _why(cards: Cards, kind: str, low: Card) -> tuple[str, ...]:
    """The clauses behind a setting that has this kind of hand behind and this card in front."""
    ranks = Counter(ACE if card == JOKER else rank_of(card) for card in cards)
    groups = sorted(ranks.values(), reverse=True)
    jokers: tuple[str, ...] = ("MPG-48",) if JOKER in cards else ()
    if low == JOKER and ranks[ACE] > 1:
        jokers = ("MPG-48", "MPG-49")
    if kind == "high card":
        return ("MPG-41", *jokers)
    if kind == "full house" and groups == [3, 3]:
        return ("MPG-43", *jokers)
    if kind == "two pair" and groups == [2, 2, 2]:
        return ("MPG-44", *jokers)
    if kind in ("four of a kind", "five aces") and groups != [4, 1, 1]:
        return ("MPG-47", *jokers)
    if kind in STRAIGHTS:
        return ("MPG-45" if _six_long(cards, kind) else "MPG-46" if _compete(cards, kind) else "MPG-42", *jokers)
    return ("MPG-42", *jokers)


def _six_long(cards: Cards, kind: str) -> bool:
    """Whether all six cards are one straight, flush or straight flush, the joker filling a gap or an end."""
    naturals = [card for card in cards if card != JOKER]
    held = {rank_of(card) for card in naturals}
    suited = len({card & 3 for card in naturals}) == 1
    run = len(held) == len(naturals) and any(held <= six for six in _SIX_IN_A_ROW)
    return {"flush": suited, "straight": run, "straight flush": suited and run}[kind]


def _compete(cards: Cards, kind: str) -> bool:
    """Whether a pair or another straight or flush had to be given up for the hand behind."""
    ranks = [rank_of(card) for card in cards]
    if len(set(ranks)) < CARDS:
        return True
    kinds = {CLASSES[five.category(high_value(cards[:at] + cards[at + 1 :], Wheel.SECOND))] for at in range(CARDS)}
    return bool(kinds & (STRAIGHTS - {kind}))


CLASSES: Final = {name: name for name in FLOORS} | {"royal flush": "straight flush"}
"""The classes that the house way tells apart: a royal flush is a straight flush like the others (MPG-40)."""
_ORDER: Final = {name: place for place, name in enumerate(FLOORS)}
_CLASS: Final = (0, *(_ORDER[CLASSES[rung.category]] for rung in five.LADDER.rungs[1:]))
"""The class of each value; both wheels have the same."""
