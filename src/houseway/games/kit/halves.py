"""A pot cut in two, for the best high and the best low hand (OMA-51 to OMA-55, PIN-45 to PIN-51)."""

from houseway.games.kit.pots import Share, shared
from houseway.games.kit.stakes import DOLLAR
from houseway.script import Cents, Place


def halved(cents: Cents, high: list[Place], low: list[Place], clause: str, tie: str, odd_chip: str) -> list[Share]:
    """Half to each side, an odd dollar to the high half; then each half is shared by those who tie for it."""
    low_half = cents // 2 // DOLLAR * DOLLAR
    return [
        *shared(cents - low_half, high, clause, tie, odd_chip),
        *(share for share in shared(low_half, low, clause, tie, odd_chip) if share[1]),
    ]
