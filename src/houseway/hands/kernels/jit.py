"""How functions are compiled here, and what their arguments mean."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Int: TypeAlias = Any
"""An int of whatever width the compiler sees: a Python int, or an item of a table."""
Hands = NDArray[np.uint8]
Values = NDArray[np.int32]
F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """A loop over many hands, compiled once and kept on disk."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def element(function: F) -> F:
    """One hand, inlined into the loop that calls it: a call for each hand would cost as much as the hand."""
    return cast(F, numba.njit(cache=True, nogil=True, forceinline=True)(function))


def code(option: Enum) -> int:
    """An option as kernels take it: its place among its kind, so the first choice is 0."""
    return list(type(option)).index(option)


def checked(hands: Hands, sizes: Sequence[int]) -> Hands:
    """The array itself, if it is one hand in each row; otherwise a ValueError that says what came."""
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] not in sizes:
        accepted = " or ".join(map(str, sizes))
        raise ValueError(
            f"{hands.dtype} of shape {hands.shape} is not hands: pass uint8 cards of shape (n, {accepted})"
        )
    return hands
