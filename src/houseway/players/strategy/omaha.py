"""The Omaha bot: weighs the equity of four cards against the price, for both halves of a split pot."""

from houseway.cards import Cards
from houseway.hands.board import high_value, low_value
from houseway.players.bots import Temper
from houseway.players.strategy.poker import bet_or_not, equity, show, spot_of
from houseway.table.reports.view import View
from houseway.table.setup import Decision

SAMPLES = 16  # few, because an Omaha hand is sixty sets of five cards


def high(hole: Cards, board: Cards) -> tuple[int, ...]:
    return (high_value(hole, board, exactly=2),)


def high_and_low(hole: Cards, board: Cards) -> tuple[int, ...]:
    return high_value(hole, board, exactly=2), low_value(hole, board, exactly=2)


def decide(view: View, temper: Temper) -> Decision:
    """Bets, calls and folds by equity. Shows when asked."""
    if view.choices[0].name == "show":
        return show(view)
    worth = high if view.options["variant"] == "high" else high_and_low
    return bet_or_not(view, temper, equity(spot_of(view), worth, SAMPLES, temper.rng))
