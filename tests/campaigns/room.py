"""Measures every promise of the room under faults and load, and prints the table of figures.

    python -m tests.campaigns.room                    all of it: hours
    python -m tests.campaigns.room --short            the same with less of everything: minutes
    python -m tests.campaigns.room 4 7 --short        only these items

The exit code is 0 where every figure was reached. `docs/reliability.md` says what was measured, and on what machine.
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
EIGHT: Final = (
    *("three-card-poker", "texas-holdem", "pai-gow-california", "panguingue"),
    *("ultimate-texas-holdem", "lowball", "pure-21-5-blackjack", "omaha"),
)
BAD_CLIENTS: Final = ("socket", "connection_limits", "fuzz")
BAD_GROUND: Final = (
    *("store/test_damaged_files", "store/test_migrations", "store/test_sick_disk"),
    *("server/test_room_clock", "server/test_machine_faults"),
)
WHO_GETS_IN: Final = tuple(
    f"tests/{each}.py"
    for each in (
        *("server/test_http", "server/test_socket", "server/test_hostile_clients", "server/test_durable"),
        *("server/test_connection_limits", "server/test_games"),
        *("store/test_conservation", "test_supply"),
    )
)
WITHIN: Final = 2.0
"""Seconds within which a room with all its tables serves again."""
P99_MS, IDLE_MB = 50.0, 200.0
MANY_MACHINES: Final = 13
"""The item after the list of twelve."""


class Missed(Exception):
    """A figure was missed. The message is what was measured."""


class Figure(NamedTuple):
    """One promise: its measurement in short and in full form, and the command that shows it alone."""

    item: int
    what: str
    aim: str
    measure: Callable[[bool], str]
    command: str


def by_pytest(short: int, full: int, *words: str) -> Callable[[bool], str]:
    """Returns a measurement that runs these tests, scaled by `--campaign`."""

    def measure(is_short: bool) -> str:
        campaign = short if is_short else full
        done = _run(
            "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--campaign", str(campaign), *words
        )
        last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr[-300:]
        if done.returncode:
            raise Missed(last)
        return f"{re.sub(r' in .*', '', last)}, --campaign {campaign}"

    return measure


def _run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, cwd=ROOT)


# -- figures that are counted here ----------------------------------------------------------------------------------


def ledger(short: bool) -> str:
    """Simulates evenings of every game until so many rounds are over; the simulator asserts after every step."""
    from houseway.roster import OWN

    return evenings(OWN, 300, 300) if short else evenings(OWN, 100_000, 600)


def evenings(games: Sequence[str], wanted: int, most: int) -> str:
    """Simulates evenings of so many steps at each game, until so many rounds are over."""
    from tests.room.simulator import Evening

    rounds = steps = number = 0
    while rounds < wanted:
        for game in games:
            try:
                evening = Evening(game, f"campaign {number}").run(most)
                evening.close()
            except AssertionError as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                seed = f"{game}, seed 'campaign {number}', {most} steps"
                raise Missed(f"{seed}: {str(error) or where.line} (line {where.lineno} of {where.name})") from error
            rounds, steps = rounds + evening.rounds, steps + len(evening.rows)
        number += 1
    return f"zero after each of {steps:,} steps in {rounds:,} rounds"


def kills(short: bool) -> str:
    """Kills a real server under load, with eight sockets and two hundred tables."""
    from houseway.drill.kills import drill

    count, tables = (3, 20) if short else (500, 200)
    drilled = asyncio.run(drill(count, 2.0, lambda *_: None, EIGHT, idle_tables=tables - len(EIGHT)))
    told = (
        f"{drilled.kills} kills, {drilled.acknowledged:,} acknowledged, {drilled.sent_again:,} sent again, "
        f"{drilled.lines:,} lines told, {len(drilled.lost)} lost, {len(drilled.stuck)} stuck, ledger "
        f"{drilled.ledger_sum}; {drilled.tables} tables again in {drilled.serving_median:.1f} s, "
        f"at the latest {drilled.serving_worst:.1f} s"
    )
    if not drilled.held or not drilled.acknowledged or (drilled.serving_median > WITHIN and not short):
        raise Missed(told)
    return told


def shuffle(short: bool) -> str:
    """Tests the room's decks and those of 1999 alike."""
    from tests.campaigns.shuffle import asf_decks, failed, fair_decks, tally

    count = 40_000 if short else 10_000_000
    chances = tally(fair_decks, count, 1 if short else os.cpu_count() or 1).chances()
    theirs = failed(tally(asf_decks, 200_000).chances())
    least = min(chances, key=lambda name: chances[name])
    told = f"{count:,} decks pass {len(chances)} tests, the least chance {chances[least]:.3f} ({least})"
    if failed(chances) or len(theirs) < len(chances):
        raise Missed(f"{chances}; the shuffle of 1999 fails {theirs}")
    return f"{told}; the shuffle of 1999 fails all {len(theirs)}"


def pace(short: bool) -> str:
    """Runs every kind of hostile client beside tables in play."""
    from tests.campaigns.bad_clients import row

    held, told = row(short)
    if not held:
        raise Missed(told)
    return told


def soak(short: bool) -> str:
    """Plays for hours with people who come and go, and checks that resources stay flat."""
    from tests.campaigns.soak import row

    held, told = row(short)
    if not held:
        raise Missed(told)
    return told


def stream(short: bool) -> str:
    """Tests the stream with dieharder, if Debian's package is installed."""
    from tests.campaigns.dieharder import QUICK, run

    lines = [*run(("100",) if short else QUICK)]
    if not lines:
        return "not run: dieharder is not installed"
    wrong = [name for name, _, _, verdict in lines if verdict == "FAILED"]
    weak = sum(verdict == "WEAK" for *_, verdict in lines)
    if wrong:
        raise Missed(f"fails {', '.join(wrong)}")
    return f"{len(lines)} verdicts, none failed, {weak} weak"


def load(short: bool) -> str:
    """Runs `bench.room`. The full form must meet its promises."""
    done = _run("-m", "bench.room", *(["--short"] if short else []))
    if done.returncode:
        raise Missed(done.stderr.strip().splitlines()[-1])
    wanted = ("durable actions", "one word a second", "idle socket", "resume of")
    lines = [" ".join(line.split()) for line in done.stdout.splitlines() if any(each in line for each in wanted)]
    told = "; ".join(lines)
    if len(lines) < len(wanted) or (not short and not carries(told)):
        raise Missed(told)
    return told


def carries(told: str) -> bool:
    """Returns whether 2,000 active people wait at most 50 ms, and 5,000 idle ones fit in 200 MB, by the bench."""
    (p99,) = re.findall(r"one word a second: p50 and p99 [\d.]+ ms, ([\d.]+) ms", told)
    (memory,) = re.findall(r"idle socket, of 5,000 .*?, ([\d.]+) MB the whole process", told)
    return float(p99) < P99_MS and float(memory) < IDLE_MB


def thinkers(short: bool) -> str:
    """Measures chat latency beside bots at Omaha and a cold coach."""
    from tests.campaigns.thinkers import Waits, measure_room

    waits = Waits()
    for _ in range(1 if short else 4):
        with tempfile.TemporaryDirectory(prefix="houseway-thinkers-") as folder:
            asyncio.run(measure_room(3.0 if short else 10.0, "fast", Path(folder), waits))
    if not waits.beside or not waits.asked or (not short and not waits.held):
        raise Missed(waits.summary())
    return waits.summary()


def file_of(name: str) -> Callable[[bool], str]:
    """Returns a measurement that runs a campaign module with a count."""
    module, few, many = name.split()

    def measure(short: bool) -> str:
        done = _run("-m", module, few if short else many)
        if done.returncode:
            raise Missed(done.stderr.strip().splitlines()[-1])
        lines = done.stdout.strip().splitlines()
        return f"{len(lines)} games; {lines[-1]}"

    return measure


FIGURES: Final = (
    Figure(1, "ledger", "zero after every step of 100,000 rounds", ledger, "python -m tests.campaigns.room 1"),
    Figure(2, "kill -9", "500 kills: nothing lost or stuck, serving in 2 s", kills, "python -m tests.campaigns.room 2"),
    Figure(
        3, "same key", "100 times over sockets and restarts: one effect",
        by_pytest(1, 1, "tests/server/test_durable.py", "-k", "hundred_times"),
        "pytest tests/server/test_durable.py -k hundred_times",
    ),
    Figure(
        4, "cut at every row", "resumed or void, never stuck", file_of("tests.room.every_event 1 20"),
        "python -m tests.room.every_event 20",
    ),
    Figure(
        5, "worlds", "1,000 rounds of each game, told alike to the byte", file_of("tests.room.worlds 2 1000"),
        "python -m tests.room.worlds 1000",
    ),
    Figure(
        6, "fairness", "10,000 rounds re-dealt; each cheat caught",
        by_pytest(1, 180, "tests/room/test_fair.py", "tests/cli/test_verify.py"),
        "pytest tests/room/test_fair.py tests/cli/test_verify.py --campaign 180",
    ),
    Figure(
        7, "shuffle", "99 % over 10^7 decks; that of 1999 fails", shuffle,
        "python -m tests.campaigns.shuffle 10000000",
    ),
    Figure(7, "stream", "dieharder finds nothing", stream, "python -m tests.campaigns.dieharder"),
    Figure(
        8, "bad clients", "refused or closed by the contract's code",
        by_pytest(1, 5, *(f"tests/server/test_{each}.py" for each in BAD_CLIENTS)),
        "pytest tests/server/test_socket.py tests/server/test_connection_limits.py tests/server/test_fuzz.py "
        "--campaign 5",
    ),
    Figure(
        8, "pace beside them", "another table keeps 90 % of its pace", pace, "python -m tests.campaigns.bad_clients",
    ),
    Figure(
        9, "bad ground", "found, named, not served; nobody folded by a clock",
        by_pytest(1, 2, *(f"tests/{each}.py" for each in BAD_GROUND)),
        "pytest tests/store/test_damaged_files.py tests/store/test_migrations.py tests/store/test_sick_disk.py "
        "tests/server/test_room_clock.py tests/server/test_machine_faults.py --campaign 2",
    ),
    Figure(10, "load", "2,000 clients at p99 under 50 ms; 5,000 sockets in 200 MB", load, "python -m bench.room"),
    Figure(10, "soak", "two hours with flat memory and descriptors", soak, "python -m tests.campaigns.soak"),
    Figure(
        10, "thinkers", "bots and a cold coach: p99 of others under 50 ms", thinkers,
        "python -m tests.campaigns.thinkers",
    ),
    Figure(
        11, "who gets in", "each item of docs/security.md has its test",
        by_pytest(1, 1, *WHO_GETS_IN), f"pytest {' '.join(WHO_GETS_IN)}",
    ),
    Figure(
        12, "years", "old rounds by old rules; Parquet and back",
        by_pytest(1, 1, "tests/rulebook/test_editions.py", "tests/cli/test_room_files.py"),
        "pytest tests/rulebook/test_editions.py tests/cli/test_room_files.py",
    ),
    Figure(
        MANY_MACHINES, "many machines", "100 faults: nothing told lost, no zombie wrote, moved in 7 s",
        by_pytest(1, 25, "tests/cluster/test_faults.py"),
        "pytest tests/cluster/test_faults.py --campaign 25",
    ),
)  # fmt: skip


def measured(figure: Figure, *, short: bool) -> tuple[bool, str]:
    """Returns whether the figure was reached, and what was measured in how long."""
    began = time.monotonic()
    try:
        told, held = figure.measure(short), True
    except (Missed, AssertionError) as missed:
        told, held = f"MISSED: {str(missed)[:300]}", False
    return held, f"{told} ({time.monotonic() - began:,.0f} s)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", nargs="*", type=int, choices=sorted({each.item for each in FIGURES}), metavar="ITEM")
    parser.add_argument("--short", action="store_true", help="less of everything")
    asked = parser.parse_args()
    chosen = [figure for figure in FIGURES if not asked.items or figure.item in asked.items]
    print("| item | what | aim | measured | command |\n| --- | --- | --- | --- | --- |", flush=True)
    missed = 0
    for figure in chosen:
        held, told = measured(figure, short=asked.short)
        missed += not held
        print(f"| {figure.item} | {figure.what} | {figure.aim} | {told} | `{figure.command}` |", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
