"""A row names the version of the rules that wrote it. Replay checks its story and acknowledgement by that version."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from houseway.room.live_table import LiveTable
from houseway.room.messages.faults import RowFault
from houseway.room.messages.outcomes import RULE_VERSION, Ack, Row
from tests.room.sitting import Sitting, evening


@pytest.fixture(scope="module", params=["three-card-poker", "texas-holdem", "panguingue", "pai-gow-california"])
def sitting(request: pytest.FixtureRequest) -> Sitting:
    return evening(request.param)


def rows_of(sitting: Sitting) -> list[Row]:
    return [outcome.row for outcome in sitting.outcomes if not outcome.idle]


def changed(row: Row, **fields: Any) -> Row:
    """Returns the row with other contents."""
    return structs.replace(row, body=msgspec.json.encode(structs.replace(row.read(), **fields)))


def rebuilt(sitting: Sitting, rows: list[Row]) -> LiveTable:
    return LiveTable.from_log(None, rows, sitting.new_chance([]))


def with_story(sitting: Sitting) -> int:
    """Returns the index of the last row with story lines."""
    return max(index for index, row in enumerate(rows_of(sitting)) if row.read().story)


def test_every_row_names_the_version_and_comes_out_the_same(sitting: Sitting) -> None:
    rows = rows_of(sitting)
    assert {row.read().rule_version for row in rows} == {RULE_VERSION}
    assert rebuilt(sitting, rows).state == sitting.live.state


def test_a_row_that_is_told_otherwise_is_a_fault(sitting: Sitting) -> None:
    rows, index = rows_of(sitting), with_story(sitting)
    story = rows[index].read().story
    line = structs.replace(story[0], line=structs.replace(story[0].line, n=story[0].line.n + 1))
    for other in (story[1:], (*story, story[0]), (line, *story[1:])):
        tampered = [*rows[:index], changed(rows[index], story=other), *rows[index + 1 :]]
        with pytest.raises(RowFault, match="it is told otherwise than it was") as found:
            rebuilt(sitting, tampered)
        assert found.value.row == rows[index].n


def test_a_row_that_is_acknowledged_otherwise_is_a_fault(sitting: Sitting) -> None:
    rows = rows_of(sitting)
    ack = rows[-1].read().ack
    for other in (Ack(ack.n + 1, ack.from_round), Ack(ack.n, 99)):
        with pytest.raises(RowFault, match="it is acknowledged otherwise than it was"):
            rebuilt(sitting, [*rows[:-1], changed(rows[-1], ack=other)])


@pytest.mark.parametrize("version", [0, RULE_VERSION + 1])
def test_a_row_of_another_version_keeps_its_stored_outcome(sitting: Sitting, version: int) -> None:
    rows, index = rows_of(sitting), with_story(sitting)
    row = changed(rows[index], story=(), ack=Ack(0), rule_version=version)
    assert (b"rule_version" in row.body) is bool(version), "an old row has no such field"
    state, live = rebuilt(sitting, [*rows[:index], row, *rows[index + 1 :]]).state, sitting.live.state
    if state.pan is not None and live.pan is not None:
        state.pan.winner_person = live.pan.winner_person  # versions before the third know only the winner's seat
    assert state == live
