"""`houseway ledger`, `backup` and `export --db`: a room's file, read by its operator."""

import csv
import io
import json
import os
import stat
from pathlib import Path

import pytest

from houseway.room.messages.commands import Grant
from houseway.store import SqliteStore
from tests.cli.test_hostile import refused
from tests.cli.test_rounds import answer, run
from tests.room.dealt import FairTable, fairness
from tests.store.kept import NOON, Table


@pytest.fixture
def room(tmp_path: Path) -> str:
    """Returns a room with chips in cages and at a table, in which three real rounds were played."""
    import msgspec

    from houseway.games import find
    from houseway.room.messages.commands import Say
    from houseway.room.messages.outcomes import Ended, Posting, Seen
    from houseway.table import document_text, result, resume

    path = tmp_path / "room.db"
    store, table, dealt = SqliteStore(path), Table("k3"), FairTable("three-card-poker")
    store.grant(Grant(person="ana", cents=100_000), NOON).result()
    store.append(table.buys("ana", 30_000, "a1")).result()
    for number in (1, 2, 3):
        document = dealt.play()
        ended = Ended(
            round_id=f"k3-{number}",
            number=number,
            document=document_text(document).encode(),
            result=msgspec.json.encode(result(resume(find(document.game), document))),
            fair=msgspec.to_builtins(fairness(document)),
            seen=Seen({}, {}),
        )
        posts = (Posting("stack/k3/ana", -500), Posting("house", 300), Posting("box", 200))
        outcome = table.outcome("room", Say(text="over"), *posts, ended=ended, snapshot=b"{}")
        store.append(outcome).result()
    store.close()
    return str(path)


def test_ledger_prints_the_sum_and_where_the_chips_are(room: str) -> None:
    told = run("ledger", "--db", room)
    assert told.exit_code == 0, told.stderr
    assert told.stdout.startswith("The ledger adds up to $0.00.\n")
    rows = [line.rsplit(maxsplit=1) for line in told.stdout.splitlines() if "$" in line]
    assert ["at tables", "$285.00"] in rows
    assert ["won or lost by the house", "$9.00"] in rows
    assert "4 rows of 1 open and 0 closed tables hang together." in told.stdout
    assert answer("ledger", "--db", room) == {
        "sum": 0,
        "cages": 70_000,
        "tables": 28_500,
        "house": 900,
        "box": 600,
        "pools": 0,
        "issued": -100_000,
        "rows": 4,
        "open": 1,
        "closed": 0,
    }


def test_a_room_that_runs_is_counted_and_copied_too(room: str, tmp_path: Path) -> None:
    store = SqliteStore(room)
    store.grant(Grant(person="ben", cents=5_000), NOON).result()
    assert answer("ledger", "--db", room)["cages"] == 75_000
    copy = str(tmp_path / "copy.db")
    assert answer("backup", "--db", room, copy)["sum"] == 0
    store.grant(Grant(person="ben", cents=5_000), NOON).result()
    store.close()
    assert answer("ledger", "--db", copy)["cages"] == 75_000
    told = run("backup", "--db", room, copy).stdout
    assert told == f"{Path(copy).stat().st_size:,} bytes in {copy}; its ledger adds up to $0.00.\n"
    assert answer("ledger", "--db", copy)["cages"] == 80_000


@pytest.mark.parametrize("width", ["30", "80", "200"])
def test_a_sentence_with_a_path_stays_on_one_line(
    room: str, tmp_path: Path, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    folder = tmp_path / "a folder of copies"
    folder.mkdir()
    copy, rounds = str(folder / "monday evening.db"), str(folder / "rounds.csv")
    told = run("backup", "--db", room, copy).stdout
    assert told.count("\n") == 1
    assert f" bytes in {copy}; its ledger adds up to $0.00.\n" in told
    told = run("export", "--db", room, "csv", "--output", rounds).stdout
    assert told.count("\n") == 1
    assert told.startswith(f"3 rounds as csv in {rounds}, ")


def test_rounds_of_a_room_are_exported_as_rows_and_as_documents(room: str, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("export", "--db", room, "csv").stdout)))
    assert {(row["table"], row["round"], row["round_id"]) for row in rows} == {
        ("k3", str(number), f"k3-{number}") for number in (1, 2, 3)
    }
    assert all(row["game"] == "three-card-poker" and row["clauses"] for row in rows)
    assert answer("export", "--db", room)["rows"][0]["net"] == int(rows[0]["net"])
    lines = run("export", "--db", room, "jsonl").stdout.splitlines()
    assert len(lines) == 3
    for number, line in enumerate(lines, 1):
        (tmp_path / f"{number}.json").write_text(line)
    claims = answer("verify", str(tmp_path / "3.json"), "--chain", str(tmp_path))["claims"]
    assert {claim["claim"] for claim in claims if claim["proved"]} == {"answers", "chips", "commit", "cards", "chain"}
    target = tmp_path / "rounds.jsonl"
    assert answer("export", "--db", room, "--format", "jsonl", "--output", str(target))["rounds"] == 3
    assert target.read_text().splitlines() == lines


def test_rounds_of_a_room_are_exported_as_parquet(room: str, tmp_path: Path) -> None:
    from pyarrow import parquet

    target = tmp_path / "payments.parquet"
    assert run("export", "--db", room, "parquet", "--output", str(target)).exit_code == 0
    rows = parquet.read_table(target).to_pylist()
    assert rows == answer("export", "--db", room)["rows"]


def test_rounds_go_to_parquet_and_back_without_loss(room: str, tmp_path: Path) -> None:
    target, again = str(tmp_path / "rounds.parquet"), str(tmp_path / "again.parquet")
    assert answer("export", "--db", room, "parquet", "--whole", "--output", target)["rounds"] == 3
    for kind in ("jsonl", "csv"):
        assert run("export", target, "--format", kind).stdout == run("export", "--db", room, kind).stdout
    assert answer("export", target, "--whole", "--output", again)["format"] == "parquet"
    assert run("export", again, "--format", "jsonl").stdout == run("export", "--db", room, "jsonl").stdout
    (tmp_path / "3.json").write_text(run("export", target, "--format", "jsonl").stdout.splitlines()[2])
    lines = tmp_path / "rounds.jsonl"
    lines.write_text(run("export", target, "--format", "jsonl").stdout)
    claims = answer("verify", str(tmp_path / "3.json"), "--chain", str(tmp_path))["claims"]
    assert [claim["proved"] for claim in claims if claim["claim"] in ("cards", "chain")] == [True, True]


def test_a_parquet_file_that_holds_no_rounds_is_refused(room: str, tmp_path: Path) -> None:
    payments = str(tmp_path / "payments.parquet")
    assert run("export", "--db", room, "parquet", "--output", payments).exit_code == 0
    assert refused("export", payments) == f"{payments} has payments and no documents: export it --whole"
    (tmp_path / "text.parquet").write_text("nothing of the kind")
    assert "text.parquet is not a Parquet file: " in refused("export", str(tmp_path / "text.parquet"))
    assert refused("export", "--db", room, "csv", "--whole") == "--whole is refused with csv: it is for parquet"
    assert "none.parquet" in refused("export", str(tmp_path / "none.parquet"))


def test_documents_become_json_lines_too() -> None:
    text = run("deal", "three-card-poker", "--seed", "7").stdout
    assert json.loads(run("export", "-", "--format", "jsonl", text=text).stdout) == json.loads(text)


@pytest.mark.parametrize("words", [("ledger",), ("backup", "copy.db"), ("export", "csv")])
def test_no_file_is_made_by_reading(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    missing = tmp_path / "none.db"
    assert refused(*words, "--db", str(missing)) == f"{missing} is not there"
    (tmp_path / "text.db").write_text("nothing of the kind")
    assert refused(*words, "--db", "text.db") == "text.db is not a database"
    assert refused(*words, "--db", str(tmp_path)) == f"{tmp_path} is not a file"
    (tmp_path / "empty.db").touch()
    assert refused(*words, "--db", "empty.db") == "empty.db is not a room's database"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["empty.db", "text.db"]
    assert (tmp_path / "empty.db").stat().st_size == 0


def test_a_damaged_room_does_not_take_the_place_of_a_good_backup(room: str, tmp_path: Path) -> None:
    import apsw

    copy = tmp_path / "copy.db"
    assert answer("backup", "--db", room, str(copy))["sum"] == 0
    good = copy.read_bytes()
    db = apsw.Connection(room)
    db.execute("UPDATE account SET balance = balance + 1 WHERE id = 'cage/ana'").fetchall()
    db.close()
    says = f"{room} is damaged: cage/ana has 700.01, but its postings add up to 700.00"
    assert refused("backup", "--db", room, str(copy)) == says
    assert copy.read_bytes() == good
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".half")]


def test_a_backup_follows_no_link(room: str, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("not ours to write")
    (tmp_path / "copy.db").symlink_to(tmp_path / "theirs")
    says = f"{tmp_path / 'copy.db'} cannot be written: it is no place for a backup"
    assert refused("backup", "--db", room, str(tmp_path / "copy.db")) == says
    assert (tmp_path / "theirs").read_text() == "not ours to write"


def test_a_backup_opens_no_file_that_somebody_has_put_in_its_way(
    room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.store.sqlite.files.backup.secrets.token_hex", lambda _: "guessed")
    (tmp_path / "theirs").write_text("not ours to write")
    (tmp_path / ".copy.db.guessed.half").symlink_to(tmp_path / "theirs")
    assert "cannot be written" in refused("backup", "--db", room, str(tmp_path / "copy.db"))
    assert (tmp_path / "theirs").read_text() == "not ours to write"
    assert not (tmp_path / "copy.db").exists()


def test_a_backup_is_its_owners_alone_whatever_the_mask(room: str, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        answer("backup", "--db", room, str(tmp_path / "copy.db"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


def test_a_database_that_does_not_add_up_is_refused_with_the_account(room: str) -> None:
    import apsw

    db = apsw.Connection(room)
    db.execute("UPDATE account SET balance = balance + 1 WHERE id = 'cage/ana'").fetchall()
    db.close()
    says = f"{room} is damaged: cage/ana has 700.01, but its postings add up to 700.00"
    assert refused("ledger", "--db", room) == says


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ledger",), "PATH is missing"),
        (("export",), "FILES is missing"),
        (("export", "--db", "x.db", "csv", "more"), "with --db one format is named"),
        (
            ("export", "--db", "x.db", "xml"),
            "with --db one format is named, phh or csv or parquet or jsonl, and no file",
        ),
        (("export", "--db", "x.db", "csv", "--format", "csv"), "with --db one format is named"),
    ],
)
def test_words_that_do_not_fit_are_refused(words: tuple[str, ...], says: str) -> None:
    assert refused(*words).startswith(says)
