"""Kernels that value blackjack hands from the last card back, each against the bank from the cards left."""

from typing import NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Counts, Floats, Small, Values
from houseway.lab.loops.compiled import element, kernel
from houseway.lab.methods.blackjack.hand_states import CLASSES, GONE, Finals
from houseway.lab.methods.blackjack.rules import EIGHTS, FREE, HIT, PURE, STAND

DOUBLE = 2
CHOOSE = -1
DOUBLED_TO = 2
"""Marks hands that must be valued as standing, because a double may end there."""


class HandRows(NamedTuple):
    """The hands of the lattice, by their numbers (see `Lattice`), and the codes of their allowed actions."""

    counts: Small
    sizes: Small
    totals: Small
    child: Values
    codes: Small


class Worths(NamedTuple):
    """Values of a hand by its total and the bank's result, over 21.5, and over beside a bank of 888.

    `other` is the class of the bank's second card that a peek would have shown; -1 if nobody peeks.
    """

    ends: Floats
    over: float
    over_trio: float
    other: int


class Walked(NamedTuple):
    """Output of `walk` for every hand: the values of standing, hitting and doubling, the best, and its action."""

    values: Floats
    best: Floats
    actions: Small


@kernel
def bank(left: Values, size: int, up: int, finals: Finals, falls: Floats, products: Floats, out: Floats) -> None:
    """Computes the probabilities of the bank's results from its up card and the cards left."""
    start, first, keep, cards, sizes, ends, orders, longest = finals
    for each in range(CLASSES):
        product = 1.0
        for count in range(longest[up, each] + 1):
            falls[each, count] = product
            product *= left[each] - count
    product = 1.0
    for count in range(longest[up, CLASSES] + 1):
        falls[CLASSES, count] = 1.0 / product
        product *= size - count
    out[:] = 0.0
    for final in range(start[up], start[up + 1]):
        depth = keep[final]
        for card in range(first[final], first[final + 1]):
            products[depth + 1] = products[depth] * falls[cards[card, 0], cards[card, 1]]
            depth += 1
        out[ends[final]] += orders[final] * falls[CLASSES, sizes[final]] * products[depth]


@kernel
def reach(only: int, hands: HandRows, forced: Small) -> Small:
    """Marks the hands that can occur if forced actions are taken and all others are open, and those doubled to."""
    counts, sizes, _, child, codes = hands
    wanted = np.zeros(len(counts), np.int8)
    for hand in range(len(counts) - 1, -1, -1):
        if sizes[hand] == (2 if only < 0 else 1) and (only < 0 or counts[hand, only] > 0):
            wanted[hand] |= 1
        if not wanted[hand] & 1:
            continue
        for each in range(CLASSES):
            after = child[hand, each]
            if after == GONE:
                continue
            if forced[hand] == HIT or (forced[hand] == CHOOSE and (codes[hand] > STAND or sizes[hand] == 1)):
                wanted[after] |= 1
            if forced[hand] == DOUBLE or (forced[hand] == CHOOSE and sizes[hand] == 2):
                wanted[after] |= DOUBLED_TO
    return wanted


@element
def _gone(left: Values, size: int, up: int, drawn: int, worths: Worths) -> float:
    """Returns the value of a hand that went over by this card, with so many cards left after it."""
    other, over, over_trio = worths.other, worths.over, worths.over_trio
    gone = over
    if other >= 0:
        gone = over * (1.0 - (left[other] - (drawn == other)) / size)
    if up == EIGHTS:
        eights = left[EIGHTS] - (drawn == EIGHTS)
        gone += (over_trio - over) * eights * (eights - 1) / (size * (size - 1))
    return gone


@element
def _chosen(code: int, cards: int, doubles: bool, stand: float, hit: float, twice: float) -> int:
    """Returns the best action that the code allows. A single card of a split gets its second."""
    action = HIT if code == HIT or cards == 1 or (code == FREE and hit > stand) else STAND
    if doubles and cards == 2 and code >= STAND and twice > (hit if action == HIT else stand):
        return DOUBLE
    return action


@kernel
def walk(
    shoe: Values, up: int, only: int, hands: HandRows, forced: Small, doubles: bool, worths: Worths, finals: Finals,
    out: Walked,
) -> None:  # fmt: skip
    """Values every hand of the lattice (with the class `only`) against one up card, from a shoe without that card.

    All values count only deals in which the bank's second card is not of the class that a peek would have shown. They
    are expectations times that chance, so draws need no condition. The action is the best that the codes allow, or the
    forced one.
    """
    counts, sizes, totals, child, codes = hands
    values, best, actions = out
    worth = worths.ends
    falls = np.ones((CLASSES + 1, finals.longest.max() + 2))
    products = np.ones(CLASSES + 2)
    bank_ends = np.empty(23)
    wanted = reach(only, hands, forced)
    left = np.empty(CLASSES, np.int32)
    whole = shoe.sum()
    for hand in range(len(counts)):
        if not wanted[hand]:
            continue
        dealt = True
        for each in range(CLASSES):
            left[each] = shoe[each] - counts[hand, each]
            dealt &= left[each] >= 0
        if not dealt:
            continue
        size = whole - sizes[hand]
        stand = 0.0
        if wanted[hand] & DOUBLED_TO or forced[hand] == STAND or (forced[hand] == CHOOSE and codes[hand] != HIT):
            bank(left, size, up, finals, falls, products, bank_ends)
            for end in range(23):
                stand += bank_ends[end] * worth[totals[hand], end]
        hit = 0.0
        once = 0.0
        for each in range(CLASSES):
            if left[each] == 0:
                continue
            chance = left[each] / size
            after = child[hand, each]
            if after != GONE:
                hit += chance * best[after]
                once += chance * values[after, STAND]
                continue
            gone = _gone(left, size - 1, up, each, worths)
            hit += chance * gone
            once += chance * gone
        values[hand, STAND] = stand
        values[hand, HIT] = hit
        values[hand, DOUBLE] = 2 * once
        action = forced[hand]
        if action == CHOOSE:
            action = _chosen(codes[hand], sizes[hand], doubles, stand, hit, 2 * once)
        actions[hand] = action
        best[hand] = values[hand, action]


@kernel
def endings(shoe: Values, up: int, held: Small, totals: Small, finals: Finals, out: Counts) -> None:
    """Counts the ordered draws of the bank that leave each standing hand a winner, level, a loser, or facing a Pure.

    `out` has a row for each hand, with a count by those four and the number of cards that the bank drew.
    """
    start, first, keep, cards, sizes, ends, orders, longest = finals
    falls = np.ones((CLASSES, longest.max() + 2), np.int64)
    products = np.ones(CLASSES + 2, np.int64)
    for hand in range(len(held)):
        for each in range(CLASSES):
            left = shoe[each] - held[hand, each]
            product = 1
            for count in range(longest[up, each] + 1):
                falls[each, count] = product
                product *= max(left - count, 0)
        for final in range(start[up], start[up + 1]):
            depth = keep[final]
            for card in range(first[final], first[final + 1]):
                products[depth + 1] = products[depth] * falls[cards[card, 0], cards[card, 1]]
                depth += 1
            end = ends[final]
            verdict = 3 if end == PURE else 1 if end == totals[hand] else 0 if end < totals[hand] else 2
            out[hand, verdict, sizes[final]] += orders[final] * products[depth]
