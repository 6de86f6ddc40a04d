"""The dice cup: three dice are shaken, their total is counted off round the table, and the place it names comes first.

Empty places are counted and dealt in like the others; a hand that reaches one goes into the muck unseen.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from houseway.script import Felt, Spot

DICE: Final = 3
MUCK: Final = "muck"


def counted(total: int, places: int) -> int:
    """The place (1 to `places`) that a total falls on when the counting goes round."""
    return (total - 1) % places + 1


def from_the_bank(felt: Felt, total: int, bank_is: int) -> int:
    """The seat that a total names, counted clockwise with the bank's own seat as number `bank_is`."""
    return (felt.bank.seat - 1 + counted(total, felt.positions) - bank_is) % felt.positions + 1


def against_the_clock(total: int, seats: int) -> int:
    """The seat that a total names, counted counter-clockwise from the dealer, who is place 1; 0 is the dealer."""
    return (1 - counted(total, seats + 1)) % (seats + 1)


def receivers(felt: Felt, numbers: Iterable[int]) -> list[Spot]:
    """Who receives a hand at each of these seats: a place with a wager, the bank, or nobody, which is the muck."""
    at: dict[int, Spot] = {place.seat: place for place in felt.places}
    at[felt.bank.seat] = felt.bank
    return [at.get(number) or felt.spot(MUCK) for number in numbers]


def deliver(felt: Felt, piles: Sequence[Spot], first_pile: int, first_seat: int) -> None:
    """The pile of that number goes to the seat of that number, the next pile to the next seat, both round and round."""
    count = len(piles)
    seats = [(first_seat - 1 + step) % felt.positions + 1 for step in range(count)]
    for step, to in enumerate(receivers(felt, seats)):
        felt.give(piles[(first_pile - 1 + step) % count], to)


def settling_start(felt: Felt, seat: int) -> int:
    """Where settling starts: the first seat with a wager at or after the one named, past the bank's own."""
    return felt.clockwise(seat)[0].seat
