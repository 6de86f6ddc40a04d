"""How loops are compiled that call each other across files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from zlib import crc32

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def _stamp() -> int:
    """Changes with any file of this package: Numba by itself looks for changes in a function's own file only."""
    return crc32(b"".join(source.read_bytes() for source in sorted(Path(__file__).parent.glob("*.py"))))


_STAMP: Final = _stamp()


def kernel(function: F) -> F:
    """Compiled once and kept on disk."""
    return cast(F, _kept(njit(cache=True, nogil=True)(function)))


def parallel(function: F) -> F:
    """The same, with its `prange` loops shared out among all cores."""
    return cast(F, _kept(njit(cache=True, nogil=True, parallel=True)(function)))


def _kept(compiled: Any) -> Any:
    on_disk = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if on_disk is not None:
        on_disk._source_stamp = (on_disk._source_stamp, _STAMP)
    return compiled
