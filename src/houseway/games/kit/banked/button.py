"""The action button: the seat where settling starts (PD-34 to PD-39)."""

from houseway.cards import ACE, Card, rank_of
from houseway.script import Felt


def card_value(card: Card) -> int:
    """Ace 1, two to ten their face number, jack 11, queen 12, king 13 (PD-36)."""
    rank = rank_of(card)
    return 1 if rank == ACE else rank + 2


def placed_by(felt: Felt, card: Card, *clauses: str, value: int | None = None) -> int:
    """The action button lies at the seat that the card names, by its value or another, and settling starts there."""
    seat = button_seat(felt, card_value(card) if value is None else value)
    return felt.place_action(seat, card, *clauses)


def button_seat(felt: Felt, value: int) -> int:
    """The seat that a value names, counted clockwise from the bank's left, or the next one that has a wager.

    PD-37: whether the bank's position and empty seats are counted are options. PD-38: an empty seat passes it on.
    """
    wagered = felt.left_of_bank()
    if felt.options.button_seats == "wagered-only":
        return wagered[_counted(value, len(wagered), felt.options.button_wrap) - 1].seat
    others = felt.positions - 1
    named = (felt.bank.seat + _counted(value, others, felt.options.button_wrap) - 1) % felt.positions + 1
    return felt.clockwise(named)[0].seat


def _counted(value: int, others: int, wrap: str) -> int:
    """Which of the other seats (1 to `others`) a value falls on; counting the bank, a 0 moves on to seat 1 (PD-37)."""
    if wrap == "skip-bank":
        return (value - 1) % others + 1
    return value % (others + 1) or 1
