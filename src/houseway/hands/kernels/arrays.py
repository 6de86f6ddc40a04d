"""The arrays that kernels take and fill, one name for each kind of item."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Int: TypeAlias = Any
"""An int of whatever width the compiler sees: a Python int, or an item of a table."""
Array: TypeAlias = NDArray[Any]
"""Items of whatever width the compiler sees."""

Hands: TypeAlias = NDArray[np.uint8]
"""One hand of cards in each row."""
Bytes: TypeAlias = NDArray[np.uint8]
"""Kinds, categories and rows of a pay table, which are few."""
Small: TypeAlias = NDArray[np.int8]
"""Choices and differences, which are few."""
Short: TypeAlias = NDArray[np.int16]
"""Sums over few cards."""
Ranks: TypeAlias = NDArray[np.uint16]
"""What hands are worth, in the two bytes of a look-up table."""
Values: TypeAlias = NDArray[np.int32]
"""What hands are worth, and numbers of hands."""
Counts: TypeAlias = NDArray[np.int64]
"""Deals, and sums over deals."""
Words: TypeAlias = NDArray[np.uint64]
"""Sets of cards, one bit each, and random bits."""
Floats: TypeAlias = NDArray[np.float64]
"""Shares of a stake."""
Flags: TypeAlias = NDArray[np.bool_]
"""Yes or no for each."""
