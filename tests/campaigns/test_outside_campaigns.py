"""Short forms of the outside checks, and proof that each finds faults."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns import deadlines, rounds, thinkers
from tests.extent import extent

PEOPLE = [{"person": "p1", "cage": 700, "tables": [{"stack": 300}]}]
STATE: dict[str, Any] = {
    "seats": [
        {"person": "p1", "name": "Ana", "stack": 300, "bot": False},
        {"person": "b1", "name": "Hugo", "stack": 50, "bot": True},
    ],
    "rail": [],
    "bets": {"1": {"ante": 20}},
    "places": [],
    "pots": {"main pot": 30},
    "bank": {"posted": 100},
}
BOOKS = {"sum": 0, "cages": 700, "tables": 500, "house": 40, "box": 5, "pools": 5, "issued": -1250}


@pytest.mark.parametrize("game", ["pai-gow-california", "texas-holdem", "panguingue"])
@pytest.mark.slow("plays rounds at a real server and asks for the books after each")
def test_after_every_round_all_chips_are_found_from_outside(
    game: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    wanted = extent(request.config, 2, rounds.SHORT * int(request.config.getoption("--campaign")))
    counted = asyncio.run(rounds.play_rounds(game, wanted, tmp_path))
    assert counted.wrong == []
    assert counted.rounds == wanted
    assert counted.answers > 0


@pytest.mark.parametrize(
    ("books", "says"),
    [
        ({"sum": 1}, ["1 for the ledger"]),
        ({"box": 6}, ["1 for all chips"]),
        ({"cages": 699}, ["cages hold 700, by the books 699"]),
        ({"tables": 600}, ["the table holds 500, by the books 600"]),
    ],
)
def test_a_chip_that_is_made_or_lost_is_found(books: dict[str, int], says: list[str]) -> None:
    assert rounds.sums(STATE, PEOPLE, BOOKS) == []
    assert rounds.sums(STATE, PEOPLE, BOOKS | books) == says


def test_a_stack_that_is_shown_and_told_differently_is_found() -> None:
    people = [PEOPLE[0] | {"cage": 690, "tables": [{"stack": 310}]}]
    says = ["cages hold 690, by the books 700", "the table holds 510, by the books 500"]
    assert rounds.sums(STATE, people, BOOKS) == [*says, "Ana is shown 300 and told 310"]


def test_of_an_answer_and_the_clock_s_at_the_deadline_exactly_one_is_done(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    answers = 12 if int(request.config.getoption("--campaign")) == 1 else deadlines.FULL
    found, wrong = asyncio.run(deadlines.run_races(answers, 6, tmp_path))
    assert wrong == []
    assert sum(found.values()) >= answers


ASK = {"place": "1", "default": "fold"}
OURS, CLOCK = {"decision": {"call": 200}}, {"decision": "fold", "slow": True}


@pytest.mark.parametrize(
    ("told", "made", "wrong"),
    [
        ({"t": "ok", "n": 7}, [(7, OURS)], False),
        ({"t": "ok", "n": 6}, [(7, OURS)], True),
        ({"t": "ok", "n": 7}, [(7, CLOCK)], True),
        ({"t": "ok", "n": 7}, [(7, OURS), (8, CLOCK)], True),
        ({"t": "refused", "code": "late"}, [(7, CLOCK)], False),
        ({"t": "refused", "code": "stale"}, [(7, OURS)], True),
        ({"t": "refused", "code": "not-yours"}, [(7, CLOCK)], True),
        ({"t": "refused", "code": "late"}, [], True),
    ],
)
def test_an_answer_that_was_told_otherwise_is_found(told: dict[str, Any], made: list[Any], wrong: bool) -> None:
    assert bool(deadlines.verdict(ASK, OURS["decision"], told, made)) is wrong


@pytest.mark.slow("measures three stretches, and a coach that is asked cold")
def test_others_are_answered_beside_bots_that_think_and_a_coach(tmp_path: Path) -> None:
    """The campaign measures how fast."""
    waits = thinkers.Waits()
    asyncio.run(thinkers.measure_room(1.0, "fast", tmp_path, waits))
    assert waits.alone
    assert waits.beside
    assert waits.people
    assert waits.asked
    assert waits.played
    assert thinkers.Waits([0.001] * 100, [0.049] * 100).held
    assert not thinkers.Waits([0.001] * 100, [0.049] * 97 + [0.051] * 3).held
