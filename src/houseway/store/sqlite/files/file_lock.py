"""One server to a database: a second one is told so instead of dealing at the same tables."""

import os
import sys
from pathlib import Path

from houseway.store.interface import StoreFault

if sys.platform != "win32":
    import fcntl


def is_held(path: Path) -> bool:
    """Whether a server has the database, as far as that can be told."""
    if sys.platform == "win32":
        return True
    try:
        file = os.open(path.with_name(path.name + ".lock"), os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:  # it is somebody else's, who may be serving
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


class Lock:
    """Held as long as the process lives; whoever comes second is refused with the number of the first."""

    def __init__(self, path: Path) -> None:
        self._file = -1
        if sys.platform == "win32":  # no such locks there: SQLite's own keep the file whole
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
        if self._file >= 0:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = -1
