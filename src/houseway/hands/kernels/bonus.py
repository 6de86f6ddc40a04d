"""Rows of bonus tables: the values of `houseway.hands.four` and `houseway.hands.seven`; and of `houseway.hands.totals`."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER
from houseway.hands import four, seven, totals
from houseway.hands.kernels import three, wild
from houseway.hands.kernels.jit import checked, code, element, kernel
from houseway.hands.kernels.sums import key7, lanes7
from houseway.hands.kernels.tables import CARD_KEYS, CARD_LANES, EACH_SUIT, JOKER_BIT, LANE, MANY_SUITED
from houseway.hands.wild import Joker

