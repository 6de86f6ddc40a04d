"""The classic American house way, steps 1 to 11 (PGS-50 to PGS-61): the joker is an ace or completes a hand.

It sets every hand, and none foul.
"""

from houseway.cards import ACE, JACK, KING, SEVEN, TEN, Cards
from houseway.games.kit.pai_gow.house_way import Candidate, Seven, Way
from houseway.games.kit.pai_gow.ranking import PAIR, Ranking


def classic_way(cards: Cards, ranking: Ranking) -> Way:
    """The front that the classic way prescribes for any seven cards."""
    seven = Seven(cards, ranking)
    if seven.fives:
        front = KING if seven.pairs == [KING] else ACE
        return Way(seven.front(front, front), ("PGS-52",))
    if seven.fours:
        return four_of_a_kind(seven)
    if seven.threes and (seven.pairs or len(seven.threes) == 2):
        front = (seven.pairs or seven.threes)[0]
        return Way(seven.front(front, front), ("PGS-55",))
    if len(seven.pairs) == 3:
        return Way(seven.front(seven.pairs[0], seven.pairs[0]), ("PGS-56",))
    completes = seven.completes()
    paired = [complete for complete in completes if complete.front_value >= PAIR]
    if paired:
        return Way(max(paired).front, ("PGS-57",))
    if seven.threes:
        three, high, second = seven.threes[0], *seven.singles[:2]
        return Way(seven.front(ACE, high) if three == ACE else seven.front(high, second), ("PGS-58",))
    if len(seven.pairs) == 2:
        return two_pairs(seven)
    if completes:
        return Way(complete_hand(seven, max(completes)), ("PGS-60",))
    first = 0 if seven.pairs else 1
    return Way(seven.front(*seven.singles[first : first + 2]), ("PGS-61",))


def four_of_a_kind(seven: Seven) -> Way:
    """A pair, or two of a three, go in front of all four (PGS-53); with three singles split or kept (PGS-54)."""
    four = seven.fours[0]
    others = seven.pairs or seven.threes
    if others:
        return Way(seven.front(others[0], others[0]), ("PGS-53",))
    high, second, _ = seven.singles
    kept = four < SEVEN or (four <= TEN and high >= KING)
    return Way(seven.front(high, second) if kept else seven.front(four, four), ("PGS-54",))


def two_pairs(seven: Seven) -> Way:
    """Both behind where a high enough single goes in front, else split (PGS-59)."""
    higher, lower = seven.pairs
    high, second, _ = seven.singles
    kept = higher < JACK and high >= (ACE if higher >= SEVEN else KING)
    return Way(seven.front(high, second) if kept else seven.front(lower, lower), ("PGS-59",))


def complete_hand(seven: Seven, complete: Candidate) -> Cards:
    """The complete hand, unless ace-high beats its front and leaves a pair of tens to kings behind (PGS-60)."""
    if seven.pairs and TEN <= seven.pairs[0] <= KING and seven.singles[0] == ACE:
        ace_high = seven.front(*seven.singles[:2])
        if seven.ranking.front(ace_high) > complete.front_value:
            return ace_high
    return complete.front
