"""Rooms of an older rule version, for tests: their rows are replayed as they were judged then."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from houseway.room.core import context
from houseway.room.live_table import LiveTable
from tests.room.sitting import Sitting


@contextmanager
def rule_version(version: int) -> Iterator[None]:
    """Lets new tables write and judge rows as that version of the rules did."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.room.live_table.RULE_VERSION", version)
        patch.setattr(context, "RULE_VERSION", version)
        yield


def same_from_log(sitting: Sitting) -> bool:
    """Returns whether the log gives the present state again, byte for byte."""
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    return LiveTable.from_log(None, rows, sitting.new_chance([])).snapshot() == sitting.live.snapshot()
