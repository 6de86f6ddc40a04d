"""Opens the store that --db names: a SQLite file by its path, or a PostgreSQL database by its URL."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Union

from houseway.script import Refusal
from houseway.store.interface import StoreFault, Totals
from houseway.store.sqlite.reader import Reader
from houseway.store.url import is_database

if TYPE_CHECKING:
    from houseway.store.postgres import PostgresReader, PostgresStore


def refuse_without_driver() -> None:
    """Raises Refusal if psycopg, an optional dependency, is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        form = "PostgreSQL is refused: it needs psycopg, which `pip install houseway[postgres]` brings"
        raise Refusal("database", form, "", "--db") from None


def reader_of(db: str) -> Union[Reader, "PostgresReader"]:
    """Opens a room for reading only."""
    if not is_database(db):
        return Reader(db)
    refuse_without_driver()
    from houseway.store.postgres import PostgresReader

    return PostgresReader(db)


def node_of(db: str, address: str, origins: Sequence[str]) -> "PostgresStore":
    """Opens a room on PostgreSQL as one of its nodes; other nodes reach this one at `address`."""
    refuse_without_driver()
    from houseway.store.postgres import PostgresStore

    return PostgresStore(db, address=address, origins=origins)


def backup(db: str, target: str | Path) -> int:
    """Copies everything durable to a file while the room runs, and returns the file's size in bytes.

    Raises StoreFault if the copy cannot be written or the room is damaged; the target stays as it was.
    """
    if not is_database(db):
        source = Reader(db)
        try:
            return source.backup(target)
        finally:
            source.close()
    reader_of(db).close()  # refuses what is no room
    from houseway.store.transfer import to_file

    return to_file(db, target)


def copied(db: str, target: str) -> tuple[int, Totals]:
    """Copies a consistent snapshot of the room to a file or to an empty database, and verifies the copy.

    Returns the bytes of the file or the rows of the database, and the totals of the copy.
    """
    if is_database(target):
        refuse_without_driver()
        if is_database(db):
            raise StoreFault("database", "a database is copied to a file, or a file to a database")
        from houseway.store.transfer import to_database

        size = to_database(db, target)
    else:
        size = backup(db, target)
    copy = reader_of(target)
    try:
        return size, copy.check() if is_database(target) else copy.totals()  # `backup` has checked a file already
    finally:
        copy.close()
