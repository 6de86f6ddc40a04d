"""How functions are compiled here, and what their arguments mean."""

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
    """Changes with any source file that the tables of this layer come from."""
    sources = sorted(Path(__file__).parent.parent.rglob("*.py"))
    return crc32(b"".join(source.read_bytes() for source in sources))


STAMP: Final = _stamp()


def kernel(function: F) -> F:
    """A loop over many hands, compiled once and kept on disk."""
    return kept(cast(F, numba.njit(cache=True, nogil=True)(function)), STAMP)


def element(function: F) -> F:
    """One hand, inlined into the loop that calls it: a call for each hand would cost as much as the hand."""
    return kept(cast(F, numba.njit(cache=True, nogil=True, forceinline=True)(function)), STAMP)


def kept(compiled: F, *stamps: int) -> F:
    """The function, kept on disk for as long as its own file and all that the stamps stand for stay the same.

    Numba by itself looks for changes in a function's own file only; tables frozen into it are made in others. And it
    reads what was kept before it looks: that may name types which are gone, so that the stamps stand in front too.
    """
    on_disk = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if on_disk is not None:
        on_disk._source_stamp = (on_disk._source_stamp, *stamps)
        on_disk._version = (on_disk._version, on_disk._source_stamp)
    return compiled


def code(option: Enum) -> int:
    """An option as kernels take it: its place among its kind, so the first choice is 0."""
    return list(type(option)).index(option)


def checked(hands: Hands, sizes: Sequence[int], joker: bool = False) -> Hands:
    """The array itself, if it is one hand of cards in each row; otherwise a ValueError that says what came.

    A code that is no card would be looked up beyond the tables. One pass over the bytes costs a twelfth of the
    fastest ranking.
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
    """A ValueError names the first row that holds a card twice; rankings of one pack take it that none does."""
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
