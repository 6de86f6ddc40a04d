"""`houseway odds` as people and programs use it, and the cache behind it."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from houseway.cli import main
from houseway.lab import Question, Solved, answer_from, answer_json, odds
from houseway.lab.games.pai_gow_california import exact as pai_gow_california
from houseway.lab.inquiry import cache
from houseway.lab.inquiry.answer import Wager

TCP = "three-card-poker"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", *words])


def asked(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def test_json_holds_every_wager_the_base_game_and_the_whole_strategy() -> None:
    document = asked(TCP, "-o", "exposed_card=none", "-o", "unqualified_ante=pays", "-o", "ante_bonus=5/4/1")
    assert set(document) >= {"game", "options", "wagers", "base", "exact", "method", "seconds"}
    ante = document["wagers"]["ante"]
    assert ante["expectation"] == "-686689/20358520"
    assert sum(ante["outcomes"].values()) == ante["total"]
    assert round(document["base"]["edge"], 6) == 0.03373
    assert document["options"]["ante_bonus"] == "5/4/1"
    assert document["exact"] is True
    assert document["base"]["strategy"]["full"]["nothing"]["play from"] == "Q-6-4"


def test_a_person_sees_tables_and_the_strategy_in_words() -> None:
    shown = run(TCP).stdout
    assert "house edge 4.6081%" in shown
    assert "play from" in shown
    assert "-93,815/2,035,852" in shown


def test_who_has_the_edge_is_said_plainly() -> None:
    assert "the PLAYER has the edge: 12.5611%" in run(TCP, "--wager", "bonus", "--pay", "bonus=pair=2").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("no-such-game",),
        ("panguingue",),
        (TCP, "--wager", "insurance"),
        (TCP, "-o", "exposed_card=left"),
        (TCP, "--pay", "bonus=pair=x"),
        (TCP, "--pay", "nothing=pair=1"),
        (TCP, "--wager-size", "25"),
        (TCP, "--schedule", "SCH-TCP-01"),
        (TCP, "--hands", "AdAc,KhKs"),
        ("omaha", "--hands", "AdAc,KhKs"),
    ],
)
def test_a_refusal_is_one_sentence_and_exit_code_2(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("houseway: ")
    assert run(*words, "--json").exit_code == 2
    assert "error" in json.loads(run(*words, "--json").stdout)


def test_an_answer_is_kept_for_the_rules_it_was_asked_for(own_cache: Path) -> None:
    first = asked(TCP, "--wager", "bonus")
    files = list((own_cache / "odds").iterdir())
    assert len(files) == 1
    assert asked(TCP, "--wager", "bonus")["wagers"] == first["wagers"]
    asked(TCP, "--wager", "bonus", "--pay", "bonus=pair=2")
    assert len(list((own_cache / "odds").iterdir())) == 2
    files[0].write_bytes(b"{ruined")
    assert asked(TCP, "--wager", "bonus")["wagers"] == first["wagers"]


def test_equities_and_fees_have_commands_too() -> None:
    found = asked("texas-holdem", "--hands", "AdAc,KhKs", "--board", "2c 7d Jh")
    assert [player["wins"] + player["ties"] + player["losses"] for player in found["players"]] == [990, 990]
    assert "every deal" in run("texas-holdem", "--hands", "AdAc,KhKs", "--board", "2c 7d Jh").stdout
    words = (TCP, "--schedule", "SCH-TCP-01", "--wager-size", "25", "--wager-size", "bonus=5", "--players", "6")
    fee = asked(*words)["fee"]
    assert (fee["player_dealer_fee"], fee["player_fee"], fee["wagers"]) == (200, 0, {"ante": 2500, "bonus": 500})
    assert "the player-dealer expects" in run(*words).stdout


def test_the_lab_is_imported_without_the_numbers() -> None:
    code = "import sys, houseway.lab; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_cache_neither_reads_nor_writes(own_cache: Path) -> None:
    run(TCP, "--wager", "bonus", "--no-cache")
    assert not (own_cache / "odds").exists()


def test_a_place_that_cannot_be_written_is_passed_over_in_silence(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = own_cache / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(blocked))
    result = run(TCP, "--wager", "bonus")
    assert result.exit_code == 0
    assert not result.stderr


def test_a_kept_answer_is_read_back_equal() -> None:
    question = Question(TCP)
    solved = Solved(wagers=odds(TCP, wager="bonus", use_cache=False).wagers)
    cache.keep(question, "bonus", solved)
    assert cache.kept(question, "bonus", Solved) == solved
    assert answer_from(answer_json(solved), Solved) == solved


def test_other_code_or_other_rules_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = Solved(wagers={})
    cache.keep(Question(TCP), "base", solved)
    assert cache.kept(Question(TCP), "base", Solved) == solved
    assert cache.kept(Question(TCP), "other", Solved) is None
    assert cache.kept(Question(TCP, {"qualified_tie": "lose"}), "base", Solved) is None
    monkeypatch.setattr(cache, "source_hash", lambda game: f"changed {game}")
    assert cache.kept(Question(TCP), "base", Solved) is None


def test_readings_are_refused_where_there_are_none_and_with_what_they_do_not_go_with() -> None:
    for words in ((TCP, "--readings"), ("mini-pai-gow", "--readings", "--wager-size", "25")):
        refused = run(*words)
        assert refused.exit_code == 2
        assert "readings" in refused.stderr
        assert "Traceback" not in refused.stderr


def counted(monkeypatch: pytest.MonkeyPatch, won: int, pushed: int, lost: int) -> None:
    """Replaces the count, which takes half a minute. Nothing that follows depends on its numbers."""

    def part(asked: Question, _tell: Any) -> Solved:
        more = 2 if asked.rules.options.wheel == "second-highest" else 0
        rows = [("won", won + more, 1), ("one half copied", pushed, 0), ("lost", lost - more, -1)]
        return Solved(wagers={name: Wager.of([(says, count, Fraction(net)) for says, count, net in rows])})

    name, solver = "house way", pai_gow_california.SOLVER
    monkeypatch.setattr(pai_gow_california, "SOLVER", msgspec.structs.replace(solver, sides={name: part}))


def test_each_reading_is_told_with_the_difference_it_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    counted(monkeypatch, 300, 300, 400)
    document = asked("pai-gow-california", "--readings")
    rows = {(row["option"], row["value"]): row for row in document["readings"]}
    assert list(rows) == [("", ""), ("joker", "fully-wild"), ("wheel", "second-highest"), ("deck", "52")]
    wheel = rows["wheel", "second-highest"]
    assert (wheel["won"], wheel["pushed"], wheel["lost"], wheel["copies"]) == (302, 300, 398, 300)
    assert (wheel["expectation"], wheel["difference"], wheel["clauses"]) == ("-12/125", "1/250", ["PGC-31"])
    assert rows["joker", "fully-wild"]["difference"] == "0/1"
    shown = run("pai-gow-california", "--readings").stdout
    assert "wheel = second-highest" in shown
    assert "+0.40000%" in shown


def test_a_collection_is_taken_from_the_house_way_too(monkeypatch: pytest.MonkeyPatch) -> None:
    counted(monkeypatch, 300, 300, 400)
    words = ("--wager", "house way", "--schedule", "SCH-PGP-01", "--wager-size", "100", "--players", "2")
    fee = asked("pai-gow-california", *words)["fee"]
    assert (fee["player_fee"], fee["player_dealer_fee"]) == (100, 0)
    assert (fee["player_before"], fee["player"], fee["player_dealer"]) == ("-1000/1", "-1100/1", "2000/1")


# -- what is said first, and what is refused ----------------------------------------------------------------------


def test_who_has_the_edge_is_said_above_every_table_and_early_in_the_json() -> None:
    words = (TCP, "--wager", "bonus", "--pay", "bonus=pair=2")
    lines = [line for line in run(*words).stdout.splitlines() if line.strip()]
    assert lines[1].startswith("bonus: the PLAYER has the edge, +12.5611%")
    assert sum("PLAYER has the edge, " in line for line in lines) == 1
    document = asked(*words)
    assert list(document)[:2] == ["game", "notes"]
    assert next(iter(document["wagers"]["bonus"])) == "player_has_the_edge"


def test_a_changed_pay_table_is_put_in_use() -> None:
    by_pay = asked(TCP, "--wager", "ante", "--pay", "ante-bonus=straight=2")
    said = asked(TCP, "--wager", "ante", "--pay", "ante-bonus=straight=2", "-o", "ante_bonus=5/4/1")
    assert by_pay["options"]["ante_bonus"] == "5/4/1"
    assert by_pay["wagers"] == said["wagers"] != asked(TCP, "--wager", "ante")["wagers"]
    assert "ante_bonus = 5/4/1, by --pay" in run(TCP, "--wager", "ante", "--pay", "ante-bonus=straight=2").stdout
    split = asked("three-card-split", "--wager", "bonus", "--pay", "TCS-2a=two pair=3")
    assert split["wagers"]["bonus"]["note"].startswith("pay table TCS-2a")
    assert split["wagers"]["bonus"]["outcomes"]["two pair"] == split["wagers"]["bonus: TCS-1a"]["outcomes"]["two pair"]
    assert split["wagers"]["bonus"]["pays"]["two pair"] == "3/1"


def test_two_hands_of_one_player_are_noted() -> None:
    document = asked(TCP, "--wager", "bonus", "-o", "hands_per_player=2")
    assert any("odds of one hand" in note and "TCP-11" in note for note in document["notes"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((TCP, "--pay", "bonus="), "changes no row"),
        ((TCP, "--pay", "bonus=flush=5:2,flush=3"), "flush: 5:2 and 3 are refused: a row is changed once"),
        ((TCP, "--pay", "bonus=flush=5", "--pay", "bonus=pair=2"), "bonus is given twice"),
        ((TCP, "--pay", "bonus=flush=-4"), "'-4' is not odds: write 40, 3:2 or 1.5, never less than 0 (TCP-39)"),
        ((TCP, "--pay", "bonus=flush=2000000"), "at most 1,000,000 to 1, in fractions of at most 1,000,000 (TCP-39)"),
        (
            (TCP, "-o", "ante_bonus=none", "--pay", "ante-bonus=straight=20"),
            "pay table ante-bonus is not in use with ante_bonus = none: ante_bonus = 5/4/1 puts it in use (TCP-34)",
        ),
        (
            ("pure-21-5-blackjack", "-o", "pure_payoff=6:5", "--pay", "pure-3-2=pure 21.5 blackjack=2"),
            "pay table pure-3-2 is not in use with pure_payoff = 6:5: pure_payoff = 3:2 puts it in use (P21-64)",
        ),
        (
            ("pure-21-5-blackjack", "-o", "even_money=false", "--pay", "pure-3-2=even money on a pure=2"),
            "pure-3-2: even money on a pure is not in use with even_money = false: even_money = true puts it in use",
        ),
        (
            ("three-card-split", "--pay", "TCS-1a=two pair=4", "--pay", "TCS-2a=two pair=4"),
            "pay tables TCS-1a and TCS-2a are not in use together: bonus_paytable is either TCS-1a or TCS-2a (TCS-64)",
        ),
        ((TCP, "--wager", "insurance"), "no odds of a wager 'insurance' are worked out: ante, bonus, ante+bonus are"),
        (("three-card-split", "--wager", "bonus: TCS-9z"), "did you mean bonus: TCS-2a?"),
        (("texas-holdem",), "nobody banks texas-holdem: give the players' cards, such as --hands 'AdAc,KhKs'"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--samples", "0"), "0 samples are refused"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--samples", "1e99"), "--samples 1e99 is refused: it is 0 to 10,000"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--board", "2c 3c"), "a board of 2 cards is refused"),
        (("lowball", "--hands", "As2d3c7h,5s6d8c4h", "--board", "2c"), "this game has no board"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--pay", "a=b"), "--pay does not go with --hands"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--wager", "a"), "--wager does not go with --hands"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--schedule", "a"), "--schedule does not go with --hands"),
        (("texas-holdem", "--hands", "AdAc,KhKs", "--players", "1"), "--players does not go with --hands"),
        ((TCP, "--board", "2c"), "--board goes with --hands only"),
        ((TCP, "--dead", "2c"), "--dead goes with --hands only"),
        ((TCP, "--samples", "0"), "--samples goes with --hands or --bank only"),
        ((TCP, "--seed", "2"), "--seed goes with --hands or --bank only"),
        ((TCP, "--players", "1"), "--players goes with --schedule only"),
        ((TCP, "--bank", "100"), "--bank goes with --schedule only"),
        ((TCP, "--schedule", "SCH-TCP-01"), "--schedule needs --wager-size"),
        (
            (TCP, "--wager", "bonus", "--schedule", "SCH-TCP-01", "--wager-size", "25", "--wager-size", "ante=30"),
            "ante: $25.00 and $30.00 are refused",
        ),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_what_would_change_nothing_or_is_nonsense_is_refused_in_words(words: tuple[str, ...], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_rows_with_commas_in_their_names_are_changed_from_the_command_line() -> None:
    row = "player wins, bank has a pair of fours or better"
    changed = Question("three-card-holdem", pay={"ante": f"{row}=2, player wins, bank below a pair of fours=1:2"})
    assert changed.posted_pay()["ante"] == {row: "2 to 1", "player wins, bank below a pair of fours": "1 to 2"}
    refused = run("three-card-holdem", "--pay", "ante=nobody=2").stderr
    assert f"its rows are {row} · player wins, bank below a pair of fours" in refused


def test_every_key_of_an_answer_is_a_wager_to_ask_for() -> None:
    document = asked("mini-pai-gow", "--wager", "bonus")
    keys = list(document["wagers"])
    assert "bonus: MPG-B" in keys
    for key in keys[1:]:
        alone = asked("mini-pai-gow", "--wager", key)
        assert list(alone["wagers"]) == [key]
        assert alone["wagers"][key]["expectation"] == document["wagers"][key]["expectation"]
        assert "all" in run("mini-pai-gow", "--wager", key).stdout  # its outcomes are shown


def test_a_fee_is_worked_out_with_the_wagers_it_needs_and_a_bank() -> None:
    words = (TCP, "--wager", "bonus", "--schedule", "SCH-TCP-01", "--wager-size", "bonus=5", "--wager-size", "25")
    document = asked(*words)
    assert list(document["wagers"]) == ["bonus"]
    fee = document["fee"]
    assert (round(fee["edge"], 4), fee["bank"], fee["exact"]) == (0.0548, None, True)
    short = asked(*words, "--bank", "50")["fee"]
    assert (short["bank"], short["exact"], short["player_before"] != fee["player_before"]) == (5000, True, True)
    shown = run(*words, "--bank", "50", "--players", "2", "--samples", "20", "--seed", "3").stdout
    assert "20 rounds at random (seed 3)" in shown
    assert "$50.00 posted" in shown
