"""Red Dog, as the lab knows it: every two cards by rank, every third, exactly.

Only ranks matter, so that thirteen by thirteen pairs of ranks and the count of third cards are all the deals there are.
What a deal pays is never written here: a round of the game itself is played and read off.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from houseway.cards import Cards
from houseway.lab.inquiry.advice import Advice, SeenView, Worth, advice
from houseway.lab.inquiry.answer import Solved, Strategy
from houseway.lab.inquiry.game_record import GameLab
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import Solver
from houseway.lab.inquiry.tally import Tallied, solved
from red_dog.game import ANTE, NEXT_TO_EACH_OTHER, PAIR

RANKS: Final = range(13)
SUITS: Final = 4
METHOD: Final = "every two ranks and every third card that the shoe leaves"


class Ways(NamedTuple):
    """How many of the third cards win after two of these ranks, out of how many, and how the two cards come."""

    spread: int
    first: int
    second: int
    deals: int
    wins: int
    thirds: int


def dealt(packs: int) -> Iterator[Ways]:
    """Every pair of ranks, the higher first, with the deals of it in order and the third cards that win."""
    each, shoe = SUITS * packs, SUITS * packs * len(RANKS)
    for first in RANKS:
        for second in range(first + 1):
            spread = first - second - 1
            deals = 2 * each * each if first != second else each * (each - 1)
            wins = each - 2 if spread == PAIR else each * spread
            yield Ways(spread, first, second, deals, wins, shoe - 2)


def base(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """The Ante, with the Raise that follows from it where a raise gains."""
    rows: list[Tallied] = []
    decided = {"raise": 0, "stand": 0}
    best: dict[int, str] = {}
    for ways in dealt(asked.rules.options.packs):
        loses = ways.thirds - ways.wins
        if ways.spread in (NEXT_TO_EACH_OTHER, PAIR):
            won, lost = probed(asked, ways, won=True), probed(asked, ways, won=False)
            name = "pair" if ways.spread == PAIR else "next to each other"
            kind = "three of a kind" if ways.spread == PAIR else name
            rows += [(kind, ways.deals * ways.wins, won), (name, ways.deals * loses, lost)]
            continue
        stands = [probed(asked, ways, won=won) for won in (True, False)]
        raises = [probed(asked, ways, won=won, raised=True) for won in (True, False)]
        gains = ways.wins * (raises[0].net - stands[0].net) + loses * (raises[1].net - stands[1].net)
        best[ways.spread] = choice = "raise" if gains > 0 else "stand"
        decided[choice] += ways.deals * ways.thirds
        won, lost = raises if gains > 0 else stands
        rows += [
            (f"spread {ways.spread}, between", ways.deals * ways.wins, won),
            (f"spread {ways.spread}, {choice}, not between", ways.deals * loses, lost),
        ]
    note = "per Ante, with the Raise that follows from it"
    return solved(ANTE, [row for row in rows if row[1]], decided, strategy(best), note)


def strategy(best: dict[int, str]) -> Strategy:
    """What to do at each spread. The cards of the spread itself change nothing: all packs are whole but for the two."""
    rows = [[str(spread), best[spread]] for spread in sorted(best)]
    says = "Raise by the whole Ante where it says so; stand on every other spread."
    full = {"spreads": {str(spread): choice for spread, choice in sorted(best.items())}}
    return Strategy(says=says, columns=["spread", "do"], rows=rows, cost=Fraction(0), full=full)


@lru_cache(maxsize=4096)
def probed(asked: Question, ways: Ways, *, won: bool, raised: bool = False) -> ProbedHand:
    """The script's own word for a deal of these ranks."""
    unit = 100 * asked.rules.options.table_limits.low
    first, second = SUITS * ways.first, SUITS * ways.second + 1
    third: Cards = ()
    if ways.spread != NEXT_TO_EACH_OTHER:
        between = SUITS * ways.first + 2 if ways.spread == PAIR else SUITS * (ways.second + 1)
        third = (between if won else outside(ways.first, ways.second),)
    decisions = [{"raise": unit * asked.grain} if raised else "stand"] if ways.spread > 0 else []
    return probe(asked, {ANTE: 1}, {"board": (first, second, *third)}, decisions, unit=unit)


def outside(first: int, second: int) -> int:
    """A card of neither rank that does not lie between the two, or where there is none, one of the same rank."""
    rank = next((rank for rank in RANKS if rank < second or rank > first), None)
    return SUITS * first + 3 if rank is None else SUITS * rank + 3


# -- advice -------------------------------------------------------------------------------------------------------


def advised(seen: SeenView) -> Advice:
    """What standing and raising expect, of all third cards that the shoe leaves."""
    board = seen.cards("board")
    first, second = sorted((card >> 2 for card in board), reverse=True)
    (ways,) = [each for each in dealt(seen.asked.rules.options.packs) if (each.first, each.second) == (first, second)]
    nets = [probed(seen.asked, ways, won=won).net for won in (True, False)]
    expects = (ways.wins * nets[0] + (ways.thirds - ways.wins) * nets[1]) / ways.thirds
    ante = seen.wagers[ANTE]
    worths: list[Worth] = [("stand", float(expects), f"a spread of {ways.spread}")]
    if seen.offers("raise"):
        offer = seen.choice("raise")
        worths += [
            ({"raise": amount}, float(expects * (1 + Fraction(amount, ante))), "")
            for amount in dict.fromkeys((offer.high, offer.low))
        ]
    return advice(seen, worths, ante, exact=True, method=METHOD)


def warmed(asked: Question) -> None:
    """Nothing has to be worked out beforehand."""


SOLVER: Final = Solver(method=METHOD, wager=ANTE, base=base, moved_by={"packs": (ANTE,)})
LAB: Final = GameLab(exact="red_dog.lab:SOLVER", advice="red_dog.lab")
