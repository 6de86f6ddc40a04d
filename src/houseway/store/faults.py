"""Tells a broken store from one piece of work that cannot be stored: only the first ends the process."""

from typing import Final

import apsw

from houseway.store.interface import StoreFault

BAD_ROWS: Final = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError)
"""Errors of SQLite about what is written; every other one is about the file or the disk."""


def is_broken(error: BaseException) -> bool:
    """Whether the file or the disk failed, and not one piece of work, such as a number that no column holds."""
    return isinstance(error, StoreFault | OSError | MemoryError) or _is_of_the_file(error)


def store_fault_in(error: BaseException) -> BaseException | None:
    """Returns the fault of the store that an error was raised from; None if the store did what it was asked."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, StoreFault) or _is_of_the_file(seen):
            return seen
        seen = seen.__cause__ or seen.__context__
    return None


def _is_of_the_file(error: BaseException) -> bool:
    return isinstance(error, apsw.Error) and not isinstance(error, BAD_ROWS)
