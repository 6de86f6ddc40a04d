"""Exclusive lock of a database file: one server at a time."""

import os
import sys
from pathlib import Path

from houseway.store.interface import StoreFault

if sys.platform != "win32":
    import fcntl


def is_held(path: Path) -> bool:
    """Returns whether a server holds the database; True if that cannot be known."""
    if sys.platform == "win32":
        return True
    try:
        file = os.open(path.with_name(path.name + ".lock"), os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:  # another user's file, and perhaps that user's server
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


class Lock:
    """Holds the lock until `release` or the end of the process.

    Raises StoreFault with the process id of the holder if another process has it.
    """

    def __init__(self, path: Path) -> None:
        self._file = -1
        if sys.platform == "win32":  # no flock there: SQLite's own locks keep the file whole
            return
        name = path.with_name(path.name + ".lock")
        self._file = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(self._file, 20).decode(errors="replace").strip() or "another one"
            os.close(self._file)
            form = "{file} is in use: process {pid} serves from it"
            raise StoreFault("database", form, facts={"file": str(path), "pid": holder}) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Releases the lock."""
        if self._file >= 0:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = -1
