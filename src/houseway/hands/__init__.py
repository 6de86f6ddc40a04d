"""Ranking hands. Every ranking is a module with `value(cards)`, an int of which the greater wins, and `hand(cards)`.

Pure Python on plain ints; the same values for arrays of hands are in `houseway.hands.kernels`, which nothing here
imports.
"""

from houseway.hands.hand import Hand

__all__ = ["Hand"]
