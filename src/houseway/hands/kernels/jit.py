"""Compilation by Numba, its cache on disk, and checks of kernel arguments."""

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar, cast
from zlib import crc32

import numba
import numpy as np

from houseway.cards import JOKER
from houseway.hands.kernels.arrays import Hands

F = TypeVar("F", bound=Callable[..., object])


def _stamp() -> int:
    """Returns a checksum of all source files that the tables of this layer come from."""
    sources = sorted(Path(__file__).parent.parent.rglob("*.py"))
    return crc32(b"".join(source.read_bytes() for source in sources))


STAMP: Final = _stamp()


def kernel(function: F) -> F:
    """Compiles a loop over many hands and caches it on disk."""
    return kept(cast(F, numba.njit(cache=True, nogil=True)(function)), STAMP)


def element(function: F) -> F:
    """Compiles a function of one hand, inlined into its caller: a call would cost as much as the hand."""
    return kept(cast(F, numba.njit(cache=True, nogil=True, forceinline=True)(function)), STAMP)


def kept(compiled: F, *stamps: int) -> F:
    """Adds stamps to the cache key of a compiled function. A change of its own file or of a stamp discards it.

    Numba alone sees changes in the function's own file only, but tables frozen into it are made in other files. Numba
    also unpickles a cached index before it compares stamps, and that may name types which are gone. So the stamps are
    part of the version in front of the index too.
    """
    on_disk = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if on_disk is not None:
        on_disk._source_stamp = (on_disk._source_stamp, *stamps)
        on_disk._version = (on_disk._version, on_disk._source_stamp)
    return compiled


def code(option: Enum) -> int:
    """Returns an option as kernels take it: its index among its kind."""
    return list(type(option)).index(option)


def checked(hands: Hands, sizes: Sequence[int], joker: bool = False) -> Hands:
    """Returns the array if it holds one hand of cards a row. Raises ValueError otherwise.

    A code that is no card would be looked up beyond the tables. This pass costs a twelfth of the fastest ranking.
    """
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] not in sizes:
        came = f"{hands.dtype} of shape {hands.shape}" if isinstance(hands, np.ndarray) else type(hands).__name__
        accepted = " or ".join(map(str, sizes))
        raise ValueError(f"{came} is not hands: pass uint8 cards of shape (n, {accepted})")
    last = JOKER if joker else JOKER - 1
    if hands.size and (highest := int(hands.max())) > last:
        row = int(np.argmax((hands > last).any(axis=1)))
        raise ValueError(f"{highest if highest > JOKER else 'the joker'} in row {row} is no card here: 0 to {last} are")
    return hands


def refuse_repeats(hands: Hands) -> None:
    """Raises ValueError with the first row that holds a card twice. Rankings of one pack assume that none does."""
    row = _with_a_repeat(checked(hands, range(1, 54), joker=True))
    if row >= 0:
        raise ValueError(f"row {row} holds a card twice: {hands[row].tolist()}")


@kernel
def _with_a_repeat(hands: Hands) -> int:
    for i in range(len(hands)):
        held = np.uint64(0)
        for j in range(hands.shape[1]):
            card = np.uint64(1) << np.uint64(hands[i, j])
            if held & card:
                return i
            held |= card
    return -1
