"""Prompts of play in the terminal: a newcomer is warned, helped at every question, and told which card is meant."""

import pytest

from houseway.lab.inquiry.advice import Advice, AdvisedOption
from houseway.testing import rule
from tests.cli.test_play import BOT_BANKS, ENTERS, evening, flat

FOULS = {
    "pai-gow-california": ("20\n", "set Kh Ks", "PGC-27"),
    "pai-gow-seneca": ("20\n", "set Qc Qd", "PGS-20"),
    "fortune-pai-gow": ("20\n\n", "set Td Tc", "FPG-31"),
}


@rule("PGC-27", "PGS-20", "FPG-31")
@pytest.mark.parametrize("game", FOULS)
def test_a_foul_setting_is_asked_about_once_more_and_not_sent_by_enter(game: str) -> None:
    bets, foul, clause = FOULS[game]
    question = f"That setting is foul ({clause}): it loses. Set it anyway? [y/N]"
    thinks = f"{bets}{foul}\n\nhouse-way\n" + ENTERS
    text = flat(game, "--seed", BOT_BANKS, text=thinks)
    assert text.count(question) == 1
    assert "Your choice [house way]: house-way" in text.partition(question)[2]
    (played,) = evening(game, "--seed", BOT_BANKS, text=thinks)["rounds"]
    assert "house-way" in str(played["document"]["decisions"])
    meant = f"{bets}{foul}\ny\n" + ENTERS
    assert flat(game, "--seed", BOT_BANKS, text=meant).count(question) == 1
    session = evening(game, "--seed", BOT_BANKS, text=meant)
    lost = [each for each in session["rounds"][0]["result"]["payments"] if each["player"] == "You"]
    assert clause in lost[0]["clauses"]


@rule("PGC-27", "FPG-31")
def test_a_foul_that_the_table_sets_anew_is_not_said_to_lose() -> None:
    bets, foul, clause = FOULS["fortune-pai-gow"]
    words = ("fortune-pai-gow", "-o", "foul=reset-by-house-way", "--seed", BOT_BANKS)
    text = flat(*words, text=f"{bets}{foul}\n\n" + ENTERS)
    assert f"That setting is foul ({clause}). Set it anyway? [y/N]" in text


def test_a_setting_that_is_not_foul_is_taken_without_a_question() -> None:
    text = flat("pai-gow-seneca", "--seed", BOT_BANKS, text="20\nset 5s 5d\n" + ENTERS)
    assert "foul (" not in text


AT_ODDS = ("lowball", "--seed", BOT_BANKS)
"""A hand that a steady player folds and the coach calls with."""


@pytest.mark.slow("the coach estimates every decision of a round")
def test_enter_does_what_the_coach_holds_best() -> None:
    assert "Your choice [fold]:" in flat(*AT_ODDS)
    text = flat(*AT_ODDS, "--coach")
    assert "Your choice [call $2.00]: Coach: call $2.00 is the best there is" in text
    assert " was better; " not in text


def test_enter_does_the_best_once_the_coach_was_asked() -> None:
    text = flat(*AT_ODDS, text="c\n" + ENTERS)
    assert "Your choice [fold]: c " in text
    assert "Your choice [call $2.00]: " in text.partition("[fold]: c ")[2]


def test_nothing_stands_in_brackets_if_the_best_cannot_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    option = AdvisedOption(decision="whistle", expectation=1.0, cost=0.0, cents=0.0)
    found = Advice(
        game="lowball", place="3", best="whistle", options=[option], unit=100, exact=False,
        method="a guess", standard_error=0.0,
    )  # fmt: skip
    monkeypatch.setattr("houseway.cli.lab_commands.advise.advice_on", lambda *_: found)
    text = flat(*AT_ODDS, "--coach", text="\nfold\n" + ENTERS)
    assert "Your choice: Your choice: fold Coach: what fold is worth is not known" in text


HELPED = "?\nc\n"
EXCUSE = "Coach: only a decision of a hand can be weighed, once cards are dealt."


@rule("PD-04", "PD-41")
@pytest.mark.parametrize("coach", [(), ("--coach",)])
def test_the_offer_of_a_bank_and_its_stake_are_explained(coach: tuple[str, ...]) -> None:
    text = flat("pai-gow-california", "--seed", "3", *coach, text=f"{HELPED}y\n{HELPED}400\nq\n")
    offer, _, stake = text.partition("Take it? [y/N] y")
    for asked in (offer, stake):
        assert "The bank pays winners and takes what others lose, as far as it reaches (PD-41)" in asked
        assert f"{EXCUSE} `houseway odds pai-gow-california` has what each wager costs." in asked
    assert "Type y or n, Enter for no, q leaves." in offer
    assert "Type dollars, such as 400; Enter posts what stands in brackets." in stake
    assert "neither yes nor no" not in text
    assert "not an amount" not in text


def test_help_and_coach_are_understood_at_wagers_and_between_rounds() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, text=f"{HELPED}25\n{HELPED}\nfold\n{HELPED}y\n{HELPED}q\n")
    assert text.count(EXCUSE) == 4
    assert "Ante: compulsory" in text
    assert "Bonus: as you like" in text
    assert "With n you go home. Type y or n, Enter for no, q leaves." in text
    assert "With n you are asked about each wager. Type y or n, Enter for yes, q leaves." in text
    assert "neither yes nor no" not in text
    assert "not an amount" not in text


def test_help_and_coach_are_understood_where_cards_are_asked_for() -> None:
    text = flat("pai-gow-seneca", "--seed", BOT_BANKS, text=f"20\nset\n{HELPED}Qc Qd\n{HELPED}n\n" + ENTERS)
    cards = text.partition("set which cards? ?")[2]
    assert "18 settings are not foul" in cards
    assert "An estimate" in cards
    assert "(PGS-20) Type y or n, Enter for no, q leaves." in cards
    assert "is not a card" not in cards
    assert EXCUSE not in cards
    assert "Set it anyway? [y/N] n Your choice [set 5♦ 5♠]:" in cards  # the coach's best, and no longer the house way


@rule("PAN-26", "PAN-29")
def test_a_card_that_pan_forces_on_somebody_is_named() -> None:
    text = flat("panguingue", "--seed", "7", text="play\n" + "1\n" * 400)
    assert (
        "You are forced to take K♠: it fits a spread of yours (PAN-26). 1 take K♠ 2 leave Your choice [take K♠]:"
        in text
    )
    assert "You have to lay K♠ in a spread (PAN-32). 1 spread K♣ K♥ K♠ K♠ K♠" in text
    assert "Jun takes the discard 7♦, spreads 6♦ 7♦ J♦, throws A♦." in text


@rule("PAN-29")
def test_the_card_that_somebody_else_may_be_hit_with_is_named() -> None:
    text = flat("panguingue", "--seed", "2")
    assert "K♠ fits a spread of Dov: hit forces Dov to take it (PAN-29). 1 hit 2 let be Your choice [hit]:" in text
    assert "Dov takes the discard K♠, spreads 3♦ 3♥ 3♠ / K♣ K♥ K♠ K♠, throws 5♣." in text


@rule("PAN-24")
def test_nobody_is_said_to_be_forced_who_may_draw_from_the_stock() -> None:
    text = flat("panguingue", "--seed", "7", text="play\n1\nq\n")
    assert "1 stock" in text
    assert "forced" not in text
