"""Tests of the campaign's table: every item has a figure, every command exists, every miss is reported."""

import asyncio
import re
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

from tests.campaigns.attacks import KINDS
from tests.campaigns.bad_clients import Beside, Stretch
from tests.campaigns.bad_clients import measure_kinds as beside
from tests.campaigns.room import FIGURES, Figure, Missed, carries, evenings, measured
from tests.campaigns.soak import Sample, Soaked, run_soak

ROOT = Path(__file__).parents[2]


def test_every_item_has_a_figure() -> None:
    """Twelve items, and several nodes."""
    assert {figure.item for figure in FIGURES} == {*range(1, 14)}


def test_a_test_that_the_page_of_security_names_is_there() -> None:
    """Checks file and name, and that the campaign's figure runs the file."""
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)?(?:::(test_\w+))?`", page)
    file, tests = "", 0
    for path, test in named:
        file = path or file
        if test:
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), (file, test)
            tests += 1
    assert tests > 15


def test_a_load_that_is_too_slow_or_too_large_is_found() -> None:
    told = (
        "2,004 seated, one word a second: p50 and p99 8.4 ms, {} ms; 70% of a core; 0 open; "
        "memory of an idle socket, of 5,000 25.7 KiB; 131.7 MB of them, {} MB the whole process"
    )
    assert carries(told.format("14.5", "195.7"))
    assert not carries(told.format("50.1", "195.7"))
    assert not carries(told.format("14.5", "200.5"))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.item} {figure.what}")
def test_the_command_of_a_figure_is_there_and_so_is_its_line_on_the_page(figure: Figure) -> None:
    name, *words = shlex.split(figure.command)
    if name == "python":
        assert words[0] == "-m"
        assert (ROOT / (words[1].replace(".", "/") + ".py")).is_file()
    else:
        assert name == "pytest"
        assert all((ROOT / word).is_file() for word in words if word.startswith("tests/"))
    assert figure.command in (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")


def test_each_of_the_ten_outside_checks_has_a_command_that_is_there() -> None:
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8").partition("## The ten outside checks")[2]
    rows = re.findall(r"^\| (\d+)[a-z]? \| (.*?) \| (`.*`) \|$", page, re.MULTILINE)
    assert {int(number) for number, _, _ in rows} == {*range(1, 11)}
    for _, _, commands in rows:
        for command in re.findall("`([^`]*)`", commands):
            name, *words = shlex.split(command)
            files = [word for word in words if word.startswith("tests/")]
            if name == "python":
                files = [words[1].replace(".", "/") + ".py"]
            assert files
            assert all((ROOT / file).is_file() for file in files), command


def test_a_figure_that_is_missed_says_so() -> None:
    def miss(_short: bool) -> str:
        raise Missed("2 lost")

    held, told = measured(Figure(2, "kill -9", "none", miss, "x"), short=True)
    assert not held
    assert told.startswith("MISSED: 2 lost (")
    assert measured(Figure(2, "kill -9", "none", lambda _: "0 lost", "x"), short=True)[0]


def test_rounds_are_counted_until_there_are_enough() -> None:
    told = evenings(("three-card-poker", "texas-holdem"), 5, 150)
    steps, rounds = (int(number.replace(",", "")) for number in re.findall(r"[\d,]+", told))
    assert rounds >= 5
    assert steps > rounds


@pytest.mark.skipif(sys.platform != "linux", reason="comes from a second loopback address")
@pytest.mark.slow("measures stretches of seconds beside bad clients")
def test_bad_clients_are_answered_by_the_contract_s_codes_while_others_play() -> None:
    """The campaign measures the pace of the others; no test asserts it."""
    found, wrong = asyncio.run(beside(["wrong origin", "binary frames", "10,000 connections"], 1, 1.0))
    assert wrong == []
    for each in found:
        assert each.wrong == {}
        assert sum(each.told.values()) > 0
        assert sum(stretch.acknowledged for stretch in each.attacked) > 0


def test_a_room_that_grows_is_found() -> None:
    flat = [Sample(minute, 100 * 2**20, 50 * 2**20, 90 + minute % 3, 13, 10) for minute in range(8)]
    assert Soaked(flat).held
    assert "100.0 MiB in the second quarter and 100.0 in the last" in Soaked(flat).summary()
    leaks = [structs.replace(each, memory=each.memory + each.minute * 2**20 * 2) for each in flat]
    assert Soaked(leaks).grown() == ["memory grew from 105.0 to 113.0 MiB"]
    opens = [structs.replace(each, descriptors=90 + 3 * each.minute) for each in flat]
    assert Soaked(opens).grown() == ["descriptors grew from 99 to 111"]
    assert not Soaked(flat, ledger_sum=1).held
    assert not Soaked(flat, ["somebody gave up"]).held


@pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is read from /proc")
@pytest.mark.slow("people come and go for three seconds at a real server")
def test_people_come_and_go_in_a_soak(tmp_path: Path) -> None:
    found = asyncio.run(run_soak(0.05, tmp_path))
    assert found.faults == []
    assert found.ledger_sum == 0
    assert found.samples
    assert all(sample.memory >= sample.room > 2**20 for sample in found.samples)


def test_a_table_that_loses_its_pace_and_an_answer_that_is_none_of_the_contract_s_are_found() -> None:
    quiet, slower = Stretch(10.0, 100, [0.01, 0.02], 1.0), Stretch(10.0, 89, [0.01, 0.3], 2.0)
    assert Beside("10^20", [quiet], [quiet], Counter({"format": 3})).held
    assert not Beside("10^20", [quiet], [slower], Counter({"format": 3})).held
    assert not Beside("10^20", [quiet], [quiet], Counter({"format": 3, "ok": 1})).held
    assert not Beside("10^20", [quiet], [quiet], Counter()).held
    assert "| 10^20 | 89% | 10.0 | 8.9 |" in Beside("10^20", [quiet], [slower], Counter({"format": 3})).row()
    assert len(KINDS) == 13
