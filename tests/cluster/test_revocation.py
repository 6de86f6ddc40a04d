"""Revoked keys and sessions, expired leases and forged node headers: no node accepts them."""

import os
import signal
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from houseway.client import Room
from tests.cluster.running import Cluster, Node, cluster, eventually
from tests.postgres import Database
from tests.server.running import Guest, Line, new_key

GAME = "three-card-poker"
HANGING = (
    *(sys.executable, "-c"),
    "import signal, time\n"
    "signal.signal(signal.SIGUSR1, lambda *_: time.sleep(600))\n"  # in the main thread, the event loop's
    "from houseway.cli import main; main()",
)

WITH_NUL = (
    *("/t/a%00b", "/r/%00", "/in/%00", "/static/1/%00", "/api/tables/a%00b", "/api/tables/%00/rounds"),
    *("/api/tables/%00/felt", "/api/tables/%00/log", "/api/rounds/%00", "/api/games/%00", "/api/clauses/%00"),
    *("/api/words/%00", "/api/tables/x/rounds?before=%00"),
)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("two"), 2) as found:
        yield found


def key_of(guest: Guest) -> str:
    """Makes a new key of the person, which revokes the one before."""
    return str(guest.post("/api/me/link")["url"]).rpartition("/")[2]


def sit_by(line: Line, seat: int) -> dict[str, Any] | int:
    """Returns the answer to a Sit command, or the code with which the socket was closed."""
    key = new_key()
    try:
        line.say({"t": "sit", "key": key, "seat": seat, "buy_in": 20_000})
        return line.until(lambda frame: frame["t"] in ("ok", "refused") and frame["key"] == key)
    except ConnectionClosed as closed:
        return 1006 if closed.rcvd is None else closed.rcvd.code


def test_a_replaced_key_moves_no_chips_at_another_machine_once_the_new_one_is_told(two: Cluster) -> None:
    here, there = two.nodes
    for _ in range(3):
        ana = there.guest("Ana")
        table = ana.open(GAME)
        assert two.owner(table) is there
        program = Room(there.url, key=key_of(ana))
        line = Line(program, table)
        line.hello()
        key_of(ana.at(here.url))
        assert sit_by(line, 1) == 4401, "the old key sits nobody down"
        assert ana.get("/api/me")["tables"] == []
        line.close()


def test_a_session_ended_at_one_machine_moves_no_chips_at_another_once_that_is_told(two: Cluster) -> None:
    here, there = two.nodes
    for every in (False, True):
        ana = there.guest("Ana")
        table = ana.open(GAME)
        line = ana.line(table)
        ana.at(here.url).post("/api/session/end", all=every)
        assert sit_by(line, 1) == 4401
        line.close()


def test_a_machine_whose_event_loop_hangs_loses_its_tables_to_another(tmp_path: Path, lease: float) -> None:
    database = Database()
    nodes: list[Node] = []
    try:
        hung = Hanging(database, 0, tmp_path, "--pace", "fast", lease=lease)
        nodes.append(hung)
        other = Hanging(database, 1, tmp_path, "--pace", "fast", lease=lease)
        nodes.append(other)
        ana = hung.guest("Ana")
        table = ana.open(GAME)
        os.kill(hung.process.pid, signal.SIGUSR1)
        owner = f"SELECT url FROM lease WHERE table_id = '{table}' AND until > clock_timestamp()"
        eventually(lambda: database.execute(owner) == [(other.url,)], 60)
        assert ana.at(other.url).get(f"/api/tables/{table}")["state"]["phase"]
    finally:
        for node in nodes:
            node.end()
        database.drop()


class Hanging(Node):
    """A node whose event loop hangs after SIGUSR1, while its threads go on."""

    run = HANGING


@pytest.mark.parametrize("path", WITH_NUL)
def test_a_path_with_nul_is_refused_as_no_path(two: Cluster, path: str) -> None:
    line = HTTPConnection(two.nodes[0].url.removeprefix("http://"), timeout=30)
    line.request("GET", path)
    answer = line.getresponse()
    assert (answer.status, b'"format"' in answer.read()) == (400, True), path
    line.close()


def test_a_socket_for_a_table_with_nul_finds_none(two: Cluster) -> None:
    with Line(two.nodes[0].guest("Ana").room, "a%00b") as line:
        assert line.close_code() == 4404


def test_a_forged_node_header_tells_no_address(tmp_path: Path) -> None:
    with cluster(tmp_path, 2, "--relay") as behind:
        here, there = behind.nodes
        ana = there.guest("Ana")
        table = ana.open(GAME)
        near = ana.at(here.url)
        for forged in ("x", f"{'0' * 16}.{'0' * 64}", "."):
            with Line(near.room, table, **{"houseway-node": forged}) as line:
                line.hello()
                assert line.state["phase"], "it is served as anybody's"
                assert not [frame for frame in line.heard if frame["t"] == "moved"]
                assert there.url.removeprefix("http://") not in "".join(line.raw)
