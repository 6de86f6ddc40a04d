"""Short forms of the campaigns about time: a clock that jumps, and a start with years of history."""

import os
from pathlib import Path

import pytest

from houseway.store import SqliteStore
from houseway.store.sqlite.reader import Reader
from tests.campaigns.start_up import short
from tests.campaigns.time_travel import SHORT_LEGS, travelled


@pytest.mark.skipif(os.name != "posix", reason="stops a process by signal")
def test_time_travel_folds_nobody_and_brings_every_chip_back(tmp_path: Path) -> None:
    found = travelled(tmp_path)
    assert found.wrong == []
    assert found.legs == len(SHORT_LEGS)
    assert found.rounds == found.tables


def test_a_room_with_history_starts_without_reading_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole check passes, and the start makes none."""
    path = short(tmp_path)
    reader = Reader(path)
    assert reader.check().sum == 0
    assert sum(kept.last_n for kept in reader.load_tables(closed=True)) > 4_000
    reader.close()
    monkeypatch.setattr(SqliteStore, "check", lambda _: pytest.fail("the whole file was read"))
    read: list[int] = []
    for _ in range(2):
        store = SqliteStore(path)
        read.append(len(store.load_tables()))
        store.close()
    assert read[0] == read[1] > 0
