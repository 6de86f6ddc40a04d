"""Killed at any moment, a store has every acknowledged row and no partial one."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.extent import extent
from tests.store.kept import AnyStore, DatabasePlace, Place

CHILD = (sys.executable, "-m", "tests.store.crash_child")
ROOT = Path(__file__).parents[2]


def test_killed_before_any_statement_a_room_has_what_it_acknowledged_and_nothing_half(tmp_path: Path) -> None:
    done = subprocess.run(
        [*CHILD, "statements", str(tmp_path)], capture_output=True, text=True, cwd=ROOT, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30  # each statement is the last of one child


def test_killed_at_random_moments_a_room_has_what_it_acknowledged(place: Place, request: pytest.FixtureRequest) -> None:
    rng, where = random.Random(14), place.database.url if isinstance(place, DatabasePlace) else place.name
    acknowledged: dict[tuple[str, int], int] = {}
    kills = extent(request.config, 3, 8 * int(request.config.getoption("--campaign")))
    for _ in range(kills):
        acknowledged |= _played_and_killed(where, rng.randrange(60), rng.uniform(0.0, 0.02))
        store = place.open()
        _check(store, acknowledged)
        store.close()
    assert len(acknowledged) > 6 * kills


def _played_and_killed(where: str, lines: int, after: float) -> dict[tuple[str, int], int]:
    """Kills a child so many seconds after so many lines. Returns its acknowledgements."""
    with subprocess.Popen([*CHILD, "play", where], stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        said = "".join([child.stdout.readline() for _ in range(lines)])
        time.sleep(after)
        child.kill()
        said += child.stdout.read()
    heard = said[: said.rfind("\n") + 1].splitlines()  # the last may be cut off in the middle
    return {(table, int(n)): int(ack) for table, n, ack in (line.split() for line in heard)}


def _check(store: AnyStore, acknowledged: dict[tuple[str, int], int]) -> None:
    totals = store.check()
    bought = ended = 0
    for kept in store.load_tables():
        rows = store.rows_after(kept.table, 0)
        assert [row.n for row in rows] == list(range(1, kept.last_n + 1))
        rounds = store.rounds(kept.table, most=10**6)
        assert len(rounds) == kept.last_n // 5
        assert kept.snapshot_n == kept.last_n // 5 * 5
        for each in rounds:
            assert each.fair is not None
            assert store.seed(kept.table, each.number)
        ended += len(rounds)
        bought += kept.last_n - len(rounds)
        acks = {(row.table, row.n): row.read().ack.n for row in rows}
        mine = {where: ack for where, ack in acknowledged.items() if where[0] == kept.table}
        assert mine.items() <= acks.items()
    assert {table for table, _ in acknowledged} <= {kept.table for kept in store.load_tables()}
    assert totals.tables == 10 * bought - 3 * ended
    assert totals.house == 3 * ended
