"""Opens and checks a database file, or refuses it in one sentence that names it."""

import logging
import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

import apsw

from houseway.store.interface import StoreFault
from houseway.store.sqlite.files.file_lock import is_held
from houseway.store.sqlite.files.migrations import APPLICATION, migrate, shipped_schemas
from houseway.store.sqlite.files.sqlite_errors import as_store_fault
from houseway.store.sqlite.files.wal_check import refuse_faulty_log

LOG = logging.getLogger("houseway")
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
SAFE_FROM: Final = (3, 51, 3)
BACKPORTED: Final = {(3, 50): 7, (3, 44): 6}
"""Patched releases of SQLite: in older ones a reset of the write-ahead log could lose pages of a checkpoint."""
STATEMENTS: Final = 256
"""Prepared statements in a connection's cache; a bulk insert has one for each number of rows."""
_WAIT: Final = 5000  # ms for a lock that another process holds
_MAGIC: Final = b"SQLite format 3\0"


def refuse_faulty_sqlite(version: str) -> None:
    """Raises StoreFault for a SQLite release that may corrupt a database in WAL mode."""
    major, minor, patch, *_ = (int(part) for part in f"{version}.0.0".split("."))
    if (major, minor, patch) >= SAFE_FROM or patch >= BACKPORTED.get((major, minor), 10**9):
        return
    form = "SQLite {version} can lose data when its write-ahead log is reset: {needed} or newer is needed"
    raise StoreFault("sqlite", form, facts={"version": version, "needed": ".".join(map(str, SAFE_FROM))})


def connect(path: Path, *, read_only: bool = False) -> apsw.Connection:
    """Connects to an existing file, for writing unless `read_only`."""
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    flags |= apsw.SQLITE_OPEN_URI
    name = f"file:{quote(str(path.resolve()))}"
    if read_only and not os.access(path.parent, os.W_OK) and not _has_wal(path):
        name += "?immutable=1"  # in a read-only folder SQLite cannot create the log's shared memory
    db = apsw.Connection(name, flags, statementcachesize=STATEMENTS)
    db.set_busy_timeout(_WAIT)
    db.execute("PRAGMA foreign_keys = ON").fetchall()
    if not read_only:
        mode = db.execute("PRAGMA journal_mode = WAL").get
        assert mode == "wal", f"the journal is {mode}"
        db.execute("PRAGMA synchronous = FULL").fetchall()
    return db


def _has_wal(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def open_existing(path: Path, *, read_only: bool = False) -> apsw.Connection:
    """Connects to a room's database after checking it. Raises StoreFault for any other file and leaves it as it is."""
    refuse_faulty_sqlite(apsw.sqlite_lib_version())
    _refuse_strangers(path)
    with as_store_fault(path):
        db = connect(path, read_only=read_only)
        try:
            look_over(path, db)
        except BaseException:
            db.close()
            raise
    return db


def open_or_create(
    path: Path, schemas: Mapping[int, str] | None = None, before: Callable[[int], None] | None = None
) -> apsw.Connection:
    """Opens a database as `open_existing` does and migrates it to the newest schema; creates the file if absent.

    It calls `before` with the schema of the file before it changes anything; that caller checks the pages itself.
    """
    refuse_faulty_sqlite(apsw.sqlite_lib_version())
    if not path.parent.is_dir():
        facts = {"file": str(path), "folder": str(path.parent)}
        raise StoreFault("database", "{file} cannot be made: there is no folder {folder}", facts=facts)
    if not path.exists():
        _create(path)
    _refuse_strangers(path)
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        why = "the file" if not os.access(path, os.W_OK) else "its folder"
        facts = {"file": str(path), "why": f"{why} is read-only"}
        raise StoreFault("database", "{file} cannot be written: {why}", facts=facts)
    keep_private(path)
    with as_store_fault(path):
        db = connect(path)
        try:
            look_over(path, db, new=True, pages=before is None)
            if before is not None:
                before(int(db.execute("PRAGMA user_version").get))
            migrate(path, db, schemas or shipped_schemas())
        except BaseException:
            db.close()
            raise
    return db


def _create(path: Path) -> None:
    """Creates an empty file that only its owner can read: it will hold seeds that nobody may know yet."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        facts = {"file": str(path), "why": error.strerror or str(error)}
        raise StoreFault("database", "{file} cannot be made: {why}", facts=facts) from None


def keep_private(path: Path) -> None:
    """Removes group and other permissions from the database, its log and its shared memory: all hold secret seeds.

    Raises StoreFault if the permissions stay as they are. Does nothing on systems without file owners.
    """
    if not hasattr(os, "getuid"):
        return
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        try:
            rights = stat.S_IMODE(each.stat().st_mode)
            if not rights & OTHERS:
                continue
            each.chmod(rights & ~OTHERS)
            if stat.S_IMODE(each.stat().st_mode) & OTHERS:
                raise PermissionError("this disk keeps no rights")
        except FileNotFoundError:
            continue
        except OSError as error:
            form = "{file} can be read by others, and that cannot be changed: {why}"
            facts = {"file": str(each), "why": (error.strerror or str(error)).lower()}
            raise StoreFault("database", form, facts=facts) from None
        LOG.warning("other users could read the room's file; permissions removed", extra={"facts": {"file": str(each)}})


def _refuse_strangers(path: Path) -> None:
    """Raises StoreFault if the path is no file, or no database by its first bytes, before SQLite opens it."""
    facts = {"file": str(path)}
    if not path.exists():
        raise StoreFault("database", "{file} is not there", facts=facts)
    if not path.is_file():
        raise StoreFault("database", "{file} is not a file", facts=facts)
    try:
        with path.open("rb") as opened:
            head, size = opened.read(len(_MAGIC)), path.stat().st_size
    except OSError as error:
        unread = facts | {"why": error.strerror or str(error)}
        raise StoreFault("database", "{file} cannot be read: {why}", facts=unread) from None
    if head and head != _MAGIC:
        raise StoreFault("database", "{file} is not a database", facts=facts)
    if head and size < 512:
        raise StoreFault(
            "database", "{file} is damaged: only {size} bytes of it are left", facts=facts | {"size": size}
        )
    if not is_held(path):  # a server that holds it writes to the log meanwhile
        refuse_faulty_log(path)


def look_over(path: Path, db: apsw.Connection, *, new: bool = False, pages: bool = True) -> None:
    """Raises StoreFault for a database of another program, of a newer Houseway, or (`pages`) with a damaged page."""
    application, version = db.execute("PRAGMA application_id").get, db.execute("PRAGMA user_version").get
    facts = {"file": str(path), "schema": version, "known": max(shipped_schemas())}
    empty = not db.execute("SELECT count(*) FROM sqlite_schema").get
    if new and empty and not version:
        return
    if application != APPLICATION:
        raise StoreFault("database", "{file} is not a room's database", facts=facts)
    if version > max(shipped_schemas()):
        form = "{file} was written by a newer Houseway: its schema is {schema}, and {known} is the newest known here"
        raise StoreFault("schema", form, facts=facts)
    if pages:
        refuse_damaged(path, db, "quick_check")


def refuse_damaged(path: str | Path, db: apsw.Connection, check: Literal["quick_check", "integrity_check"]) -> None:
    """Raises StoreFault if a page is damaged. `integrity_check` also compares every index with its table."""
    found = db.execute(f"PRAGMA {check}(1)").get
    if found != "ok":
        why = " ".join(str(found).split())
        form = "{file} is damaged ({why}): restore a backup"
        raise StoreFault("database", form, facts={"file": str(path), "why": why})


def refuse_shortened(path: Path, db: apsw.Connection) -> None:
    """Raises StoreFault if the file is shorter than its header says, without reading all of it."""
    if _has_wal(path):  # the last pages may be only in the log
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    wanted = int(db.execute("PRAGMA page_count").get) * int(db.execute("PRAGMA page_size").get)
    size = path.stat().st_size
    if size < wanted:
        form = "{file} is damaged: {size} of {wanted} bytes are left; restore a backup"
        raise StoreFault("database", form, facts={"file": str(path), "size": size, "wanted": wanted})
