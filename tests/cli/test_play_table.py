"""The table behind `houseway play`: the room's own, at which every chip is counted and a seed repeats a session."""

import os
import subprocess
import sys

import pytest

from houseway.cli.terminal_play.console import Left, Talk
from houseway.cli.terminal_play.local_table import PERSON, TABLE, LocalTable
from houseway.cli.terminal_play.session import Session
from houseway.games import find
from houseway.testing import rule
from tests.cli.test_play import BOT_BANKS, ENTERS, GAMES, evening, flat, told

ROUNDS = 20
LONG = ("omaha", "panguingue", "pineapple-hi-lo", "texas-holdem")
"""Games in which bots weigh many hands, or decide a hundred times a round."""
COUNTED = [pytest.param(game, marks=[pytest.mark.slow("twenty rounds of bots")] * (game in LONG)) for game in GAMES]


class Enters(Talk):
    """Somebody who answers everything by Enter, takes every bank, and leaves after so many rounds."""

    def __init__(self, table: LocalTable, rounds: int) -> None:
        self.table, self.rounds = table, rounds
        self.live, self.colour, self.plain, self.width = True, False, False, 80
        self.said: list[str] = []

    def ask(self, prompt: str) -> str:
        count(self.table)
        if prompt.startswith("Another round") and len(self.table.ended) >= self.rounds:
            raise Left
        return "y" if "Take it?" in prompt or "Keep the bank?" in prompt else ""

    def _write(self, text: str) -> None:
        self.said.append(text)


def count(table: LocalTable) -> None:
    """Every chip that was posted is in somebody's stack, a pool, the box, the house or a cage."""
    state = table.live.state
    assert sum(table.books.values()) == 0
    for person, player in state.players.items():
        assert table.books[f"stack/{TABLE}/{person}"] == player.chips + player.coming
    for name, meter in state.pools.items():
        assert table.books[f"pool/{TABLE}/{name}"] == meter.amount


@pytest.mark.parametrize("game", COUNTED)
def test_every_chip_is_accounted_for_over_twenty_rounds(game: str) -> None:
    table = LocalTable(find(game), {}, None, None, "chips")
    table.sit(None)
    session = Session(table, Enters(table, ROUNDS), coached=False)
    assert session.run() == "You leave the table"
    assert len(session.finished) == ROUNDS
    count(table)
    assert not {account: cents for account, cents in table.books.items() if account.startswith("stack/") and cents}
    assert session.tally is not None
    assert table.books[f"cage/{PERSON}"] == session.tally.took - session.tally.brought


class Passes(Enters):
    """Somebody who wants no bank, ever."""

    def ask(self, prompt: str) -> str:
        said = super().ask(prompt)
        assert not prompt.startswith("Take the bank?"), "others may still take it"
        return "n" if "Take it?" in prompt else said


@rule("PD-12", "PD-14")
@pytest.mark.parametrize("seed", ["monday", "tuesday", "thursday"])
def test_whoever_lets_every_bank_pass_is_dealt_in_all_the_same(seed: str) -> None:
    """Found by holding it to the print: the last who passed had to bank or leave."""
    table = LocalTable(find("three-card-poker"), {}, None, None, seed)
    table.sit(None)
    session = Session(table, Passes(table, ROUNDS), coached=False)
    session.run()
    assert len(session.finished) == ROUNDS
    assert table.live.state.bank is not None
    assert not table.banks()


def played(game: str, seed: str, rounds: int) -> tuple[str, list[bytes]]:
    """What a session of so many rounds says, and the documents of its rounds."""
    table = LocalTable(find(game), {}, None, None, seed)
    table.sit(None)
    talk = Enters(table, rounds)
    session = Session(table, talk, coached=False)
    session.run()
    return "".join(talk.said), [each.document for each in session.finished]


@pytest.mark.parametrize("game", ["three-card-poker", "fortune-pai-gow", "lowball", "pure-21-5-blackjack"])
def test_a_seed_repeats_the_whole_session(game: str) -> None:
    assert played(game, "friday", 5) == played(game, "friday", 5)
    assert played(game, "friday", 5)[1] != played(game, "saturday", 5)[1]


def test_a_seed_repeats_a_session_in_another_process() -> None:
    words = [sys.executable, "-m", "houseway", "play", "three-card-holdem", "--seed", "friday", "--json"]
    pages = []
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run(words, input=ENTERS, capture_output=True, text=True, check=True, env=env)
        pages.append((done.stdout, done.stderr))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("game", ["pai-gow-california", "fortune-pai-gow", "omaha", "panguingue", "mini-pai-gow"])
def test_a_table_is_left_cleanly_at_every_question(game: str) -> None:
    """The answers end after none, one, two .. of them, and every chip goes home."""
    for answers in range(8):
        session = evening(game, "--seed", "3", text="y\n" * min(answers, 1) + "\n" * max(answers - 1, 0))
        if "left" not in session:
            break
        assert session["left"] == "The answers have ended"
        if not session["rounds"]:
            assert session["chips"]["net"] == 0


def test_an_interrupt_at_a_question_leaves_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return False

        def readline(self, _most: int) -> str:
            raise KeyboardInterrupt

    table = LocalTable(find("three-card-poker"), {}, None, None, BOT_BANKS)
    table.sit(None)
    monkeypatch.setattr(sys, "stdin", Interrupted())
    session = Session(table, Talk(), coached=False)
    assert session.run() == "You leave the table"
    assert session.told()["chips"]["net"] == 0


@pytest.mark.parametrize(("game", "people"), [("texas-holdem", 10), ("omaha", 9), ("three-card-poker", 8)])
def test_company_may_take_every_seat(game: str, people: int) -> None:
    table = LocalTable(find(game), {}, None, people, "7")
    table.sit(None)
    assert len(table.live.state.seats) == people == table.live.context.sheet.positions
    assert [player.name for player in table.live.state.seated()].count("You") == 1


def test_chips_are_bought_at_any_question() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, text="top up 50\ntop up\n\n\ntop up 25\n" + ENTERS)
    assert "You bring another $50.00 to the table." in text
    assert "'' is not an amount of money" in text
    assert "You bring another $25.00 to the table; it is in play from round 2 on." in text
    assert "you brought $475.00 and have " in text


def test_a_dash_is_read_only_in_the_word_top_up() -> None:
    text = flat("three-card-poker", "--seed", BOT_BANKS, text="top up -5\ntop-up -5\ntop-up 50\n" + ENTERS)
    assert text.count("'-5' is not an amount of money") == 2
    assert "You bring another $50.00 to the table." in text
    assert "you brought $450.00 and have " in text


def test_whoever_has_too_little_for_another_round_brings_more() -> None:
    lines = "40\n\nfold\ny\n" + ENTERS
    text = flat("three-card-poker", "--seed", BOT_BANKS, "--chips", "40", text=lines)
    assert "You have $0.00 (-$40.00)." in text
    assert "You bring another $400.00 to the table." in text
    assert "you brought $440.00" in text


@rule("FPG-21")
def test_a_deal_by_hand_is_asked_for_and_taken_back() -> None:
    once = "deal-by-hand\n"
    text = flat("fortune-pai-gow", "--seed", BOT_BANKS, text="?\n" + once * 2 + ENTERS)
    assert "Type deal-by-hand to ask for it (FPG-21)." in text
    assert "You ask for it: " in text
    assert "You no longer ask for it: " in text
    asked = evening("fortune-pai-gow", "--seed", BOT_BANKS, text=once + ENTERS)
    posted = evening("fortune-pai-gow", "--seed", BOT_BANKS)
    option = find("fortune-pai-gow").on_request["deal-by-hand"]
    assert asked["rounds"][0]["document"]["options"][option.option] == option.value
    assert option.option not in posted["rounds"][0]["document"].get("options", {})


def test_a_bank_that_nobody_bets_against_is_posted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.room.engine.bot_bank_and_bets.wagers_by", lambda *_: {})
    text = flat("pai-gow-california", "--seed", "3", text="y\n400\n300\n")
    assert "Nobody bets against this bank. How much do you post as the bank, $10.00 to $800.00? [$400.00]: 300" in text
    assert "The answers have ended." in text


def test_a_hand_that_the_cards_do_not_make_is_not_told() -> None:
    text = told("panguingue", "--seed", "7")
    assert "is no spread" not in text.partition("Your choice")[0]
    assert "Everybody puts up a top of $1.00." in text


@rule("LOW-22")
def test_time_is_charged_by_the_hands_that_were_dealt() -> None:
    """A hand takes two minutes, so that the half hour ends before the fifteenth."""
    assert "for the time" not in played("lowball", "7", 14)[0]
    assert "You pay $2.00 for the time (LOW-23, LOW-22)." in played("lowball", "7", 15)[0]
