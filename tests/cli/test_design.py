"""`houseway design`: tables whose edge is what `odds` says of them, changed as little as possible."""

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from houseway.lab.odds import odds
from tests.cli.test_rounds import run


def designs(*words: str) -> dict[str, Any]:
    done = run("design", *words, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("game", "wager", "edge", "more"),
    [
        ("three-card-poker", "bonus", "4.9..5.1", ()),
        ("three-card-holdem", "pair-or-suited", "2..9", ("--changes", "1")),
        ("three-card-poker", "ante-bonus", "-0.6..0", ("--changes", "1", "-o", "ante_bonus=5/4/1")),
    ],
)
def test_every_table_has_the_edge_that_odds_finds(game: str, wager: str, edge: str, more: tuple[str, ...]) -> None:
    found = designs(game, "--wager", wager, f"--edge={edge}", *more)
    low, high = (Fraction(text) / 100 for text in edge.split(".."))
    assert found["designs"]
    assert [len(each["changed"]) for each in found["designs"]] == sorted(
        len(each["changed"]) for each in found["designs"]
    )
    options = dict(word.split("=") for word in more if "=" in word)
    for each in found["designs"][:3]:
        assert low <= -Fraction(each["expectation"]) <= high
        table, _, rows = each["pay"].partition("=")
        exact = odds(game, options, {table: rows}, wager=found["wager"]).wagers[found["wager"]]
        assert exact.expectation == Fraction(each["expectation"])
        paid = [Fraction(value.replace(":", "/")) for value in each["rows"].values()]
        assert all(one >= other for one, other in pairwise(paid))


def test_what_was_said_of_the_table_beforehand_is_in_the_words_for_pay() -> None:
    found = designs("TCP", "--wager", "bonus", "--edge", "4..6", "--changes", "1", "--pay", "bonus=flush=4,straight=5")
    assert found["posted"]["pay"].startswith("bonus=royal flush=200,")
    (first, *_) = found["designs"]
    table, _, rows = first["pay"].partition("=")
    exact = odds("three-card-poker", {}, {table: rows}, wager="bonus").wagers["bonus"]
    assert exact.expectation == Fraction(first["expectation"])


def test_a_search_that_is_told_to_look_everywhere_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.lab.design.MOST_TRIED", 500)
    found = designs("TCP", "--wager", "bonus", "--edge", "99", "--changes", "6", "--steps", "9")
    assert (found["tried"], found["designs"]) == (500, [])
    assert found["method"].endswith("no more than 500 of them")


def test_a_person_reads_the_posted_table_first_and_the_words_for_pay() -> None:
    done = run("design", "TCP", "--wager", "bonus", "--edge", "5")
    assert done.exit_code == 0
    assert "nothing" in done.stdout.splitlines()[4]
    assert "4.3801%" in done.stdout.splitlines()[4]
    assert "--pay 'bonus=royal flush=300,three of a kind=20'" in done.stdout
    done = run("design", "TCP", "--wager", "bonus", "--edge", "90", "--changes", "1")
    assert done.exit_code == 0
    assert "No such table was found" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("TCP", "--wager", "bonus", "--edge", "much"), "--edge: 'much' is no edge: write percent, such as 5 or 4..6"),
        (("TCP", "--wager", "bonus", "--edge", "1e999999999"), "'1e999999999' is no edge"),
        (("TCP", "--wager", "bonus", "--edge", "4..5..6"), "'4..5..6' is no edge"),
        (("TCP", "--wager", "bonus", "--edge", "6..4"), "an edge from 6.0000% to 4.0000% is refused"),
        (("TCP", "--wager", "pairs", "--edge", "5"), "no pay table 'pairs' can be designed in three-card-poker"),
        (("TCP", "--wager", "ante-bonus", "--edge", "5"), "pays nothing at this table: it is in use with ante_bonus"),
        (("PGC", "--wager", "main", "--edge", "5"), "takes minutes to solve with each pay table"),
        (("texas-holdem", "--wager", "ante", "--edge", "5"), "nobody banks texas-holdem"),
    ],
)
def test_what_cannot_be_designed_is_refused_in_a_sentence(words: tuple[str, ...], says: str) -> None:
    done = run("design", *words)
    assert done.exit_code == 2
    assert says in done.output
