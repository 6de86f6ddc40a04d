"""The rows of the Fortune chart for a hand with a fully wild joker: steps W1 to W8 (FPG-80 to FPG-89).

Counts are of the six natural cards. In front the joker pairs its partner, behind it is whatever is best (FPG-80).
"""

from itertools import combinations
from typing import Final

from houseway.cards import ACE, FOUR, JACK, JOKER, KING, Cards
from houseway.games.kit.pai_gow.house_way import FULL_HOUSE, QUEEN_HIGH, Candidate, Seven, Way
from houseway.games.kit.pai_gow.ranking import FRONT, PAIR
from houseway.hands import five

THREE_OF_A_KIND: Final = five.FLOORS["three of a kind"]
POINTS: Final = 3  # how far above the higher pair a single goes in front with the joker (FPG-85)
HANDICAP: Final = (10, 6, 5)  # Q-8-7 (FPG-88)


def wild_way(seven: Seven) -> Way:
    """The front for six natural cards and a joker that is any card."""
    if seven.fours == [ACE]:
        front = KING if seven.pairs == [KING] else ACE
        return Way(seven.front(front, front), ("FPG-81", "FPG-62"))
    if seven.fours or len(seven.threes) == 2 or (seven.threes and seven.pairs) or len(seven.pairs) == 3:
        return Way(highest_pair(seven, FULL_HOUSE), ("FPG-82",))
    if seven.threes:
        return Way(highest_pair(seven, THREE_OF_A_KIND), ("FPG-83",))
    completes = seven.completes()
    paired = [complete for complete in completes if complete.front_value >= PAIR]
    if paired:
        return Way(max(paired).front, ("FPG-84",))
    if len(seven.pairs) == 2:
        return Way(two_pairs(seven), ("FPG-85",))
    if seven.pairs:
        return Way(one_pair(seven), ("FPG-86",))
    if completes:
        return Way(complete_hand(seven, max(completes)), ("FPG-87",))
    return Way(handicap(seven), ("FPG-88",))


def highest_pair(seven: Seven, least: int) -> Cards:
    """The highest pair in front, the joker perhaps in it, that leaves at least so much behind (FPG-82, FPG-83)."""
    pairs: list[Cards] = [(JOKER, card) for cards in seven.held for card in cards]
    pairs += [pair for cards in seven.held for pair in combinations(cards, FRONT)]
    return max(choice for front in pairs if (choice := seven.candidate(front)).back_value >= least).front


def two_pairs(seven: Seven) -> Cards:
    """The joker with a single three ranks above the higher pair, else the higher pair itself (FPG-85)."""
    higher, single = seven.pairs[0], seven.singles[0]
    if single - higher >= POINTS:
        return JOKER, seven.held[single][0]
    return seven.front(higher, higher)


def one_pair(seven: Seven) -> Cards:
    """Pair-pair with the lower in front, or A-K before three of a kind of fours or lower (FPG-86)."""
    pair, single = seven.pairs[0], seven.singles[0]
    if pair <= FOUR and seven.singles[:2] == [ACE, KING]:
        return seven.front(ACE, KING)
    if pair > single:
        return JOKER, seven.held[single][0]
    return seven.front(pair, pair)


def complete_hand(seven: Seven, complete: Candidate) -> Cards:
    """The complete hand with the best front, unless ace-high and a pair of jacks or better can be had (FPG-87)."""
    first, second, third = seven.singles[:3]
    if complete.front_value < QUEEN_HIGH and first == ACE and second >= JACK:
        return seven.front(first, third)
    return complete.front


def handicap(seven: Seven) -> Cards:
    """The first and third highest in front, or the second and third where they are Q-8-7 or lower (FPG-88)."""
    first, second, third = seven.singles[:3]
    return seven.front(second if (first, second, third) <= HANDICAP else first, third)
