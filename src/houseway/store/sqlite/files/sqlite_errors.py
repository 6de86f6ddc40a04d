"""SQLite's errors as store faults: one sentence that names the file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from houseway.store.interface import StoreFault


def fault(path: str | Path, error: Exception, doing: str = "used") -> StoreFault:
    """Returns the fault of an SQLite error, as one sentence that names the file."""
    why = str(error)
    for kind, told in (
        (apsw.NotADBError, "it is not a database"),
        (apsw.CorruptError, "it is damaged; restore a backup"),
        (apsw.FullError, "the disk is full"),
        (apsw.ReadOnlyError, "it is read-only"),
        (apsw.CantOpenError, "it cannot be opened"),
        (apsw.BusyError, "another process is writing to it"),
        (apsw.IOError, "the disk fails"),
    ):
        if isinstance(error, kind):
            why = f"{told} ({why})"
            break
    facts = {"file": str(path), "why": why, "doing": doing}
    return StoreFault("database", "{file} cannot be {doing}: {why}", facts=facts)


@contextmanager
def as_store_fault(path: str | Path, doing: str = "used") -> Iterator[None]:
    """Turns SQLite errors inside the block into a StoreFault that names the file."""
    try:
        yield
    except apsw.Error as error:
        raise fault(path, error, doing) from None
    except UnicodeDecodeError:
        form = "{file} is damaged: a text in it is none"
        raise StoreFault("database", form, facts={"file": str(path)}) from None
