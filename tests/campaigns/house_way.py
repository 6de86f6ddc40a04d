"""Runs every seven-card hand, all 154,143,080 up to exchange of suits, through the house ways.

`python -m tests.campaigns.house_way` walks them all (a few minutes a way), `--part 3/8` an eighth of them. It prints
how many hands each clause decides and fails on the first foul setting. With `--twin` the naive twin walks along.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from math import factorial, prod

from houseway.cards import JOKER, Cards, text_of_cards
from houseway.games.kit.banked.setting import split
from houseway.games.kit.pai_gow.fortune_way import fortune_way
from houseway.games.kit.pai_gow.house_way import Way
from houseway.games.kit.pai_gow.ranking import Ranking, ranking_of
from houseway.games.pai_gow_seneca.classic_way import classic_way
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from tests.games import naive_way

SEMI, WILD, SECOND = ranking_of(Joker.SEMI), ranking_of(Joker.FULL), ranking_of(Joker.SEMI, Wheel.SECOND)
ALL_HANDS = 154_143_080

Walker = tuple[Ranking, Callable[[Cards], Way], Callable[[Cards], Cards]]
WAYS: dict[str, Walker] = {
    "fortune": (SEMI, lambda cards: fortune_way(cards, SEMI), naive_way.fortune),
    "wild": (WILD, lambda cards: fortune_way(cards, WILD), lambda cards: naive_way.fortune(cards, Joker.FULL)),
    "classic": (SECOND, lambda cards: classic_way(cards, SECOND), naive_way.classic),
}


def suit_counts(cards: int, most: int, suits: int = 4) -> Iterator[tuple[int, ...]]:
    """Yields non-increasing numbers of cards by suit."""
    if suits == 0:
        if cards == 0:
            yield ()
        return
    for count in range(min(cards, most), -1, -1):
        for rest in suit_counts(cards - count, count, suits - 1):
            yield (count, *rest)


def canonical(cards: int, part: int = 0, parts: int = 1) -> Iterator[tuple[Cards, int]]:
    """Yields one hand of natural cards for each class under exchange of suits, with the class's size."""
    for counts in suit_counts(cards, 13):
        for index, first in enumerate(combinations(range(13), counts[0])):
            if index % parts == part:
                yield from _more_suits((first,), counts[1:])


def _more_suits(suits: tuple[tuple[int, ...], ...], counts: tuple[int, ...]) -> Iterator[tuple[Cards, int]]:
    if not counts:
        hand = tuple(rank * 4 + 3 - suit for suit, ranks in enumerate(suits) for rank in ranks)
        yield hand, 24 // prod(factorial(times) for times in Counter(suits).values())
        return
    for ranks in combinations(range(13), counts[0]):
        if counts[0] < len(suits[-1]) or ranks <= suits[-1]:
            yield from _more_suits((*suits, ranks), counts[1:])


def every_hand(part: int = 0, parts: int = 1) -> Iterator[tuple[Cards, int]]:
    """Yields hands of seven natural cards, then of six with the joker."""
    yield from canonical(7, part, parts)
    for cards, weight in canonical(6, part, parts):
        yield (*cards, JOKER), weight


def walk(walker: Walker, part: int = 0, parts: int = 1, *, twin: bool = False) -> Counter[str]:
    """Returns the number of hands that each clause decides.

    Raises AssertionError for a foul setting or a difference from the twin.
    """
    ranking, way, naive = walker
    decided: Counter[str] = Counter()
    for cards, weight in every_hand(part, parts):
        front, clauses = way(cards)
        assert not ranking.worth(*split(cards, front)).foul, text_of_cards(cards)
        assert not twin or set(front) == set(naive(cards)), text_of_cards(cards)
        decided[clauses[0]] += weight
    return decided


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--twin", action="store_true")
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    for name in given.way or WAYS:
        decided = walk(WAYS[name], part, parts, twin=given.twin)
        for clause, hands in sorted(decided.items()):
            print(f"{name:8} {clause} {hands:>12,}")
        print(f"{name:8} all    {decided.total():>12,}")
        assert parts > 1 or decided.total() == ALL_HANDS


if __name__ == "__main__":
    main()
