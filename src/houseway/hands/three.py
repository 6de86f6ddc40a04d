"""Three-card hands, and the best three of four or five cards.

The order is straight flush, three of a kind, straight, flush, pair, high card (TCP-35, TCH-33, TCS-51). A-K-Q is the
highest run and A-2-3, three-high, the lowest (TCP-36, TCH-34, TCS-52). TCP-37, TCH-37 and TCS-53 break ties. A suited
A-K-Q is the highest straight flush and has a name of its own, the royal flush.
"""

from collections.abc import Sequence
from typing import Final

from houseway.cards import Card
from houseway.hands.hand import Hand, named, refuse
from houseway.hands.ladder import KEYS, RANKS_MASK, SUIT_SHIFT, Ladder, Memo, matched, rungs, straights, unpaired

SIZES: Final = (3, 4, 5)


def _ladder() -> Ladder:
    runs, singles = straights(3), unpaired(3)
    return Ladder(
        rungs("high card", singles),
        rungs("pair", matched(2, 1)),
        rungs("flush", singles, suited=True),
        rungs("straight", runs),
        rungs("three of a kind", matched(3)),
        rungs("straight flush", runs[:-1], suited=True),
        rungs("royal flush", runs[-1:], suited=True),
    )


LADDER: Final = _ladder()
FLOORS: Final = LADDER.floors
category: Final = LADDER.category


def _of_three(key: int) -> int:
    """Returns the value of exactly three cards. Their key tells if they are suited."""
    return (LADDER.suited if key + _FIVE_OF_EACH & _EIGHTS else LADDER.ranked)[key & RANKS_MASK]


_THREE: Final = Memo(_of_three)
_RANKED: Final = LADDER.ranked
_FIVE_OF_EACH: Final = 0x5555 << SUIT_SHIFT  # lifts a suit of three cards or more to eight
_EIGHTS: Final = 0x8888 << SUIT_SHIFT


def value(cards: Sequence[Card]) -> int:
    """Returns the value: 1 for 5-3-2 of mixed suits to 741 for a royal flush.

    Of four or five cards any three may be used (TCH-32).
    """
    if len(cards) == 3:
        one, two, three = cards
        return _THREE[KEYS[one] + KEYS[two] + KEYS[three]]
    key = 0
    for card in cards:
        key += KEYS[card]
    best = _RANKED[key & RANKS_MASK]
    if key + _FIVE_OF_EACH & _EIGHTS:  # a suit has three cards or more; most hands have none
        for suit in range(4):
            suited = [KEYS[card] for card in cards if card & 3 == suit]
            if len(suited) >= 3:
                best = max(best, LADDER.suited[sum(suited) & RANKS_MASK])
    return best


def hand(cards: Sequence[Card]) -> Hand:
    """Returns the hand of three cards, or the best three of four or five.

    Two pair, a full house and four of a kind do not exist: their best three cards count (TCH-35, TCH-36).
    """
    refuse(cards, SIZES)
    return LADDER.hand(value(cards), cards)


def bonus(cards: Sequence[Card]) -> Hand:
    """Returns the hand of five cards, as `hand` does, with one row above: `royal flush plus a pair`.

    The pair is the other two cards. It may be of aces, kings or queens, but no card of the A-K-Q is half of it (TCH-46,
    TCH-47).
    """
    refuse(cards, (5,))
    best = hand(cards)
    rest = [card for card in cards if card not in best.cards]
    if best.category == "royal flush" and rest[0] >> 2 == rest[1] >> 2:
        name = named("a royal flush plus a pair", "royal-flush-plus-a-pair")
        return Hand(best.value + 1, "royal flush plus a pair", name.says, (*best.cards, *rest), name)
    return best
