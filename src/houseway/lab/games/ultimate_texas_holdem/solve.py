"""The best decisions, worked out from the river to the first, and how often each outcome then comes.

Two passes over the 134,459 kinds of board. The first adds up what each decision is worth; with all decisions made, the
second counts. Both are shared out among threads, a chunk of boards at a time: sums of whole numbers come out the same
whoever does which.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

import numpy as np

from houseway.hands.kernels.arrays import Bytes, Counts, Small
from houseway.lab.games.ultimate_texas_holdem.decision_values import UltimateWorth
from houseway.lab.games.ultimate_texas_holdem.kernels import board_values
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import CHECK, FLOPS, FOLD, LARGER, RIVER, SMALLER
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import OUTS
from houseway.lab.games.ultimate_texas_holdem.rule import PlayRule, flop_kinds, flop_rule, river_rule
from houseway.lab.games.ultimate_texas_holdem.sums import exact_sums
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.suits import classes

T = TypeVar("T")

CHUNK: Final = 500
KINDS_OF_HOLE: Final = 169
KINDS_OF_FLOP: Final = 1755
HOLE_CARDS: Final = 1326
DEALS: Final = 1326 * 19_600 * 1081 * 990
"""Hole cards, a flop, turn and river, and the bank's cards: 27,813,810,024,000, ten for each board of five."""


class Before(NamedTuple):
    """By kind of hole cards: the decision before the flop, and what the larger and smaller wager and a check win.

    Sums over all deals with such cards, in whole parts.
    """

    decisions: list[int]
    worth: list[dict[int, int]]


class UltimateSolution(NamedTuple):
    """The best strategy, every deal by it, and the rule a person plays by.

    `on_flop` by kind of flop and hole cards: a bet, and the better of what may follow a check, over all turns, rivers
    and banks. `counts` by decision, category and cell; `folded` by category of the hand and of the board;
    `reached` by whether a hand at the river is of a better category than the board, how many cards beat it, and whether
    it is folded or played.
    """

    worth: UltimateWorth
    before: Before
    on_flop: Counts
    counts: Counts
    folded: Counts
    reached: Counts
    rule: PlayRule
    expectation: Fraction
    rule_expectation: Fraction


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def solve(worth: UltimateWorth, tell: Progress, workers: int | None = None) -> UltimateSolution:
    """Everything about the base game at what its hands are worth."""
    cells = worth.cells()
    workers = workers or cores()
    by_class, by_flop = weighed(cells, tell, workers)
    on_flop = board_values.evened(by_flop)
    del by_flop
    before = first_decisions(by_class, on_flop)
    choices = np.array(before.decisions, np.int8)[board_values.tables().hole_class]
    gains = on_flop[:, :, 0] - on_flop[:, :, 1]
    bets_from = flop_rule(_weighted(gains), choices)
    by_rule = bets_from.bets(flop_kinds())
    bets = (gains > 0) + 16 * by_rule.astype(np.uint8)
    counts, folded, reached, river = tallied(cells, choices, bets, tell, workers)
    rule, won_at_river = river_rule(bets_from, river, cells[RIVER], cells[FOLD])
    best = sum(each[decision] for decision, each in zip(before.decisions, before.worth, strict=True))
    told = sum(
        each[decision] for decision, each in zip(before.decisions, before.worth, strict=True) if decision != CHECK
    )
    checked = by_rule & (choices == CHECK)
    told += exact_sums(np.zeros(checked.sum(), np.int64), _weighted(on_flop[:, :, 0])[checked], 1)[0] + won_at_river
    assert counts.sum() == DEALS
    return UltimateSolution(
        worth=worth,
        before=before,
        on_flop=on_flop,
        counts=counts,
        folded=folded,
        reached=reached,
        rule=rule,
        expectation=Fraction(best, worth.scale * DEALS),
        rule_expectation=Fraction(told, worth.scale * DEALS),
    )


def weighed(cells: Counts, tell: Progress, workers: int) -> tuple[list[list[int]], Counts]:
    """Returns what is won with each kind of hole cards before the flop, and with each on each kind of flop."""
    terms = board_values.terms_of(cells)
    by_class = [[0, 0] for _ in range(KINDS_OF_HOLE)]
    spares = [np.zeros((KINDS_OF_FLOP, HOLE_CARDS, 2), np.int64) for _ in range(workers)]

    def work(chunk: slice) -> Counts:
        boards, weights = board_values.boards()
        before, by_flop = np.zeros((KINDS_OF_HOLE, 2), np.int64), spares.pop()
        board_values.weigh(boards[chunk], weights[chunk], board_values.tables(), terms, before, by_flop)
        spares.append(by_flop)
        return before

    def add(before: Counts) -> None:
        for sums, (larger, smaller) in zip(by_class, before.tolist(), strict=True):
            sums[0] += larger
            sums[1] += smaller

    _share(work, add, workers, "weighing every decision on every board", tell)
    total = spares.pop()
    for spare in spares:
        total += spare
    return by_class, total


def first_decisions(by_class: list[list[int]], on_flop: Counts) -> Before:
    """The best decision with each kind of hole cards; one that gains nothing over a check is not made."""
    best = _weighted(on_flop.max(2))
    kinds = np.broadcast_to(board_values.tables().hole_class, best.shape)
    checks = exact_sums(kinds.ravel(), best.ravel(), KINDS_OF_HOLE)
    worth = [
        {CHECK: check, LARGER: FLOPS * larger, SMALLER: FLOPS * smaller}
        for check, (larger, smaller) in zip(checks, by_class, strict=True)
    ]
    return Before([max(each, key=each.__getitem__) for each in worth], worth)


def tallied(
    cells: Counts, choices: Small, bets: Bytes, tell: Progress, workers: int
) -> tuple[Counts, Counts, Counts, Counts]:
    """Every deal by decision and outcome, folds by hand and board, hands at the river, and those of the rule there."""
    terms = board_values.terms_of(cells)
    totals = (
        np.zeros_like(cells),
        np.zeros((board_values.CATEGORIES, board_values.CATEGORIES), np.int64),
        np.zeros((2, OUTS, 2), np.int64),
        np.zeros((2, OUTS, *cells.shape[1:]), np.int64),
    )

    def work(chunk: slice) -> tuple[Counts, ...]:
        boards, weights = board_values.boards()
        sums = tuple(np.zeros_like(total) for total in totals)
        board_values.tally(boards[chunk], weights[chunk], board_values.tables(), terms, choices, bets, *sums)
        return sums

    def add(sums: tuple[Counts, ...]) -> None:
        for total, each in zip(totals, sums, strict=True):
            total += each

    _share(work, add, workers, "counting every deal", tell)
    return totals


def _share(work: Callable[[slice], T], add: Callable[[T], None], workers: int, what: str, tell: Progress) -> None:
    """Does the work for every chunk of the boards; results are added and told by the caller's own thread."""
    count = len(board_values.boards()[0])
    board_values.tables()  # made once, before two threads would each make them
    chunks = [slice(start, start + CHUNK) for start in range(0, count, CHUNK)]
    tell(what, 0, len(chunks))
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(work, chunk) for chunk in chunks]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                add(future.result())
                tell(what, done, len(chunks))
        finally:
            pool.shutdown(cancel_futures=True)


def _weighted(by_flop: Counts) -> Counts:
    """By kind of flop and hole cards, times the flops of the kind."""
    weighted: Counts = by_flop * classes(3)[1][:, None]
    return weighted
