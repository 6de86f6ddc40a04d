"""Online backup: copies a database page by page while the room writes to it."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

import apsw

from houseway.store.interface import StoreFault
from houseway.store.sqlite.files.database_file import connect
from houseway.store.sqlite.files.sqlite_errors import as_store_fault

_PAGES = 256  # at a time, so that the writer thread never waits long


Check = Callable[[Path], object]
"""Verifies a copy. Raises StoreFault if it is damaged."""


def copy(source: Path, target: Path, check: Check) -> int:
    """Copies everything durable to the target and returns its size in bytes. On failure the target stays as it was."""
    if target.is_file() and target.samefile(source):
        raise _no_place(target)

    def write(half: Path) -> None:
        with as_store_fault(target, "written"):
            _copy_pages(source, half)

    return set_in_place(str(source), target, write, check)


def set_in_place(source: str, target: Path, write: Callable[[Path], None], check: Check) -> int:
    """Replaces the target atomically by the file that `write` fills, once it is verified and synced.

    Returns the size in bytes. Raises StoreFault if it cannot be written, or if `check` finds damage, which it reports
    under the name of the source; the target then stays as it was.
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
    """Writes, verifies and syncs the temporary file."""
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
    """Creates an empty file that only its owner can read. Raises OSError if the name is taken, by a link too."""
    follow_no_link = getattr(os, "O_NOFOLLOW", 0)  # not every system has it
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | follow_no_link, 0o600))


def _copy_pages(source: Path, half: Path) -> None:
    reading, writing = connect(source, read_only=True), apsw.Connection(str(half))
    try:
        with writing.backup("main", reading, "main") as backup:
            while not backup.done:
                backup.step(_PAGES)
        writing.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, without a write-ahead log beside it
    finally:
        writing.close()
        reading.close()


def _sync(path: Path) -> None:
    with path.open("rb+") as opened:
        os.fsync(opened.fileno())
