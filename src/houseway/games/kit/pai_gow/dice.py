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


def action_seat(felt: Felt, dice: tuple[int, ...], named: int, *clauses: str, bank: str, empty: str) -> int:
    """Where the action button lies and settling starts: the first seat with a wager at or after the one named.

    `clauses` count the dice off; `bank` is the clause where they name the bank itself, and `empty` where they name a
    seat without a wager.
    """
    seat = felt.clockwise(named)[0].seat
    passed_on = (bank,) if named == felt.bank.seat else (empty,) if named != seat else ()
    return felt.place_action(seat, dice, *clauses, *passed_on)
