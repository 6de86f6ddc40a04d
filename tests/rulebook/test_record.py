"""The coverage record: a full run writes it from the tests that passed, with xdist and without."""

import subprocess
import sys
from pathlib import Path

import pytest

from houseway.rulebook import book
from houseway.rulebook.coverage import PassedTests, coverage, read_record, record_of, write_record

PLUGIN = ("-p", "houseway.conformance.plugin")
SUITE = """
import pytest
from houseway.testing import example, rule

@rule("TCP-01", "TCP-02")
def test_passes():
    pass

@example("TCP-E01")
@pytest.mark.parametrize("number", [1, 2])
def test_works_an_example(number):
    pass

@pytest.mark.skip(reason="not yet")
@rule("TCP-03")
def test_is_not_run():
    pass
"""
FAILING = """
from houseway.testing import rule

@rule("TCP-04")
def test_fails():
    assert False
"""


def run(house: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "no:cacheprovider", *PLUGIN, *arguments]
    return subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Returns a project with the house's plug-in, whose record lies in its own directory."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nhouseway_record = coverage.json\n")
    (tmp_path / "tests/test_suite.py").write_text(SUITE)
    return tmp_path


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "with xdist"])
def test_a_full_run_records_the_tests_that_passed(house: Path, workers: tuple[str, ...]) -> None:
    ran = run(house, "--record-coverage", *workers)
    assert ran.returncode == 0, ran.stdout
    assert "coverage recorded in coverage.json" in ran.stdout
    record = read_record((house / "coverage.json").read_bytes())
    assert record.clauses == dict.fromkeys(("TCP-01", "TCP-02"), ("tests/test_suite.py::test_passes",))
    assert record.examples == {"TCP-E01": ("tests/test_suite.py::test_works_an_example",)}


@pytest.mark.parametrize("part", [("tests/test_suite.py",), ("-k", "passes")], ids=["a path", "a keyword"])
def test_a_part_of_the_tests_records_nothing(house: Path, part: tuple[str, ...]) -> None:
    ran = run(house, "--record-coverage", *part)
    assert "coverage not recorded: only a part of the tests was run" in ran.stdout
    assert not (house / "coverage.json").exists()


def test_a_failing_run_records_nothing(house: Path) -> None:
    (house / "tests/test_failing.py").write_text(FAILING)
    ran = run(house, "--record-coverage")
    assert "coverage not recorded: something failed" in ran.stdout
    assert not (house / "coverage.json").exists()


def test_without_the_flag_nothing_is_written(house: Path) -> None:
    ran = run(house)
    assert "recorded" not in ran.stdout
    assert not (house / "coverage.json").exists()


def test_a_test_of_an_example_counts_for_the_clauses_it_cites() -> None:
    record = record_of([("example", "TCP-E01", "tests/a.py::b"), ("rule", "TCP-28", "tests/a.py::c")])
    found = coverage("three-card-poker", record)
    assert found.tested == ("TCP-23", "TCP-24", "TCP-28")
    assert found.worked == ("TCP-E01",)
    assert len(found.missing) == len(found.clauses) - 3
    assert record.proofs(book("three-card-poker"))["TCP-23"] == ("tests/a.py::b",)


def test_the_examples_of_a_game_count_for_the_shared_clauses_they_cite() -> None:
    cites_shared = next(one for one in book("three-card-poker").examples if "PD-38" in one.clauses)
    record = record_of([("example", cites_shared.id, "tests/a.py::b")])
    assert coverage("player-dealer", record).tested == ("PD-38",)


def test_a_record_is_written_in_one_order_and_read_back(tmp_path: Path) -> None:
    citations = [("rule", "TCP-02", "b"), ("rule", "TCP-01", "z"), ("rule", "TCP-01", "a"), ("example", "TCP-E01", "x")]
    write_record(record_of(citations), tmp_path / "one.json")
    write_record(record_of(reversed(citations)), tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert read_record((tmp_path / "one.json").read_bytes()) == PassedTests(
        {"TCP-01": ("a", "z"), "TCP-02": ("b",)}, {"TCP-E01": ("x",)}
    )
