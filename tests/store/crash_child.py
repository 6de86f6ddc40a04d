"""A child process that gets killed: run by test_crash.py, never by pytest itself.

python -m tests.store.crash_child play PATH|URL      buys chips until somebody kills it, and says what was acknowledged
python -m tests.store.crash_child statements PATH    forks a child for each statement, which dies just before it
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

from houseway.room.messages.commands import Grant, TopUp
from houseway.room.messages.outcomes import Ack, Posting
from houseway.store import Promise, SqliteStore
from houseway.store.postgres import PostgresStore
from tests.store.kept import NOON, AnyStore, Table, opened

TABLES = 4


def acknowledge(out: int, name: str, n: int) -> Callable[[Promise[Ack]], None]:
    def say(promise: Promise[Ack]) -> None:
        if promise.exception() is None:
            os.write(out, f"{name} {n} {promise.result().n}\n".encode())

    return say


def play(where: str) -> None:
    """Moves chips between a cage and several tables as fast as they are acknowledged, with rounds that end."""
    store: AnyStore = PostgresStore(where, address="crash:1") if "://" in where else SqliteStore(Path(where))
    grant = Grant(key="newcomer/ana", person="ana", cents=10_000_000, reason="newcomer")
    store.grant(grant, NOON).result()
    tables = [Table(kept.table, kept.last_n) for kept in store.load_tables()]
    tables += [Table(f"t{number}") for number in range(len(tables), TABLES)]
    os.write(1, b"ready\n")
    last: list[Promise[Ack]] = []
    while True:
        for table in tables:
            n = table.n + 1
            key = f"{table.name}-{n}"
            if n % 5 == 0:
                number = n // 5
                seed = store.seed(table.name, number)
                posts = (Posting(f"stack/{table.name}/ana", -3), Posting("house", 3))
                outcome = table.ends(number, seed, *posts)
            else:
                outcome = table.buys("ana", 10, key)
            future = store.append(outcome)
            future.add_done_callback(acknowledge(1, table.name, n))
            last.append(future)
        while len(last) > 40:
            last.pop(0).result()


# -- before every statement -----------------------------------------------------------------------------------------


class Killer:
    """Counts the writer's statements and exits before one of them."""

    def __init__(self, at: int) -> None:
        self._left = at

    def __call__(self, _cursor: Any, _statement: str, _bindings: Any) -> bool:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return True


def scenario(store: SqliteStore, out: int) -> None:
    table = Table("t1", 2)
    outcomes = [
        table.buys("ana", 500, "c1"),
        table.ends(1, store.seed("t1", 1), Posting("stack/t1/ana", -200), Posting("house", 150), Posting("box", 50)),
        table.outcome("ana", TopUp(key="c3", cents=7)),
        table.buys("ana", -100, "c4"),
    ]
    for outcome in outcomes:
        future = store.append(outcome, closes=outcome is outcomes[-1])
        future.add_done_callback(acknowledge(out, "t1", outcome.row.n))
        future.result()


def dies_at(statement: int, path: Path) -> tuple[bool, list[str]]:
    """Returns whether the child died before that statement, and its acknowledgements."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        store = SqliteStore(path)
        store._db.exec_trace = Killer(statement)
        scenario(store, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        lines = said.read().splitlines()
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status), lines


def check(path: Path, lines: list[str]) -> int:
    """Checks that all acknowledged rows are there, and of the rest all or nothing. Returns the number of rows."""
    store = SqliteStore(path)
    totals = store.check()
    rows = {row.n: row for row in store.rows_after("t1", 0)}
    for line in lines:
        _, n, ack = line.split()
        assert rows[int(n)].read().ack.n == int(ack), line
    last = len(rows)
    assert sorted(rows) == list(range(1, last + 1))
    assert totals.tables == 1000 + 500 * (last >= 3) - 200 * (last >= 4) - 100 * (last >= 6), (last, totals)
    assert (totals.house, totals.box) == ((150, 50) if last >= 4 else (0, 0))
    assert (store.round("t1-1") is not None) == (last >= 4)
    (kept,) = store.load_tables(closed=True)
    assert kept.snapshot_n == (4 if last >= 4 else 0)
    assert (kept.closed is not None) == (last >= 6)
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    assert db.execute("SELECT count(*) FROM seed").get == (1 if last >= 3 else 0)  # drawn before row 3
    db.close()
    store.close()
    return last


def statements(folder: Path) -> None:
    """Makes a file for each statement, by a child that dies before it."""
    whole = folder / "whole.db"
    store = opened(whole, ana=10_000)
    table = Table("t1")
    store.append(table.buys("ana", 1000, "c0")).result()
    store.append(table.says("ana")).result()
    store.close()
    seen, statement, died = set(), 0, True
    while died:
        statement += 1
        path = folder / f"{statement}.db"
        path.write_bytes(whole.read_bytes())
        died, lines = dies_at(statement, path)
        seen.add(check(path, lines))
    assert seen == {2, 3, 4, 5, 6}, seen
    print(statement)


if __name__ == "__main__":
    if sys.argv[1] == "statements":
        statements(Path(sys.argv[2]))
    else:
        play(sys.argv[2])
