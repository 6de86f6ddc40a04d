"""A disk that fails or hangs when it is told to: SQLite writes to it as to any other, through this layer.

What a sync did not reach is gone when such a disk comes back (`lose_unsynced`), as after a cut of the power.
"""

import shutil
import time
from pathlib import Path
from typing import Any

import apsw

PATIENCE = 60.0
"""Seconds after which a disk that hangs goes on: a test that was forgotten ends."""


class SickFile(apsw.VFSFile):
    """A database or its write-ahead log."""

    def __init__(self, disk: "SickDisk", name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "unnamed")
        super().__init__(disk.beneath, name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.before_sync()
        super().xSync(flags)
        self._disk.synced(self._path)


class SickDisk(apsw.VFS):
    """The way to the disk of every connection that is opened from now on. Files in `orders` say what it does.

    `fail`: the next sync fails, and every other after it. `hang`: a sync lasts as long as that file is there.
    """

    def __init__(self, orders: Path, shadow: Path | None = None) -> None:
        self.orders = orders
        self.shadow = shadow
        self.syncs = 0
        self.fails_at = 0
        """The sync that fails, by number, where no file says so."""
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
    """The files are as the last sync of each left them."""
    for part in ("", "-wal"):
        kept, there = shadow / f"{path.name}{part}", path.with_name(path.name + part)
        if kept.exists():
            shutil.copy(kept, there)
        elif there.exists():
            there.unlink()
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
