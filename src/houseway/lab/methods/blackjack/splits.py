"""Splitting, exactly, for a player who plays each hand by its own cards.

The cards of a shuffled shoe may be looked at in any order that does not depend on cards not yet seen: so let every
split hand first get its second card, and then be played out. A pair card (P) on a hand splits it again while that is
allowed; any other card (N) leaves it to be played. A sequence of P and N says how many hands there are, and by the
symmetry of the cards each of them is worth the same: a hand of which the second card is N (or any card, once no more
splits are allowed), in a shoe from which some cards P are gone and some others are known to be N. Cards known to be N
are turned into cards known to be P by inclusion and exclusion. So one hand, valued in shoes without two, three, ..
of the pair cards, is enough, and nothing is approximated.
"""

from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple


class Term(NamedTuple):
    """A hand to be valued in a shoe without `gone` more of the pair cards, counted with the chance that they come.

    `pairs`: its own second card may be a pair card, too.
    """

    gone: int
    pairs: bool


@cache
def terms(most_hands: int) -> dict[Term, int]:
    """Returns how often each term counts: their sum is what all hands of a pair that is split are worth together."""
    found: Counter[Term] = Counter()
    for (pairs, split, others), times in _patterns(most_hands, 2, 2, 0, 0).items():
        for more in range(others + 1):
            found[Term(split + more, pairs)] += times * (-1) ** more * comb(others, more)
    return {term: times for term, times in found.items() if times}


def _patterns(most: int, hands: int, waiting: int, split: int, known: int) -> Counter[tuple[bool, int, int]]:
    """Hands, by whether their second card may be P, how many P were drawn, and how many other hands hold an N.

    `waiting` hands still need a second card, `known` have got an N.
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
