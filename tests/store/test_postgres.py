"""PostgreSQL only: schemas, unsafe settings, lost connections, and copies from a file and back."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest

from houseway.room.messages.commands import Grant, TopUp
from houseway.room.messages.outcomes import Posting
from houseway.script import Refusal
from houseway.store import Person, SqliteStore, StoreFault, factory
from houseway.store.postgres import PostgresReader, PostgresStore, server_requirements
from houseway.store.postgres.connection import Connection
from houseway.store.postgres.migrations import migrate, shipped_schemas
from houseway.store.postgres.room_database import open_room
from houseway.store.postgres.statements import Write
from houseway.store.sqlite.reader import Reader
from tests.postgres import Database
from tests.store.kept import NOON, AnyReader, DatabasePlace, Table, opened

DUMPS = Path(__file__).parent / "schemas" / "postgres"
"""A small room of each released schema, as pg_dump of that release wrote it."""


class Slowly(list[tuple[str, tuple[()]]]):
    """Delays each statement until the database has answered the one before."""

    def __iter__(self) -> Iterator[tuple[str, tuple[()]]]:
        for statement in super().__iter__():
            yield statement
            time.sleep(0.1)


def test_a_refusal_is_told_however_soon_the_database_has_told_it(database: Database) -> None:
    """An error may arrive while later statements are being sent: those are aborted and never prepared."""
    store = PostgresStore(database.url)
    twice = ("INSERT INTO meta (name, value) VALUES ('schema', '')", ())
    harmless = [(f"SELECT {number}", ()) for number in range(3)]
    refused = Write(Slowly([*harmless, twice, *harmless]), lambda counts: counts)
    for _ in range(3):
        assert isinstance(store._writer.put(refused).exception(), psycopg.errors.UniqueViolation)
        assert store._writer.put(Write(harmless, lambda counts: counts)).result() == [1, 1, 1]
    store.close()


# -- schemas --------------------------------------------------------------------------------------------------------


def test_every_schema_has_a_room_that_was_written_with_it() -> None:
    assert {int(dump.stem) for dump in DUMPS.glob("*.sql")} == {*shipped_schemas()}
    assert sorted(shipped_schemas()) == list(range(1, len(shipped_schemas()) + 1))


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda dump: dump.stem)
def test_a_room_of_every_released_schema_is_brought_up_and_goes_on(dump: Path, database: Database) -> None:
    database.execute(dump.read_text(encoding="utf-8"))
    store = PostgresStore(database.url)
    assert int(store.meta("schema") or 0) == max(shipped_schemas())
    assert store.check().cages == 7_000
    again = store.result_of_command("ana", TopUp(key="a1", cents=3_000))
    assert again is not None
    assert again.result().row == 1
    kept = store.round("t1-1")
    assert kept is not None
    assert kept.fair == {"commit": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", "seed": None}
    assert store.append(Table("t1", 2).buys("ana", 500, "a3")).exception() is None
    assert store.append(Table("t2").buys("ana", 500, "a4")).exception() is None
    store.close()


def test_a_new_room_and_one_brought_up_have_the_same_tables(database: Database) -> None:
    """A dump of the newest schema equals the result of all migrations."""
    columns = """SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY table_name, column_name"""
    database.execute((DUMPS / f"{max(shipped_schemas()):04}.sql").read_text(encoding="utf-8"))
    dumped = database.execute(columns)
    fresh = Database()
    open_room(fresh.url, create=True)
    assert fresh.execute(columns) == dumped
    fresh.drop()


def test_the_ledger_is_counted_by_the_first_node_alone(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def check(store: PostgresStore, **_: bool) -> None:
        counted.append(store.url)

    monkeypatch.setattr(PostgresStore, "check", check)
    stores = [PostgresStore(database.url, address=f"http://node{number}") for number in range(3)]
    assert len(counted) == 1
    for store in stores:
        store.close()


def test_a_room_is_brought_up_step_by_step_each_whole(database: Database) -> None:
    opened(DatabasePlace(database), ana=10_000).close()
    last = max(shipped_schemas())
    more = {**shipped_schemas()} | {
        last + 1: "CREATE TABLE note (text text NOT NULL);",
        last + 2: "INSERT INTO note VALUES ('a; b'); ALTER TABLE note ADD COLUMN at bigint;",
    }
    broken = more | {last + 2: "INSERT INTO note VALUES ('a'); INSERT INTO nowhere VALUES (1);"}
    with psycopg.connect(database.url, autocommit=True) as db:
        with pytest.raises(StoreFault, match=f"cannot be brought to schema {last + 2}: .*nowhere"):
            migrate(database.url, db, broken)
        assert database.execute("SELECT * FROM note") == []
        assert migrate(database.url, db, more) == 1
        assert migrate(database.url, db, more) == 0
    assert database.execute("SELECT text, at FROM note") == [("a; b", None)]


def test_a_newer_schema_is_refused_by_whoever_would_read_or_write_it(database: Database) -> None:
    place = DatabasePlace(database)
    opened(place).close()
    database.execute("UPDATE meta SET value = '999' WHERE name = 'schema'")
    for reads in (PostgresStore, PostgresReader):
        with pytest.raises(StoreFault) as newer:
            reads(database.url)
        assert newer.value.sentence == (
            f"{place.name} was written by a newer Houseway: its schema is 999, "
            f"and {max(shipped_schemas())} is the newest known here"
        )


# -- the database's own ways ----------------------------------------------------------------------------------------


def test_a_database_that_does_not_wait_for_its_disk_is_refused(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_requirements, "SAFE", ("enable_seqscan",))  # one that a test may turn off
    database.execute(f"ALTER DATABASE {database.name} SET enable_seqscan = off")
    with pytest.raises(StoreFault, match="its enable_seqscan is off, and what it acknowledges may be lost"):
        PostgresStore(database.url)
    assert database.execute("SELECT * FROM pg_tables WHERE schemaname = 'public'") == []


def test_a_commit_waits_for_the_disk_whatever_the_database_is_told(database: Database) -> None:
    database.execute(f"ALTER DATABASE {database.name} SET synchronous_commit = off")
    store = PostgresStore(database.url)
    assert store._writer._db.execute("SHOW synchronous_commit").fetchone() == ("on",)
    store.close()


def test_a_reader_whose_line_is_lost_finds_another(database: Database) -> None:
    store = opened(DatabasePlace(database), ana=5)
    database.cut("reader")
    assert store.balance("cage/ana") == 5
    assert store.meta("schema") == str(max(shipped_schemas())).encode()
    store.close()


def test_a_writer_whose_line_is_lost_takes_nothing_more(database: Database) -> None:
    store = opened(DatabasePlace(database), ana=500)
    table = Table("t1")
    store.append(table.buys("ana", 100, "a1")).result()
    database.cut("writer")
    lost = store.append(table.buys("ana", 100, "a2")).exception()
    assert isinstance(lost, StoreFault)
    assert "cannot be written: " in lost.sentence
    assert isinstance(store.set_meta("late", b"").exception(), StoreFault)
    store.close()
    again = PostgresStore(database.url)
    assert again.check().tables == 100
    again.close()


def test_whoever_serves_hears_once_that_nothing_more_is_written(database: Database) -> None:
    """A failed write of a person counts too: a node without tables must end as well."""
    store, told = PostgresStore(database.url), list[StoreFault]()
    store.when_broken(told.append)
    database.cut("writer")
    for number in range(3):
        lost = store.add_person(Person(f"p{number}", "Ana"), f"secret {number}").exception()
        assert isinstance(lost, StoreFault)
    assert len(told) == 1
    assert "cannot be written: " in told[0].sentence
    store.close()


def test_leases_are_renewed_again_when_their_line_was_lost(database: Database) -> None:
    """Notifications were missed meanwhile, and the listener is told so."""
    store, heard = PostgresStore(database.url), list[str]()
    store.append(Table("t1").says("ana")).result()
    store.leases.news = heard.append
    for number in range(3):
        database.cut("leases")
        before = store.leases._renewed
        while store.leases._renewed == before:
            assert store.leases.age < 10
        assert heard.count("listening") > number
    assert store.append(Table("t1", 1).says("ana")).exception() is None
    store.close()


# -- from a file and back -------------------------------------------------------------------------------------------


def furnished(store: Any) -> None:
    """Makes a room with rows in every table of its database."""
    store.grant(Grant(key="n/ana", person="ana", cents=10_000, reason="newcomer"), NOON).result()
    store.add_person(Person("ana", "Ana", "guest", NOON), "secret").result()
    store.set_meta("session_key", b"\1").result()
    table, done = Table("t1"), Table("t2")
    store.append(table.buys("ana", 3_000, "a1")).result()
    posts = (Posting("stack/t1/ana", -200), Posting("house", 150), Posting("box", 50))
    store.append(table.ends(1, store.seed("t1", 1), *posts)).result()
    store.append(done.says("ana", "a2"), closes=True).result()
    store.close()


def contents(reader: Any) -> dict[str, Any]:
    kept = reader.load_tables(closed=True)
    return {
        "tables": kept,
        "logs": [list(reader.log(each.table)) for each in kept],
        "rounds": list(reader.every_round()),
        "postings": reader.postings("ana"),
        "totals": reader.check(),
        "person": reader.by_secret("secret"),
        "key": reader.meta("session_key"),
    }


def test_a_room_moves_from_a_file_to_a_database_and_back(path: Path, database: Database, tmp_path: Path) -> None:
    furnished(SqliteStore(path))
    size, totals = factory.copied(str(path), database.url)
    assert size > 10
    assert totals.sum == 0
    back = tmp_path / "back.db"
    factory.copied(database.url, str(back))
    readers: list[AnyReader] = [Reader(path), PostgresReader(database.url), Reader(back)]
    file, moved, again = [contents(reader) for reader in readers]
    assert file == moved == again
    for reader in readers:
        reader.close()
    for store in (PostgresStore(database.url), SqliteStore(back)):
        assert store.append(Table("t1", 2).buys("ana", 100, "a3")).exception() is None
        assert store.append(Table("t3").buys("ana", 100, "a4")).exception() is None
        assert store.grant(Grant(key="n/ana", person="ana", cents=1), NOON).result() is False
        assert store.check().sum == 0
        store.close()


def test_a_room_is_never_copied_over_another(path: Path, database: Database) -> None:
    furnished(SqliteStore(path))
    opened(DatabasePlace(database), ben=1).close()
    with pytest.raises(StoreFault, match="cannot be written: a room is in it already"):
        factory.copied(str(path), database.url)
    reader = PostgresReader(database.url)
    assert reader.totals().cages == 1
    reader.close()


def test_without_its_library_postgres_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Refusal, match=r"it needs psycopg, which `pip install houseway\[postgres\]` brings"):
        factory.reader_of("postgresql://nowhere/room")


class _Server:
    """A connection to a server of some version."""

    def __init__(self, version: int) -> None:
        self.info = self
        self.server_version = version

    def execute(self, _statement: str) -> "_Server":
        return self

    def fetchone(self) -> tuple[str]:
        return ("on",)


def test_a_server_that_is_too_old_is_refused() -> None:
    server_requirements.refuse_careless("postgresql://db/room", cast("Connection", _Server(140_000)))
    with pytest.raises(StoreFault, match="PostgreSQL 14 or newer is needed"):
        server_requirements.refuse_careless("postgresql://db/room", cast("Connection", _Server(130_022)))
