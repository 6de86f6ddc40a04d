"""Tells a broken store from one row that cannot be stored: only a broken store ends the process."""

from typing import Final

import apsw

from houseway.store.interface import StoreFault

BAD_ROWS: Final = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError)
"""SQLite errors about the values of a row; every other error is about the file or the disk."""


def is_broken(error: BaseException) -> bool:
    """Returns whether the file or the disk failed, rather than one row, such as a number that no column holds."""
    return isinstance(error, StoreFault | OSError | MemoryError) or _is_of_the_file(error)


def store_fault_in(error: BaseException) -> BaseException | None:
    """Returns the store fault in an error's chain of causes; None if the store did not fail."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, StoreFault) or _is_of_the_file(seen):
            return seen
        seen = seen.__cause__ or seen.__context__
    return None


def _is_of_the_file(error: BaseException) -> bool:
    return isinstance(error, apsw.Error) and not isinstance(error, BAD_ROWS)
