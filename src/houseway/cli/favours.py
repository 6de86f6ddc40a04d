"""Choices of an option by which the player has the edge, all else as printed: an operator is told beside the option.

Found by the lab (docs/pai-gow-solved.md), which takes minutes, and kept here because reading the rules does not.
"""

from fractions import Fraction
from typing import Final

FAVOURS: Final = {("mini-pai-gow", "qualifier", "44"): Fraction(3_926_281_297, 874_140_487_220)}
"""By game, option and choice: what each unit of the wager that opens the game expects by best play."""


def warnings(game_id: str, option_id: str) -> list[str]:
    """What is said of an option beside its note."""
    return [
        f"With {choice} the PLAYER has the edge, {float(expectation):+.4%} by best play."
        for (game, option, choice), expectation in FAVOURS.items()
        if (game, option) == (game_id, option_id)
    ]
