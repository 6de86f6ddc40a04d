"""A table that fails on several nodes: no node dies with it, and the host gets its chips back."""

from functools import partial
from pathlib import Path

import pytest

from tests.campaigns.poison import PoisonedNode
from tests.cluster.running import Cluster, Node, cluster
from tests.poison import VARIABLE, Floor, Poison, eventually
from tests.server.running import Guest, new_key, play_rounds, refused_by, until_asked

GAME = "three-card-poker"
STACK = 20_000


def test_a_poisoned_table_ends_no_machine_that_takes_it_over(
    tmp_path: Path, lease: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = Poison(tmp_path / "poison.json")
    monkeypatch.setenv(VARIABLE, str(poison.file))
    with cluster(tmp_path, 3, "--relay", kind=PoisonedNode, lease=lease) as room:
        ana = room.nodes[0].guest("Ana")
        before = ana.get("/api/me")["cage"]
        table, other = ana.open(GAME, bots=2), ana.open(GAME, bots=2)
        with ana.line(table) as line:
            line.sit(1, STACK)
            until_asked(line)
            poison.put(table, "all")
            line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
            assert line.close_code() == 4423
        for _ in range(2):  # kills each node that holds it in turn
            owner = eventually(lambda: room.owner(table))
            owner.kill()
            heir = eventually(partial(_heir, room, table, owner), 60)
            living = [node for node in room.nodes if node.process.poll() is None]
            here = ana.at(heir.url)
            assert refused_by(partial(here.get, f"/api/tables/{table}")) == "quarantined"
            for node in living:
                lines = eventually(partial(_lines, ana.at(node.url), table), 60)
                assert lines[table] == "quarantined", "every lobby says so"
            room.restart(owner)
        for node in room.nodes:
            assert node.process.poll() is None
        poison.put(table, "")
        owner = eventually(lambda: room.owner(table))
        afar = next(node for node in room.nodes if node is not owner)
        floor = Floor(afar.url, room.host_key)
        assert floor.room.call("POST", f"/api/tables/{table}/quarantine", {})["returned"] == STACK
        assert ana.at(afar.url).get("/api/me")["cage"] == before
        with ana.at(afar.url).line(other) as line:
            line.sit(1, STACK)
            assert len(play_rounds(line, 1)) == 1
        floor.totals()


def _heir(room: Cluster, table: str, gone: Node) -> Node | None:
    """Returns the node that holds the table after another."""
    owner = room.owner(table)
    return None if owner is gone else owner


def _lines(guest: Guest, table: str) -> dict[str, str]:
    """Returns the phase of each table in the lobby, once that table is shown as quarantined."""
    lines = {line["table"]: line["phase"] for line in guest.get("/api/tables")["tables"]}
    return lines if lines.get(table) == "quarantined" else {}
