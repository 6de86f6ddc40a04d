"""Rooms whose tables fail on demand: the file that says which, and what the host sees of them."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.client import Room
from tests.server.running import PATIENCE

POISONED = (sys.executable, "-m", "tests.poison_child")
VARIABLE = "HOUSEWAY_POISON"
QUARANTINED = 4423


def eventually(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What comes true at last."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return found


class Poison:
    """Which tables fail, and where; the servers read it from the file that `VARIABLE` names."""

    def __init__(self, file: Path) -> None:
        self.file, self._stages = file, dict[str, str]()

    def put(self, table: str, stage: str) -> None:
        """From now on that part of the table fails; none of it for an empty stage."""
        self._stages[table] = stage
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self._stages))
        new.replace(self.file)


class Floor:
    """The host, who looks after tables that failed."""

    def __init__(self, url: str, key: str) -> None:
        self.room = Room(url, key=key)

    def marks(self) -> dict[str, dict[str, Any]]:
        """Every table that was set aside, by its id."""
        told = self.room.call("GET", "/api/house/quarantine", None)
        return {mark["table"]: mark for mark in told["tables"]}

    def closed(self, table: str) -> dict[str, Any]:
        """The mark of a table whose chips went back at last."""
        found: dict[str, Any] = eventually(lambda: (mark := self.marks().get(table)) and mark["closed"] and mark)
        return found

    def totals(self) -> dict[str, int]:
        """Where all chips are, by a ledger that adds up to nothing."""
        totals: dict[str, int] = self.room.call("GET", "/api/ledger/check", None)
        assert totals["sum"] == 0, totals
        return totals
