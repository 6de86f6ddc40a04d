"""Opens, plays on and verifies room files of an earlier version: `rooms` has one for each regime, in mid-round.

The code of revision d4cee1d wrote them, before modules were moved to floors. Each keeps the state of its table under
the name `state`, as that code had it after the last row.
"""

import gzip
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from houseway.room.live_table import LiveTable
from houseway.room.messages.state import TableState
from tests.room.simulator import TABLE
from tests.store.kept import FilePlace, Place
from tests.store.test_evening import KeptEvening

ROOMS = Path(__file__).parent / "rooms"
MORE = 2
"""Rounds that are played on."""


class ResumedEvening(KeptEvening):
    """An evening at the table of an existing room."""

    def __init__(self, place: Place) -> None:
        self.rng = random.Random("resumed")
        self.store, self.place, self.granting = place.open(), place, False
        self.rows = self.store.rows_after(TABLE, 0)
        self.now, self.keys = self.rows[-1].at, 1_000_000
        self.books = Counter({name: self.store.balance(name) for (name,) in place.rows("SELECT id FROM account")})
        self.people = [name.removeprefix("cage/") for name in sorted(self.books) if name.startswith("cage/")]
        self.heard, self.refused, self.proposed, self.posted = Counter(), Counter(), Counter(), {}
        self.rounds, self.voids, self.restarts = len(self.store.rounds(TABLE)), 0, 0
        (kept,) = self.store.load_tables()
        self.snapshot = kept.snapshot
        later = self.store.rows_after(TABLE, kept.snapshot_n)
        self.live = LiveTable.from_log(kept.snapshot, later, self.chance())
        self.shadow = LiveTable.from_log(None, self.rows, self.chance())


@pytest.mark.parametrize("room", sorted(ROOMS.iterdir()), ids=lambda room: room.name.partition(".")[0])
def test_a_room_of_an_earlier_version_opens_plays_on_and_verifies(room: Path, path: Path) -> None:
    path.write_bytes(gzip.decompress(room.read_bytes()))
    evening = ResumedEvening(FilePlace(path))
    before, rows = evening.rounds, len(evening.rows)
    then = msgspec.json.decode(evening.store.meta("state") or b"", type=TableState)
    assert evening.live.state == then, "rebuilt from snapshot and rows it is the table that the earlier version left"
    assert evening.shadow is not None
    assert evening.shadow.state == then, "and so it is from its first row"
    assert then.phase == "playing"
    evening.check_books()
    evening.check_rounds()
    while evening.rounds < before + MORE:
        evening.step()
    evening.restart()
    evening.check_books()
    evening.check_rounds()
    assert len(evening.store.rows_after(TABLE, 0)) > rows
    evening.store.close()


def test_every_regime_has_a_room() -> None:
    assert {room.name for room in ROOMS.iterdir()} == {
        "panguingue.db.gz",
        "texas-holdem.db.gz",
        "three-card-poker.db.gz",
    }
