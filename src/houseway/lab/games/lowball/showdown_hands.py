"""Showdown hands of Lowball: five cards after the draw, the lowest wins."""

from typing import TYPE_CHECKING

from houseway.cards import PACK, PACK_WITH_JOKER
from houseway.lab.methods.poker.showdowns import Poker, no_lows
from houseway.script import HouseOptions

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Hands, Values


def poker(options: HouseOptions) -> Poker:
    return Poker(5, PACK_WITH_JOKER if options.joker else PACK, 0, False, 1, _ranked)


def _ranked(hands: "Hands") -> "tuple[Values, Values]":
    from houseway.hands.kernels import low

    return no_lows(low.values(hands))
