"""How functions are compiled here, and what their arguments mean."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

kernel: Any = numba.njit(cache=True, nogil=True)
"""A loop over many hands."""

element: Any = numba.njit(cache=True, nogil=True, forceinline=True)
"""One hand, inlined into the loop that calls it: a call for each hand would cost as much as the hand."""


def code(option: Enum) -> int:
    """An option as kernels take it: its place among its kind, so the first choice is 0."""
    return list(type(option)).index(option)


def checked(hands: NDArray[np.uint8], sizes: Sequence[int]) -> NDArray[np.uint8]:
    """The array itself, if it is one hand in each row; otherwise a ValueError that says what came."""
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] not in sizes:
        accepted = " or ".join(map(str, sizes))
        raise ValueError(f"{hands.dtype} of shape {hands.shape} is not hands: pass uint8 cards of shape (n, {accepted})")
    return hands
