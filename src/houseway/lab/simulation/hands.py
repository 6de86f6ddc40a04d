"""Random hands as an array."""

from typing import TYPE_CHECKING

from houseway.lab.simulation.streams import start

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Hands


def deal_hands(count: int, size: int, *, pack: int = 52, seed: int | str = 1) -> "Hands":
    """Returns hands of `size` cards, one a row, each from a whole pack; 53 for one with a joker.

    Raises ValueError if the pack is too small.
    """
    import numpy as np

    from houseway.lab.loops.hands import deal

    if not 0 < size <= pack <= 53:
        raise ValueError(f"{size} cards cannot be dealt from a pack of {pack}")
    hands = np.empty((count, size), np.uint8)
    deal(np.uint64(start(str(seed), 0)), pack, hands)
    return hands
