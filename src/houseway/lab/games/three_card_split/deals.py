"""Data of Three Card Split: every hand, its settings, and the dealers against it."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts, Hands


class SplitDeals(NamedTuple):
    """All hands, the low card of each setting (-1: foul) and of the house way, and counts of dealers.

    The counts are of dealers that leave a hand 0, 1 or 2 comparisons by setting, or the three-card one.
    """

    hands: "Hands"
    lows: "Counts"
    house: "Counts"
    cells: "Counts"
    three: "Counts"
