"""`houseway school` and `houseway review`: questions answered line by line, and decisions with their price."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cli import main
from houseway.room.review.decision_review import same
from houseway.room.review.school import judged, questions
from houseway.table.setup import Decision


def run(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(main, words, input=given)


def right_answers(game: str, seed: str, count: int) -> list[str]:
    """Returns the lines of right answers."""
    lines = []
    for question in questions(game, seed, count):
        ids = [option.id for option in question.options]
        answer = judged(game, seed, question.n, ids[0] if ids else 0).answer
        lines.append(f"{answer / 100:.2f}" if isinstance(answer, int) else str(ids.index(answer) + 1))
    return lines


def test_a_dealer_who_knows_everything_gets_everything_right() -> None:
    typed = "\n".join(right_answers("three-card-poker", "7", 8)) + "\n"
    done = run("school", "three-card-poker", "--seed", "7", "--questions", "8", given=typed)
    assert done.exit_code == 0
    assert "8 of 8 right." in done.stdout
    assert "TCP-26: The bank's other two cards" in done.stdout


def test_json_is_one_document_and_the_words_go_elsewhere() -> None:
    typed = "\n".join(right_answers("fortune-pai-gow", "7", 3)) + "\n"
    done = run("school", "fortune-pai-gow", "--seed", "7", "--questions", "3", "--json", given=typed)
    told = json.loads(done.stdout)
    assert (told["asked"], told["right"], len(told["answers"])) == (3, 3, 3)
    assert all(row["right"] and row["clauses"] for row in told["answers"])
    assert "Question 1 of 3" in done.stderr


@pytest.mark.parametrize("ends", ["q\n", ""])
def test_whoever_leaves_is_told_how_far_they_came(ends: str) -> None:
    done = run("school", "texas-holdem", "--seed", "7", "--questions", "4", "--json", given=ends)
    told = json.loads(done.stdout)
    assert (told["right"], told["answers"]) == (0, [])
    assert told["left"] == ("left" if ends else "input ended")


def test_what_is_no_answer_is_asked_again_and_enter_shows_the_answer() -> None:
    done = run("school", "three-card-poker", "--seed", "7", "--questions", "1", given="seventeen\n\n")
    assert "seventeen" in done.stdout
    assert "The answer:" in done.stdout
    assert "0 of 1 right." in done.stdout


@pytest.mark.parametrize("words", [("no-such-game",), ("three-card-poker", "--questions", "0")])
def test_what_cannot_be_asked_is_refused(words: tuple[str, ...]) -> None:
    done = run("school", *words, "--json")
    assert done.exit_code == 2
    assert json.loads(done.stdout)["error"]["says"]


# -- review ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "round.json"
    file.write_text(run("deal", "three-card-poker", "--seed", "7").stdout)
    return file


def reviewed(*words: str) -> dict[str, Any]:
    done = run("review", *words, "--json")
    assert done.exit_code == 0, done.stdout
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_decision_has_its_price(document: Path) -> None:
    round_ = json.loads(document.read_text())
    told = reviewed(str(document))
    assert [row["place"] for row in told["decisions"]] == list(round_["decisions"])
    assert all(row["exact"] and row["cents"] >= 0 for row in told["decisions"])


def test_a_bad_decision_costs_what_the_advice_says(document: Path, tmp_path: Path) -> None:
    round_ = json.loads(document.read_text())
    place, (decided,) = next(iter(round_["decisions"].items()))
    assert decided == "fold"  # and rightly
    ante = next(seat["wagers"]["ante"] for seat in round_["seats"] if str(seat["seat"]) == place)
    round_["decisions"][place] = [{"play": ante}]
    del round_["seed"]
    other = tmp_path / "round.json"
    other.write_text(json.dumps(round_))
    (row,) = reviewed(str(other), "--place", place)["decisions"]
    assert row["best"] == "fold"
    assert row["cents"] > 0
    assert f"seat {place}" in run("review", str(other)).stdout


def test_a_place_that_decided_nothing_and_hidden_cards_are_refused(document: Path, tmp_path: Path) -> None:
    assert run("review", str(document), "--place", "99").exit_code == 2
    round_ = json.loads(document.read_text())
    round_["cards"]["bank"] = "-- -- --"
    hidden = tmp_path / "hidden.json"
    hidden.write_text(json.dumps(round_))
    assert "seed is out" in run("review", str(hidden)).stderr


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ("fold", "fold", True),
        ("fold", "play", False),
        ("play", {"play": 500}, True),
        ({"raise": 500}, {"raise": 600}, False),
        ({"set": "As Kd"}, {"set": "Kd As"}, True),
        ({"set": "As Kd"}, {"set": "As Qd"}, False),
        ({"spread": ["4h 4d 4c", "As Ks Qs"]}, {"spread": ["Qs As Ks", "4c 4d 4h"]}, True),
    ],
)
def test_decisions_are_the_same_whatever_their_order(one: Decision, two: Decision, alike: bool) -> None:
    assert same(one, two) is alike
