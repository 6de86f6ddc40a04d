"""The commands that deal, settle, replay, verify and rank, as a person or a program runs them."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cli import main
from houseway.server.serve import ServerSetup, Serving


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=text)


def answer(*words: str, text: str | None = None) -> Any:
    """Returns what the command prints with --json. Asserts that it succeeded."""
    result = run(*words, "--json", text=text)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def round_json() -> str:
    return run("deal", "three-card-poker", "--seed", "7").stdout


def test_deal_prints_the_same_document_for_the_same_seed(round_json: str) -> None:
    assert run("deal", "three-card-poker", "--seed", "7").stdout == round_json
    assert run("deal", "three-card-poker", "--seed", "8").stdout != round_json
    document = json.loads(round_json)
    assert document["houseway"] == 1
    assert document["game"] == "three-card-poker"
    assert document["seed"] == "7"


def test_deal_seats_as_many_players_as_asked_and_takes_options() -> None:
    document = answer("deal", "three-card-poker", "--players", "7", "--option", "exposed_card=none")
    assert len(document["seats"]) == 7
    assert document["options"] == {"exposed_card": "none"}


def test_more_players_than_places_are_refused() -> None:
    for words in (("deal", "three-card-poker"), ("deal", "texas-holdem")):
        result = run(*words, "--players", "99")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "99 players are too many: the table has " in result.stderr


@pytest.mark.parametrize(
    "game", ["three-card-poker", "three-card-holdem", "ultimate-texas-holdem", "pure-21-5-blackjack"]
)
def test_an_example_to_start_from_has_decisions_and_settles(game: str) -> None:
    text = run("settle", "--example", game).stdout
    assert json.loads(text)["decisions"]
    assert answer("settle", "-", text=text)["payments"]


def test_deal_explains_the_round_to_a_person() -> None:
    told = run("deal", "three-card-poker", "--seed", "7", "--explain").stdout
    for words in ("The round", "is dealt", "Payments", "banked with", "Why", "TCP-"):
        assert words in told


def test_houseway_alone_opens_the_room_on_this_machine_and_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def serve(opening: ServerSetup, opened: Callable[[Serving], None]) -> None:
        assert (opening.host, opening.port) == ("127.0.0.1", 8014)
        assert opening.db == str(tmp_path / "houseway" / "room.db")
        opened(Serving("http://127.0.0.1:8014", "http://127.0.0.1:8014/in/abc", 1, "room.db", "1"))

    monkeypatch.setattr("houseway.cli.room_commands.serve.data_dir", lambda: tmp_path / "houseway")
    monkeypatch.setattr("houseway.server.serve.serve", serve)
    monkeypatch.setattr("webbrowser.open", shown.append)
    result = run()
    assert result.exit_code == 0, result.output
    assert "The room is open at http://127.0.0.1:8014\n" in result.stdout
    assert "The host's link, shown this once: http://127.0.0.1:8014/in/abc\n" in result.stdout
    end = time.monotonic() + 10
    while not shown and time.monotonic() < end:  # the browser is opened beside the room, which does not wait for it
        time.sleep(0.01)
    assert shown == ["http://127.0.0.1:8014/in/abc"]


def test_settle_gives_every_payment_with_its_clauses(round_json: str) -> None:
    settled = answer("settle", "-", text=round_json)
    assert settled["ledger_sum"] == 0
    assert set(settled["payments"][0]) >= {
        "seat", "wager", "outcome", "odds", "staked", "covered", "returned", "net", "clauses",
    }  # fmt: skip
    assert set(settled["bank"]) >= {"seat", "posted", "net"}
    assert set(settled["fees"][0]) >= {"from", "amount", "clauses"}
    assert settled["bank"]["net"] == -sum(payment["net"] for payment in settled["payments"])
    assert all(payment["clauses"] for payment in settled["payments"])


def test_settle_shows_the_sentence_of_each_clause(round_json: str) -> None:
    told = run("settle", "-", text=round_json).stdout
    assert "Folding gives up the Ante and ends the player's part in the round." in told


def test_settle_explains_the_round_before_its_payments(round_json: str) -> None:
    plain, told = (run("settle", "-", *flags, text=round_json).stdout for flags in ((), ("--explain",)))
    assert not plain.startswith("The round\n")
    assert told.endswith(plain)
    assert told == run("replay", "-", text=round_json).stdout


def test_an_example_document_settles(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(run("settle", "--example", "three-card-poker").stdout)
    assert answer("settle", str(file))["game"] == "three-card-poker"


def test_cards_that_nobody_saw_are_counted_but_not_told() -> None:
    dealt = run("deal", "fortune-pai-gow", "--players", "2").stdout
    assert "28 that nobody saw" in run("settle", "-", text=dealt).stdout


def changed(round_json: str, **changes: Any) -> str:
    return json.dumps(json.loads(round_json) | changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"decisions": {}}, "the round is not over: it waits for seat 5 to play or fold"),
        ({"cards": {}}, "cards.5: 3 cards for seat 5 are missing"),
        ({"tip": 1}, "object contains unknown field 'tip'"),
        ({"game": "snap"}, "snap"),
    ],
)
def test_a_wrong_document_is_one_sentence_and_exit_code_two(round_json: str, changes: Any, words: str) -> None:
    result = run("settle", "-", text=changed(round_json, **changes))
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1


def test_a_refusal_in_json_names_code_clause_and_place(round_json: str) -> None:
    seats = json.loads(round_json)["seats"]
    seats[0]["wagers"]["ante"] = 99_999_900
    result = run("settle", "-", "--json", text=changed(round_json, seats=seats))
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["code"], error["clause"], error["where"]) == ("limit", "TCP-12", "seats[0].wagers.ante")


def test_a_missing_file_is_refused() -> None:
    result = run("settle", "no-such-file.json")
    assert result.exit_code == 2
    assert "no-such-file.json: No such file or directory" in result.stderr


def test_replay_tells_every_step(round_json: str) -> None:
    replayed = answer("replay", "-", text=round_json)
    spot = replayed["steps"][0]["spot"]
    assert " ".join(replayed["steps"][0]["cards"]) == json.loads(round_json)["cards"][spot]
    assert replayed["result"] == answer("settle", "-", text=round_json)


def test_verify_proves_that_the_seed_dealt_the_cards(round_json: str) -> None:
    facts = answer("verify", "-", text=round_json)
    assert facts["verified"] is True
    assert facts["ledger_sum"] == 0
    cards = json.loads(round_json)["cards"]
    first, second = list(cards)[:2]
    swapped = cards | {first: cards[second], second: cards[first]}
    refused = run("verify", "-", text=changed(round_json, cards=swapped))
    assert refused.exit_code == 2
    assert "not what the document says" in refused.stderr


def test_rank_says_what_cards_are_worth() -> None:
    ranks = answer("rank", "three-card-poker", "Qs 6d 4c")["ranks"]
    assert ranks["hand"]["category"] == "high card"
    assert ranks["bank"]["says"] == "qualifies"
    assert "a royal flush" in run("rank", "three-card-poker", "AhKhQh").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rank", "three-card-poker", "Qs 6d"), "takes 3 cards"),
        (("rank", "three-card-poker", "Qs 6d 6d"), "6d is given 2 times"),
        (("rank", "three-card-poker", "Qs 6d 1z"), "'1z' is not a card"),
        (("rank", "snap", "Qs 6d 1z"), "snap"),
        (("set", "three-card-poker", "Qs 6d 4c"), "no hand is split in three-card-poker"),
        (("deal", "three-card-poker", "--option", "exposed_card=all"), "exposed_card"),
        (("deal", "three-card-poker", "--option", "nonsense"), "'nonsense' is not a choice"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_command_that_needs_no_numbers_imports_neither_numpy_nor_numba(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(run("deal", "three-card-poker").stdout)
    code = f"""
import sys
from houseway.cli import main
main(["settle", {str(file)!r}, "--json"], standalone_mode=False)
sys.exit(bool({{"numpy", "numba", "rich"}} & set(sys.modules)))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
