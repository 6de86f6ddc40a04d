"""Migrations: every released schema migrates to the newest, step by step, and a newer one is refused."""

from pathlib import Path

import apsw
import pytest

from houseway.room.messages.commands import TopUp
from houseway.store import SqliteStore, StoreFault
from houseway.store.sqlite.files.database_file import open_or_create
from houseway.store.sqlite.files.file_lock import Lock
from houseway.store.sqlite.files.migrations import APPLICATION, migrate, shipped_schemas, statements
from houseway.store.sqlite.reader import Reader
from tests.store.kept import Table, opened

DUMPS = Path(__file__).parent / "schemas"
"""A small room of each released schema as SQL, written by that release."""


def from_dump(dump: Path, path: Path) -> None:
    db = apsw.Connection(str(path))
    for statement in statements(dump.read_text(encoding="utf-8")):
        db.execute(statement).fetchall()
    db.close()


def test_every_schema_has_a_room_that_was_written_with_it() -> None:
    assert {int(dump.stem) for dump in DUMPS.glob("*.sql")} == {*shipped_schemas()}
    assert sorted(shipped_schemas()) == list(range(1, len(shipped_schemas()) + 1))


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda dump: dump.stem)
def test_a_room_of_every_released_schema_is_brought_up_and_goes_on(dump: Path, path: Path) -> None:
    from_dump(dump, path)
    store = SqliteStore(path)
    assert store._db.execute("PRAGMA user_version").get == max(shipped_schemas())
    assert store.check().cages == 7_000
    again = store.result_of_command("ana", TopUp(key="a1", cents=3_000))
    assert again is not None
    assert again.result().row == 1
    kept = store.round("t1-1")
    assert kept is not None
    assert kept.fair == {"commit": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", "seed": None}
    assert store.append(Table("t1", 2).buys("ana", 500, "a3")).exception() is None
    store.close()


def test_a_room_is_brought_up_step_by_step_from_any_schema(path: Path) -> None:
    steps = shipped_schemas()
    last = max(steps)
    opened(path, ana=10_000).close()
    more = {**steps} | {
        last + 1: "CREATE TABLE note (text TEXT NOT NULL) STRICT;",
        last + 2: "INSERT INTO note VALUES ('a; b');\nALTER TABLE note ADD COLUMN at INTEGER;",
    }
    db = apsw.Connection(str(path))
    assert migrate(path, db, more) == 2
    assert migrate(path, db, more) == 0
    assert db.execute("SELECT text, at FROM note").fetchall() == [("a; b", None)]
    db.close()


def test_a_step_that_fails_leaves_the_room_as_it_was(path: Path) -> None:
    opened(path, ana=10_000).close()
    last = max(shipped_schemas())
    broken = {**shipped_schemas()} | {last + 1: "CREATE TABLE note (text TEXT);\nINSERT INTO nowhere VALUES (1);"}
    with pytest.raises(StoreFault, match=f"room.db cannot be brought to schema {last + 1}: .*nowhere"):
        open_or_create(path, broken)
    store = SqliteStore(path)
    assert store._db.execute("PRAGMA user_version").get == last
    assert store._db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'note'").get == 0
    assert store.balance("cage/ana") == 10_000
    store.close()


def test_a_newer_schema_is_refused_by_whoever_would_read_or_write_it(path: Path) -> None:
    opened(path).close()
    db = apsw.Connection(str(path))
    db.execute("PRAGMA user_version = 999").fetchall()
    db.close()
    before = path.read_bytes()
    for reads in (SqliteStore, Reader):
        with pytest.raises(StoreFault) as newer:
            reads(path)
        assert newer.value.sentence == (
            f"{path} was written by a newer Houseway: its schema is 999, "
            f"and {max(shipped_schemas())} is the newest known here"
        )
    assert path.read_bytes() == before


def test_a_new_file_says_what_it_is(path: Path) -> None:
    opened(path).close()
    db = apsw.Connection(str(path))
    assert db.execute("PRAGMA application_id").get == APPLICATION
    db.close()


def test_a_room_that_somebody_serves_from_is_not_brought_up(path: Path) -> None:
    """The running server does not know the new schema and would go on writing rows without checksums."""
    from_dump(DUMPS / "0001.sql", path)
    held = Lock(path)
    with pytest.raises(StoreFault, match="is in use: process"):
        SqliteStore(path)
    db = apsw.Connection(str(path))
    assert db.execute("PRAGMA user_version").get == 1
    db.close()
    held.release()
    SqliteStore(path).close()


def test_a_damaged_room_is_not_brought_up(path: Path) -> None:
    """Its damage would get valid checksums."""
    from_dump(DUMPS / "0001.sql", path)
    db = apsw.Connection(str(path))
    db.execute("UPDATE account SET balance = balance + 1 WHERE id = 'house'").fetchall()
    db.close()
    with pytest.raises(StoreFault, match="is damaged: house has"):
        SqliteStore(path)
    db = apsw.Connection(str(path))
    assert db.execute("PRAGMA user_version").get == 1
    db.execute("UPDATE account SET balance = balance - 1 WHERE id = 'house'").fetchall()
    db.close()
    SqliteStore(path).close()


def test_a_room_that_is_brought_up_is_sealed_as_one_that_was_written_so(path: Path, tmp_path: Path) -> None:
    from_dump(DUMPS / "0001.sql", path)
    from_dump(DUMPS / "0002.sql", tmp_path / "second.db")
    for each in (path, tmp_path / "second.db"):
        SqliteStore(each).close()
    for table in ("meta", "person", "room_table", "entry", "seed", "round", "snapshot"):
        old, new = (
            [*apsw.Connection(str(each)).execute(f"SELECT * FROM {table}")] for each in (path, tmp_path / "second.db")
        )
        assert old == new
        assert all(len(row[-1]) == 32 for row in old)
