"""The campaign's table: every item has a figure, its command is there, and what is missed is told."""

import re
import shlex
from pathlib import Path

import pytest

from tests.campaigns.room import FIGURES, Figure, Missed, evenings, measured

ROOT = Path(__file__).parents[2]


def test_every_item_has_a_figure() -> None:
    """The eleventh is a page, docs/security.md, whose own tests hold it."""
    assert {figure.item for figure in FIGURES} == {*range(1, 13)} - {11}


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
