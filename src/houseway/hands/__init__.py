"""Rankings of hands. Each ranking is a module with `value(cards)`, an int of which the greater wins, and `hand(cards)`.

Lives here: rankings in pure Python on plain ints, ladders of named hands, and `kernels` for arrays of hands.
May import it: games, players, lab and every layer above. It imports cards only.
Deliberately absent: NumPy and Numba outside `hands.kernels`, which nothing else here imports.
"""

from houseway.hands.hand import Hand, HandName, named

__all__ = ["Hand", "HandName", "named"]
