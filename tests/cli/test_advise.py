"""`houseway advise`: tables described by flags, documents that stop at a decision, and what is refused."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cli import main
from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.script import Answer
from houseway.table import document_from, document_text, resume
from houseway.testing import rule


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["advise", *words], input=text)


def advice(*words: str, text: str | None = None) -> list[dict[str, Any]]:
    done = run(*words, "--json", text=text)
    assert done.exit_code == 0, done.output
    found: list[dict[str, Any]] = json.loads(done.stdout)["advice"]
    return found


def before_the_first_decision(game: str, seed: str = "5") -> str:
    """Returns the document of a round with bots, cut at the first question."""
    round_ = deal_round(game, seed, players=3)
    first = next(index for index, event in enumerate(round_.events) if isinstance(event.given, Answer))
    return document_text(resume(find(game), round_.document(first)).document())


def test_a_hand_of_three_card_poker_is_weighed_exactly_with_its_bonus() -> None:
    (found,) = advice("three-card-poker", "--cards", "Js 4d 2c", "--bank", "Qh", "--ante", "25", "--wager", "bonus=5")
    assert found["exact"] is True
    assert found["best"] == "fold"
    fold, play = found["options"]
    assert (fold["decision"], round(fold["expectation"], 6)) == ("fold", -1.2)  # Ante and Bonus are given up (TCP-24)
    assert play["cost"] * found["unit"] == pytest.approx(play["cents"])


def test_the_best_choice_comes_first_and_the_text_says_whether_it_is_exact() -> None:
    text = run("pure-21-5-blackjack", "--cards", "Ts 6d", "--bank", "9c").stdout
    lines = [line.split() for line in text.splitlines()]
    assert [line[0] for line in lines[1:5]] == ["surrender", "hit", "stand", "double"]
    assert lines[1][-1] == "best"
    assert "Exact: every draw" in text


def test_a_hand_of_three_cards_was_hit_before() -> None:
    (found,) = advice("pure-21-5-blackjack", "--cards", "Ts 4d 2c", "--bank", "9c")
    assert {option["decision"] for option in found["options"]} == {"hit", "stand"}


@rule("P21-68")
def test_against_an_ace_insurance_is_weighed_before_the_hand() -> None:
    table = ("-o", "insurance=true", "-o", "pure_payoff=3:2")
    insurance, hand = advice("pure-21-5-blackjack", "--cards", "Ts 6d", "--bank", "Ac", *table)
    assert insurance["best"] == "decline"
    assert "hit" in [option["decision"] for option in hand["options"]]


def test_the_board_says_which_decision_it_is() -> None:
    (first,) = advice("three-card-holdem", "--cards", "As Ks", "--board", "Qd")
    (second,) = advice("three-card-holdem", "--cards", "As Ks", "--board", "Qd 2c")
    assert {option["decision"] for option in first["options"]} == {"bet", "fold"}
    assert {option["decision"] for option in second["options"]} == {"bet", "check"}


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("fortune-pai-gow", "As Ks Qd Jc 9h 9d 2c"),
        ("pai-gow-california", "As Ks Qd Jc 9h 9d Jk"),
        ("pai-gow-seneca", "As Ks Qd Jc 9h 9d 2c"),
        ("mini-pai-gow", "As Ks Qd Jc 9h 9d"),
        ("three-card-split", "As Ks Qd"),
    ],
)
def test_hands_that_are_set_are_advised_on_wherever_the_piles_went(game: str, cards: str) -> None:
    (found,) = advice(game, "--cards", cards)
    settings = [option for option in found["options"] if "set" in option["decision"]]
    assert settings
    assert all(set(option["decision"]["set"].split()) <= set(cards.split()) for option in settings)


def test_a_pot_is_described_by_its_size_and_the_price_of_a_call() -> None:
    words = ("--cards", "As Kd", "--board", "Ah 7c 2d", "--pot", "40", "--to-call", "10", "--players", "3")
    (found,) = advice("texas-holdem", *words)
    assert (found["exact"], found["pot_odds"]) == (False, 0.2)
    assert found["best"] == {"call": 1_000}
    text = run("texas-holdem", *words).stdout
    assert "a call needs 20.0%" in text
    assert "An estimate, standard error 0.35%" in text


def test_lowball_weighs_every_draw() -> None:
    (found,) = advice("lowball", "--cards", "As 2d 3c 4h Kh", "--pot", "20", "--draw")
    assert found["best"] == {"draw": "Kh"}
    assert len(found["options"]) == 32


@pytest.mark.parametrize("game", ["three-card-poker", "three-card-split", "lowball"])
def test_a_document_that_waits_for_decisions_is_advised_on_seat_by_seat(game: str) -> None:
    text = before_the_first_decision(game)
    waits = resume(find(game), document_from(text)).asks()
    found = advice("-", text=text)
    assert [each["place"] for each in found] == [ask.place.name for ask in waits]


def test_panguingue_is_advised_on_by_rounds_that_bots_play_out_and_says_so() -> None:
    text = before_the_first_decision("panguingue")
    (found,) = advice("-", "--samples", "6", text=text)
    assert found["exact"] is False
    assert {option["decision"] for option in found["options"]} == {"play", "drop"}
    assert found["standard_error"] > 0
    assert next(option for option in found["options"] if option["decision"] == "drop")["expectation"] == -1.0
    said = run("-", "--samples", "6", text=text).stdout
    assert "An estimate: 6 deals of the cards that this seat cannot see" in said
    assert "±" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("three-card-poker", "--cards", "As Kd", "--bank", "Qh"), "deals 3 cards to a hand, but 2 are held: As Kd"),
        (("three-card-poker", "--cards", "As Kd 2c 3c", "--bank", "Qh"), "has 3 cards here, but 4 are held"),
        (("three-card-poker", "--cards", "As Kd 2c"), "the bank shows a card before this decision: name it"),
        (("three-card-poker", "--cards", "As Kd As", "--bank", "Qh"), "As is given 2 times"),
        (("three-card-poker", "--cards", "As Kd Xx"), "'Xx' is not a card"),
        (("three-card-poker",), "say which cards are held"),
        (("three-card-poker", "--cards", "As Kd 2c", "--pot", "5"), "--pot is for poker"),
        (("ultimate-texas-holdem", "--cards", "As Kd", "--board", "2c 3c"), "a board of 2 is refused"),
        (("texas-holdem", "--cards", "As Kd", "--board", "2c", "--pot", "5"), "1 cards on the board are refused"),
        (("texas-holdem", "--cards", "As Kd"), "say how much is in the pot"),
        (("panguingue", "--cards", "As"), "panguingue is advised on from a document"),
        (("nowhere.json",), "nowhere.json: No such file or directory"),
    ],
)
def test_a_table_that_is_not_well_described_is_refused_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_round_that_is_over_asks_nobody() -> None:
    done = run("-", "--json", text=document_text(deal_round("three-card-poker", "5").document()))
    assert done.exit_code == 2
    assert json.loads(done.stdout)["error"]["says"] == "nobody is asked anything now: the round is over"
