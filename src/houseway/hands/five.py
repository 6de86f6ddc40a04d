"""Five-card high hands: the best five of five to eight cards, without a joker (`wild` ranks those with one).

The order is royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair,
high card. Ties go by the groups and then the side cards from the top, never by suit (UTH-28 to UTH-32, THE-47 to
THE-49, OMA-50, PIN-44). The ladder has five of a kind above them (FPG-34, FPG-35, PGC-30), so a hand has the same value
whether or not the pack has a joker.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final

from houseway.cards import Card
from houseway.hands.hand import Hand, refuse
from houseway.hands.ladder import KEYS, RANKS_MASK, SUIT_SHIFT, Ladder, matched, rungs, straights, unpaired

SIZES: Final = (5, 6, 7, 8)


class Wheel(StrEnum):
    """Rank of A-2-3-4-5 among straights, and suited among straight flushes below the royal."""

    LOWEST = "lowest"
    """Five-high, below 6-5-4-3-2 (UTH-31, FPG-36, PGC-31)."""
    SECOND = "second-highest"
    """Directly under A-K-Q-J-T, and suited directly under the royal flush (PGS-31, PGS-32, MPG-20)."""

    __hash__ = str.__hash__  # Enum's own hash is Python code and would slow every lookup


@cache
def ladder_of(wheel: Wheel) -> Ladder:
    """Returns the ladder of all five-card hands up to five aces, with the wheel in this game's place."""
    runs, singles, fives = straights(5), unpaired(5), matched(5)
    if wheel == Wheel.SECOND:
        runs = [*runs[1:-1], runs[0], runs[-1]]
    return Ladder(
        rungs("high card", singles),
        rungs("pair", matched(2, 1, 1, 1)),
        rungs("two pair", matched(2, 2, 1)),
        rungs("three of a kind", matched(3, 1, 1)),
        rungs("straight", runs),
        rungs("flush", singles, suited=True),
        rungs("full house", matched(3, 2)),
        rungs("four of a kind", matched(4, 1)),
        rungs("straight flush", runs[:-1], suited=True),
        rungs("royal flush", runs[-1:], suited=True),
        rungs("five of a kind", fives[:-1]),
        rungs("five aces", fives[-1:]),
    )


LADDER: Final = ladder_of(Wheel.LOWEST)
FLOORS: Final = LADDER.floors
"""The lowest value of each category, the same for both wheels."""
category: Final = LADDER.category


def suits_with(least: int) -> dict[int, int]:
    """Returns the suit of which a key of up to eight cards holds `least`, by its suit digits. Other keys are absent."""
    return {
        sum(count << 4 * suit for suit, count in enumerate(counts)): counts.index(max(counts))
        for counts in product(range(9), repeat=4)
        if sum(counts) <= 8 and max(counts) >= least
    }


_FLUSHES: Final = suits_with(5)


def suited_key(cards: Sequence[Card], suit: int) -> int:
    """Returns the rank key of the natural cards of one suit."""
    return sum([KEYS[card] for card in cards if card & 3 == suit and card < 52]) & RANKS_MASK


def value(cards: Sequence[Card], wheel: Wheel = Wheel.LOWEST) -> int:
    """Returns the value: 1 for 7-5-4-3-2 of mixed suits to 7,462 for a royal flush."""
    ladder = LADDER if wheel == Wheel.LOWEST else ladder_of(wheel)
    key = 0
    for card in cards:
        key += KEYS[card]
    suit = _FLUSHES.get(key >> SUIT_SHIFT)
    if suit is None:
        return ladder.ranked[key & RANKS_MASK]
    flush = ladder.suited[suited_key(cards, suit)]
    # Only eight cards have room for a full house or four of a kind beside five cards of one suit.
    return flush if len(cards) < 8 else max(flush, ladder.ranked[key & RANKS_MASK])


def hand(cards: Sequence[Card], wheel: Wheel = Wheel.LOWEST) -> Hand:
    """Returns the best five of five to eight cards (UTH-28, PIN-41)."""
    refuse(cards, SIZES)
    return ladder_of(wheel).hand(value(cards, wheel), cards)
