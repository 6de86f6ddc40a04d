"""Naive count of Ultimate Texas Hold'em: every bank, every turn and river, one at a time."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np

from houseway.cards import PACK, Cards
from houseway.games.ultimate_texas_holdem import PAIR
from houseway.hands import five
from houseway.hands.kernels.high import values
from houseway.lab.games.ultimate_texas_holdem.decision_values import CATEGORIES
from houseway.lab.methods.comparison import cell_of

Table = Any
PAIRS = np.array(list(combinations(range(45), 2)))


def left(*seen: Cards) -> list[int]:
    return [card for card in PACK if not any(card in cards for cards in seen)]


def category(cards: Cards) -> int:
    return CATEGORIES.index(five.category(five.value(cards)))


def cells(hole: Cards, board: Cards) -> list[int]:
    """Counts the 990 banks by the cell in which they leave the player."""
    mine = five.value(hole + board)
    counts = [0] * 6
    for bank in combinations(left(hole, board), 2):
        counts[cell_of(mine, five.value(bank + board), PAIR)] += 1
    return counts


def against_all(hole: Cards, board: Cards, worth: Table) -> list[int]:
    """Returns what each decision wins against all banks together, ranked as one array."""
    shared = np.broadcast_to(np.array(board, np.uint8), (len(PAIRS), 5))
    banks = np.hstack([np.array(left(hole, board), np.uint8)[PAIRS], shared])
    theirs, mine = values(banks), five.value(hole + board)
    counts = np.bincount(3 * (theirs >= five.FLOORS["pair"]) + 1 + np.sign(mine - theirs), minlength=6)
    return [int(counts @ row) for row in worth[:, category(hole + board)]]


def on_flop(hole: Cards, flop: Cards, worth: Table) -> list[int]:
    """Returns a bet on the flop, and the better decision at every river, over all turns, rivers and banks."""
    bet = check = 0
    for runout in combinations(left(hole, flop), 2):
        _, _, bets, plays, folds = against_all(hole, flop + runout, worth)
        bet += bets
        check += max(plays, folds)
    return [bet, check]


def renamed(cards: Sequence[int]) -> set[tuple[int, ...]]:
    """Returns the set of cards under every renaming of the suits."""
    return {tuple(sorted(card & ~3 | suits[card & 3] for card in cards)) for suits in permutations(range(4))}


def flop_kind(hole: Cards, flop: Cards) -> tuple[str, int]:
    """Returns the kind of hand on a flop by its printed name, and its rank."""
    ranks, flops = sorted(card >> 2 for card in hole), [card >> 2 for card in flop]
    own, boards = category(hole + flop), {1: "three of a kind", 2: "a pair", 3: "nothing"}[len(set(flops))]
    if own >= CATEGORIES.index("two pair") and not (boards == "three of a kind" and own == 3):
        return "two pair or better, with a hole card", 0
    if boards == "three of a kind":
        return "three of a kind on the flop, and a hole card", ranks[1]
    if ranks[0] == ranks[1]:
        return "a pocket pair", ranks[0]
    if paired := set(ranks) & set(flops):
        return "a pair with the flop", paired.pop()
    for suit in range(4):
        if [card & 3 for card in hole + flop].count(suit) == 4:
            return "four to a flush, and of that suit a hole card", max(card >> 2 for card in hole if card & 3 == suit)
    if any(set(range(low, low + 4)) <= {*ranks, *flops} for low in range(9)):
        return "four to a straight open at both ends, and a hole card", ranks[1]
    return "a pair on the flop, and a hole card" if boards == "a pair" else "nothing yet, and a hole card", ranks[1]


def outs(hole: Cards, board: Cards) -> int:
    """Counts the cards that, singly with the board, make a better hand than the player's."""
    mine = five.value(hole + board)
    return sum(five.value((*board, card)) > mine for card in left(hole, board))
