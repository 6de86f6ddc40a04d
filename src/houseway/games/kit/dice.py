"""The dice cup: three dice are shaken, their total is counted off round the table, and the place it names comes first.

Empty places are counted like the others.
"""

from typing import Final

from houseway.script import Felt

DICE: Final = 3


def counted(total: int, places: int) -> int:
    """The place (1 to `places`) that a total falls on when the counting goes round."""
    return (total - 1) % places + 1


def from_the_bank(felt: Felt, total: int, bank_is: int) -> int:
    """The seat that a total names, counted clockwise with the bank's own seat as number `bank_is`."""
    return (felt.bank.seat - 1 + counted(total, felt.positions) - bank_is) % felt.positions + 1


def against_the_clock(total: int, seats: int) -> int:
    """The seat that a total names, counted counter-clockwise from the dealer, who is place 1; 0 is the dealer."""
    return (1 - counted(total, seats + 1)) % (seats + 1)


def settling_start(felt: Felt, seat: int) -> int:
    """Where settling starts: the first seat with a wager at or after the one named, past the bank's own."""
    return felt.clockwise(seat)[0].seat
