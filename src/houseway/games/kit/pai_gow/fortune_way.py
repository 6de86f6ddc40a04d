"""The house way of the Fortune chart: steps 1 to 13 for a hand without the joker or with the joker as an ace (FPG-60 to
FPG-79), and steps W1 to W8 for a hand with a fully wild joker (FPG-80 to FPG-89). It sets every hand, and none foul.
"""

from functools import cache
from typing import Final

from houseway.cards import ACE, EIGHT, JACK, KING, QUEEN, RANKS, SEVEN, SIX, TEN, TWO, Cards
from houseway.games.kit.pai_gow.house_way import QUEEN_HIGH, Candidate, Seven, Way
from houseway.games.kit.pai_gow.ranking import PAIR, Ranking
from houseway.games.kit.pai_gow.wild_way import wild_way
from houseway.hands.wild import Joker
from houseway.rulebook import book, owner_of
from houseway.rulebook.files.rule_versions import NOW, Edition

Chart = dict[tuple[int, int], tuple[int, int] | None]
"""By the higher and the lower pair: the lowest front for which both stay behind; None where they are always split."""
CHART: Final = "FPG-77"
"""The clause beside which the chart is printed, for its own game and for those that borrow it (PGC-50, PGS-50)."""


@cache
def two_pair_chart(edition: Edition = NOW) -> Chart:
    """The printed cells of two different pairs; the doubled ones are four of a kind and never looked up (FPG-77)."""
    chart: Chart = {}
    file_id = owner_of(CHART).game.id
    for pairs, cell in book(file_id, dict(edition).get(file_id)).two_pair_chart.items():
        higher, lower = RANKS.index(pairs[0]), RANKS.index(pairs[3])
        if higher != lower:
            chart[higher, lower] = None if cell == "S" else (RANKS.index(cell[0]), RANKS.index(cell[1]))
    return chart


def fortune_way(cards: Cards, ranking: Ranking, two_pair_complete: str = "chart", edition: Edition = NOW) -> Way:
    """The front that the chart prescribes for any seven cards."""
    seven = Seven(cards, ranking)
    if seven.joker and ranking.joker is Joker.FULL:
        return wild_way(seven)
    if seven.fives:
        return five_aces(seven)
    if seven.fours:
        return four_of_a_kind(seven)
    if seven.threes and (seven.pairs or len(seven.threes) == 2):
        return full_house(seven)
    if len(seven.pairs) == 3:
        return Way(seven.front(seven.pairs[0], seven.pairs[0]), ("FPG-69",))
    completes = seven.completes()
    paired = [complete for complete in completes if complete.front_value >= PAIR]
    if paired:
        return Way(max(paired).front, ("FPG-70",))
    best = max(completes) if completes else None
    if seven.threes:
        return three_of_a_kind(seven)
    if len(seven.pairs) == 2:
        return two_pairs(seven, best, two_pair_complete, two_pair_chart(edition))
    if seven.pairs:
        return one_pair(seven, best)
    return Way(seven.front(*seven.singles[1:3]) if best is None else best.front, ("FPG-75",))


# -- the steps, in the order of the clauses -----------------------------------------------------------------------


def five_aces(seven: Seven) -> Way:
    """Two aces in front, or a pair of kings where the other two cards are one (FPG-62)."""
    front = KING if seven.pairs == [KING] else ACE
    return Way(seven.front(front, front), ("FPG-62",))


def four_of_a_kind(seven: Seven) -> Way:
    """With three or two of another rank a pair in front (FPG-63, FPG-64); with three singles split or kept (FPG-65)."""
    four = seven.fours[0]
    if seven.threes:
        higher = max(four, seven.threes[0])
        return Way(seven.front(higher, higher), ("FPG-63",))
    if seven.pairs:
        return Way(seven.front(seven.pairs[0], seven.pairs[0]), ("FPG-64",))
    high, second, _ = seven.singles
    if four >= KING:
        kept = False
    elif four == QUEEN:
        kept = high == ACE and second >= JACK  # A-K or A-J; A-Q cannot be
    elif four >= TEN:
        kept = high == ACE
    elif four >= EIGHT:
        kept = high >= KING
    else:
        kept = four < SEVEN or high >= QUEEN
    return Way(seven.front(high, second) if kept else seven.front(four, four), ("FPG-65",))


def full_house(seven: Seven) -> Way:
    """Of two threes a pair of the higher (FPG-66); of a three and pairs the higher pair (FPG-67, FPG-68)."""
    if len(seven.threes) == 2:
        return Way(seven.front(seven.threes[0], seven.threes[0]), ("FPG-66",))
    pair = seven.pairs[0]
    if len(seven.pairs) == 2:
        return Way(seven.front(pair, pair), ("FPG-67",))
    if pair == TWO and seven.singles == [ACE, KING]:
        return Way(seven.front(ACE, KING), ("FPG-68",))
    return Way(seven.front(pair, pair), ("FPG-68",))


def three_of_a_kind(seven: Seven) -> Way:
    """Aces and kings give one to the front, unless the two ranks below them can go there; others stay (FPG-71)."""
    three = seven.threes[0]
    high, second = seven.singles[:2]
    if three < KING or (high, second) == (three - 1, three - 2):
        return Way(seven.front(high, second), ("FPG-71",))
    return Way(seven.front(max(three, high), min(three, high)), ("FPG-71",))


def two_pairs(seven: Seven, complete: Candidate | None, two_pair_complete: str, chart: Chart) -> Way:
    """Both behind where the two highest singles reach the cell of the chart, else split (FPG-72).

    A straight or flush is given up, unless the room plays it with sixes or lower where the chart splits (FPG-73).
    """
    higher, lower = seven.pairs
    high, second, _ = seven.singles
    least = chart[higher, lower]
    clauses = ("FPG-72",) if complete is None else ("FPG-72", "FPG-73")
    if least is not None and (high, second) >= least:
        return Way(seven.front(high, second), clauses)
    if complete is not None and higher <= SIX and two_pair_complete != "chart":
        return Way(complete.front, ("FPG-73",))
    return Way(seven.front(lower, lower), clauses)


def one_pair(seven: Seven, complete: Candidate | None) -> Way:
    """The pair behind and the two highest singles in front, unless a complete hand leaves a good front (FPG-74)."""
    pair = seven.pairs[0]
    high, second = seven.singles[:2]
    if complete is None:
        return Way(seven.front(high, second), ("FPG-74",))
    if complete.front_value < QUEEN_HIGH and JACK <= pair <= KING and high == ACE:
        return Way(seven.front(high, second), ("FPG-74",))
    return Way(complete.front, ("FPG-74",))
