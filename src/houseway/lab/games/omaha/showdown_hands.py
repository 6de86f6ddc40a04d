"""Showdown hands of Omaha: two of four hole cards and three of the board, high or high and low."""

from typing import TYPE_CHECKING

from houseway.cards import PACK
from houseway.lab.methods.poker.showdowns import BOARD, Poker, no_lows
from houseway.script import HouseOptions

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Hands, Values


def poker(options: HouseOptions) -> Poker:
    split = options.variant == "hi-lo"
    return Poker(4, PACK, BOARD, split, 30, _ranked_both_ways if split else _ranked, samples=4_000)


def _ranked(hands: "Hands") -> "tuple[Values, Values]":
    from houseway.hands.kernels import board

    return no_lows(board.high_values(hands))


def _ranked_both_ways(hands: "Hands") -> "tuple[Values, Values]":
    from houseway.hands.kernels import board

    return board.high_values(hands), board.low_values(hands)
