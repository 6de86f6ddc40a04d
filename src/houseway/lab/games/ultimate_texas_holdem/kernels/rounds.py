"""Round kernels of Ultimate Texas Hold'em: nine cards, decided by a person's rule or by the best strategy.

The start of its random stream (`houseway.lab.simulation.streams.start`) identifies a chunk of rounds, so any worker
deals it alike. The counts have the shape of those of `board_values.tally`.
"""

from typing import Final

import numpy as np

from houseway.hands.kernels import high
from houseway.hands.kernels.arrays import Bytes, Counts, Int, Small
from houseway.hands.kernels.sums import key5, lanes5
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES, EACH_SUIT, MANY_SUITED
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import CHECK, FLOP, FOLD, RIVER, Tables, summed
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import flop_kind, outs_above
from houseway.lab.loops.chance import STEP, below, high_half, low_half, mixed
from houseway.lab.loops.comparison import cell_of
from houseway.lab.loops.compiled import element, kernel

THREE_SUITED: Final = 5 * EACH_SUIT
FOLDED, PLAYED, UNSURE = range(3)


@element
def _nine(at: Int, cards: Counts) -> Int:
    """Draws nine cards uniformly. Returns the next state of the random stream."""
    taken = np.int64(0)
    filled = 0
    while filled < 9:
        at += STEP
        bits = mixed(at)
        for half in (low_half(bits), high_half(bits)):
            card = below(half, 52)
            if card >= 0 and filled < 9 and not taken >> card & 1:
                taken |= 1 << card
                cards[filled] = card
                filled += 1
    return at


@kernel
def play_rule(
    start: np.uint64,
    rounds: int,
    tables: Tables,
    before: Small,
    bets: Bytes,
    most_outs: Counts,
    counts: Counts,
    folded: Counts,
) -> None:
    """Plays rounds by a rule: `bets` by `flop_kind`, `most_outs` for hands no better than the board, and better."""
    at = start
    cards = np.empty(9, np.int64)
    for _ in range(rounds):
        at = _nine(at, cards)
        x, y, a, b, c, d, e = cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6]
        key, lanes = key5(a, b, c, d, e), lanes5(a, b, c, d, e)
        mine = _with(key, lanes, x, y)
        category: Int = tables.categories[mine]
        decision: Int = np.int64(before[tables.holes[x, y]])
        if decision == CHECK:
            decision = FLOP
            if not bets[flop_kind(x, y, a, b, c)]:
                own = tables.categories[high.of(5, key, lanes, 0)]
                seen = lanes | CARD_LANES[x] | CARD_LANES[y]
                better = np.int64(category > own)
                decision = RIVER if outs_above(key, lanes, mine, seen) <= most_outs[better] else FOLD
                if decision == FOLD:
                    folded[category, own] += 1
        counts[decision, category, cell_of(mine, _with(key, lanes, cards[7], cards[8]), tables.least)] += 1


@kernel
def play_best(
    start: np.uint64,
    rounds: int,
    tables: Tables,
    terms: Counts,
    before: Small,
    bets: Bytes,
    sure: Bytes,
    counts: Counts,
    folded: Counts,
) -> None:
    """Plays rounds by the best strategy, with `bets` by kind of flop and hole cards.

    `sure` is by better than the board or not and cards that beat the hand: `FOLDED` or `PLAYED` if that is best for all
    such hands. For others the kernel compares all 990 banks.
    """
    at = start
    cards = np.empty(9, np.int64)
    for _ in range(rounds):
        at = _nine(at, cards)
        x, y, a, b, c, d, e = cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6]
        key, lanes = key5(a, b, c, d, e), lanes5(a, b, c, d, e)
        mine = _with(key, lanes, x, y)
        category: Int = tables.categories[mine]
        hole = np.int64(tables.holes[x, y])
        decision: Int = np.int64(before[hole])
        if decision == CHECK:
            decision = FLOP
            flop = tables.flops[a, b, c]
            if not bets[tables.flop_class[flop], tables.renamed[tables.flop_renaming[flop], hole]]:
                own = tables.categories[high.of(5, key, lanes, 0)]
                seen = lanes | CARD_LANES[x] | CARD_LANES[y]
                known = sure[np.int64(category > own), outs_above(key, lanes, mine, seen)]
                plays = known == PLAYED
                if known == UNSURE:
                    plays = _gains(key, lanes, mine, x, y, category, tables, terms)
                decision = RIVER if plays else FOLD
                if not plays:
                    folded[category, own] += 1
        counts[decision, category, cell_of(mine, _with(key, lanes, cards[7], cards[8]), tables.least)] += 1


@element
def _with(key: Int, lanes: Int, x: Int, y: Int) -> Int:
    """Returns the value of two cards with a board."""
    return high.of(7, key + CARD_KEYS[x] + CARD_KEYS[y], lanes | CARD_LANES[x] | CARD_LANES[y], 0)


@kernel
def _gains(key: int, lanes: int, mine: int, x: int, y: int, category: int, tables: Tables, terms: Counts) -> bool:
    """Returns True if the Play wager at the river wins more than a fold, against all banks together."""
    seen = lanes | CARD_LANES[x] | CARD_LANES[y]
    if key + THREE_SUITED & MANY_SUITED:
        lower, to_equal, weak = _every_bank(key, lanes, mine, seen, tables.least)
    else:
        lower, to_equal, weak = _banks_by_rank(key, mine, seen, tables.least)
    play = summed(terms, RIVER, category, lower, to_equal, weak)
    return bool(play > summed(terms, FOLD, category, lower, to_equal, weak))


@element
def _every_bank(key: Int, lanes: Int, mine: Int, seen: Int, least: Int) -> tuple[Int, Int, Int]:
    """Counts the banks that are lower, lower or equal, and not qualified."""
    lower, to_equal, weak = 0, 0, 0
    for x in range(52):
        if seen & CARD_LANES[x]:
            continue
        for y in range(x):
            if not seen & CARD_LANES[y]:
                banks = _with(key, lanes, x, y)
                lower += banks < mine
                to_equal += banks <= mine
                weak += banks < least
    return lower, to_equal, weak


@element
def _banks_by_rank(key: Int, mine: Int, seen: Int, least: Int) -> tuple[Int, Int, Int]:
    """Counts the same on a board that allows no flush: banks of the same two ranks are counted together."""
    left = np.empty(13, np.int64)
    for rank in range(13):
        held = seen >> rank
        left[rank] = 4 - (held & 1) - (held >> 16 & 1) - (held >> 32 & 1) - (held >> 48 & 1)
    lower, to_equal, weak = 0, 0, 0
    for one in range(13):
        for other in range(one + 1):
            many = left[one] * left[other] if one != other else left[one] * (left[one] - 1) >> 1
            banks = high.by_ranks(7, key + CARD_KEYS[4 * one] + CARD_KEYS[4 * other], 0)
            lower += many * (banks < mine)
            to_equal += many * (banks <= mine)
            weak += many * (banks < least)
    return lower, to_equal, weak
