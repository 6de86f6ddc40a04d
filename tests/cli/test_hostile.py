"""Hostile input: one sentence, exit code 2, and nothing half written."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.output.answers import visible
from tests.cli.test_rounds import changed, run

TCP = "three-card-poker"
NOT_TEXT = "houseway: '\\udcff' is not text: it holds bytes that are no UTF-8\n"
NO_CARD = "houseway: '\\udcff' is not a card: write rank and suit, such as As Td 9c, or Jk for the joker\n"
COMMAND = (sys.executable, "-c", "from houseway.cli import main; main()")


def refused(*words: str, text: str | None = None) -> str:
    """Returns the sentence with which the command refuses. JSON must have the same."""
    result = run(*words, text=text)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("houseway: ")
    assert result.stderr.count("\n") == 1
    in_json = run(*words, "--json", text=text)
    assert in_json.exit_code == 2
    error = json.loads(in_json.stdout)["error"]
    assert set(error) >= {"code", "clause", "says"}
    assert error["says"] in in_json.stderr
    return result.stderr.removeprefix("houseway: ").rstrip("\n")


@pytest.fixture(scope="module")
def round_json() -> str:
    return run("deal", TCP, "--seed", "7").stdout


# -- words that are no command --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("deal",), "GAME is missing"),
        (("deal", TCP, "--sed", "7"), "main deal has no flag --sed"),
        (("deal", TCP, TCP), f"got unexpected extra argument ({TCP})"),
        (("--shuffle",), "main has no flag --shuffle"),
        (("deal", "kit"), "there is no game 'kit'"),
        (("deal", "player-dealer"), "there is no game 'player-dealer'"),
    ],
)
def test_words_that_are_no_command_are_one_sentence_in_json_too(words: tuple[str, ...], says: str) -> None:
    assert refused(*words).startswith(says)


# -- documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the document is empty: it is one JSON object"),
        ('{"game": "three-card-poker", "game": "omaha"}', "game: this is written twice, and only one of the two could"),
        ('{"game": "x", "seats": [{"seat": 1, "seat": 2}]}', "seats[0].seat: this is written twice"),
        ('{"game": "x", "options": {"a": [{"b": 1, "b": 1}]}}', "options.a[0].b: this is written twice"),
        ('{"game": "x", "options": {"a": ' + "[" * 9000 + "]" * 9000 + "}}", "the document is not JSON of a round: it"),
        ('{"game": "x", "round": 1' + "0" * 9000 + "}", "round: integer value out of range"),
        ('{"game": NaN}', "the document is not JSON"),
        ('{"game": "x", "round": Infinity}', "the document is not JSON"),
        ('{"game": "x", "seed": "\\ud800"}', "the document is not JSON"),
        ("null", "expected 'object', got 'null'"),
    ],
    ids=lambda value: value[:40],
)
def test_a_text_that_is_no_document_is_refused(text: str, says: str) -> None:
    assert refused("settle", "-", text=text).startswith(says)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"round": -1}, "round: round -1 is refused: rounds are counted from 1"),
        ({"round": 10**30}, "round: round 1000000000000000000000000000000 is refused"),
        ({"carried": {"tops": 3}}, "carried.tops: 'tops' is not carried over from round to round: nothing is"),
        ({"cards": {"9": ""}}, "cards.9: no card is written for '9': leave it out"),
        ({"cards": {"": ""}}, "cards.: no card is written for '': leave it out"),
        ({"decisions": {"1": []}}, "decisions.1: no decision is written for place '1': leave it out"),
        ({"bank": {"seat": 8, "posted": 90000, "player": "\t"}}, "bank.player: '\\t' is not a name: write 1 to 40"),
        ({"seats": [{"seat": 1, "player": "A" * 41}]}, "seats[0].player: 'AAAAAAAAAA"),
        ({"seats": [{"seat": 1, "player": "Ana\x1b[31m"}]}, "seats[0].player: 'Ana\\x1b[31m' is not a name"),
        ({"seats": [{"seat": 1, "player": "Ana\u202enaB"}]}, "seats[0].player: 'Ana\\u202enaB' is not a name"),
        ({"seats": [{"seat": 1, "player": "Ana\nBen"}]}, "seats[0].player: 'Ana\\nBen' is not a name"),
        ({"decisions": {"\x1b[31m": ["fold"]}}, "decisions.\\x1b[31m[0]: nobody asked place"),
    ],
)
def test_a_document_that_cannot_be_true_is_refused_with_its_place(round_json: str, changes: Any, says: str) -> None:
    assert refused("settle", "-", text=changed(round_json, **changes)).startswith(says)


@pytest.mark.parametrize(
    ("game", "carried", "says"),
    [
        ("panguingue", {"fee_from": [2]}, "carried.fee_from: fee_from is a seat from 1 to 8, not [2] (PAN-81)"),
        ("panguingue", {"winner": 99}, "carried.winner: winner is a seat from 1 to 8, not 99 (PAN-81)"),
        ("pure-21-5-blackjack", {"pures": {"Ana": {"3": -2}}}, "carried.pures: write the runs of Pures by player and"),
        ("pure-21-5-blackjack", {"pures": {"Ana": {"99": 2}}}, "carried.pures: write the runs of Pures by player and"),
        ("mini-pai-gow", {"last_wagers": {"Ana": True}}, "carried.last_wagers: last_wagers holds the cents"),
        ("texas-holdem", {"pures": {}}, "carried.pures: 'pures' is not carried over from round to round: nothing is"),
    ],
)
def test_what_no_round_of_the_game_left_behind_is_refused(game: str, carried: Any, says: str) -> None:
    document = run("deal", game).stdout
    assert refused("settle", "-", text=changed(document, carried=carried)).startswith(says)


def test_a_name_is_told_without_the_spaces_around_it(round_json: str) -> None:
    seats = json.loads(round_json)["seats"]
    seats[0]["player"] = "  Zoë Ørsted "
    told = json.loads(run("settle", "-", "--json", text=changed(round_json, seats=seats)).stdout)
    assert told["payments"][0]["player"] == "Zoë Ørsted"


# -- files ----------------------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_read_over(tmp_path: Path, round_json: str) -> None:
    file = tmp_path / "round.json"
    file.write_bytes(b"\xef\xbb\xbf" + round_json.encode())
    told = run("settle", str(file), "--json").stdout
    assert told == run("settle", "-", "--json", text=f"\ufeff{round_json}").stdout
    assert json.loads(told)["ledger_sum"] == 0
    assert run("export", str(file)).stdout.startswith("hand,game,round")


def test_what_is_no_text_file_is_refused_with_its_name(tmp_path: Path) -> None:
    binary = tmp_path / "round.bin"
    binary.write_bytes(bytes(range(256)))
    assert refused("settle", str(binary)) == f"{binary} is not UTF-8 text: invalid start byte at byte 128"
    assert refused("settle", str(tmp_path)) == f"{tmp_path}: Is a directory"
    assert refused("settle", os.devnull) == "the document is empty: it is one JSON object"
    assert refused("settle", "a\0b") == "'a\\x00b' is not the name of a file"
    assert refused("replay", "\x1b[31m.json") == "\\x1b[31m.json: No such file or directory"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device that never ends")
def test_a_file_that_never_ends_is_refused() -> None:
    assert refused("verify", "/dev/zero") == "/dev/zero is longer than the 256 MiB that are read of one file"


@pytest.mark.parametrize("words", [("export", "-", "--output"), ("report", TCP, "--changes", "0", "--output")])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, round_json: str, words: tuple[str, ...]
) -> None:
    missing = tmp_path / "missing" / "out.html"
    says = refused(*words, str(missing), text=round_json)
    assert says == f"{missing} cannot be written: there is no folder {missing.parent}"
    assert "folder" in refused("export", "-", "--output", str(tmp_path), text=round_json)


def test_an_export_that_is_refused_leaves_the_file_as_it_was(tmp_path: Path, round_json: str) -> None:
    target = tmp_path / "payments.csv"
    target.write_text("as it was")
    assert run("export", "-", "--output", str(target), text="{}").exit_code == 2
    assert target.read_text() == "as it was"
    assert run("export", "-", "--output", str(target), text=round_json).exit_code == 0
    assert target.read_text().startswith("hand,game,round")
    assert [path.name for path in tmp_path.iterdir()] == ["payments.csv"]


# -- what others make of the output ---------------------------------------------------------------------------------


def test_a_spreadsheet_gets_no_formula(round_json: str) -> None:
    seats = json.loads(round_json)["seats"]
    names = ["=1+1", "+cmd", "-x", "@SUM(A1)", "-12.50", "Ana"]
    document = run("deal", TCP, "--players", "6").stdout
    seats = json.loads(document)["seats"]
    for seat, name in zip(seats, names, strict=True):
        seat["player"] = name
    told = run("export", "-", text=changed(document, seats=seats)).stdout
    rows = list(csv.DictReader(io.StringIO(told)))
    players = {row["player"] for row in rows}
    assert players == {"'=1+1", "'+cmd", "'-x", "'@SUM(A1)", "-12.50", "Ana"}
    assert any(row["net"].startswith("-") for row in rows), "a loss is a number, not text"


@pytest.mark.parametrize("game", ["three-card-poker", "pineapple-hi-lo", "lowball", "panguingue", "mini-pai-gow"])
def test_phh_has_no_word_for_it(game: str) -> None:
    document = run("deal", game).stdout
    says = refused("export", "-", "--format", "phh", text=document)
    assert says == f"PHH has no code for {game} as this table plays it"


def test_no_control_character_reaches_the_terminal() -> None:
    assert visible("Ana\x1b[31m\x9b\u202e\u2066\x7f\t") == "Ana\\x1b[31m\\x9b\\u202e\\u2066\\x7f\\t"
    assert visible("Zoë 日本\n") == "Zoë 日本\n"
    document = run("deal", TCP, "--seed", "\x9b31m\u202e\U000e0041").stdout
    assert '"seed": "\\u009b31m\\u202e\\udb40\\udc41"' in document
    assert json.loads(document)["seed"] == "\x9b31m\u202e\U000e0041"
    assert "seed '\\x9b31m\\u202e\\U000e0041'" in run("verify", "-", text=document).stdout


# -- the process ----------------------------------------------------------------------------------------------------


def in_a_shell(line: str) -> subprocess.CompletedProcess[str]:
    """Runs the line in a shell in which `houseway` is the command."""
    command = f'houseway() {{ "$PYTHON" -c "{COMMAND[2]}" "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "PYTHON": sys.executable, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("houseway settle - <&-", 2, "houseway: standard input is closed: name a file instead of -\n"),
        ("houseway games >&-", 0, ""),
        ("houseway games > /dev/full", 2, "houseway: standard output: No space left on device\n"),
        ("houseway rules three-card-poker | true; exit ${PIPESTATUS[0]}", 1, ""),
        (r"houseway deal three-card-poker --seed $'\xff'", 2, NOT_TEXT),
        (r"houseway rank three-card-poker $'\xff' --json > /dev/null", 2, NO_CARD),
        ("houseway deal three-card-poker | houseway export - --output /dev/stdout | grep -q hand,game", 0, ""),
        ("PYTHONIOENCODING=ascii houseway rules three-card-poker > /dev/null", 0, ""),
    ],
)  # fmt: skip
def test_closed_pipes_and_full_disks(line: str, code: int, says: str) -> None:
    ended = in_a_shell(line)
    assert (ended.returncode, ended.stderr) == (code, says)
