"""Every hand of a player and every finished hand of the bank, by the classes of their cards, unordered.

A hand is ten counts. A player's hands are numbered so that one more card always leads to a smaller number: in ascending
order, whatever a hand can become is known before the hand itself. A single card has the number `single[class]`.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Counts, Flags, Floats, Small, Values
from houseway.lab.methods.blackjack.rules import (
    ACES,
    BONUS,
    EIGHTS,
    HIT,
    OVER,
    POINTS,
    PURE,
    RANKS,
    STAND,
    TRIO,
    BlackjackRules,
    Chart,
)

ClassCounts = tuple[int, ...]

GONE: Final = -1
"""Stands for a hand's number: the hand is over 21.5."""
CLASSES: Final = 10
EMPTY: Final[ClassCounts] = (0,) * CLASSES


class Lattice(NamedTuple):
    """All hands of 21 or less, of one card or more."""

    hands: list[ClassCounts]
    number: dict[ClassCounts, int]
    counts: Small
    size: Small
    total: Small
    soft: Flags
    child: Values
    single: tuple[int, ...]
    pairs: tuple[tuple[int, int, int], ...]
    """The hands of two cards: number, and the two classes, the lower first."""


class Finish(NamedTuple):
    """A finished hand of the bank: the cards beside its up card, the number of their orders, and its result."""

    counts: ClassCounts
    size: int
    orders: int
    ends: int


class Finals(NamedTuple):
    """All finishes as arrays for a kernel. Those of an up card are the rows `start[up]` to `start[up + 1]`.

    A finish is a list of pairs (class, count). It shares its first `keep` pairs with the row before it. `cards` holds
    only the other pairs, from index `first` on.
    """

    start: Values
    first: Values
    keep: Small
    cards: Small
    size: Small
    ends: Small
    orders: Counts
    longest: Small
    """By up card, the most cards of each class, and last of all classes."""


def total_of(counts: ClassCounts) -> tuple[int, bool]:
    """Returns the total, and True if it is soft (P21-05)."""
    least = sum(count * points for count, points in zip(counts, POINTS, strict=True))
    return (least + 10, True) if counts[ACES] and least <= 11 else (least, False)


def plus(counts: ClassCounts, *classes: int) -> ClassCounts:
    """Returns the hand with these cards added."""
    more = list(counts)
    for each in classes:
        more[each] += 1
    return tuple(more)


def text_of(counts: ClassCounts) -> str:
    """Returns the classes of the cards in ascending order, such as `A-2-2-B`."""
    return "-".join(RANKS[each] for each, count in enumerate(counts) for _ in range(count))


@cache
def lattice() -> Lattice:
    """Returns all hands, built once. The number of packs only decides which of them can be dealt."""
    hands = sorted(_within(EMPTY, 0, 0), key=lambda hand: (-_least(hand), hand))
    number = {hand: index for index, hand in enumerate(hands)}
    totals = [total_of(hand) for hand in hands]
    children = [[number.get(plus(hand, each), GONE) for each in range(CLASSES)] for hand in hands]
    single = tuple(number[plus(EMPTY, each)] for each in range(CLASSES))
    pairs = tuple((number[plus(EMPTY, one, two)], one, two) for two in range(CLASSES) for one in range(two + 1))
    return Lattice(
        hands,
        number,
        np.array(hands, np.int8),
        np.array([sum(hand) for hand in hands], np.int8),
        np.array([total for total, _ in totals], np.int8),
        np.array([soft for _, soft in totals], np.bool_),
        np.array(children, np.int32),
        single,
        pairs,
    )


def _least(counts: ClassCounts) -> int:
    return sum(count * points for count, points in zip(counts, POINTS, strict=True))


def _within(hand: ClassCounts, lowest: int, least: int) -> Iterator[ClassCounts]:
    for each in range(lowest, CLASSES):
        if least + POINTS[each] <= 21:
            more = plus(hand, each)
            yield more
            yield from _within(more, each, least + POINTS[each])


def codes(chart: Chart) -> Small:
    """Returns the chart's code for every hand of the lattice."""
    known = lattice()
    pairs = zip(known.total.tolist(), known.soft.tolist(), strict=True)
    return np.array([chart.get(pair, STAND) for pair in pairs], np.int8)


def finals_of(rules: BlackjackRules) -> tuple[list[list[Finish]], Finals]:
    """Returns every finish of the bank from each up card by the chart (P21-49), as structs and as arrays."""
    return _finals(rules.shoe, tuple(sorted(rules.bank.items())))


@cache
def _finals(shoe: ClassCounts, bank: tuple[tuple[tuple[int, bool], int], ...]) -> tuple[list[list[Finish]], Finals]:
    finals = [_from(shoe, dict(bank), up) for up in range(CLASSES)]
    return finals, _array(finals)


def _from(shoe: ClassCounts, bank: Chart, up: int) -> list[Finish]:
    done: dict[tuple[ClassCounts, int], int] = {}
    open_: dict[ClassCounts, int] = {EMPTY: 1}
    while open_:
        longer: dict[ClassCounts, int] = {}
        for drawn, orders in open_.items():
            for each in range(CLASSES):
                more = plus(drawn, each)
                whole = plus(more, up)
                if whole[each] > shoe[each]:
                    continue
                ends = _ends(bank, whole)
                if ends is None:
                    longer[more] = longer.get(more, 0) + orders
                else:
                    done[more, ends] = done.get((more, ends), 0) + orders
        open_ = longer
    return [Finish(counts, sum(counts), orders, ends) for (counts, ends), orders in done.items()]


def _ends(bank: Chart, whole: ClassCounts) -> int | None:
    """Returns the result of a bank with these cards, or None if it must hit."""
    total, soft = total_of(whole)
    cards = sum(whole)
    if total > 21:
        return TRIO if cards == 3 and whole[EIGHTS] == 3 else OVER
    if cards == 2 and whole[ACES] and whole[BONUS]:
        return PURE
    return None if bank.get((total, soft), STAND) == HIT else total


def _array(finals: list[list[Finish]]) -> Finals:
    """Builds arrays sorted so that neighbours share their first cards, which are then multiplied only once."""
    starts, firsts, keeps, cards = [0], [0], [], []
    flat: list[Finish] = []
    for each in finals:
        before: list[tuple[int, int]] = []
        for final in sorted(each, key=lambda final: _runs(final.counts)):
            runs = _runs(final.counts)
            keep = next(
                (at for at, pair in enumerate(zip(before, runs, strict=False)) if pair[0] != pair[1]), len(before)
            )
            cards += runs[keep:]
            keeps.append(keep)
            firsts.append(len(cards))
            flat.append(final)
            before = runs
        starts.append(len(flat))
    return Finals(
        np.array(starts, np.int32),
        np.array(firsts, np.int32),
        np.array(keeps, np.int8),
        np.array(cards, np.int8),
        np.array([final.size for final in flat], np.int8),
        np.array([final.ends for final in flat], np.int8),
        np.array([final.orders for final in flat], np.int64),
        np.array([[*map(max, zip(*((*f.counts, f.size) for f in each), strict=True))] for each in finals], np.int8),
    )


def _runs(counts: ClassCounts) -> list[tuple[int, int]]:
    return [(each, count) for each, count in enumerate(counts) if count]


def worth(rules: BlackjackRules) -> Floats:
    """Returns the winnings of a standing hand by its total and the bank's. A bank that peeks has no Pure to count."""
    table = np.zeros((22, 23), np.float64)
    for mine, row in enumerate(verdicts(rules)):
        table[mine] = [float(value) for value in row]
    return table


def verdicts(rules: BlackjackRules) -> list[list[Fraction]]:
    """Returns the same in fractions: P21-56 to P21-59 as the payoffs have them."""
    pays = rules.payoffs
    rows = []
    for mine in range(22):
        row = [pays.win if bank < mine else pays.push if bank == mine else pays.lose for bank in range(23)]
        row[OVER] = row[TRIO] = pays.win
        row[PURE] = 0 * pays.win if rules.peek else pays.bank_pure
        rows.append(row)
    return rows
