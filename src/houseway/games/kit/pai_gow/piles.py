"""Piles: hands that are formed before it is known who gets them, and delivered round the table to full and empty seats.

A hand that reaches a seat without a wager goes into the muck unseen.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from houseway.script import Deal, Felt, Script, Spot

MUCK: Final = "muck"


def pile_names(name: str, count: int) -> tuple[str, ...]:
    """So many piles before the dealer, numbered from the dealer's left."""
    return tuple(f"{name} {number}" for number in range(1, count + 1))


def deal_packets(spots: Sequence[Spot], cards: int) -> Script:
    """Each pile is dealt whole, one after the other."""
    for spot in spots:
        yield Deal(cards, to=spot)


def deal_rows(spots: Sequence[Spot], cards: int, *, back_and_forth: bool = False) -> Script:
    """One card to each pile, row after row from the left; `back_and_forth`: every second row runs from the right."""
    for row in range(cards):
        for spot in reversed(spots) if back_and_forth and row % 2 else spots:
            yield Deal(1, to=spot)


def receivers(felt: Felt, seats: Iterable[int]) -> list[Spot]:
    """Who receives a hand at each of these seats: a place with a wager, the bank, or nobody, which is the muck."""
    at: dict[int, Spot] = {place.seat: place for place in felt.places}
    at[felt.bank.seat] = felt.bank
    return [at.get(seat) or felt.spot(MUCK) for seat in seats]


def deliver(felt: Felt, spots: Sequence[Spot], first_pile: int, first_seat: int) -> None:
    """The pile of that number goes to the seat of that number, the next pile to the next seat clockwise, and so on."""
    count = len(spots)
    seats = [(first_seat - 1 + step) % felt.positions + 1 for step in range(count)]
    for step, to in enumerate(receivers(felt, seats)):
        felt.give(spots[(first_pile - 1 + step) % count], to)
