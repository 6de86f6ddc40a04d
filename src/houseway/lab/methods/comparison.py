"""Qualify and compare: the six cells of a player's result against a bank, their names, and names for hands."""

from typing import Any, Final

from houseway.cards import RANKS
from houseway.hands import three
from houseway.hands.hand import words

STANDING: Final = ("player lower", "equal hands", "player higher")
CELLS: Final = tuple(f"{bank}, {hand}" for bank in ("bank not qualified", "bank qualified") for hand in STANDING)


def cell_of(mine: Any, banks: Any, least: int) -> Any:
    """Returns the cell of two values, or of arrays of them, if the bank qualifies with `least`."""
    return 3 * (banks >= least) + 1 + (mine > banks) - (mine < banks)


def hand_text(value: int) -> str:
    """Returns `Q-6-4`, or the words for a made hand."""
    category, ranks, _ = three.LADDER.rungs[value]
    return "-".join(RANKS[rank] for rank in ranks) if category == "high card" else words(category, ranks)
