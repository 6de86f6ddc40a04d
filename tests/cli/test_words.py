"""Typed words: near words are offered, counts and cards are read as people write them, -o means one thing."""

import json

import click
import pytest

from houseway.cards import cards_from, text_of_cards
from houseway.cli import COMMANDS, main
from houseway.cli.argument_types import count_from
from tests.cli.test_rounds import answer, run


def refused(*words: str) -> str:
    """Returns the sentence with which the command line refuses."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("houseway: ").strip()


# -- did you mean -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fes",), "there is no command 'fes': did you mean fees?"),
        (("juggle",), f"there is no command 'juggle': there are {', '.join(COMMANDS)}"),
        (("rank", "three-card-pokr", "As"), "there is no game 'three-card-pokr': did you mean three-card-poker?"),
        (("deal", "Fortune"), "there is no game 'Fortune': did you mean fortune-pai-gow?"),
        (("odds", "omahha"), "there is no game 'omahha': did you mean omaha?"),
        (
            ("advise", "three-card-pokr", "--cards", "As"),
            "there is no game 'three-card-pokr': did you mean three-card-",
        ),
        (("settle", "--example", "lobal"), "there is no game 'lobal': did you mean lowball?"),
        (("rules", "TPC-28"), "the rule book has nothing called 'TPC-28': did you mean TCP-28"),
        (("rules", "TCP", "-o", "exposd_card=top"), "three-card-poker has no option 'exposd_card': did you mean expo"),
        (("rules", "TCP", "-o", "exposed_card=tpo"), "option exposed_card = tpo is not among its choices: top, middle"),
        (("rules", "TCP", "--pay", "bonsu=flush=4"), "three-card-poker has no pay table 'bonsu': did you mean bonus?"),
        (("rules", "TCP", "--pay", "bonus=flus=4"), "pay table bonus has no row 'flus': did you mean flush? (TCP-39)"),
        (("odds", "TCP", "--wager", "bnus"), "no odds of a wager 'bnus' are worked out: did you mean bonus?"),
        (("fees", "--schedule", "SCH-TPC-01"), "there is no schedule 'SCH-TPC-01': did you mean SCH-TCP-01? (FEE-01)"),
        (("fees", "--scheduel", "x"), "main fees has no flag --scheduel: did you mean --schedule?"),
        (("bench", "hadns"), "'hadns' is nothing to measure: did you mean hands?"),
        (
            ("simulate", "TCP", "--strategy", "bst"),
            "'bst' is no strategy: best, table, house-way, bots or file:PATH is",
        ),
        (
            ("export", "-", "--format", "cvs"),
            "--format cvs is not among its choices: phh, csv, parquet, jsonl; did you mean c",
        ),
    ],
)
def test_the_nearest_word_is_offered(words: tuple[str, ...], says: str) -> None:
    assert refused(*words).startswith(says)


def test_a_near_choice_of_an_option_is_offered_after_the_list() -> None:
    assert "none; did you mean top? (TCP-19, TCP-51)" in refused("rules", "TCP", "-o", "exposed_card=tpo")
    assert refused("simulate", "TCP", "--strategy", "bst").endswith("did you mean best?")


def test_a_command_line_that_cannot_be_read_is_one_json_document_too() -> None:
    result = run("rank", "--jsn", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "usage"
    assert "did you mean --json?" in json.loads(result.stdout)["error"]["says"]
    assert refused("--jsno").startswith("main has no flag --jsno")
    assert refused("rank") == "GAME is missing: `main rank --help` shows how the command is written"
    assert refused("games", "extra").startswith("got unexpected extra argument (extra)")


# -- counts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "1M", "1000k", "0.001g", "1000.0k", " 1e+6 "]
)
def test_a_million_is_read_however_it_is_written(text: str) -> None:
    assert count_from(text) == 1_000_000


@pytest.mark.parametrize(
    "text", ["many", "", "1.5", "-5", "1e-3", "0x10", "1e6e6", "k", "1..2", "1e", "1e999", "\u0661"]
)
def test_what_is_no_count_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number: write 1000000, 1,000,000, 1e6 or 1M") as error:
        count_from(text)
    assert str(error.value).startswith(repr(text))


def test_every_flag_that_counts_reads_counts() -> None:
    assert len(answer("deal", "three-card-poker", "--players", "5e0")["seats"]) == 5
    assert refused("deal", "three-card-poker", "--players", "0") == "--players 0 is refused: it is 1 or more"
    assert refused("odds", "omaha", "--hands", "x", "--samples", "1.5").startswith("--samples: '1.5' is not a whole")
    counted = {"--players", "--samples", "--seed", "--rounds", "--workers", "--changes"}
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for param in command.params:
            if counted & set(param.opts) and param.metavar != "WORD" and not isinstance(param.default, str):
                assert param.type.name == "count", f"{name} {param.opts}"


# -- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("A\u2660 T\u2666, 10\u2665", "As Td Th"),
        ("A\u2660\ufe0fK\u2661 10\u2667", "As Kh Tc"),
        ("AsKd 2c", "As Kd 2c"),
        ("10h10d", "Th Td"),
        ("asJK\u2664", ""),
        ("as jk", "As Jk"),
    ],
)
def test_cards_are_read_with_symbols_and_without_spaces(text: str, cards: str) -> None:
    if cards:
        assert text_of_cards(cards_from(text)) == cards
    else:
        with pytest.raises(ValueError, match=repr(text)):
            cards_from(text)


def test_cards_need_no_quotes() -> None:
    quoted = answer("rank", "three-card-poker", "As Kd 2c")
    assert answer("rank", "three-card-poker", "As", "Kd", "2c") == quoted
    assert answer("rank", "TCP", "A\u2660", "K\u2666", "2\u2663") == quoted
    assert answer("rank", "Three Card Poker", "AsKd2c") == quoted
    assert answer("set", "FPG", "As", "Ks", "Qd", "Jc", "9h", "9d", "2c")["low"] == ["As", "Ks"]


def test_cards_behind_a_flag_need_no_quotes_either() -> None:
    asked = ("odds", "texas-holdem", "--hands", "AdAc,KhKs")
    plain = answer(*asked, "--board", "2c 7d Jh", "--dead", "3c 3d")
    loose = answer(*asked, "--board", "2\u2663", "7d", "Jh", "--dead", "3c", "3d")
    spoken = answer(
        "odds", "texas-holdem", "--hands", "Ad", "Ac", ",", "K\u2665", "Ks", "--board", "2c", "7dJh", "--dead", "3c3d"
    )
    for found in (plain, loose, spoken):
        assert [each["wins"] for each in found["players"]] == [each["wins"] for each in plain["players"]]


# -- one meaning of a flag ----------------------------------------------------------------------------------------


def test_a_short_o_is_an_option_everywhere_and_a_file_is_output() -> None:
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for param in command.params:
            if "-o" in param.opts:
                assert param.opts == ["-o", "--option"], name
            if "--output" in param.opts:
                assert param.opts == ["--output"], name
    says = refused("report", "three-card-poker", "-o", "tcp.html")
    assert says.endswith("such as exposed_card=none; a file to write is named with --output")
    assert refused("export", "-", "-o", "x.csv") == "main export has no flag -o: did you mean --output?"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_examples_of_it(name: str) -> None:
    page = run(name, "--help").stdout
    assert "Examples:" in page
    assert [line for line in page.splitlines() if len(line) > 80] == []
    assert f"houseway {name}" in page.partition("Examples:")[2]
