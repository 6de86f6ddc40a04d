"""Compilation of the lab's loops, which call each other across files."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, TypeVar, cast
from zlib import crc32

from numba import njit

from houseway.hands.kernels.jit import STAMP, kept

F = TypeVar("F", bound=Callable[..., object])
LOOPS: Final = Path(__file__).parent


@cache
def _stamp(folder: Path) -> int:
    """Returns a checksum of all files in the folder and below it."""
    return crc32(b"".join(source.read_bytes() for source in sorted(folder.rglob("*.py"))))


def _stamps(function: Callable[..., object]) -> tuple[int, int, int]:
    """Returns the stamps of a function's folder, of the loops and of the rankings. A change of one recompiles it."""
    return STAMP, _stamp(LOOPS), _stamp(Path(function.__code__.co_filename).parent)


def kernel(function: F) -> F:
    """Compiles a function once and caches it on disk."""
    return kept(cast(F, njit(cache=True, nogil=True)(function)), *_stamps(function))


def element(function: F) -> F:
    """Compiles a function inlined into the loop that calls it."""
    return kept(cast(F, njit(cache=True, nogil=True, forceinline=True)(function)), *_stamps(function))


def parallel(function: F) -> F:
    """Compiles a kernel whose `prange` loops run on all cores."""
    return kept(cast(F, njit(cache=True, nogil=True, parallel=True)(function)), *_stamps(function))
