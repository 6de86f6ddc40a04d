"""Titles of places: documents use short names, people read titles."""

from typing import Final

LOW: Final = " low"  # suffix of the spot of a place's low hand
_CALLED: Final = {"bank": "the bank", "house": "the house"}


def title_of(name: str) -> str:
    """Returns the title of a place: `seat 3`, `seat 3 backline 2` for "3.2", `seat 3, hand 2` for "3/2", `the bank`.

    "3 low" gives `seat 3, low`. A pile keeps its name.
    """
    if name.endswith(LOW):
        return f"{title_of(name.removesuffix(LOW))}, low"
    place, _, hand = name.partition("/")  # "3/2" is a hand split off at seat 3
    if hand:
        return f"seat {place}, hand {hand}"
    seat, _, circle = name.partition(".")
    if seat.isdecimal():
        return f"seat {seat} backline {circle}" if circle else f"seat {seat}"
    return _CALLED.get(name, name)


def cards_told(count: int) -> str:
    """Returns `1 card` or `3 cards`."""
    return "1 card" if count == 1 else f"{count} cards"
