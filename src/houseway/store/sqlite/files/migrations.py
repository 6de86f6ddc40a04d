"""Migrations of a database file: the steps from the schema it has to the newest."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import apsw

from houseway.store.sqlite import checksums
from houseway.store.sqlite.files.sqlite_errors import as_store_fault

APPLICATION: Final = 0x48574159  # HWAY, in the header of the file


@cache
def shipped_schemas() -> Mapping[int, str]:
    """Returns the migrations by schema number."""
    folder = files("houseway.store.sqlite") / "schema"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".sql"))
    return {int(name.removesuffix(".sql")): (folder / name).read_text(encoding="utf-8") for name in names}


def migrate(path: Path, db: apsw.Connection, schemas: Mapping[int, str]) -> int:
    """Migrates the database to the newest schema, one transaction a step. Returns the number of steps."""
    now = int(db.execute("PRAGMA user_version").get)
    steps = [number for number in sorted(schemas) if number > now]
    for number in steps:
        with as_store_fault(path, f"brought to schema {number}"), db:
            for statement in statements(schemas[number]):
                db.execute(statement).fetchall()
            if number == checksums.SINCE:
                checksums.seal_all(db)
            db.execute(f"PRAGMA application_id = {APPLICATION}").fetchall()
            db.execute(f"PRAGMA user_version = {number}").fetchall()
    return len(steps)


def statements(script: str) -> Iterator[str]:
    """Yields the statements of a script one by one.

    One call with several statements would run the later ones only while its cursor is read.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if apsw.complete(statement):
            yield statement
            statement = ""
    assert not statement.strip(), f"a statement has no end: {statement!r}"
