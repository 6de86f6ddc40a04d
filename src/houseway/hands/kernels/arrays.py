"""Array types that kernels take and fill, one name for each kind of item."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Int: TypeAlias = Any
"""An int of any width that the compiler sees: a Python int, or an item of a table."""
Array: TypeAlias = NDArray[Any]
"""An array of any item type that the compiler sees."""

Hands: TypeAlias = NDArray[np.uint8]
"""One hand of cards a row."""
Bytes: TypeAlias = NDArray[np.uint8]
"""Kinds, categories and rows of a pay table, which fit in a byte."""
Small: TypeAlias = NDArray[np.int8]
"""Choices and differences, which fit in a signed byte."""
Short: TypeAlias = NDArray[np.int16]
"""Sums over few cards."""
Ranks: TypeAlias = NDArray[np.uint16]
"""Values of hands, in the two bytes of a lookup table."""
Values: TypeAlias = NDArray[np.int32]
"""Values of hands, and indexes of hands."""
Counts: TypeAlias = NDArray[np.int64]
"""Numbers of deals, and sums over deals."""
Words: TypeAlias = NDArray[np.uint64]
"""Sets of cards as bitmasks, and random bits."""
Floats: TypeAlias = NDArray[np.float64]
"""Shares of a stake."""
Flags: TypeAlias = NDArray[np.bool_]
"""Booleans, one for each item."""
