"""A copy of a database, page by page, while the room goes on writing to it."""

import os
from collections.abc import Callable
from pathlib import Path

import apsw

from houseway.store.file import connect, told
from houseway.store.protocol import StoreFault

_PAGES = 256  # at a time, so that a writer is never kept waiting for long


Check = Callable[[Path], object]
"""Refuses a copy that is not whole."""


def copy(source: Path, target: Path, check: Check) -> int:
    """The target holds everything that is durable when the copy is done, or what it held before; its size in bytes."""
    if target.is_file() and target.samefile(source):
        raise _no_place(target)

    def write(half: Path) -> None:
        with told(target, "written"):
            _copy_pages(source, half)

    return set_in_place(str(source), target, write, check)


def set_in_place(source: str, target: Path, write: Callable[[Path], None], check: Check) -> int:
    """What `write` puts beside the target takes its place when it is whole and on the disk; its size in bytes.

    A room that is damaged is told by its own name, and the backup that was there stays.
    """
    facts = {"file": str(target)}
    if target.exists() and not target.is_file():
        raise _no_place(target)
    if not target.parent.is_dir():
        raise StoreFault("database", "{file} cannot be written: there is no such folder", facts=facts)
    half = target.with_name(f".{target.name}.{os.getpid()}.half")
    try:
        write(half)
        try:
            check(half)
        except StoreFault as found:
            raise StoreFault(found.code, found.form, facts=found.facts | {"file": source}) from None
        _sync(half)
        os.replace(half, target)
    except OSError as error:
        why = facts | {"why": (error.strerror or str(error)).lower()}
        raise StoreFault("database", "{file} cannot be written: {why}", facts=why) from None
    finally:
        half.unlink(missing_ok=True)
    return target.stat().st_size


def _no_place(target: Path) -> StoreFault:
    facts = {"file": str(target)}
    return StoreFault("database", "{file} cannot be written: it is no place for a backup", facts=facts)


def _copy_pages(source: Path, half: Path) -> None:
    os.close(os.open(half, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
    reading, writing = connect(source, read_only=True), apsw.Connection(str(half))
    try:
        with writing.backup("main", reading, "main") as backup:
            while not backup.done:
                backup.step(_PAGES)
        writing.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, with nothing beside it
    finally:
        writing.close()
        reading.close()


def _sync(path: Path) -> None:
    with path.open("rb+") as opened:
        os.fsync(opened.fileno())
