"""Kernel of Three Card Split: every setting of a player's hand against every dealer's hand, set the house way.

A comparison is decided by a value and, in a copy, by the number of red cards. One code, `value * 4 + reds`, holds both.
"""

from typing import Final

from houseway.hands.kernels.arrays import Counts, Int, Values, Words
from houseway.lab.loops.compiled import element, kernel

SETTINGS: Final = 3


@element
def takes(mine: Int, banks: Int) -> Int:
    """Returns 1 if the player takes a comparison: by value, or in a copy by equally many red cards."""
    return 1 if mine >> 2 > banks >> 2 or mine == banks else 0


@kernel
def compare(hands: Words, settings: Values, dealt: Values, dealt_whole: Values, out: Counts, three: Counts) -> None:
    """Counts dealers by hand, setting and comparisons won (0, 1 or 2); and by hand for all three cards.

    `settings` holds the codes of high and low for each setting (-1 if foul), `dealt` those of the house way.
    """
    for hand in range(len(hands)):
        for dealer in range(len(hands)):
            if hands[hand] & hands[dealer]:
                continue
            high, low = dealt[dealer]
            for setting in range(SETTINGS):
                if settings[hand, setting, 0] >= 0:
                    won = takes(settings[hand, setting, 0], high) + takes(settings[hand, setting, 1], low)
                    out[hand, setting, won] += 1
            three[hand, takes(dealt_whole[hand], dealt_whole[dealer])] += 1
