"""A table that fails is set aside by itself: its chips go back, the others are served, and the process lives."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import PATIENCE, Guest, Server, new_key, play_rounds, refused_by, served, until_asked

POISONED = (sys.executable, "-m", "tests.poison_child")
GAME = "three-card-poker"
QUARANTINED = 4423


def eventually(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return found


class Poisoned:
    """A server whose tables fail on demand."""

    def __init__(self, server: Server, file: Path) -> None:
        self.server, self._file, self._stages = server, file, dict[str, str]()

    def poison(self, table: str, stage: str) -> None:
        self._stages[table] = stage
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(self._stages))
        new.replace(self._file)

    def marks(self) -> dict[str, dict[str, Any]]:
        told = self.server.host().call("GET", "/api/house/quarantine", None)
        return {mark["table"]: mark for mark in told["tables"]}

    def closed(self, table: str) -> dict[str, Any]:
        """The mark of a table whose chips went back."""
        found: dict[str, Any] = eventually(lambda: (mark := self.marks().get(table)) and mark["closed"] and mark)
        return found

    def check_ledger(self) -> dict[str, int]:
        totals: dict[str, int] = self.server.host().call("GET", "/api/ledger/check", None)
        assert totals["sum"] == 0
        return totals


@pytest.fixture
def poisoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Poisoned]:
    file = tmp_path / "poison.json"
    monkeypatch.setenv("HOUSEWAY_POISON", str(file))
    with served(tmp_path / "room.db", "--pace", "fast", run=POISONED) as server:
        yield Poisoned(server, file)


def seated(server: Server, name: str, **sheet: Any) -> tuple[Guest, str, Any]:
    """Somebody who sits at a table of their own."""
    guest = server.guest(name)
    table = guest.open(GAME, bots=2, **sheet)
    line = guest.line(table)
    line.sit(1, 20_000)
    return guest, table, line


def is_told(line: Any) -> None:
    """The socket hears why in one plain sentence, and is closed with its own code."""
    assert line.close_code() == QUARANTINED
    told = [frame for frame in line.heard if frame["t"] == "refused" and frame["code"] == "quarantined"]
    assert told, line.heard[-3:]
    assert told[0]["says"].startswith("this table was set aside because something in it failed")


@pytest.mark.parametrize("stage", ["apply", "append", "view"])
def test_a_table_that_fails_in_a_round_is_closed_its_chips_go_back_and_others_play_on(
    poisoned: Poisoned, stage: str
) -> None:
    server = poisoned.server
    ana, table, line = seated(server, "Ana")
    _, _, his = seated(server, "Ben")
    before = ana.get("/api/me")["cage"] + 20_000
    until_asked(line)
    poisoned.poison(table, stage)
    line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
    is_told(line)
    mark = poisoned.closed(table)
    assert (mark["stage"], mark["game"], mark["returned"]) == (stage, GAME, 20_000)
    assert ("Poison" if stage != "append" else "Overflow") in mark["error"]
    assert ana.get("/api/me")["cage"] == before
    assert refused_by(lambda: ana.get(f"/api/tables/{table}")) == "quarantined"
    assert ana.get(f"/api/tables/{table}/rounds") is not None
    assert len(play_rounds(his, 2)) == 2, "another table plays on"
    poisoned.check_ledger()
    assert server.process.poll() is None
    his.close()
