"""`houseway evening`: the sheet of an evening at the command line."""

import csv
import io
from pathlib import Path

import pytest

from houseway.store import SqliteStore
from tests.cli.test_hostile import refused
from tests.cli.test_room_files import room as room
from tests.cli.test_rounds import answer, run

DAY = ("--date", "2027-01-15", "--zone", "UTC")


def test_a_sheet_names_everybody_and_who_pays_whom(room: str) -> None:
    told = run("evening", "--db", room, *DAY)
    assert told.exit_code == 0, told.stderr
    assert told.stdout.startswith("Evening of 2027-01-15: 3 rounds at 1 table\n")
    assert ["ana", "house", "$15.00"] in [line.split() for line in told.stdout.splitlines()]
    assert "worst round -$5.00 (k3-1)" in told.stdout


def test_json_has_integer_cents_and_adds_up_to_zero(room: str) -> None:
    sheet = answer("evening", "--db", room, *DAY)
    assert sheet["date"] == "2027-01-15"
    ana = next(line for line in sheet["people"] if line["person"] == "ana")
    assert (ana["total"]["brought"], ana["total"]["held_after"], ana["total"]["net"]) == (30_000, 28_500, -1_500)
    assert sheet["others"] == {"house": 900, "box": 600, "pools": 0, "bots": 0, "bot_fees": 0, "net": 1_500}
    assert sheet["transfers"] == [{"from": "ana", "to": "house", "cents": 1_500}]


def test_rows_for_a_spreadsheet_are_in_cents(room: str) -> None:
    rows = csv.DictReader(io.StringIO(run("evening", "--db", room, *DAY, "--csv").stdout))
    row = next(row for row in rows if row["person"] == "ana")
    assert (row["person"], row["net"], row["worst_round"], row["best"]) == ("ana", "-1500", "k3-1", "")


def test_without_a_date_the_last_evening_is_shown(room: str) -> None:
    assert answer("evening", "--db", room, "--zone", "UTC")["date"] == "2027-01-15"
    other = answer("evening", "--db", room, "--date", "2026-01-01")
    assert (other["people"], other["transfers"]) == ([], [])
    assert "Nobody played" in run("evening", "--db", room, "--date", "2026-01-01").stdout


def test_one_table_may_be_counted_alone(room: str) -> None:
    assert answer("evening", "--db", room, *DAY, "--table", "k3")["people"]
    assert refused("evening", "--db", room, "--table", "k4") == "there is no table 'k4' in this room"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--date", "2026-13-01"), "'2026-13-01' is no date: write one such as 2026-11-18"),
        (("--date", "0001-01-01"), "'0001-01-01' is no date: write one such as 2026-11-18"),
        (("--zone", "Nowhere/Land"), "'Nowhere/Land' is no time zone: name one such as Europe/Vienna"),
        (("--zone", "../../etc/passwd"), "'../../etc/passwd' is no time zone: name one such as Europe/Vienna"),
    ],
)
def test_a_wrong_word_is_refused_in_one_sentence(room: str, words: tuple[str, ...], says: str) -> None:
    assert refused("evening", "--db", room, *words) == says


def test_a_room_in_which_nobody_played_says_so(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "room.db").close()
    says = refused("evening", "--db", str(tmp_path / "room.db"))
    assert says == "there is no evening in this room: no chip has moved at a table yet"
