"""Published odds are those that the lab counts, and reading them counts nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from houseway.lab.inquiry.answer import answer_json
from houseway.lab.published_odds import counted, printed_odds, record
from houseway.roster import OWN
from houseway.rulebook import Rules, book

QUICK = ("three-card-poker", "three-card-split", "three-card-holdem", "pure-21-5-blackjack")
SLOW = ("ultimate-texas-holdem", "mini-pai-gow", "pai-gow-california", "fortune-pai-gow", "pai-gow-seneca")


def test_every_game_that_somebody_banks_stands_in_the_record_by_the_rules_of_today() -> None:
    banked = {game for game in OWN if book(game).game.bankers}
    assert set(record()) == banked == {*QUICK, *SLOW}
    assert all(kept.fingerprint == Rules.of(game).fingerprint for game, kept in record().items())
    assert all(kept.answer.base is not None and kept.answer.exact for kept in record().values())


@pytest.mark.parametrize("game", QUICK)
def test_the_record_is_what_the_lab_counts(game: str) -> None:
    again = counted(game)
    assert again is not None
    assert answer_json(again) == answer_json(record()[game])


@pytest.mark.campaign
@pytest.mark.parametrize("game", SLOW)
def test_the_record_is_what_the_lab_counts_where_that_takes_minutes(game: str, pytestconfig: pytest.Config) -> None:
    if int(pytestconfig.getoption("--campaign")) < 2:
        pytest.skip("--campaign 2 counts it")
    again = counted(game)
    assert again is not None
    assert answer_json(again) == answer_json(record()[game])


def test_a_game_whose_rules_are_others_now_has_no_odds_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record()["three-card-poker"], "fingerprint", "that of older rules")
    assert printed_odds("three-card-poker") is None


def test_reading_the_record_loads_no_numbers_package(tmp_path: Path) -> None:
    code = (
        "import sys; from houseway.lab.published_odds import printed_odds; assert printed_odds('pai-gow-california'); "
        "print(*{'numpy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == []
