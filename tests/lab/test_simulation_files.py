"""Strategies from files are followed to the letter, or refused in one sentence."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.cards import RANKS
from houseway.lab import Question, answer_json, odds
from houseway.lab.games.pure_21_5_blackjack.exact import rules_of
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import CHECK, LARGER, SMALLER
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import KINDS
from houseway.lab.games.ultimate_texas_holdem.rule import NEVER, PlayRule
from houseway.lab.games.ultimate_texas_holdem.strategy_file import AT_THE_RIVER, BETTER, ON_THE_FLOP, chart_of, rule_of
from houseway.lab.loops.suits import sets
from houseway.lab.methods.blackjack import solve
from houseway.lab.methods.blackjack.strategy_file import Written
from houseway.lab.methods.blackjack.strategy_table import PlayTable
from houseway.lab.simulate import simulate
from houseway.lab.simulation.model import GAME
from houseway.lab.simulation.strategies import Tactic
from houseway.script import Refusal

P21, UTH, TCP = "pure-21-5-blackjack", "ultimate-texas-holdem", "three-card-poker"
DOWN = RANKS[::-1]


def written(path: Path, columns: list[str], rows: list[list[str]]) -> str:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return f"file:{path}"


# -- one table, three ways to write it ----------------------------------------------------------------------------


def test_a_table_is_the_same_as_json_csv_and_toml(tmp_path: Path) -> None:
    answer = odds(TCP)
    assert answer.base is not None
    table = answer.base.strategy
    (tmp_path / "mine.json").write_bytes(answer_json(answer))
    rows = ",\n".join(str(row).replace("'", '"') for row in table.rows)
    (tmp_path / "mine.toml").write_text(f'game = "{TCP}"\nrows = [{rows}]\n')
    written(tmp_path / "mine.csv", table.columns, table.rows)
    usual = simulate(TCP, rounds=50_000, player="table")
    for name in ("mine.json", "mine.toml", "mine.csv"):
        assert simulate(TCP, rounds=50_000, player=f"file:{tmp_path / name}").outcomes == usual.outcomes


def test_a_file_that_is_no_toml_and_one_that_is_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("rows = [")
    with pytest.raises(Refusal, match="is not TOML"):
        simulate(TCP, rounds=1_000, player=f"file:{tmp_path / 'mine.toml'}")
    (tmp_path / "mine.json").write_bytes(b"\xff\xfe\x8b")
    with pytest.raises(Refusal, match=r"is not UTF-8 text: .*; a strategy is written as JSON, TOML, CSV or Python"):
        simulate(TCP, rounds=1_000, player=f"file:{tmp_path / 'mine.json'}")


# -- Pure 21.5 ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def usual() -> PlayTable:
    return PlayTable(solve(rules_of(Question(P21))))


COLUMNS = ["you hold", *"23456789BA"]


def test_the_labs_own_chart_read_back_is_its_own_play(usual: PlayTable) -> None:
    read = Written(usual.solution, COLUMNS, usual.rows(), "mine").play()
    own = usual.play()
    assert (read.first == own.first).all()
    assert (read.split == own.split).all()


def test_columns_may_stand_in_any_order_and_a_bonus_card_be_called_a_ten(usual: PlayTable) -> None:
    rows = [[row[0], row[-1], *row[1:-1]] for row in usual.rows()]
    turned = Written(usual.solution, ["", "A", *"23456789", "10"], rows, "mine")
    assert (turned.play().first == usual.play().first).all()


def test_a_changed_chart_is_counted_exactly_and_dealt_so(usual: PlayTable, tmp_path: Path) -> None:
    rows = [[row[0], *("S" if row[0] == "hard 16" else code for code in row[1:])] for row in usual.rows()]
    found = simulate(P21, rounds=400_000, player=written(tmp_path / "mine.csv", COLUMNS, rows)).wagers[GAME]
    table = simulate(P21, rounds=400_000, player="table").wagers[GAME]
    assert found.exact is not None
    assert table.exact is not None
    assert Fraction(1, 10_000) < table.exact - found.exact < Fraction(1, 100)  # standing on sixteen costs a little
    assert found.off is not None
    assert abs(found.off) < 4.5


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (["hard 8", *"SHHHHHHHHH"], "by the chart it hits"),
        (["hard 19", *"HSSSSSSSSS"], "by the chart it stands"),
        (["hard 12", *"PHHHHHHHHH"], "'P' is nothing to do with hard 12"),
        (["hard 12", *"XHHHHHHHHH"], "'X' is nothing to do with hard 12"),
        (["hard 12", "H"], "1 cells, there are 10 up cards"),
        (["hard 99", *"HHHHHHHHHH"], "'hard 99' is no hand"),
    ],
)
def test_a_chart_that_the_rules_forbid_is_refused(usual: PlayTable, row: list[str], says: str) -> None:
    rows = [*(each for each in usual.rows() if each[0] != row[0]), row]
    with pytest.raises(Refusal, match=says):
        Written(usual.solution, COLUMNS, rows, "mine")


def test_a_chart_with_a_row_or_a_column_too_few_is_refused(usual: PlayTable) -> None:
    with pytest.raises(Refusal, match="has no row for soft 18"):
        Written(usual.solution, COLUMNS, [row for row in usual.rows() if row[0] != "soft 18"], "mine")
    with pytest.raises(Refusal, match="they must be 2 to 9, B and A"):
        Written(usual.solution, COLUMNS[:-1], usual.rows(), "mine")


# -- Ultimate Texas Hold'em ---------------------------------------------------------------------------------------


def chart(cell: dict[tuple[str, str], str]) -> list[list[str]]:
    return [[row, *(cell.get((row, column), "-") for column in DOWN)] for row in DOWN]


def test_a_chart_is_read_suited_above_the_diagonal_and_unsuited_below() -> None:
    found = chart_of(["", *DOWN], chart({("K", "2"): "4x", ("5", "K"): "3x", ("3", "3"): "4x"}), "mine")
    for (low, high), decision in zip(sets(2).tolist(), found, strict=True):
        ranks, suited = RANKS[high >> 2] + RANKS[low >> 2], low & 3 == high & 3
        usual = {("K2", True): LARGER, ("K5", False): SMALLER, ("33", False): LARGER}.get((ranks, suited), CHECK)
        assert decision == usual


def test_a_rule_takes_the_place_of_the_usual_one_where_it_says_something() -> None:
    usual = PlayRule((NEVER,) * len(KINDS), (20, 21))
    full = {ON_THE_FLOP: {KINDS[1]: "4 or higher", KINDS[2]: "every hand"}, AT_THE_RIVER: {BETTER: 30}}
    found = rule_of(full, usual, "mine")
    assert found.flop == (NEVER, RANKS.index("4"), 0, *(NEVER,) * (len(KINDS) - 3))
    assert found.river == (20, 30)


@pytest.mark.parametrize(
    ("columns", "rows", "says"),
    [
        (["", *DOWN], chart({("K", "2"): "5x"}), "'5x' is no decision before the flop"),
        (["", *DOWN], chart({})[:-1], "has no row for 2"),
        (["", *DOWN[:-1]], chart({}), "they must be the ranks"),
        (["", *DOWN], [["X", *("-" * 13)]], "is no row"),
    ],
)
def test_a_chart_that_cannot_be_followed_is_refused(columns: list[str], rows: list[list[str]], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        chart_of(columns, rows, "mine")


@pytest.mark.parametrize(
    "full",
    [
        {ON_THE_FLOP: {"four aces": "every hand"}},
        {ON_THE_FLOP: {KINDS[0]: "sometimes"}},
        {AT_THE_RIVER: {BETTER: "many"}},
        {AT_THE_RIVER: [1, 2]},
    ],
)
def test_a_rule_that_cannot_be_followed_is_refused(full: dict[str, object]) -> None:
    with pytest.raises(Refusal, match="mine"):
        rule_of(full, PlayRule((NEVER,) * len(KINDS)), "mine")


# -- programs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def decide(view):\n    return 1 / 0\n", "failed in line 2: ZeroDivisionError: division by zero"),
        ("def decide(view:\n", "failed in line 1: SyntaxError"),
        ("x = 1\n", "has no function decide"),
        ("def decide(view):\n    return 'dance'\n", "'dance' is not offered"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_that_fails_is_told_so_wherever_it_ran(tmp_path: Path, text: str, says: str, workers: int) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(Refusal, match=says):
        simulate(TCP, rounds=128, player=f"file:{tmp_path / 'mine.py'}", workers=workers)


def test_a_table_is_named_by_its_path() -> None:
    assert str(Tactic("file", "mine.csv")) == "file:mine.csv"
