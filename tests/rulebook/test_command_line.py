"""The command line: text for a person, one JSON document for a program, one sentence for a refusal."""

import json
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cli import COMMANDS, main
from houseway.cli.output.answers import money
from houseway.rulebook import game_ids
from houseway.testing import example, rule


def typed(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def answer(*words: str) -> Any:
    result = typed(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def assert_refused(says: str, *words: str) -> None:
    result = typed(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"houseway: {says}")
    assert result.stderr.count("\n") == 1


def test_games_lists_the_fourteen_games() -> None:
    games = answer("games")["games"]
    assert [game["id"] for game in games] == list(game_ids())
    poker = next(game for game in games if game["id"] == "three-card-poker")
    assert poker["seats"] == {"min": 2, "max": 8}
    assert (poker["family"], poker["bankers"], poker["clauses"]) == ("banked", ["player-dealer"], 54)
    assert isinstance(poker["playable"], bool)
    text = typed("games").stdout
    assert all(game_id in text for game_id in game_ids())


def test_rules_lists_the_sixteen_files() -> None:
    assert len(answer("rules")["files"]) == 16
    assert "player-dealer" in typed("rules").stdout


def test_a_clause_is_shown_with_its_ruling_and_all_that_cites_it() -> None:
    page = answer("rules", "tcp-28")
    assert page["clause"]["id"] == "TCP-28"
    assert page["game"] == "three-card-poker"
    assert [option["id"] for option in page["options"]] == ["unqualified_tie", "unqualified_ante"]
    assert "TCP-E02" in [one["id"] for one in page["examples"]]
    text = " ".join(typed("rules", "TCP-28").stdout.split())
    assert "the Ante is still in action" in text
    assert "Ruling: Source problem: Casino Three Card Poker" in text
    assert "Source: 002_e277cd1712e1c76b.txt / Three Card Poker, Round of Play 5b" in text
    assert "Option unqualified_tie: lose unless the room chooses; lose, push." in text


@pytest.mark.parametrize("game_id", [*game_ids(), "player-dealer", "collection-schedules"])
def test_every_file_can_be_read(game_id: str) -> None:
    page = answer("rules", game_id)
    assert page["id"] == game_id
    result = typed("rules", game_id)
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    for clause in page["clauses"]:
        assert clause["id"] in text
    for option in page["options"]:
        assert option["id"] in text


def test_a_game_is_named_by_id_or_prefix_in_any_case() -> None:
    assert answer("rules", "TCP")["id"] == answer("rules", "Three_Card_Poker")["id"] == "three-card-poker"


def test_an_example_and_a_schedule_can_be_read() -> None:
    assert answer("rules", "TCP-E02")["example"]["clauses"][0] == "TCP-26"
    assert "Then: Not qualified" in typed("rules", "tcp-e02").stdout
    assert answer("rules", "sch-tcp-01")["schedule"]["payer"] == "player-dealer"
    assert "$501 or more" in typed("rules", "SCH-TCP-01").stdout


def test_what_an_option_changes_is_said_first() -> None:
    result = typed("rules", "three-card-poker", "-o", "exposed_card=none", "--pay", "bonus=flush=4")
    text = " ".join(result.stdout.split())
    assert "exposed_card = none instead of top." in text
    assert text.index("instead of top") < text.index("Wagers")
    assert "Pay table bonus is not as printed." in text
    assert "Flush 4 to 1" in text
    assert "exposed_card = top is the default" in typed("rules", "TCP", "--option", "exposed_card=top").stdout


def test_unknown_rules_are_refused_with_near_names() -> None:
    assert_refused("the rule book has nothing called 'TCP-99': did you mean", "rules", "TCP-99")
    assert_refused("the rule book has nothing called 'omahaa': did you mean omaha?", "rules", "omahaa")
    assert_refused("the rule book has nothing called '???': houseway rules lists the files", "rules", "???")


def test_a_wrong_option_is_refused_with_its_clause() -> None:
    says = "option exposed_card = left is not among its choices: top, middle, bottom, none (TCP-19, TCP-51)"
    assert_refused(says, "rules", "three-card-poker", "--option", "exposed_card=left")
    assert_refused("'exposed_card' is not a choice: write name=value", "rules", "TCP", "--option", "exposed_card")
    assert_refused("'TCP-28' is not a game: --option and --pay go", "rules", "TCP-28", "--option", "exposed_card=top")


def test_a_refusal_in_json_is_one_document_on_standard_output() -> None:
    result = typed("rules", "three-card-poker", "--option", "exposed_card=left", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"] == {
        "code": "bad-option",
        "clause": "TCP-19, TCP-51",
        "says": "option exposed_card = left is not among its choices: top, middle, bottom, none",
        "facts": {"option": "exposed_card", "value": "left", "choices": ["top", "middle", "bottom", "none"]},
    }
    assert result.stderr.startswith("houseway: option exposed_card = left")


def test_coverage_counts_every_clause_once() -> None:
    for one in answer("rules", "--coverage")["coverage"]:
        assert sorted(one["clauses"]) == sorted({*one["tested"], *one["physical"], *one["missing"]})
        assert sorted(one["examples"]) == sorted([*one["worked"], *one["unworked"]])
    only = answer("rules", "--coverage", "collection-schedules")["coverage"]
    assert [one["id"] for one in only] == ["collection-schedules"]
    assert "without test" in typed("rules", "--coverage", "FEE").stdout
    assert_refused("the rule book has nothing called 'bridge'", "rules", "--coverage", "bridge")


def test_the_check_reports_a_book_that_holds_together() -> None:
    assert answer("rules", "--check") == {"files": 16, "problems": []}
    assert "holds together" in typed("rules", "--check").stdout


@rule("FEE-05")
def test_a_fee_is_looked_up_in_cents() -> None:
    page = answer("fees", "three-card-poker", "--schedule", "SCH-TCP-01", "--action", "245")
    expected = {
        "game": "three-card-poker",
        "schedule": "SCH-TCP-01",
        "payer": "player-dealer",
        "basis": "total-table-action",
        "action": 24500,
        "fee": 200,
        "clauses": ["FEE-05", "FEE-07", "FEE-08"],
        "bracket": {"low": 10100, "high": 30000, "fee": 200},
    }
    assert expected.items() <= page.items()
    text = typed("fees", "three-card-poker", "--schedule", "SCH-TCP-01", "--action", "$245.00").stdout
    assert text.startswith(
        "SCH-TCP-01: $2.00 from the player-dealer, total table action $245.00: bracket $101 - $300 (FEE"
    )


@example("FEE-EX09", "FEE-EX16")
def test_flat_fees_need_no_action() -> None:
    assert answer("fees", "texas-holdem", "--schedule", "SCH-THE-04")["fee"] == 400
    assert answer("fees", "omaha", "--schedule", "SCH-OMA-04", "--no-flop")["fee"] == 100
    assert answer("fees", "--schedule", "SCH-LOW-01", "--per", "hour")["fee"] == 300
    assert answer("fees", "--schedule", "SCH-FPG-01", "--action", "550")["fee"] == 500
    assert (
        "$1.00 from the button per hand without a flop (FEE-20, FEE-15)"
        in typed("fees", "--schedule", "SCH-THE-04", "--no-flop").stdout
    )


def test_the_schedules_of_a_game_are_listed() -> None:
    assert len(answer("fees", "three-card-poker")["schedules"]) == 10
    assert {one["game"]: one["schedules"] for one in answer("fees")["games"]}["omaha"] == 24
    assert [one["fee"] for one in answer("fees", "TCP", "--action", "100.50")["schedules"]][:2] == [200, 300]
    assert "SCH-TCP-10" in typed("fees", "three_card_poker").stdout
    assert "time" in typed("fees").stdout
    assert "$501 or more" in typed("fees", "--schedule", "SCH-TCP-01").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("three-card-poker", "--action", "12.505"),
            "'12.505' is not an amount of money: write dollars with at most two",
        ),
        (("three-card-poker", "--action", "-5"), "'-5' is not an amount of money"),
        (("--action", "5"), "--action is looked up in a schedule: name a game or --schedule ID"),
        (("--schedule", "SCH-99"), "there is no schedule 'SCH-99': houseway fees lists them"),
        (("pai-gow-seneca",), "no collection schedule is printed for pai-gow-seneca: the house banks it"),
        (("bridge",), "there is no game 'bridge': there are fortune-pai-gow, lowball,"),
        (("omaha", "--schedule", "SCH-TCP-01"), "omaha has no schedule 'SCH-TCP-01': it is one of three-card-poker"),
        (("--schedule", "SCH-TCP-01", "--action", "4"), "$4.00 is below $5, the smallest wager of SCH-TCP-01, so it"),
        (
            ("--schedule", "SCH-TCP-01", "--option", "max_collection_rates=3"),
            "SCH-TCP-01 has 5 rates and max_collection_rates = 3 admits 3 (PD-29)",
        ),
    ],
)
def test_wrong_fees_are_refused_in_one_sentence(words: tuple[str, ...], says: str) -> None:
    assert_refused(says, "fees", *words)


def test_help_shows_every_command_with_examples() -> None:
    page = typed("--help").stdout
    for name, (_, line) in COMMANDS.items():
        assert f"{name} " in page
        assert line in page
    for name in ("games", "rules", "fees"):
        assert "Examples:" in typed(name, "--help").stdout
    assert typed("juggle").exit_code == 2


def test_money_is_shown_in_dollars() -> None:
    assert [money(cents) for cents in (1250, -300, 0, 100_000)] == ["$12.50", "-$3.00", "$0.00", "$1,000.00"]


@pytest.mark.parametrize("words", [["games"], ["rules", "TCP-28"], ["fees", "--schedule", "SCH-TCP-01"]])
def test_reading_the_rules_imports_no_numerics(words: list[str]) -> None:
    program = (
        "import sys\nfrom houseway.cli import main\n"
        f"main({words!r}, standalone_mode=False)\n"
        "heavy = {'numpy', 'numba', 'matplotlib', 'houseway.games.three_card_poker'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
