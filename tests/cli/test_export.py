"""`houseway export`: rounds for other programs."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.test_rounds import answer, run


def test_csv_has_a_row_for_every_payment_in_cents() -> None:
    document = run("deal", "three-card-poker", "--seed", "7").stdout
    rows = list(csv.DictReader(io.StringIO(run("export", "-", text=document).stdout)))
    payments = answer("settle", "-", text=document)["payments"]
    assert [int(row["net"]) for row in rows] == [payment["net"] for payment in payments]
    assert [row["clauses"].split() for row in rows] == [payment["clauses"] for payment in payments]


def test_several_documents_may_stand_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    documents = [json.loads(run("deal", "three-card-poker", "--seed", str(seed)).stdout) for seed in (1, 2, 3)]
    file.write_text("\n".join(json.dumps(document) for document in documents))
    target = tmp_path / "payments.csv"
    assert answer("export", str(file), "--output", str(target))["rounds"] == 3
    assert {row["hand"] for row in csv.DictReader(io.StringIO(target.read_text()))} == {"1", "2", "3"}


def test_phh_tells_a_hand_that_pokerkit_reads() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    told = run("export", "-", "--format", "phh", text=run("deal", "texas-holdem", "--seed", "5").stdout)
    assert told.exit_code == 0, told.stderr
    assert pokerkit.HandHistory.loads(told.stdout).players


def test_a_game_that_phh_does_not_know_is_refused_with_the_file() -> None:
    refused = run("export", "-", "--format", "phh", text=run("deal", "three-card-poker").stdout)
    assert refused.exit_code == 2
    assert "Traceback" not in refused.stderr


def test_a_wrong_line_is_refused_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text('{"game": "three-card-poker"}\n{"game": "three-card-poker"}\n')
    refused = run("export", str(file))
    assert refused.exit_code == 2
    assert "rounds.jsonl:1" in refused.stderr
