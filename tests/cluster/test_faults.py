"""Kills, stops, partitions and closes nodes under load, again and again: no acknowledgement is ever lost.

python -m pytest tests/cluster/test_faults.py --campaign 25        a hundred faults
"""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from houseway.store.postgres import PostgresReader
from tests.cluster.load import Load
from tests.cluster.running import Cluster, Node, cluster, eventually

WITHIN = 7.0
"""Seconds within which the tables of a dead node are at another; a campaign asserts it."""


def killed(_cluster: Cluster, node: Node) -> None:
    node.process.kill()


def stopped(_cluster: Cluster, node: Node) -> None:
    node.process.send_signal(signal.SIGSTOP)


def cut_off(_cluster: Cluster, node: Node) -> None:
    node.proxy.cut()


def closed(_cluster: Cluster, node: Node) -> None:
    node.process.send_signal(signal.SIGTERM)


FAULTS: list[Callable[[Cluster, Node], None]] = [killed, stopped, cut_off, closed]


def strike(found: Cluster, load: Load, node: Node, fault: Callable[[Cluster, Node], None]) -> float:
    """Causes the fault and waits until other nodes answer everybody. Returns how long the tables took to move."""
    held = [table for table in load.tables if found.owner(table) is node]
    epochs = {table: found.epoch(table) for table in held}
    began = time.monotonic()
    fault(found, node)
    eventually(lambda: all(found.owner(table) not in (node, None) for table in held), 60)
    moved = time.monotonic() - began
    eventually(lambda: load.all_answered_since(began + moved), 60)
    if fault is stopped:
        node.process.send_signal(signal.SIGCONT)
    if fault is cut_off:
        node.proxy.mend()  # its pending writes arrive late
    if held or fault is not stopped:
        code = eventually(lambda: node.process.poll() is not None and str(node.process.poll()), 60)
        assert code == {"killed": "-9", "closed": "0"}.get(fault.__name__, "70"), node.log.read_text()[-2000:]
    assert all(found.epoch(table) == epochs[table] + 1 for table in held)
    return moved if held else 0.0


def check_kept(found: Cluster, load: Load) -> int:
    """Checks that the log holds every `ok` that anybody received. Returns how many there were."""
    rows = found.database.execute("SELECT who, key, table_id, convert_from(ack, 'utf8') FROM log WHERE key <> ''")
    kept = {(who, key): (table, ack) for who, key, table, ack in rows}
    count = 0
    for talker in load.talkers:
        for key, (message, n) in talker.told.items():
            table, ack = kept[talker.room.person, key]
            assert table == talker.table
            assert f'"n":{n}' in ack.replace(" ", ""), (message, n, ack)
            count += 1
    return count


def check_again(load: Load) -> None:
    """Repeats the same keys at any node and expects the first answers."""
    from tests.server.running import Guest

    for talker in load.talkers[:4]:
        guest = Guest(talker.room.url, cookie=talker.room.cookie)
        with guest.line(talker.table) as line:
            for message, n in list(talker.told.values())[-5:]:
                fields = {name: value for name, value in message.items() if name != "t"}
                told = line.tell(message["t"], **fields)
                assert told.get("n") == n, told


def check_no_zombie(found: Cluster) -> None:
    """Checks that no row of an epoch follows one of a later epoch, and that all hash chains are whole."""
    rows = found.database.execute("SELECT table_id, array_agg(epoch ORDER BY n) FROM log GROUP BY table_id")
    for table, epochs in rows:
        assert epochs == sorted(epochs), table
    reader = PostgresReader(found.database.url)
    assert reader.check().sum == 0
    reader.close()


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.slow("waits for leases to run out, twice")
def test_nothing_told_is_lost_whatever_becomes_of_a_machine(
    count: int, tmp_path: Path, lease: float, request: pytest.FixtureRequest
) -> None:
    campaign = int(request.config.getoption("--campaign"))
    rng, took = random.Random(14 + count), {fault.__name__: [0.0] for fault in FAULTS}
    with cluster(tmp_path, count, "--relay", lease=lease) as found:
        with Load(found.urls, tables=4, people=3) as load:
            eventually(lambda: load.all_answered_since(0.0), 60)
            for loop in range(2 * campaign):
                fault = FAULTS[(loop * 2 + count) % 4] if campaign == 1 else FAULTS[loop % 4]
                node = rng.choice([each for each in found.nodes if any(found.owner(t) is each for t in load.tables)])
                took[fault.__name__].append(strike(found, load, node, fault))
                if node.process.poll() is not None:
                    found.restart(node)
                eventually(lambda: len(found.database.execute("SELECT id FROM node WHERE until > now()")) == count, 60)
                time.sleep(rng.uniform(0.0, 1.0))
        assert check_kept(found, load) > 20
        check_again(load)
        check_no_zombie(found)
        assert sum(talker.lines for talker in load.talkers) > len(load.talkers)  # at least one client reconnected
    print({name: f"{max(times):.1f} s at most of {len(times) - 1}" for name, times in took.items()})
    if campaign > 1:
        assert max(max(times) for times in took.values()) < WITHIN


@pytest.mark.slow("waits for a lease to run out")
def test_clients_follow_a_table_without_a_proxy_too(tmp_path: Path, lease: float) -> None:
    """Without `--relay` a node redirects clients, and they find another node when that one dies."""
    with cluster(tmp_path, 2, lease=lease) as found:
        with Load(found.urls, tables=2, people=2) as load:
            eventually(lambda: load.all_answered_since(0.0), 60)
            node = next(each for each in found.nodes if any(found.owner(table) is each for table in load.tables))
            strike(found, load, node, killed)
        assert check_kept(found, load) > 4
        check_no_zombie(found)


def test_a_machine_that_comes_back_at_its_address_has_its_tables_at_once(tmp_path: Path) -> None:
    """A restart at the same address need not wait for the leases to expire."""
    with cluster(tmp_path, 1) as found:
        (node,) = found.nodes
        ana = node.guest("Ana")
        tables = [ana.open("three-card-poker") for _ in range(5)]
        node.process.kill()
        node.process.wait()
        found.restart(node)
        assert [found.epoch(table) for table in tables] == [2] * 5
        ana = ana.at(found.nodes[0].url)
        for table in tables:
            with ana.line(table) as line:
                assert line.tell("say", text="hello again")["t"] == "ok"


@pytest.mark.slow("starts each node twice")
def test_a_database_that_restarts_loses_nothing(tmp_path: Path) -> None:
    """All connections end at once: each node ends, and its next process goes on."""
    with cluster(tmp_path, 2, "--relay") as found:
        with Load(found.urls, tables=2, people=2) as load:
            eventually(lambda: load.all_answered_since(0.0), 60)
            began = time.monotonic()
            found.database.cut()
            for node in list(found.nodes):
                assert node.process.wait(60) == 70
                found.restart(node)
            eventually(lambda: load.all_answered_since(began), 60)
        assert check_kept(found, load) > 4
        check_no_zombie(found)


def test_a_machine_without_a_table_ends_too_when_the_database_restarts(tmp_path: Path) -> None:
    """The first client finds that nothing can be written. Later clients must not find the same for ever."""
    with cluster(tmp_path, 1) as found:
        (node,) = found.nodes
        found.database.cut()
        with suppress(OSError, HTTPException):
            node.guest("Ana")
        assert node.process.wait(60) == 70
        found.restart(node)
        assert found.nodes[0].guest("Ana").get("/api/me")["name"] == "Ana"


@pytest.mark.slow("waits for a lease to run out")
def test_a_line_through_another_machine_to_one_that_was_stopped_is_closed_soon(tmp_path: Path, lease: float) -> None:
    """A stopped node closes no connection, and its tables move within seconds."""
    with cluster(tmp_path, 2, "--relay", lease=lease) as found:
        first, second = found.nodes
        table = first.guest("Ana").open("three-card-poker")
        line = second.guest("Ben").line(table)
        began = time.monotonic()
        first.process.send_signal(signal.SIGSTOP)
        assert line.close_code() == 1001
        assert time.monotonic() - began < 15


# -- network namespaces ---------------------------------------------------------------------------------------------


def ip(*words: str) -> int:
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root makes network namespaces")
@pytest.mark.slow("waits for a lease to run out and a node to give up")
def test_a_machine_whose_network_is_gone_tells_nobody_anything(tmp_path: Path, lease: float) -> None:
    """A node whose network cable is pulled falls silent before others claim its tables."""
    from tests.cluster.island import island

    with island(tmp_path, lease) as (found, alone, cable):
        ana = alone.guest("Ana")
        table = ana.open("three-card-poker")
        line = ana.line(table)
        line.sit(1)
        told = line.done("say", text="before", key="before")
        cable("down")
        other = found.nodes[0]
        eventually(lambda: found.owner(table) is other, 60)
        there = ana.at(other.url)
        with there.line(table) as again:
            assert again.you["places"] == ["1"]
            assert again.done("say", text="before", key="before")["n"] == told["n"]
            assert again.done("say", text="after")["n"] > told["n"]
        eventually(lambda: alone.process.poll() is not None, 60)
        assert alone.process.poll() == 70
        cable("up")
        check_no_zombie(found)
