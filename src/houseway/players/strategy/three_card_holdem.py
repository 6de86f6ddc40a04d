"""The 3 Card Hold'em bot: makes the first bet with nearly every hand, and the second with few."""

from houseway.cards import NINE, PACK, TEN, Cards, cards_from, rank_of
from houseway.hands import three
from houseway.players.bots import Temper
from houseway.table.reports.view import View
from houseway.table.setup import Decision

PAIR, FLUSH = three.FLOORS["pair"], three.FLOORS["flush"]


def decide(view: View, temper: Temper) -> Decision:
    """Bets if that loses less than the alternative. A loose bot strays towards betting, a tight one away from it."""
    offered = [choice.name for choice in view.choices]
    if "bet" not in offered:
        return offered[0]
    hole, board = _cards(view, view.viewer), _cards(view, "board")
    bets = worth_the_first_bet(hole, board) if "fold" in offered else worth_the_second_bet(hole, board)
    if temper.strays():
        bets = temper.lean > 0
    return "bet" if bets else offered[-1]


def worth_the_first_bet(hole: Cards, board: Cards) -> bool:
    """Returns False only for two cards of nine or less without a pair that no card makes a straight or a flush."""
    held = hole + board
    if three.value(held) >= PAIR or max(map(rank_of, hole)) > NINE:
        return True
    return any(three.value((*held, card)) >= FLUSH for card in PACK if card not in held)


def worth_the_second_bet(hole: Cards, board: Cards) -> bool:
    """Returns True for a flush or better, or a pair of tens or better with a hole card in it."""
    value = three.value(hole + board)
    if value >= FLUSH:
        return True
    ranks = [rank_of(card) for card in hole + board]
    return any(rank >= TEN and ranks.count(rank) == 2 for rank in ranks[:2])


def _cards(view: View, spot: str) -> Cards:
    return cards_from(" ".join(card for card in view.cards[spot] if card is not None))
