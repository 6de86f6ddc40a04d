"""The Texas Hold'em bot: weighs the equity of two cards against the price."""

from houseway.cards import Cards
from houseway.hands import five
from houseway.players.bots import Temper
from houseway.players.strategy.poker import bet_or_not, equity, show, spot_of
from houseway.table.reports.view import View
from houseway.table.setup import Decision

SAMPLES = 80


def worth(hole: Cards, board: Cards) -> tuple[int, ...]:
    return (five.value(hole + board),)


def decide(view: View, temper: Temper) -> Decision:
    """Bets, calls and folds by equity. Shows when asked."""
    if view.choices[0].name == "show":
        return show(view)
    return bet_or_not(view, temper, equity(spot_of(view), worth, SAMPLES, temper.rng))
