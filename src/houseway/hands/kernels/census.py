"""How many of all hands stand on each rung: histograms over every hand of a pack, indexed by value.

Six cards are dealt one by one and their sums shared by the hands that begin with them. The last card counts a rank at a
time: where no flush can come, its four suits make four equal hands.
"""

import numpy as np
from numpy.typing import NDArray

from houseway.hands import five, three
from houseway.hands.five import Wheel
from houseway.hands.kernels import high, wild
from houseway.hands.kernels.jit import code, kernel
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES, EACH_SUIT, JOKER_BIT, MANY_SUITED
from houseway.hands.ladder import Ladder
from houseway.hands.wild import Joker

Histogram = NDArray[np.int64]
