"""Exact splitting for a player who plays each hand by its own cards.

The cards of a shuffled shoe may be looked at in any order that does not depend on cards not yet seen. So let every
split hand first get its second card, and then be played out. A pair card (P) on a hand splits it again while that is
allowed; any other card (N) leaves it to be played. A sequence of P and N gives the number of hands. By the symmetry of
the cards each of them has the same value: that of a hand whose second card is N (or any card, once no more splits are
allowed), in a shoe from which some cards P are gone and some others are known to be N. Inclusion and exclusion turns
cards known to be N into cards known to be P. So one hand, valued in shoes without two, three, .. of the pair cards, is
enough, and nothing is approximated.
"""

from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple


class Term(NamedTuple):
    """One hand of a split pair, in a shoe that lacks `gone` further pair cards.

    Its value is weighted by the chance that those cards are drawn. If `pairs`, its second card may be a pair card.
    """

    gone: int
    pairs: bool


@cache
def terms(most_hands: int) -> dict[Term, int]:
    """Returns the coefficient of each term. Their sum is the value of all hands of a split pair together."""
    found: Counter[Term] = Counter()
    for (pairs, split, others), times in _patterns(most_hands, 2, 2, 0, 0).items():
        for more in range(others + 1):
            found[Term(split + more, pairs)] += times * (-1) ** more * comb(others, more)
    return {term: times for term, times in found.items() if times}


def _patterns(most: int, hands: int, waiting: int, split: int, known: int) -> Counter[tuple[bool, int, int]]:
    """Counts the hands of all sequences of P and N.

    A key is (the second card may be P, number of P drawn, number of other hands that hold an N). `waiting` hands have
    no second card yet; `known` hands have an N.
    """
    found: Counter[tuple[bool, int, int]] = Counter()
    if hands == most or waiting == 0:
        if known:
            found[False, split, known - 1] += known
        if waiting:
            found[True, split, known] += waiting
        return found
    found += _patterns(most, hands + 1, waiting + 1, split + 1, known)
    found += _patterns(most, hands, waiting - 1, split, known + 1)
    return found
