"""Qualify and compare: the six cells of a player's result against a bank."""

from typing import Final

from houseway.hands.kernels.arrays import Int
from houseway.lab.loops.compiled import element

CELLS: Final = 6


@element
def cell_of(mine: Int, banks: Int, least: Int) -> Int:
    """Returns the cell of two values if the bank qualifies with `least`.

    `houseway.lab.methods.comparison` is its twin.
    """
    return 3 * (banks >= least) + 1 + (mine > banks) - (mine < banks)
