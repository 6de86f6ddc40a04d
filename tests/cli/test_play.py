"""Play in the terminal: every game to its settlement, by Enter alone and by scripted answers."""

import json
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec import to_builtins

from houseway.cli import main
from houseway.cli.lab_commands.advise import advice_lines
from houseway.cli.terminal_play.card_symbols import coloured, faces, letters
from houseway.games import find
from houseway.lab.inquiry.advice import Advice, AdvisedOption
from houseway.rulebook.files.index import releases
from houseway.table import document_from, result, resume
from houseway.testing import rule

GAMES = [game for game in releases() if game not in ("player-dealer", "collection-schedules")]
ENTERS = "\n" * 400
BOT_BANKS = "8"
"""A seed by which a bot banks the first round of every game that a player banks."""


def sit(*words: str, text: str = ENTERS) -> Result:
    return CliRunner().invoke(main, ["play", *words], input=text)


def told(*words: str, text: str = ENTERS) -> str:
    """Returns the output of a session that ended normally."""
    done = sit(*words, text=text)
    assert done.exit_code == 0, done.output
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if "[" not in line)
    return done.stdout


def flat(*words: str, text: str = ENTERS) -> str:
    """Returns the output with its line breaks folded."""
    return " ".join(told(*words, text=text).split())


def evening(*words: str, text: str = ENTERS) -> Any:
    """Returns the session as one JSON document."""
    done = sit(*words, "--json", text=text)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def payments(session: Any) -> list[Any]:
    found: list[Any] = session["rounds"][0]["result"]["payments"]
    return [payment for payment in found if payment["player"] == "You"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_settlement_by_enter_alone(game: str) -> None:
    text = told(game, "--seed", "7")
    assert "1 round played; you brought $" in text
    assert "Traceback" not in text


@pytest.mark.parametrize("game", GAMES)
def test_the_json_of_every_game_is_a_round_that_settles_again_and_verifies(game: str) -> None:
    session = evening(game, "--seed", "11")
    (played,) = session["rounds"]
    document = document_from(json.dumps(played["document"]))
    assert to_builtins(result(resume(find(game), document))) == played["result"]
    checked = CliRunner().invoke(main, ["verify", "-"], input=json.dumps(played["document"]))
    assert checked.exit_code == 0, checked.output
    chips = session["chips"]
    assert chips["now"] - chips["brought"] == chips["net"]


SCRIPTS = {
    "three-card-poker": ("25\n10\nplay\n", "Your choice [", {"ante", "bonus", "play"}),
    "three-card-holdem": ("20\n\n5\nbet\ncheck\n", "board", {"ante", "pair-or-suited"}),
    "three-card-split": ("20\n\n\n2\n", "community", {"primary"}),
    "ultimate-texas-holdem": ("5\n5\ncheck\ncheck\nfold\n", "Blind: $5.00, as much", {"ante", "blind", "trips"}),
    "pure-21-5-blackjack": ("25\nstand\n", "You have ", {"main"}),
    "pai-gow-california": ("20\nhouse way\n", "The dice show", {"main"}),
    "pai-gow-seneca": ("20\nho\n", "The house banks", {"main"}),
    "fortune-pai-gow": ("20\n5\nhouse-way\n", "low", {"main", "fortune"}),
    "mini-pai-gow": ("20\n5\nhouse-way\n", "The house banks", {"main", "bonus"}),
}  # fmt: skip


@pytest.mark.parametrize("game", SCRIPTS)
def test_a_banked_game_takes_the_bets_and_choices_that_are_typed(game: str) -> None:
    script, words, circles = SCRIPTS[game]
    text = script + ENTERS
    assert words in told(game, "--seed", BOT_BANKS, text=text)
    session = evening(game, "--seed", BOT_BANKS, text=text)
    assert {payment["wager"] for payment in payments(session)} >= circles or session["rounds"][0]["result"]["void"]


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "pineapple-hi-lo", "lowball"])
def test_a_poker_hand_is_folded_by_a_word_and_costs_no_more_than_lies_there(game: str) -> None:
    session = evening(game, "--seed", "7", text="fold\n" * 3 + ENTERS)
    seat = str(session["seat"])
    document = session["rounds"][0]["document"]
    assert "fold" in document["decisions"].get(seat, ["fold"])
    assert session["chips"]["net"] >= -2_000


@rule("PAN-21", "PAN-24")
def test_a_hand_of_pan_is_played_by_numbers_from_what_is_offered() -> None:
    text = told("panguingue", "--seed", "7", text="play\n" + "1\n" * 400)
    assert "1 stock" in text
    assert "from the stock" in text
    assert "PAN-" in text.partition("Why:")[2]


def test_what_cannot_be_read_is_said_in_a_sentence_and_asked_again() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, text="lots\n3\n25\n\nraise\n9\nplay 26\nplay\n" + ENTERS)
    assert "'lots' is not an amount of money" in text
    assert "$3.00 is refused: the ante takes $5.00 to $300.00 (TCP-12)." in text
    assert "'raise' is none of the choices: type a number from 1 to 2 or a word." in text
    assert "9 is none of the choices: they are numbered 1 to 2." in text
    assert "play 26.00 is refused: it must be exactly 25.00 (TCP-10)." in text
    assert "play $25.00 loses: -$25.00" in text


def test_nobody_bets_more_than_there_are_chips_for() -> None:
    text = told("three-card-poker", "--seed", BOT_BANKS, "--chips", "40", text="50\n30\n20\n\n" + ENTERS)
    assert "$50.00 is refused: you have $40.00 left." in text
    assert "$20.00 is refused: you have $10.00 left." in text


@rule("PD-24")
def test_whoever_cannot_pay_the_fee_beside_the_bets_is_told_so_and_asked_again() -> None:
    text = flat("pai-gow-california", "--seed", BOT_BANKS, "--chips", "80", text="80\n10\n" + ENTERS)
    assert "has 0.00 beside the circles, too little for the fee of 1.00 (PD-24)." in text
    assert "1 round played" in text


def test_a_question_mark_explains_wagers_and_choices_by_their_clauses() -> None:
    text = told("three-card-poker", "--seed", BOT_BANKS, text="?\n\n?\n\n?\n" + ENTERS)
    assert "Ante: compulsory" in text
    assert "Bonus: as you like" in text
    assert "fold: " in text
    assert "(TCP-10)" in text


def test_hidden_cards_stay_hidden_until_they_are_turned() -> None:
    text = told("three-card-poker", "--seed", BOT_BANKS)
    before, _, after = text.partition("Your choice")
    assert before.count("░░") == 2 + 3 + 3  # two of the bank's, and both neighbours' hands
    assert "░░" not in next(line for line in after.splitlines() if "banks" in line)


@pytest.mark.parametrize(("text", "words"), [("", "The answers have ended."), ("q\n", "You leave the table.")])
def test_a_table_is_left_cleanly_at_the_first_question(text: str, words: str) -> None:
    done = sit("three-card-poker", "--seed", "7", text=text)
    assert done.exit_code == 0
    assert words in done.stdout
    assert "0 rounds played; you brought $400.00 and have $400.00: even." in done.stdout


def test_whoever_leaves_within_a_round_takes_the_chips_on_the_felt_along() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, text="\n\nq\n")
    assert "You leave the table: the round is broken off, and every chip on the felt goes back." in text
    assert "have $400.00: even." in text


def test_chips_carry_over_and_the_same_bets_are_made_again_by_enter() -> None:
    session = evening("three-card-poker", "--seed", BOT_BANKS, text="25\n\n\ny\n\n\nn\n")
    assert [round_["document"].get("round", 1) for round_ in session["rounds"]] == [1, 2]
    stakes = [payment["staked"] for round_ in session["rounds"] for payment in round_["result"]["payments"]
              if payment["player"] == "You" and payment["wager"] == "ante"]  # fmt: skip
    assert stakes == [2_500, 2_500]
    nets = [
        sum(payment["net"] for payment in round_["result"]["payments"] if payment["player"] == "You")
        for round_ in session["rounds"]
    ]
    assert session["chips"]["net"] == sum(nets)


@rule("PD-04", "PD-12")
def test_the_bank_is_offered_to_the_person_who_may_take_it_or_pass() -> None:
    passed = told("pai-gow-california", "--seed", "3", text="n\n" + ENTERS)
    assert "The bank is offered to you. Take it? [y/N] n\nBen lets the bank pass.\n" in passed
    assert "Finn banks with $400.00 (first bank)." in passed
    taken = flat("pai-gow-california", "--seed", "3", text="y\n2000\n400\n" + ENTERS)
    assert "a bank of 2,000.00 is refused: it is from 10.00 to 800.00, the fee beside it (PD-05)." in taken
    assert "You bank " in taken


@rule("PD-09", "PD-11")
def test_a_bank_may_be_kept_for_a_second_hand_and_then_moves_on() -> None:
    lines = "y\n400\n\n\ny\ny\n300\n\n\ny\n" + ENTERS
    session = evening("pai-gow-california", "--seed", "3", text=lines)
    banks = [round_["document"]["bank"] for round_ in session["rounds"]]
    assert [(bank["player"], bank.get("turn", 1)) for bank in banks[:2]] == [("You", 1), ("You", 2)]
    assert all(bank["player"] != "You" for bank in banks[2:3])


@rule("PD-14")
def test_two_people_whose_bank_nobody_takes_are_told_that_nothing_is_dealt() -> None:
    text = "\n\n\ny\n\n\ny\nn\nn\n"
    said = flat("three-card-poker", "--seats", "2", "--seed", BOT_BANKS, text=text)
    assert "Nobody who may bank takes it, and nothing is dealt without a" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("three-card-poker", "--seats", "9"), "9 people are refused: at this table 2 to 8 can sit, you among them"),
        (("three-card-poker", "--seats", "1"), "1 person is refused: at this table 2 to 8 can sit, you among them"),
        (("nothing",), "there is no game 'nothing'"),
        (("three-card-poker", "-o", "exposed_card=all"), "exposed_card"),
        (("texas-holdem", "--chips", "5"), "the first buy-in is at least"),
        (("pai-gow-california", "--chips", "20"), "20.00 is refused: a buy-in is 80.00 or more"),
        (("three-card-poker", "--schedule", "SCH-PAN-01"), "SCH-PAN-01"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = sit(*words)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_coach_says_what_a_decision_cost_and_what_each_is_worth() -> None:
    text = told("three-card-poker", "--seed", BOT_BANKS, "--coach", text="25\n\nc\nplay\n" + ENTERS)
    assert "Exact: every bank that the cards in sight leave." in text
    assert "Coach: fold was better; play $25.00 gives up $" in text


@pytest.mark.parametrize(("game", "choice"), [("three-card-poker", "play"), ("three-card-holdem", "bet")])
def test_the_coach_knows_the_plain_word_of_a_choice_that_has_one_amount(game: str, choice: str) -> None:
    text = told(game, "--seed", BOT_BANKS, "--coach", text=f"25\n\n{choice}\n" + ENTERS)
    judged = [line for line in text.splitlines() if "Coach: " in line and choice in line]
    assert judged, text
    assert not [line for line in judged if "not known" in line]


def test_a_person_may_bank_in_mini_pai_gow_where_the_table_says_so() -> None:
    text = told("mini-pai-gow", "-o", "player_bank=on", "--seed", "4", text="y\n" + ENTERS)
    assert "1 round played" in text


def test_no_numbers_are_loaded_to_play_without_a_coach() -> None:
    code = (
        "import sys\nfrom houseway.cli import main\n"
        "try:\n    main(['play', 'pure-21-5-blackjack', '--seed', '7'])\nexcept SystemExit:\n    pass\n"
        "assert not {'numba', 'numpy', 'rich'} & set(sys.modules), 'too much was loaded'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=ENTERS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_cards_are_drawn_with_suits_in_four_colours_and_read_back() -> None:
    assert faces(["As", "Td", None, "Jk"]) == "A♠ 10♦ ░░ Jk"
    assert faces([None] * 7) == "░░ x 7"
    painted = {coloured(face) for face in ("A♠", "A♥", "A♦", "A♣")}
    assert len({text[:7] for text in painted}) == 4
    assert letters("10♥ A♠") == "Th As"


@pytest.mark.parametrize("said", ["1 2 3", "1 fold", "2 1"])
def test_a_number_of_a_whole_answer_is_said_alone(said: str) -> None:
    number, _, rest = said.partition(" ")
    text = flat("three-card-poker", "--seed", BOT_BANKS, text=f"25\n\n{said}\nfold\n" + ENTERS)
    assert f"{number} is said alone: {rest!r} is not understood." in text
    assert "You have $375.00 (-$25.00)." in text


def test_a_number_of_a_choice_with_cards_is_said_with_them() -> None:
    text = flat("pai-gow-seneca", "--seed", BOT_BANKS, text="20\n1 5s 5d\n" + ENTERS)
    assert "1 round played" in text
    assert "not understood" not in text


@pytest.mark.parametrize("game", ["three-card-poker", "texas-holdem"])
def test_whoever_folded_is_told_so_and_not_what_the_hand_was(game: str) -> None:
    bets = "25\n\n" if game == "three-card-poker" else ""
    text = told(game, "--seed", BOT_BANKS, text=bets + "fold\n" + ENTERS)
    assert "Your choice [" in text
    assert "\nYou folded.\n" in text
    assert "You had " not in text


def test_whoever_plays_on_is_told_the_hand() -> None:
    text = told("three-card-poker", "--seed", BOT_BANKS, text="25\n\nplay\n" + ENTERS)
    assert "\nYou had queen high with five and four.\n" in text
    assert "You folded" not in text


def test_whoever_surrenders_is_still_told_the_hand() -> None:
    text = told("pure-21-5-blackjack", "--seed", "6")
    assert "Your choice [surrender]" in text
    assert "P21-46" in text
    assert "\nYou had " in text
    assert "You folded" not in text


def test_chips_behind_a_folded_seat_stand_without_a_comma() -> None:
    text = flat("texas-holdem", "--seed", BOT_BANKS, text="fold\n" + ENTERS)
    assert "folded ($" in text
    assert ", ($" not in text


def test_the_question_for_a_bank_names_its_range() -> None:
    text = flat("pai-gow-california", "--seed", "3", text="y\n400\n" + ENTERS)
    assert "How much do you post as the bank, $10.00 to $800.00? [" in text


def test_digits_of_other_scripts_are_no_amounts_and_no_choices() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, text="٢٥\n25\n\n٢\nfold\n" + ENTERS)
    assert "'٢٥' is not an amount of money" in text
    assert "'٢' is none of the choices" in text
    assert "You have $375.00 (-$25.00)." in text


def test_the_word_of_a_choice_may_be_said_again_with_its_cards() -> None:
    text = flat("pai-gow-seneca", "--seed", BOT_BANKS, text="20\nset\nset 9z\nset\nset\nset\nset 5s 5d\n" + ENTERS)
    assert "'set' is not a card" not in text
    assert "'9z' is not a card" in text
    assert "low 5♠ 5♦" in text.rpartition("set which cards?")[2]
    assert "1 round played" in text


@pytest.mark.parametrize(("error", "costs"), [(0.0, "best"), (0.25, "best ± $0.25")])
def test_an_error_in_chips_is_told_in_dollars_and_never_as_a_share(error: float, costs: str) -> None:
    option = AdvisedOption(decision="take", expectation=1.0, cost=0.0, cents=0.0, error=error)
    found = Advice(
        game="panguingue", place="3", best="take", options=[option], unit=100, exact=False,
        method="60 rounds played out by bots", standard_error=error,
    )  # fmt: skip
    lines = advice_lines(found, 80)
    assert lines[1].split() == ["take", "+$1.00", *costs.split()]
    assert lines[2:] == ["  An estimate: 60 rounds played out by bots."]


def test_the_range_of_a_wager_ends_at_the_chips_that_are_left() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, "--chips", "40", text="30\n\n" + ENTERS)
    assert "Ante, $5.00 to $40.00 [$5.00]: 30 Bonus, $5.00 to $10.00, or none [none]:" in text


def test_a_wager_that_nothing_is_left_for_is_not_asked_about() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, "--chips", "40", text="37\n" + ENTERS)
    assert "Ante, $5.00 to $40.00 [$5.00]: 37" in text
    assert "Bonus, " not in text


def test_the_posted_limit_is_named_before_the_chips_that_are_left() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, "--chips", "40", text="500\n200\n" + ENTERS)
    assert "$500.00 is refused: the ante takes $5.00 to $300.00 (TCP-12)." in text
    assert "$200.00 is refused: you have $40.00 left." in text


def test_a_wager_leaves_chips_for_the_one_that_equals_it() -> None:
    text = flat("ultimate-texas-holdem", "--seed", BOT_BANKS, "--chips", "80")
    assert "Ante, $5.00 to $40.00 [$5.00]:" in text
