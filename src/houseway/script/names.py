"""What a dealer calls the places of a table: documents name them shortly, people are told their titles."""

from typing import Final

LOW: Final = " low"  # where the low hand of a place lies
_CALLED: Final = {"bank": "the bank", "house": "the house"}


def title_of(name: str) -> str:
    """`seat 3`, `seat 3 backline 2` of "3.2", `seat 3, hand 2` of "3/2", `seat 3, low` of "3 low", `the bank`.

    A pile is called by its name.
    """
    if name.endswith(LOW):
        return f"{title_of(name.removesuffix(LOW))}, low"
    place, _, hand = name.partition("/")  # a hand that was split off lies at 3/2
    if hand:
        return f"seat {place}, hand {hand}"
    seat, _, circle = name.partition(".")
    if seat.isdecimal():
        return f"seat {seat} backline {circle}" if circle else f"seat {seat}"
    return _CALLED.get(name, name)


def cards_told(count: int) -> str:
    """`1 card`, `3 cards`."""
    return "1 card" if count == 1 else f"{count} cards"
