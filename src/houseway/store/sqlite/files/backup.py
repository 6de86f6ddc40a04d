"""A copy of a database, page by page, while the room goes on writing to it."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

import apsw

from houseway.store.interface import StoreFault
from houseway.store.sqlite.files.database_file import connect, told

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
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise _no_place(target)
    if not target.parent.is_dir():
        raise StoreFault("database", "{file} cannot be written: there is no such folder", facts=facts)
    half = target.with_name(f".{target.name}.{secrets.token_hex(8)}.half")
    try:
        make_private(half)
        try:
            _fill(source, half, write, check)
            os.replace(half, target)
        finally:
            half.unlink(missing_ok=True)
    except OSError as error:
        why = facts | {"why": (error.strerror or str(error)).lower()}
        raise StoreFault("database", "{file} cannot be written: {why}", facts=why) from None
    return target.stat().st_size


def _fill(source: str, half: Path, write: Callable[[Path], None], check: Check) -> None:
    """The file beside the target is whole and on the disk."""
    write(half)
    try:
        check(half)
    except StoreFault as found:
        raise StoreFault(found.code, found.form, facts=found.facts | {"file": source}) from None
    _sync(half)


def _no_place(target: Path) -> StoreFault:
    facts = {"file": str(target)}
    return StoreFault("database", "{file} cannot be written: it is no place for a backup", facts=facts)


def make_private(path: Path) -> None:
    """Makes an empty file that only its owner reads. Raises OSError if anything has that name, a link too."""
    follow_no_link = getattr(os, "O_NOFOLLOW", 0)  # not every system has it
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | follow_no_link, 0o600))


def _copy_pages(source: Path, half: Path) -> None:
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
