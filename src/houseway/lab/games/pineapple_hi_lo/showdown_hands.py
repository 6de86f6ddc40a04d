"""Showdown hands of Pineapple high-low: three hole cards, or two of them, and five of the board."""

from functools import partial
from typing import TYPE_CHECKING

from houseway.cards import PACK
from houseway.hands import five
from houseway.lab.methods.poker.showdowns import BOARD, Poker
from houseway.script import HouseOptions

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Hands, Values


def poker(options: HouseOptions) -> Poker:
    """Returns the poker game, high and low. The high half takes a pair (PIN-48)."""
    held = 3 if options.discard == "none" else 2
    rank = partial(_of_three, int(options.max_hole_cards_used)) if held == 3 else _of_two
    return Poker(held, PACK, BOARD, True, 8, rank, five.FLOORS["pair"], samples=5_000)


def _of_two(hands: "Hands") -> "tuple[Values, Values]":
    from houseway.hands.kernels import high, low

    return high.values(hands), low.eight_values(hands)


def _of_three(most: int, hands: "Hands") -> "tuple[Values, Values]":
    """Ranks three hole cards and five of the board, with at most two of the three or with any of the eight."""
    import numpy as np

    dropped = range(3) if most == 2 else range(8)
    ranked = [_of_two(np.ascontiguousarray(np.delete(hands, place, axis=1))) for place in dropped]
    return np.max([highs for highs, _ in ranked], axis=0), np.max([lows for _, lows in ranked], axis=0)
