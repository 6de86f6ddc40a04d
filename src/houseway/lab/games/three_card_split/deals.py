"""Every hand of Three Card Split and what the dealers leave it."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts, Hands


class SplitDeals(NamedTuple):
    """All hands; which of a hand's cards is low in each setting (-1: foul) and in the house way; and how many dealers
    leave it 0, 1 or 2 comparisons by setting, or the three-card one."""

    hands: "Hands"
    lows: "Counts"
    house: "Counts"
    cells: "Counts"
    three: "Counts"
