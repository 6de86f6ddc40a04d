"""Solution of Ultimate Texas Hold'em by backward induction, and the count of every outcome.

Two passes run over the 134,459 kinds of board. The first sums the value of each decision. With all decisions made, the
second counts. Threads share both, a chunk of boards at a time. Integer sums do not depend on who does which.
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
    """Decisions before the flop by kind of hole cards, and what both wagers and a check win.

    The sums are over all deals with such cards, scaled to integers.
    """

    decisions: list[int]
    worth: list[dict[int, int]]


class UltimateSolution(NamedTuple):
    """The best strategy, every deal by it, and the rule that a person plays by.

    `on_flop` is by kind of flop and hole cards: a bet, and the better of what may follow a check, over all turns,
    rivers and banks. `counts` is by decision, category and cell; `folded` by category of the hand and of the board.
    `reached` is by better category than the board or not, cards that beat the hand, and folded or played.
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
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def solve(worth: UltimateWorth, tell: Progress, workers: int | None = None) -> UltimateSolution:
    """Solves the base game with these payments."""
    cells = worth.cells()
    workers = workers or cores()
    by_class, by_flop = weighed(cells, tell, workers)
    on_flop = board_values.averaged(by_flop)
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
    """Returns what each kind of hole cards wins before the flop, and what each wins on each kind of flop."""
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
    """Returns the best decision with each kind of hole cards: a check unless another gains more."""
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
    """Counts deals by decision and outcome, folds by hand and board, hands at the river, and the rule's hands there."""
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
    """Runs the work for every chunk of boards on threads. The caller's own thread adds and reports the results."""
    count = len(board_values.boards()[0])
    board_values.tables()  # built once here, before several threads would each build them
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
    """Multiplies values by kind of flop and hole cards by the number of flops of the kind."""
    weighted: Counts = by_flop * classes(3)[1][:, None]
    return weighted
