"""Choices of an option that give the player the edge, all else as printed. Pages warn an operator beside the option.

The lab counted them. Some take minutes, so they are stored in a record. The tests count them again.
"""

from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct


class Favour(Struct, frozen=True):
    """Expectation of each unit of a wager by best play at a table with that choice."""

    game: str
    option: str
    choice: str
    wager: str
    expectation: str

    @property
    def gain(self) -> Fraction:
        return Fraction(self.expectation)


@cache
def favours() -> tuple[Favour, ...]:
    """Returns the record."""
    text = files("houseway").joinpath("lab", "player_edges.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Favour, ...])


def warnings(game_id: str, option_id: str) -> list[str]:
    """Returns the warnings about an option."""
    return [
        f"With {favour.choice} the PLAYER has the edge, {float(favour.gain):+.4%} of the {favour.wager} by best play."
        for favour in favours()
        if (favour.game, favour.option) == (game_id, option_id)
    ]
