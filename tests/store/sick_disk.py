"""A SQLite VFS of a disk that fails or hangs on demand.

`lose_unsynced` drops unsynced writes, as a power failure does.
"""

import shutil
import time
from pathlib import Path
from typing import Any

import apsw

PATIENCE = 60.0
"""Seconds after which a hanging disk goes on, so that a forgotten test ends."""


class SickFile(apsw.VFSFile):
    """A database file or its write-ahead log."""

    def __init__(self, disk: "SickDisk", name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "unnamed")
        super().__init__(disk.beneath, name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.before_sync()
        super().xSync(flags)
        self._disk.synced(self._path)


class SickDisk(apsw.VFS):
    """The VFS of every later connection. Files in `orders` control it.

    `fail`: the next sync and all later ones fail. `hang`: a sync blocks while that file exists.
    """

    def __init__(self, orders: Path, shadow: Path | None = None) -> None:
        self.orders = orders
        self.shadow = shadow
        self.syncs = 0
        self.fails_at = 0
        """Number of the sync that fails, if no file says so."""
        self.beneath = apsw.vfs_names()[0]
        super().__init__(f"sick {orders}", self.beneath, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        return SickFile(self, name, flags)

    def before_sync(self) -> None:
        self.syncs += 1
        end = time.monotonic() + PATIENCE
        while (self.orders / "hang").exists() and time.monotonic() < end:
            (self.orders / "hangs").touch()
            time.sleep(0.002)
        if (self.orders / "fail").exists() or 0 < self.fails_at <= self.syncs:
            raise apsw.IOError("the disk fails to sync")

    def synced(self, path: Path) -> None:
        if self.shadow is not None:
            shutil.copy(path, self.shadow / path.name)


def lose_unsynced(path: Path, shadow: Path) -> None:
    """Restores the files as of their last sync."""
    for part in ("", "-wal"):
        kept, there = shadow / f"{path.name}{part}", path.with_name(path.name + part)
        if kept.exists():
            shutil.copy(kept, there)
        elif there.exists():
            there.unlink()
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
