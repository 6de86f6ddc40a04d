"""`houseway odds --csv`: the facts of --json as rows for a spreadsheet."""

import csv
import io
import json
from fractions import Fraction

from click.testing import CliRunner, Result

from houseway.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", *words])


def rows(*words: str) -> list[dict[str, str]]:
    done = run(*words, "--csv")
    assert done.exit_code == 0, done.output
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_the_rows_of_a_wager_are_its_outcomes_in_json() -> None:
    words = ("three-card-poker", "--wager", "bonus", "--pay", "bonus=flush=4")
    told = json.loads(run(*words, "--json").stdout)["wagers"]["bonus"]
    found = rows(*words)
    outcomes = {row["outcome"]: int(row["deals"]) for row in found if row["kind"] == "outcome"}
    assert outcomes == told["outcomes"]
    (wager,) = [row for row in found if row["kind"] == "wager"]
    assert Fraction(int(wager["numerator"]), int(wager["denominator"])) == Fraction(told["expectation"])
    adds = sum(float(row["adds"]) for row in found if row["kind"] == "outcome")
    assert abs(adds - float(wager["expectation"])) < 1e-12


def test_the_game_itself_has_rows_for_its_decisions_and_circles() -> None:
    found = rows("three-card-poker")
    kinds = {row["kind"] for row in found}
    assert kinds >= {"wager", "outcome", "game", "circle", "decision"}
    circles = [row for row in found if row["kind"] == "circle"]
    total = sum(Fraction(int(row["numerator"]), int(row["denominator"])) for row in circles)
    (game,) = [row for row in found if row["kind"] == "game"]
    assert total == Fraction(int(game["numerator"]), int(game["denominator"]))


def test_no_cell_is_a_formula() -> None:
    for row in rows("three-card-poker", "--schedule", "SCH-TCP-01", "--wager-size", "25"):
        for value in row.values():
            assert not value.startswith(("=", "@")), value
            if value.startswith(("-", "+")):
                float(value)  # a number is no formula


def test_equities_have_a_row_for_each_hand() -> None:
    found = rows("texas-holdem", "--hands", "AdAc,KhKs", "--board", "2c 7d Jh")
    assert [row["hand"] for row in found] == ["AdAc", "KhKs"]
    assert sum(Fraction(int(row["numerator"]), int(row["denominator"])) for row in found) == 1


def test_csv_and_json_at_once_are_refused() -> None:
    done = run("three-card-poker", "--csv", "--json")
    assert done.exit_code == 2
    assert "--csv and --json are two ways to print one answer: choose one" in done.stderr
