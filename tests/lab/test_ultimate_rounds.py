"""Simulation of Ultimate Texas Hold'em: every round is decided as by hand."""

from fractions import Fraction
from random import Random

import numpy as np

from houseway.cards import PACK, RANKS, Cards
from houseway.games.ultimate_texas_holdem import PAIR
from houseway.hands import five
from houseway.hands.kernels.arrays import Counts, Small
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES
from houseway.lab import Question
from houseway.lab.games.ultimate_texas_holdem.dealt_rounds import Best, UltimatePlayer
from houseway.lab.games.ultimate_texas_holdem.decision_values import CATEGORIES, probed
from houseway.lab.games.ultimate_texas_holdem.kernels import rounds as kernels
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import (
    CHECK,
    FLOP,
    FOLD,
    LARGER,
    RIVER,
    tables,
    terms_of,
)
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import KINDS, OUTS
from houseway.lab.games.ultimate_texas_holdem.rule import NEVER, PlayRule
from houseway.lab.loops.suits import sets
from houseway.lab.methods.comparison import cell_of
from houseway.lab.simulation.streams import start
from tests.lab import naive_ultimate as naive

RULE = PlayRule((0, NEVER, 0, 10, 8, NEVER, NEVER, NEVER), (20, 20))
EXPECTATION = Fraction(-312_538_546, 13_169_417_625)
"""Expectation of the published chart and this rule, by every deal."""
SUITED, UNSUITED = {"A": "2", "K": "2", "Q": "6", "J": "8"}, {"A": "2", "K": "5", "Q": "8", "J": "T"}


def chart() -> Small:
    """Returns the chart 33+ A2s+ K2s+ Q6s+ J8s+ A2o+ K5o+ Q8o+ JTo."""
    return np.array([LARGER if raises(*hole) else CHECK for hole in sets(2).tolist()], np.int8)


def raises(low: int, high: int) -> bool:
    if low >> 2 == high >> 2:
        return low >> 2 > 0
    least = (SUITED if low & 3 == high & 3 else UNSUITED).get(RANKS[high >> 2])
    return least is not None and low >> 2 >= RANKS.index(least)


def decided(hole: Cards, board: Cards) -> int:
    if raises(*sorted(hole)):
        return LARGER
    kind, rank = naive.flop_kind(hole, board[:3])
    if rank >= RULE.flop[KINDS.index(kind)]:
        return FLOP
    better = naive.category(hole + board) > naive.category(board)
    return RIVER if naive.outs(hole, board) <= RULE.river[better] else FOLD


def test_rounds_are_decided_and_counted_as_by_hand() -> None:
    cards, at = np.empty(9, np.int64), np.uint64(start("naive", 3))
    counts, folded = np.zeros((5, 10, 6), np.int64), np.zeros((10, 10), np.int64)
    for _ in range(600):
        at = np.uint64(kernels._nine(at, cards))
        hole, board, bank = tuple(cards[:2].tolist()), tuple(cards[2:7].tolist()), tuple(cards[7:].tolist())
        assert len({*hole, *board, *bank}) == 9
        cell = cell_of(five.value(hole + board), five.value(bank + board), PAIR)
        decision = decided(hole, board)
        counts[decision, naive.category(hole + board), cell] += 1
        if decision == FOLD:
            folded[naive.category(hole + board), naive.category(board)] += 1
    found = UltimatePlayer(chart(), RULE).deal(start("naive", 3), 600)
    assert (found[0] == counts).all()
    assert (found[1] == folded).all()


def test_four_million_rounds_cost_what_every_deal_says() -> None:
    worth, player = probed(Question("ultimate-texas-holdem")).cells(), UltimatePlayer(chart(), RULE)
    counts = np.zeros_like(worth)
    for chunk in range(4):
        counts += player.deal(start("1", chunk), 1_000_000)[0]
    mean, square = float((counts * worth).sum()) / 8e6, float((counts * worth**2).sum()) / 16e6
    assert counts.sum() == 4_000_000
    assert abs(mean - float(EXPECTATION)) < 4 * ((square - mean**2) / 4e6) ** 0.5


def test_a_best_player_weighs_a_river_against_every_bank() -> None:
    worth = probed(Question("ultimate-texas-holdem")).cells()
    terms, random = terms_of(worth), Random(6)
    for _ in range(40):
        cards = tuple(random.sample(PACK, 7))
        hole, board = cards[:2], cards[2:]
        _, _, _, plays, folds = naive.against_all(hole, board, worth)
        assert gains(hole, board, terms) == (plays > folds)


def gains(hole: Cards, board: Cards, terms: Counts) -> bool:
    key = int(sum(CARD_KEYS[card] for card in board))
    lanes = int(sum(CARD_LANES[card] for card in board))
    mine = five.value(hole + board)
    category = CATEGORIES.index(five.category(mine))
    return kernels._gains(key, lanes, mine, hole[0], hole[1], category, tables(), terms)


def test_best_play_and_rule_are_dealt_the_same_cards() -> None:
    terms = terms_of(probed(Question("ultimate-texas-holdem")).cells())
    unsure = np.full((2, OUTS), kernels.UNSURE, np.uint8)
    best = UltimatePlayer(chart(), RULE, Best(terms, np.zeros((1755, 1326), np.uint8), unsure))
    one, two = best.deal(start("1", 0), 5_000)[0], UltimatePlayer(chart(), RULE).deal(start("1", 0), 5_000)[0]
    assert (one.sum(0) == two.sum(0)).all()
    assert (one[LARGER] == two[LARGER]).all()
    assert not one[FLOP].any()
    assert one[RIVER].any()
    assert one[FOLD].any()
