"""What the three-card games share: the six cells in which a bank may leave a player, and names for hands."""

from typing import Final

from houseway.cards import RANKS
from houseway.hands import three
from houseway.hands.hand import words

STANDING: Final = ("player lower", "equal hands", "player higher")
CELLS: Final = tuple(f"{bank}, {hand}" for bank in ("bank not qualified", "bank qualified") for hand in STANDING)


def hand_text(value: int) -> str:
    """`Q-6-4`, or the words for a made hand."""
    category, ranks, _ = three.LADDER.rungs[value]
    return "-".join(RANKS[rank] for rank in ranks) if category == "high card" else words(category, ranks)
