"""The Ultimate Texas Hold'em bot: plays the short strategy that players carry to the table.

Before the flop it raises four times or not at all. After it, it raises with two pair, a pair with a hole card, or four
to a flush with a high one. At the river it raises unless too many single cards would beat the hand.
"""

from houseway.cards import (
    ACE,
    EIGHT,
    FIVE,
    JACK,
    KING,
    PACK,
    QUEEN,
    SIX,
    TEN,
    THREE,
    TWO,
    Cards,
    cards_from,
    rank_of,
    suit_of,
)
from houseway.hands import five
from houseway.players.bots import Temper
from houseway.table.reports.view import View
from houseway.table.setup import Decision

LEAST_KICKER = {KING: (TWO, FIVE), QUEEN: (SIX, EIGHT), JACK: (EIGHT, TEN)}
"""The lowest second card to raise with, suited and not, by the higher card (K2 and K5, Q6 and Q8, J8 and JT)."""
MOST_OUTS = 20
TWO_PAIR = five.FLOORS["two pair"]


def decide(view: View, temper: Temper) -> Decision:
    """Makes the largest raise with a hand that is worth one.

    A loose bot strays towards it, a tight one away from it.
    """
    offered = {choice.name: choice for choice in view.choices}
    otherwise = "fold" if "fold" in offered else "check"
    if "play" not in offered:
        return otherwise
    hole, board = _cards(view, view.viewer), _cards(view, "board")
    if not hole:  # a backline bettor sees no cards and follows the seat
        return "play"
    plays = {0: worth_four_times, 3: worth_twice, 5: worth_once}[len(board)](hole, board)
    if temper.strays():
        plays = temper.lean > 0
    return {"play": offered["play"].high} if plays else otherwise


def worth_four_times(hole: Cards, board: Cards = ()) -> bool:  # noqa: ARG001
    """Returns True for threes or better, any ace, and the better kings, queens and jacks."""
    low, high = sorted(map(rank_of, hole))
    if low == high:
        return high >= THREE
    if high == ACE:
        return True
    suited, unsuited = LEAST_KICKER.get(high, (ACE, ACE))
    return low >= (suited if suit_of(hole[0]) == suit_of(hole[1]) else unsuited)


def worth_twice(hole: Cards, board: Cards) -> bool:
    """Returns True for two pair or better, a pair with a hole card in it (but not two deuces), or four to a flush with
    a ten or higher.
    """
    if five.value(hole + board) >= TWO_PAIR or _hidden_pair(hole, board):
        return True
    suits = [suit_of(card) for card in hole + board]
    return any(rank_of(card) >= TEN and suits.count(suit_of(card)) >= 4 for card in hole)


def worth_once(hole: Cards, board: Cards) -> bool:
    """Returns True for a pair or better with a hole card in it, or if at most twenty single
    cards would beat the hand.
    """
    mine = five.value(hole + board)
    if _hidden_pair(hole, board):
        return True
    unseen = [card for card in PACK if card not in hole + board]
    return sum(five.value((*board, card)) > mine for card in unseen) <= MOST_OUTS


def _hidden_pair(hole: Cards, board: Cards) -> bool:
    ranks = [rank_of(card) for card in hole + board]
    return any(ranks.count(rank) >= 2 for rank in ranks[:2]) and ranks[:2] != [0, 0]


def _cards(view: View, spot: str) -> Cards:
    return cards_from(" ".join(card for card in view.cards.get(spot, []) if card is not None))
