"""Benchmark of durable transfers a second: group commit beside a commit each, on the disk of the named folder.

A transfer is a row of a table's log, a key, an entry with two postings and two balances. It counts once it is
acknowledged. The ratio is the gain of group commit on this disk. A disk that lies about its flushes shows little of it.

    python -m bench.store [--seconds 3] [--tables 20] [--folder DIR] [--json]
"""

import argparse
import json
import tempfile
import time
from collections import deque
from pathlib import Path

import msgspec

from houseway.room.messages.commands import Grant, TopUp, Who
from houseway.room.messages.outcomes import Ack, Body, Outcome, Posting, Row
from houseway.store import Promise, SqliteStore
from houseway.store.postgres import PostgresStore

IN_FLIGHT = 256


def transfer(table: str, n: int) -> Outcome:
    """Returns a transfer of ten cents from a cage to a table."""
    command = TopUp(key=f"{table}-{n}", cents=10)
    body = msgspec.json.encode(Body(Who("ana"), command, ack=Ack(n)))
    posts = (Posting("cage/ana", -10), Posting(f"stack/{table}/ana", 10))
    return Outcome(n=n, row=Row(table, n, n, "ana", command.key, body), ack=Ack(n), posts=posts)


def per_second(
    store: SqliteStore | PostgresStore, tables: list[str], seconds: float, in_flight: int
) -> tuple[float, float]:
    """Returns transfers acknowledged a second with so many in flight, and the average number in a commit."""
    counts = dict.fromkeys(tables, 0)
    for kept in store.load_tables():
        counts[kept.table] = kept.last_n
    waiting: deque[Promise[Ack]] = deque()
    commits, done, started = store.commits, 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        for table in tables:
            counts[table] += 1
            waiting.append(store.append(transfer(table, counts[table])))
            while len(waiting) >= in_flight:
                waiting.popleft().result()
                done += 1
    for future in waiting:
        future.result()
    done += len(waiting)
    return done / (time.perf_counter() - started), done / (store.commits - commits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--folder", help="a folder on the disk to be measured; a temporary one if not said")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        store = SqliteStore(Path(folder) / "room.db")
        store.grant(Grant(person="ana", cents=10**9), 0).result()
        tables = [f"t{number}" for number in range(given.tables)]
        per_second(store, tables, given.seconds / 4, IN_FLIGHT)  # warm-up
        together, held = per_second(store, tables, given.seconds, IN_FLIGHT)
        alone, _ = per_second(store, tables, given.seconds, 1)
        assert store.check().sum == 0
        store.close()
    if given.json:
        print(json.dumps({"together": together, "alone": alone, "ratio": together / alone, "a_commit": held}))
        return
    print(
        f"{together:,.0f} transfers/s with {held:.0f} to a commit; {alone:,.0f}/s with a commit each: "
        f"{together / alone:.1f} times"
    )


if __name__ == "__main__":
    main()
