"""Tables fit the terminal: no line too long, no amount and no word broken, nothing left out."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.console import Console

from houseway.cli import main
from houseway.cli.output.answers import table, unbroken
from houseway.cli.output.fitted_table import folded

ROUND = Path(__file__).with_name("short_bank.json")
WIDTHS, NARROW, WIDEST = (60, 80, 120), (60, 80), 2_000
PAGES = {
    "games": ("games",),
    "rules": ("rules",),
    "coverage": ("rules", "--coverage"),
    "clause": ("rules", "TCP-28"),
    "schedule": ("rules", "SCH-FPG-01"),
    "search": ("rules", "--search", "folded", "ante"),
    "fees": ("fees",),
    "bracket fees": ("fees", "three-card-poker"),
    "flat fees": ("fees", "texas-holdem"),
    "time": ("fees", "lowball"),
    "looked up": ("fees", "three-card-poker", "--action", "7"),
    "rank": ("rank", "omaha", "As 2s Kd Qd 3c 4h 8d"),
    "house way": ("set", "fortune-pai-gow", "As Ks Qd Jc 9h 9d 2c"),
    "settings": ("set", "fortune-pai-gow", "As Ks Qd Jc 9h 9d 2c", "--all"),
    "best settings": ("set", "three-card-split", "Ah Kh 2c", "--best"),
    "odds": ("odds", "three-card-poker"),
    "odds of a split": ("odds", "three-card-split"),
    "net of the fee": ("odds", "three-card-poker", "--schedule", "SCH-TCP-01", "--wager-size", "25"),
    "advice": ("advise", "three-card-poker", "--cards", "Qs 6d 4c", "--bank", "9h"),
    "equities": ("odds", "texas-holdem", "--hands", "AdAc,KhKs", "--board", "2c 7d Jh"),
    "simulation": ("simulate", "three-card-poker", "--rounds", "10k"),
    "short bank": ("settle", str(ROUND)),
    "replay": ("replay", str(ROUND)),
    "a hand of poker": ("deal", "texas-holdem", "--seed", "7", "--explain"),
    "blackjack": ("deal", "pure-21-5-blackjack", "--seed", "3", "--explain"),
    "pan": ("deal", "panguingue", "--seed", "7", "--explain"),
}
GAMES = ("three-card-poker", "pure-21-5-blackjack", "mini-pai-gow", "lowball", "panguingue", "collection-schedules")
PAGES |= {f"rules of {game}": ("rules", game) for game in GAMES}
AMOUNT = re.compile(r"-?\$[0-9][0-9,]*(?:\.[0-9]{2})?")


def shown(words: tuple[str, ...], width: int) -> str:
    result = CliRunner().invoke(main, words, env={"COLUMNS": str(width)})
    assert result.exit_code == 0, result.stderr
    return result.stdout


def told(page: str) -> Iterator[str]:
    return (word for word in re.split(r"[\s\u2500]+", page) if word)


@pytest.mark.parametrize("words", PAGES.values(), ids=PAGES)
def test_a_page_fits_every_terminal_and_no_word_or_amount_is_broken_or_lost(words: tuple[str, ...]) -> None:
    """Everything in the widest page is in the narrow ones, as one word."""
    changing = re.compile(r"[0-9.,]+ (?:s|rounds/s)\b")  # how long it took
    pages = {width: shown(words, width) for width in (*WIDTHS, WIDEST)}
    for width, page in pages.items():
        assert [line for line in page.splitlines() if cell_len(line) > width] == []
        assert "\u00a0" not in page
    wide = changing.sub("", pages[WIDEST])
    for width in NARROW:
        narrow = changing.sub("", pages[width])
        lost = set(told(wide)) - set(told(narrow))
        assert lost <= {"id", "option"}, width  # the names of first columns, where rows are stacked
        assert sorted(AMOUNT.findall(wide)) == sorted(AMOUNT.findall(narrow)), width


@pytest.mark.parametrize("columns", [60, 80])
def test_a_real_terminal_of_that_width_is_filled_and_not_overrun(columns: int) -> None:
    theirs, ours = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    code = f"from houseway.cli import main; main(['settle', {str(ROUND)!r}])"
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen([sys.executable, "-c", code], stdout=ours, stdin=ours, env=env):
        os.close(ours)
        page = b""
        try:
            while part := os.read(theirs, 65536):
                page += part
        except OSError:  # the other end was closed
            pass
    os.close(theirs)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", page.decode()).splitlines()
    assert max(map(cell_len, lines)) == columns
    assert any("$120.00" in line for line in lines)


def printed(width: int, **columns: str) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(table("", tuple(columns), [tuple(columns.values())] * 2, numbers=("net",), below=("clauses",)))
    return [line.rstrip() for line in capture.get().splitlines() if line.strip()]


def test_columns_are_folded_then_told_below_then_all_stacked() -> None:
    row = {
        "place": "seat 1",
        "hand": "a pair of nines with ace and king",
        "net": "$1,000.00",
        "clauses": "TCP-28 TCP-29",
    }
    assert printed(80, **row)[2] == "seat 1  a pair of nines with ace and king  $1,000.00  TCP-28 TCP-29"
    assert printed(52, **row)[2:4] == [
        "seat 1  a pair of nines     $1,000.00  TCP-28 TCP-29",
        "        with ace and king",
    ]
    assert printed(34, **row)[2:6] == [
        "seat 1  a pair of nines  $1,000.00",
        "        with ace and",
        "        king",
        "  clauses TCP-28 TCP-29",
    ]
    assert printed(24, **row)[:5] == [
        "seat 1",
        "  hand a pair of nines",
        "  with ace and king",
        "  net $1,000.00",
        "  clauses TCP-28 TCP-29",
    ]


def test_a_column_in_which_nothing_stands_is_not_shown() -> None:
    assert printed(80, place="seat 1", odds="", net="$1.00")[0] == "place     net"


def test_words_stay_whole_and_unbroken_text_on_one_line() -> None:
    assert folded(f"pay {unbroken('$101 - $300')} now", 12) == ["pay", "$101 - $300", "now"]
    assert folded("three-card-poker costs", 17) == ["three-card-poker", "costs"]
    assert folded("  - a b", 6) == ["  - a", "  b"]
    assert folded("abcdefgh", 3) == ["abc", "def", "gh"]
    assert folded("sha256 abcdefgh", 6, whole=True) == ["sha256", "abcdefgh"]
    assert folded("", 6) == [""]
