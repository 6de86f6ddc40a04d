"""Showdown hands of Texas Hold'em: two hole cards and five of the board."""

from typing import TYPE_CHECKING

from houseway.cards import PACK
from houseway.lab.methods.poker.showdowns import BOARD, Poker, no_lows
from houseway.script import HouseOptions

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Hands, Values


def poker(options: HouseOptions) -> Poker:  # noqa: ARG001
    return Poker(2, PACK, BOARD, False, 1, _ranked)


def _ranked(hands: "Hands") -> "tuple[Values, Values]":
    from houseway.hands.kernels import high

    return no_lows(high.values(hands))
