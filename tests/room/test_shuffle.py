"""The room's shuffle passes every test that the shuffle of 1999 fails; `--campaign 500` deals ten million decks."""

import math

import numpy as np
import pytest

from tests.campaigns.shuffle import (
    CARDS,
    LOT,
    asf_decks,
    biased_decks,
    chance_beyond,
    clock_decks,
    eulerian,
    failed,
    fair_decks,
    gap_chances,
    tally,
)


def test_the_shuffle_of_the_room_passes(pytestconfig: pytest.Config) -> None:
    found = tally(fair_decks, LOT * int(pytestconfig.getoption("--campaign")))
    chances = found.chances()
    assert failed(chances) == [], chances
    assert found.places.sum() == CARDS * found.decks


def test_the_shuffle_of_1999_fails() -> None:
    wrong = failed(tally(asf_decks, 10 * LOT).chances())
    assert wrong == [
        "positions by cards",
        "runs",
        "serial, first two cards",
        "serial, last two cards",
        "serial, successive decks",
        "gaps",
        "repeats",
    ]


def test_each_of_its_two_faults_is_enough() -> None:
    assert "positions by cards" in failed(tally(biased_decks, LOT).chances())
    assert failed(tally(clock_decks, 2 * LOT).chances()) == ["repeats"]  # with so few seeds, decks repeat


def test_every_deck_that_is_counted_is_a_whole_deck() -> None:
    for shuffle in (fair_decks, asf_decks, biased_decks, clock_decks):
        decks = shuffle(0, 50)
        assert (np.sort(decks, axis=1) == np.arange(CARDS)).all()


@pytest.mark.parametrize(
    ("spread", "freedom", "chance"),
    [(23.209, 10, 0.01), (76.154, 50, 0.01), (1000, 1000, 0.494), (63.7, 40, 0.01)],
)
def test_chances_are_those_of_the_books(spread: float, freedom: int, chance: float) -> None:
    assert math.isclose(chance_beyond(spread, freedom), chance, rel_tol=0.05)


def test_what_is_expected_adds_up() -> None:
    assert math.isclose(eulerian(CARDS).sum(), 1.0)
    assert [round(24 * each) for each in eulerian(4)] == [1, 11, 11, 1]
    assert math.isclose(gap_chances().sum(), 1.0)
