"""What every pai gow house way reads of seven cards, and the choice among settings that a step leaves equal (FPG-61).

A way is a fixed list of steps: the first that fits names the front, by its ranks or as the best front before a complete
hand. A complete hand is a straight, flush, straight flush or royal flush, the joker helping (FPG-60, PGS-50).
"""

from collections.abc import Iterable
from itertools import combinations, product
from typing import Final, NamedTuple

from houseway.cards import ACE, JOKER, Card, Cards, cards_from
from houseway.games.kit.pai_gow.ranking import FRONT, Ranking
from houseway.hands import five, two
from houseway.hands.ladder import KEYS, SUIT_SHIFT, Memo, straights
from houseway.hands.wild import Joker

STRAIGHT, FULL_HOUSE = five.FLOORS["straight"], five.FLOORS["full house"]
STRAIGHT_FLUSH, FIVE_OF_A_KIND = five.FLOORS["straight flush"], five.FLOORS["five of a kind"]
QUEEN_HIGH: Final = two.value(cards_from("Qs 2c"))
_HIGH_TO_LOW: Final = tuple(range(ACE, -1, -1))
RUNS: Final = tuple(sum(1 << rank for rank in run) for run in straights(5))


class Way(NamedTuple):
    """The front that a house way chose, and the clauses that decided."""

    front: Cards
    clauses: tuple[str, ...]


class Candidate(NamedTuple):
    """A setting that a step might choose. The greater one has the best front, and then wins the tests of FPG-61."""

    front_value: int
    back_value: int
    joker_behind: bool
    front: Cards


class Seven:
    """Seven cards, sorted by how often each rank occurs: five, four, three, two or one of them, highest rank first.

    A joker that is no more than an ace counts as one (FPG-78); a fully wild one is left out of the counts (FPG-80).
    """

    __slots__ = ("cards", "fives", "fours", "held", "joker", "pairs", "ranking", "singles", "suited", "threes")

    def __init__(self, cards: Cards, ranking: Ranking) -> None:
        self.cards = cards
        self.ranking = ranking
        self.held = held = [[] for _ in range(13)]  # type: list[list[Card]]
        self.joker = joker = JOKER in cards
        key = 0
        for card in sorted(cards, reverse=True):  # the higher suits first
            key += KEYS[card]
            if card != JOKER:
                held[card >> 2].append(card)
        if joker and ranking.joker is Joker.SEMI:
            held[ACE].append(JOKER)
        self.suited = (key >> SUIT_SHIFT) in (_FOUR_SUITED if joker else _FIVE_SUITED)
        by_count: tuple[list[int], ...] = ([], [], [], [], [], [])
        for rank in _HIGH_TO_LOW:
            if of_rank := held[rank]:
                by_count[len(of_rank)].append(rank)
        _, self.singles, self.pairs, self.threes, self.fours, self.fives = by_count

    # -- a front of named ranks -----------------------------------------------------------------------------------

    def front(self, first: int, second: int) -> Cards:
        """The front of these two ranks; among several the one with the highest back (FPG-61)."""
        held = self.held
        if first != second:
            ones, others = held[first], held[second]
            if not (self.joker or self.suited) or len(ones) == len(others) == 1:
                return ones[0], others[0]
            return self._best(product(ones, others))
        pair = held[first]
        if not (self.joker or self.suited) or len(pair) == FRONT:
            return pair[0], pair[1]
        return self._best(combinations(pair, FRONT))

    def _best(self, fronts: Iterable[Cards]) -> Cards:
        """The front with the highest back, then with the joker behind, then with the higher suits (FPG-61)."""

        def tests(front: Cards) -> tuple[int, bool, list[Card]]:
            return self.back_value(front), JOKER not in front, sorted(front, reverse=True)

        return max(fronts, key=tests)

    def back_value(self, front: Cards) -> int:
        one, other = front
        return self.ranking.back([card for card in self.cards if card not in (one, other)])

    def candidate(self, front: Cards) -> Candidate:
        higher_first = tuple(sorted(front, reverse=True))
        return Candidate(self.ranking.front(front), self.back_value(front), JOKER not in front, higher_first)

    # -- a complete hand behind -----------------------------------------------------------------------------------

    def completes(self) -> list[Candidate]:
        """Every setting with a complete hand behind."""
        return [self.candidate(front) for front in self._fronts_to_try() if is_complete(self.back_value(front))]

    def _fronts_to_try(self) -> Iterable[Cards]:
        """All fronts if there is a straight in these cards; else those that leave a flush, if there is one."""
        mask = 0
        for card in self.cards:
            if card != JOKER:
                mask |= 1 << (card >> 2)
        if (_STRAIGHT_WITH_JOKER if self.joker else _STRAIGHT)[mask]:
            return combinations(self.cards, FRONT)
        if not self.suited:
            return ()
        suits = [card & 3 for card in self.cards if card != JOKER]
        long = max(range(4), key=suits.count)
        flush = [card for card in self.cards if card & 3 == long or card == JOKER]
        others = [card for card in self.cards if card & 3 != long and card != JOKER]
        return [(*others, *more) for more in combinations(flush, FRONT - len(others))]


def is_complete(back: int) -> bool:
    """Whether a back of this value is a straight, a flush or both."""
    return STRAIGHT <= back < FULL_HOUSE or STRAIGHT_FLUSH <= back < FIVE_OF_A_KIND


def suits_with(least: int) -> frozenset[int]:
    """The suit digits of seven cards (six, with a joker) of which at least so many are of one suit."""
    counts = product(range(8), repeat=4)
    return frozenset(
        sum(count << 4 * suit for suit, count in enumerate(row))
        for row in counts
        if 6 <= sum(row) <= 7
        if max(row) >= least
    )


_FIVE_SUITED: Final = suits_with(5)
_FOUR_SUITED: Final = suits_with(4)
_STRAIGHT: Final = Memo(lambda mask: any((run & mask).bit_count() == 5 for run in RUNS))
_STRAIGHT_WITH_JOKER: Final = Memo(lambda mask: any((run & mask).bit_count() >= 4 for run in RUNS))
