"""Trips, and the rows that the Blind is paid by: all 133,784,560 hands of seven cards."""

from fractions import Fraction

from houseway.games.ultimate_texas_holdem import BLIND, TRIPS
from houseway.lab.answer import Solved, Wager
from houseway.lab.progress import Tell
from houseway.lab.question import Question


def trips(asked: Question, tell: Tell) -> Solved:  # noqa: ARG001
    """The player's two cards with the board, whatever becomes of the hand (UTH-45, UTH-47)."""
    from houseway.hands.kernels.census import by_category, naturals

    counts = {row: count for row, count in by_category(naturals(7)).items() if count}
    rows = [(row, count, asked.pays_or_loses(TRIPS, row)) for row, count in counts.items()]
    note = "by the player's best hand of seven cards"
    if asked.rules.options.trips_on_fold == "board-only":
        note += "; as long as the hand is not folded, since a fold leaves only the board (UTH-26)"
    pays = [(row, count, asked.pays(BLIND, row) or Fraction(0)) for row, count in counts.items()]
    unit, often = "what the row pays a hand that wins (UTH-39)", "how often each row comes, won or not"
    blind = Wager.of(pays, unit=unit, note=often)
    return Solved(wagers={TRIPS: Wager.of(rows, note=note), f"{BLIND}: rows": blind})
