"""Qualify and compare: the six cells in which a bank may leave a player."""

from typing import Final

from houseway.hands.kernels.arrays import Int
from houseway.lab.loops.compiled import element

CELLS: Final = 6


@element
def cell_of(mine: Int, banks: Int, least: Int) -> Int:
    """The cell of two values where the bank qualifies with `least`: see `houseway.lab.methods.comparison`, its twin."""
    return 3 * (banks >= least) + 1 + (mine > banks) - (mine < banks)
