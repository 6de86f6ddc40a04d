"""Kernels for rows of bonus tables, with the values of `houseway.hands.four` and `seven`, and for `totals`."""

from typing import Final

import numpy as np

from houseway.cards import ACE
from houseway.hands import four, seven, totals
from houseway.hands.five import LADDER
from houseway.hands.kernels import three, wild
from houseway.hands.kernels.arrays import Hands, Int, Values
from houseway.hands.kernels.high import lane_of
from houseway.hands.kernels.jit import checked, code, element, kernel
from houseway.hands.kernels.sums import key7, lanes7
from houseway.hands.kernels.tables import EACH_SUIT, JOKER_BIT, LANE, MANY_SUITED
from houseway.hands.kernels.wild import FOUR_SUITED
from houseway.hands.wild import Joker

COUNTS: Final = np.array([lane.bit_count() for lane in range(LANE + 1)], np.uint8)
RUNS4: Final = np.array([lane in four.RUNS for lane in range(LANE + 1)])
RUNS7: Final = np.array(
    [lane.bit_count() >= 6 and any(lane & run == lane for run in seven.RUNS) for lane in range(LANE + 1)]
)
"""True for lanes of six or seven ranks that lie within a run of seven."""
ROWS: Final = np.array(
    [next((row for least, row in seven.FIVE_ROWS if value >= least), 0) for value in range(len(LADDER.rungs))], np.uint8
)
"""Bonus row by the value of a five-card hand."""
ROYAL: Final = seven.ROYAL
KING_QUEEN: Final = seven.KING_QUEEN
POINTS: Final = np.array([totals.POINTS[card >> 2] for card in range(52)], np.uint8)
PURE: Final = totals.PURE
OVER: Final = totals.OVER
SIX_SUITED: Final = 2 * EACH_SUIT
LANE_OF_ACE: Final = 1 << ACE

four_row = element(four.row)


@element
def four_value(c0: Int, c1: Int, c2: Int, c3: Int) -> Int:
    """Returns the row of the pay table that four cards reach, as `four.row` numbers them."""
    held = 1 << (c0 >> 2) | 1 << (c1 >> 2) | 1 << (c2 >> 2) | 1 << (c3 >> 2)
    flush = (c0 ^ c1 | c0 ^ c2 | c0 ^ c3) & 3 == 0
    return four_row(COUNTS[held], held == LANE_OF_ACE, RUNS4[held], flush, three.value4(c0, c1, c2, c3))


@element
def royal_match(lanes: Int, jokers: Int) -> bool:
    """Returns True for a royal flush of one suit with the king and queen of another."""
    for royal in range(0, 64, 16):
        held = COUNTS[lanes >> royal & ROYAL] + jokers
        if held >= 4:
            for match in range(0, 64, 16):
                if match != royal and held + COUNTS[lanes >> match & KING_QUEEN] == 7:
                    return True
    return False


@element
def three_alike(lanes: Int, jokers: Int, joker: Int) -> bool:
    """Returns True for three of one rank. The joker is an ace or, if fully wild, any rank."""
    clubs, diamonds, hearts, spades = lanes & LANE, lanes >> 16 & LANE, lanes >> 32 & LANE, lanes >> 48 & LANE
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if threes or not jokers:
        return bool(threes)
    twos = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    return bool(twos & (LANE if joker else LANE_OF_ACE))


@element
def seven_of(key: Int, lanes: Int, joker: Int, match_joker: bool) -> Int:
    """Returns the bonus row of seven cards from the sum of `CARD_KEYS` and the bitwise or of `CARD_LANES`."""
    jokers = 1 if key & JOKER_BIT else 0
    many = key + SIX_SUITED
    if many & MANY_SUITED:
        lane = lane_of(many, lanes)
        if RUNS7[lane] and COUNTS[lane] + jokers == 7:
            return 9 if jokers else 11
    if key + FOUR_SUITED & MANY_SUITED and (match_joker or not jokers) and royal_match(lanes, jokers):
        return 10
    row = np.int64(ROWS[wild.of(7, key, lanes, joker, 0)])
    return 2 if row == 1 and three_alike(lanes, jokers, joker) else row


@element
def seven_value(c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int, joker: Int, match_joker: bool) -> Int:
    key, lanes = key7(c0, c1, c2, c3, c4, c5, c6), lanes7(c0, c1, c2, c3, c4, c5, c6)
    return seven_of(key, lanes, joker, match_joker)


@kernel
def _four(h: Hands, out: Values) -> None:
    for i in range(len(h)):
        out[i] = four_value(h[i, 0], h[i, 1], h[i, 2], h[i, 3])


@kernel
def _seven(h: Hands, out: Values, joker: Int, match_joker: bool) -> None:
    for i in range(len(h)):
        out[i] = seven_value(h[i, 0], h[i, 1], h[i, 2], h[i, 3], h[i, 4], h[i, 5], h[i, 6], joker, match_joker)


@kernel
def _totals(h: Hands, out: Values, after_split: bool) -> None:
    for i in range(len(h)):
        points, ace = 0, False
        for j in range(h.shape[1]):
            points += POINTS[h[i, j]]
            ace |= h[i, j] >> 2 == ACE
        if points > 21:
            out[i] = OVER
        elif ace and points == 11 and h.shape[1] == 2 and not after_split:
            out[i] = PURE
        else:
            out[i] = points + 10 if ace and points <= 11 else points


def four_values(hands: Hands) -> Values:
    """Returns the row of each four cards, 0 for none to 8 for four aces."""
    out = np.empty(len(checked(hands, (4,))), np.int32)
    _four(hands, out)
    return out


def seven_values(hands: Hands, joker: Joker = Joker.FULL, royal_match_joker: bool = True) -> Values:
    """Returns the row of each seven cards, 0 for none to 11 for a natural seven card straight flush."""
    out = np.empty(len(checked(hands, (7,), joker=True)), np.int32)
    _seven(hands, out, code(joker), royal_match_joker)
    return out


def total_values(hands: Hands, after_split: bool = False) -> Values:
    """Returns the total of each row of cards: 22 for a Pure, 0 for over."""
    out = np.empty(len(checked(hands, range(1, 33))), np.int32)
    _totals(hands, out, after_split)
    return out
