"""Damaged files and full disks: one clear sentence, and nothing acknowledged is lost."""

import json
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import apsw
import pytest

from houseway.room.messages.commands import Grant
from houseway.room.messages.outcomes import Posting
from houseway.store import Person, SqliteStore, StoreFault
from houseway.store.checkpoint import Checkpoint
from houseway.store.postgres import PostgresStore
from houseway.store.postgres.checkpoint import ScrubbedDatabase
from houseway.store.scrubber import ScrubbedFile, Scrubber, ScrubReport
from houseway.store.sqlite.files import checkpoint
from houseway.store.sqlite.files.database_file import keep_private, refuse_faulty_sqlite
from houseway.store.sqlite.reader import Reader
from tests.postgres import Database
from tests.store.kept import NOON, AnyStore, DatabasePlace, Table

ROOT = Path(__file__).parents[2]
NOBODY = 65534


def refused(path: Path) -> str:
    """Returns the sentence with which a store refuses to open the file. Checks that the file is unchanged."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreFault) as fault:
        SqliteStore(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    return fault.value.sentence


@pytest.fixture
def room(path: Path) -> Path:
    """Makes a room of some size, with its write-ahead log checkpointed."""
    furnish(SqliteStore(path))
    return path


def furnish(store: AnyStore) -> None:
    """Writes a person, two hundred purchases, a round and twenty chat rows."""
    store.add_person(Person("p1", "Ana", "guest", NOON), "a secret").result()
    store.set_meta("session key", b"1").result()
    store.grant(Grant(key="newcomer/ana", person="ana", cents=1_000_000), NOON).result()
    table = Table("t1")
    futures = [store.append(table.buys("ana", 10, f"k{number}")) for number in range(200)]
    futures.append(
        store.append(table.ends(1, store.seed("t1", 1), Posting("stack/t1/ana", -500), Posting("house", 500)))
    )
    futures += [store.append(table.says("ana", f"s{number}")) for number in range(20)]
    assert all(future.exception() is None for future in futures)
    store.close()


# -- SQLite itself --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["3.51.2", "3.50.6", "3.44.5", "3.46.1", "3.7.0", "3.51"])
def test_a_sqlite_that_loses_data_in_wal_mode_is_refused(version: str) -> None:
    with pytest.raises(StoreFault, match=f"SQLite {version} can lose data .*: 3.51.3 or newer is needed"):
        refuse_faulty_sqlite(version)


@pytest.mark.parametrize("version", ["3.51.3", "3.52.0", "3.54.1", "4.0.0", "3.50.7", "3.44.6"])
def test_a_sqlite_without_that_fault_is_used(version: str) -> None:
    refuse_faulty_sqlite(version)


def test_the_store_asks_the_sqlite_that_it_runs_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(StoreFault, match=r"SQLite 3\.51\.2 can lose data"):
        SqliteStore(path)
    assert not path.exists()


# -- damaged files --------------------------------------------------------------------------------------------------


def test_what_is_no_database_is_named_and_left_alone(path: Path) -> None:
    path.write_text("Ana owes Ben $5\n" * 100)
    assert refused(path) == f"{path} is not a database"
    path.unlink()
    path.mkdir()
    assert refused(path) == f"{path} is not a file"
    deep = path / "no" / "room.db"
    assert refused(deep) == f"{deep} cannot be made: there is no folder {deep.parent}"


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE bookmarks (url)").fetchall()
    db.close()
    with pytest.raises(StoreFault, match=r"room\.db is not a room's database"):
        SqliteStore(path)
    db = apsw.Connection(str(path))
    assert db.execute("SELECT name FROM sqlite_schema").fetchall() == [("bookmarks",)]
    db.close()


def test_an_empty_file_becomes_a_room(path: Path) -> None:
    path.touch()
    store = SqliteStore(path)
    assert store.totals().sum == 0
    store.close()


@pytest.mark.parametrize("left", [17, 100, 511, 512, 4096, 5000, 12_288, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_found_at_the_start_and_named(room: Path, left: float) -> None:
    size = room.stat().st_size
    with room.open("rb+") as opened_file:
        opened_file.truncate(int(left * size) if isinstance(left, float) else left)
    sentence = refused(room)
    assert sentence.startswith(str(room))
    assert "damaged" in sentence or "not a room's database" in sentence


def found_by_scrubber(path: Path) -> list[str]:
    """Returns the damages that a scrubber's walk finds."""
    heard: list[ScrubReport] = []
    try:
        scrubbed = ScrubbedFile(path)
    except (apsw.Error, StoreFault) as fault:
        return [f"{path}: {fault}"]
    Scrubber(scrubbed, heard.append, share=1).walk()
    scrubbed.close()
    return [each.damage.says for each in heard if each.damage is not None]


def is_found(path: Path) -> bool:
    """Returns whether a start refuses the damaged file, or else the scrubber finds it."""
    says = what_is_said_of(path)
    assert says is None or str(path) in says
    return says is not None or bool(found_by_scrubber(path))


def test_a_damaged_page_anywhere_is_found_at_the_start_or_by_the_scrubber(room: Path, tmp_path: Path) -> None:
    """Overwrites every page in turn with noise."""
    good = room.read_bytes()
    pages = len(good) // 4096
    for page in range(pages):
        copy = tmp_path / f"page{page}.db"
        copy.write_bytes(
            good[: page * 4096] + bytes((page * 7 + at * 13) % 251 for at in range(4096)) + good[(page + 1) * 4096 :]
        )
        assert is_found(copy), page
    assert pages > 20


def test_a_damaged_page_of_a_file_without_a_checkpoint_is_found_at_the_start(room: Path, tmp_path: Path) -> None:
    changed(room, "DELETE FROM checkpoint")
    good = room.read_bytes()
    for page in range(2, len(good) // 4096, 7):
        copy = tmp_path / f"page{page}.db"
        copy.write_bytes(good[: page * 4096] + bytes(at % 251 for at in range(4096)) + good[(page + 1) * 4096 :])
        with pytest.raises(StoreFault) as fault:
            SqliteStore(copy).close()
        assert str(copy) in fault.value.sentence


def changed(path: Path, statement: str) -> None:
    """Runs a statement behind the store's back, with triggers dropped."""
    db = apsw.Connection(str(path))
    triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}").fetchall()
    db.execute(statement).fetchall()
    for _, sql in triggers:
        db.execute(str(sql)).fetchall()
    db.close()


CHANGED = [
    (
        "UPDATE account SET balance = balance + 100 WHERE id = 'cage/ana'",
        "cage/ana has 9,981.00, but its postings add up to 9,980.00",
    ),
    ("UPDATE posting SET cents = 11 WHERE entry = 5 AND line = 0", "entry 5 of its ledger does not add up to zero"),
    ("DELETE FROM posting WHERE entry = 7", "cage/ana has 9,980.00, but its postings add up to 9,980.10"),
    ("UPDATE log SET body = ack WHERE n = 205", "row 205 of the log of table t1 does not follow"),
    ("UPDATE log SET who = 'ben' WHERE n = 210", "row 210 of the log of table t1 does not follow"),
    ("DELETE FROM log WHERE n = 221", "row 221 of the log of table t1 does not follow"),
    ("UPDATE snapshot SET body = hash", "the snapshot of table t1 is not as it was written"),
    ("UPDATE seed SET seed = (SELECT hash FROM snapshot)", "the seed of round 1 of table t1 is not as it was written"),
    (
        "UPDATE log SET ack = (SELECT ack FROM log WHERE n = 7) WHERE n = 205",
        "the answer in row 205 of the log of table t1 is not as it was",
    ),
    ("UPDATE log SET asked = hash WHERE n = 210", "the answer in row 210 of the log of table t1 is not as it was"),
]
CHANGED_LONG_AGO = [
    ("UPDATE log SET at = at + 1 WHERE n = 17", "row 17 of the log of table t1"),
    ("UPDATE round SET document = result", "round t1-1 is not as it was written"),
    ("UPDATE round SET void = 'never mind'", "round t1-1 is not as it was written"),
    ("UPDATE round SET seed = hash", "the seed that is told of round t1-1 is not as it was written"),
]
"""Rows that no table is rebuilt from: a start verifies a whole file, but not a shared database."""
CHANGED_ASIDE = [
    ("UPDATE person SET name = 'Anna'", "person p1 is not as it was written"),
    ("UPDATE person SET link_hash = secret_hash", "person p1 is not as it was written"),
    ("UPDATE meta SET value = x'02'", "what is kept under 'session key' is not as it was written"),
    ("UPDATE room_table SET opened = opened + 1", "table t1 is not as it was written"),
    ("UPDATE entry SET at = at + 1 WHERE id = 5", "entry 5 of its ledger is not as it was written"),
    ("UPDATE entry SET seal = NULL WHERE id = 5", "entry 5 of its ledger is not as it was written"),
    ("UPDATE snapshot SET n = n - 1", "the snapshot of table t1 is not as it was written"),
    ("UPDATE seed SET number = 9", "the seed of round 9 of table t1 is not as it was written"),
    ("UPDATE round SET at = at + 1", "round t1-1 is not as it was written"),
    ("UPDATE posting SET clause = 'PD-33' WHERE entry = 7", "entry 7 of its ledger is not as it was written"),
]
"""Rows covered by neither ledger sums nor hash chain: a file has checksums for them."""


EVERYTHING = [*CHANGED, *CHANGED_LONG_AGO, *CHANGED_ASIDE]
OF_THE_TAIL = ("log", "posting", "entry", "account", "round")
"""Append-only rows, and the balances that they move: a start verifies the new ones."""


@pytest.mark.parametrize(("statement", "says"), EVERYTHING)
def test_what_somebody_changed_in_a_file_without_a_checkpoint_is_found_at_the_start(
    room: Path, statement: str, says: str
) -> None:
    changed(room, "DELETE FROM checkpoint")
    changed(room, statement)
    sentence = refused(room)
    assert sentence.startswith(f"{room} is damaged: ")
    assert says in sentence


@pytest.mark.parametrize(
    ("statement", "says"), [each for each in EVERYTHING if each[0].split()[1 + ("FROM" in each[0])] in OF_THE_TAIL]
)
def test_what_somebody_changed_in_rows_since_the_checkpoint_is_found_at_the_start(
    room: Path, statement: str, says: str
) -> None:
    db = apsw.Connection(str(room))
    checkpoint.write(db, Checkpoint())  # as after a kill of a room that was served since it was empty
    db.close()
    SqliteStore(room).close()
    db = apsw.Connection(str(room))
    checkpoint.write(db, Checkpoint())
    db.close()
    changed(room, statement)
    sentence = refused(room)
    assert sentence.startswith(f"{room} is damaged: ")
    assert says in sentence or "entry 7 of its ledger is not" in sentence  # missing postings are reported first


@pytest.mark.parametrize(("statement", "says"), EVERYTHING)
def test_what_somebody_changed_before_the_checkpoint_is_found_by_the_scrubber_and_the_whole_check(
    room: Path, statement: str, says: str
) -> None:
    changed(room, statement)
    assert any(says in found for found in found_by_scrubber(room))
    with pytest.raises(StoreFault, match=r"is damaged: "):
        Reader(room).check()


OF_A_TABLE = ("snapshot", "log", "room_table")


@pytest.mark.parametrize(
    ("statement", "says"),
    [each for each in [*CHANGED, *CHANGED_ASIDE] if each[0].split()[1 + ("FROM" in each[0])] in OF_A_TABLE],
)
def test_a_table_whose_rows_are_damaged_is_not_folded(room: Path, statement: str, says: str) -> None:
    """Damages its heading, its snapshot or later rows: the start goes on without it, or refuses."""
    changed(room, statement)
    if statement.startswith("DELETE"):  # the checkpoint's row is gone, so that the whole file is verified
        assert says in refused(room)
        return
    store = SqliteStore(room)
    damage = store.damage_of("t1")
    assert damage is not None
    assert says in damage.sentence
    store.close()


def test_chips_people_and_keys_are_verified_when_they_are_read(room: Path) -> None:
    changed(room, "UPDATE account SET balance = balance + 100 WHERE id = 'cage/ana'")
    changed(room, "UPDATE person SET name = 'Anna'")
    changed(room, "UPDATE meta SET value = x'02'")
    changed(room, "UPDATE seed SET seed = (SELECT hash FROM snapshot)")
    store = SqliteStore(room)
    for read, says in (
        (lambda: store.balance("cage/ana"), "its postings add up to 9,980.00"),
        (lambda: store.person("p1"), "person p1 is not as it was written"),
        (lambda: store.by_secret("a secret"), "person p1 is not as it was written"),
        (lambda: store.meta("session key"), "is not as it was written"),
        (lambda: store.seed("t1", 1), "the seed of round 1 of table t1 is not as it was written"),
    ):
        with pytest.raises(StoreFault, match=says):
            read()
    store.close()


BITS = 60
GUARDED = ("meta", "person", "account", "entry", "posting", "room_table", "log", "seed", "round", "snapshot")
"""Columns covered by hashes or sums: all but `log.epoch`, which only a cluster uses."""


def kept_in(path: Path) -> list[list[tuple[object, ...]]]:
    db = apsw.Connection(str(path))
    try:
        return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in GUARDED]
    finally:
        db.close()


def what_is_said_of(path: Path, reads: type[Reader] = SqliteStore) -> str | None:
    """Returns the sentence with which a file is refused; None if it is accepted."""
    try:
        reads(path).close()
    except StoreFault as fault:
        return fault.sentence
    return None


def test_a_bit_that_turned_anywhere_is_found_or_changes_nothing(
    room: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    good, rng, found = room.read_bytes(), random.Random("bits"), 0
    before = kept_in(room)
    for number in range(BITS * int(request.config.getoption("--campaign"))):
        data, copy = bytearray(good), tmp_path / f"bit{number}.db"
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        copy.write_bytes(data)
        if is_found(copy):
            found += 1
        else:
            assert kept_in(copy) == before
        copy.unlink()
    assert found > number // 3


# -- a write-ahead log that was damaged after a crash ---------------------------------------------------------------


@pytest.fixture
def killed(path: Path, tmp_path: Path) -> Path:
    """Copies a room as kill -9 leaves it, with many commits in its write-ahead log alone."""
    store = SqliteStore(path)
    store.grant(Grant(key="newcomer/ana", person="ana", cents=1_000_000), NOON).result()
    table = Table("t1")
    for number in range(40):  # one commit each
        store.append(table.buys("ana", 10, f"k{number}")).result()
    folder = tmp_path / "killed"
    folder.mkdir()
    for part in ("", *BESIDE):
        shutil.copy(f"{path}{part}", folder / f"room.db{part}")
    store.close()
    return folder / "room.db"


BESIDE = ("-wal", "-shm")


def beside(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted(path.parent.iterdir())}


def is_missed(path: Path) -> bool:
    """Returns whether the room is refused for its log and left unchanged."""
    before = beside(path)
    says = f"{path} is damaged: commits are missing from its write-ahead log {path}-wal; restore a backup"
    for reads in (SqliteStore, Reader):
        found = what_is_said_of(path, reads)
        if found is None:
            return False
        assert found == says
        assert beside(path) == before
    return True


def test_a_log_as_a_crash_leaves_it_is_read_to_its_end(killed: Path) -> None:
    store = SqliteStore(killed)
    assert store.load_tables()[0].last_n == 40
    store.close()


def test_a_write_that_was_cut_off_is_no_damage(killed: Path) -> None:
    """It was never acknowledged: half a frame, a frame without its end, and the rest of an older log behind it."""
    log = Path(f"{killed}-wal")
    whole = log.read_bytes()
    for more in (b"half a frame", whole[32 : 32 + 4120], bytes(4120 * 3)):
        log.write_bytes(whole + more)
        SqliteStore(killed).close()
        assert Reader(killed).load_tables()[0].last_n == 40
        log.write_bytes(whole)


def test_a_log_of_which_not_even_the_header_was_written_is_no_damage(room: Path) -> None:
    """The power failed in the first write after a clean shutdown."""
    Path(f"{room}-wal").write_bytes(bytes(32))
    store = SqliteStore(room)
    assert store.load_tables()[0].last_n == 221
    store.close()


def test_a_bit_that_turned_in_the_log_loses_no_commit_unseen(killed: Path) -> None:
    log, rng, missed = Path(f"{killed}-wal"), random.Random("log"), 0
    good = beside(killed)
    for _ in range(40):
        data = bytearray(good["room.db-wal"])
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        log.write_bytes(data)
        if is_missed(killed):
            missed += 1
        else:  # an unused bit
            assert Reader(killed).load_tables()[0].last_n == 40
        for name, content in good.items():
            (killed.parent / name).write_bytes(content)
    assert missed > 30


@pytest.mark.parametrize("left", [0.0, 0.001, 0.1, 0.5, 0.9, 0.99])
def test_a_log_that_was_shortened_or_removed_is_missed(killed: Path, left: float) -> None:
    log = Path(f"{killed}-wal")
    with log.open("rb+") as opened_file:
        opened_file.truncate(int(left * log.stat().st_size))
    assert is_missed(killed)
    log.unlink()
    assert is_missed(killed)


@pytest.mark.parametrize("left", [0, 10, 95, 97])
def test_an_index_that_was_cut_off_tells_nothing_of_its_log(killed: Path, left: int) -> None:
    """The index (`-shm`) is not durable: a crash of the machine may leave any part of it."""
    index = Path(f"{killed}-shm")
    index.write_bytes(index.read_bytes()[:left])
    reader = Reader(killed)
    assert reader.load_tables()[0].last_n == 40
    reader.close()


def test_a_log_that_was_damaged_in_the_middle_is_found_without_its_index(killed: Path) -> None:
    """The index (`-shm`) is not durable."""
    log = Path(f"{killed}-wal")
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    Path(f"{killed}-shm").unlink()
    assert is_missed(killed)


def test_a_backup_that_is_put_beside_the_log_of_another_life_is_not_mixed_with_it(killed: Path, tmp_path: Path) -> None:
    furnish(SqliteStore(tmp_path / "other.db"))
    Reader(tmp_path / "other.db").backup(killed)
    says = f"{killed} was put beside the write-ahead log of another: remove {killed}-wal and {killed}-shm"
    assert refused(killed) == says
    for part in BESIDE:
        Path(f"{killed}{part}").unlink()
    store = SqliteStore(killed)
    assert store.load_tables()[0].last_n == 221
    store.close()


@pytest.fixture(scope="module")
def busy_room() -> Iterator[Database]:
    """Copies the same room to a PostgreSQL, which each test changes for itself."""
    database = Database()
    furnish(DatabasePlace(database).open())
    yield database
    database.drop()


@pytest.mark.parametrize(("statement", "says"), [*CHANGED, *CHANGED_LONG_AGO])
def test_what_somebody_changed_in_the_database_is_found(busy_room: Database, statement: str, says: str) -> None:
    """The first node's start, or the walk and the whole check, find changes made with triggers dropped."""
    tables = ("posting", "entry", "log")
    before = f"BEGIN; {'; '.join(f'ALTER TABLE {table} DISABLE TRIGGER USER' for table in tables)}; {statement}; "
    changed_room = Database.like(busy_room)
    changed_room.execute(*before.split("; "), "COMMIT")
    place = DatabasePlace(changed_room)
    if (statement, says) in CHANGED and "UPDATE seed" not in statement:
        with pytest.raises(StoreFault) as fault:
            place.open()
        assert fault.value.sentence.startswith(f"{place.name} is damaged: ")
        assert says in fault.value.sentence
    else:
        place.open().close()
    reader = place.reader()
    with pytest.raises(StoreFault, match="is damaged"):
        reader.check()
    reader.close()
    assert any(says in found for found in found_in_database(changed_room))
    changed_room.drop()


def found_in_database(database: Database) -> list[str]:
    heard: list[ScrubReport] = []
    scrubbed = ScrubbedDatabase(database.url)
    Scrubber(scrubbed, heard.append, share=1).walk()
    scrubbed.close()
    return [each.damage.says for each in heard if each.damage is not None]


def test_a_database_that_was_verified_is_not_counted_again(busy_room: Database) -> None:
    """Rows before the checkpoint are left to the walk."""
    room = Database.like(busy_room)
    place = DatabasePlace(room)
    place.open().close()
    (last,) = room.execute("SELECT entry, (SELECT max(id) FROM entry) FROM checkpoint")
    assert last[0] == last[1] > 200
    room.execute("UPDATE account SET balance = balance + 100 WHERE id = 'cage/ana'")
    place.open().close()
    assert any("cage/ana has" in found for found in found_in_database(room))
    room.drop()


def test_a_database_that_is_no_rooms_is_named_and_left_alone(database: Database) -> None:
    place = DatabasePlace(database)
    with pytest.raises(StoreFault, match="is not a room's database"):
        place.reader()
    database.execute("CREATE TABLE bookmarks (url text)")
    with pytest.raises(StoreFault) as fault:
        place.open()
    assert fault.value.sentence == f"{place.name} is not a room's database"
    assert database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("bookmarks",)]


def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    with pytest.raises(StoreFault) as fault:
        PostgresStore("postgresql://room:s3cret@127.0.0.1:1/room?sslmode=disable")
    assert fault.value.sentence.startswith("postgresql://room@127.0.0.1:1/room cannot be reached: ")
    assert "s3cret" not in str(fault.value)


# -- read-only ------------------------------------------------------------------------------------------------------


@pytest.fixture
def common(room: Path) -> Iterator[Path]:
    """Makes a room in a world-readable folder."""
    folder = Path(mkdtemp(prefix="houseway-"))
    folder.chmod(0o755)
    target = folder / "room.db"
    shutil.copy(room, target)
    target.chmod(0o644)
    yield target
    shutil.rmtree(folder)


def as_nobody(work: str, path: Path) -> "subprocess.CompletedProcess[str]":
    """Runs a function as a user without write permission; root switches user after imports."""
    code = f"""
import os, sys
import houseway.cli.room_commands.ledger, houseway.cli.output.answers, houseway.store.sqlite.store
from houseway.cli import main
from houseway.store import SqliteStore, StoreFault
from houseway.store.sqlite.files.migrations import shipped_schemas
shipped_schemas()
if not os.geteuid():
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
{work}
"""
    return subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False, cwd=ROOT
    )


SERVE = """
try:
    SqliteStore(sys.argv[1])
except StoreFault as fault:
    print(fault.sentence)
"""
COUNT = "main(['ledger', '--db', sys.argv[1], '--json'])"


def test_a_read_only_file_is_not_served_from_and_says_so(common: Path) -> None:
    assert as_nobody(SERVE, common).stdout == f"{common} cannot be written: the file is read-only\n"
    common.chmod(0o666)
    assert as_nobody(SERVE, common).stdout == f"{common} cannot be written: its folder is read-only\n"
    common.chmod(0o600)
    assert "cannot be read: " in as_nobody(SERVE, common).stdout


def test_a_read_only_file_can_be_counted_all_the_same(common: Path) -> None:
    done = as_nobody(COUNT, common)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["sum"] == 0
    assert [each.name for each in common.parent.iterdir()] == ["room.db"]


# -- a full disk ----------------------------------------------------------------------------------------------------


def filled(path: Path, *limit: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.full_child", str(path), *limit],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, str] = json.loads(done.stdout)
    return told


def recovered(path: Path, acknowledged: int) -> None:
    """Checks that all acknowledged rows are there once the disk has space again."""
    store = SqliteStore(path)
    (kept,) = store.load_tables()
    assert kept.last_n >= acknowledged
    assert store.check().tables == 10 * kept.last_n
    assert store.append(Table("t1", kept.last_n).buys("ana", 10, "again")).exception() is None
    store.close()


def test_a_file_that_may_not_grow_ends_the_room_and_loses_nothing(path: Path) -> None:
    told = filled(path, "2000000")
    assert told["says"].startswith(f"{path} cannot be written: the disk ")
    assert told["after"] == told["says"]  # from then on nothing is taken
    assert int(told["acknowledged"]) > 20
    recovered(path, int(told["acknowledged"]))


def test_a_full_disk_ends_the_room_and_loses_nothing(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no disk can be made here")
    try:
        path = disk / "room.db"
        told = filled(path)
        assert told["says"].startswith(f"{path} cannot be written: the disk is full")
        elsewhere = tmp_path / "room.db"
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", f"{elsewhere}{part}")
        recovered(elsewhere, int(told["acknowledged"]))
        shutil.copy(f"{elsewhere}", tmp_path / "filler")
        with pytest.raises(StoreFault, match="cannot be written: the disk is full"):
            Reader(elsewhere).backup(disk / "backup.db")
        assert not (disk / "backup.db").exists()
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_room_that_others_could_read_is_its_owners_alone_once_it_is_served(room: Path) -> None:
    room.chmod(0o644)
    store = SqliteStore(room)
    store.set_meta("open", b"yes").result()
    beside = [room, room.with_name(room.name + "-wal"), room.with_name(room.name + "-shm")]
    assert {oct(stat.S_IMODE(each.stat().st_mode)) for each in beside} == {"0o600"}
    for each in beside:
        each.chmod(0o666)
    keep_private(room)
    assert {oct(stat.S_IMODE(each.stat().st_mode)) for each in beside} == {"0o600"}
    store.close()


def test_a_room_whose_rights_cannot_be_taken_is_refused(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room.chmod(0o640)
    monkeypatch.setattr(Path, "chmod", lambda *_: None)  # as on a file system without permissions
    assert refused(room) == f"{room} can be read by others, and that cannot be changed: this disk keeps no rights"
