"""Snapshots: a table is rebuilt from few rows, whether or not a round has ended, and gives the same bytes."""

import msgspec
import pytest

from houseway.room.live_table import SNAPSHOT_ROWS, LiveTable
from houseway.room.messages.commands import ComeBack, Say, SitOut
from houseway.room.messages.outcomes import Outcome, Row
from tests.room.sitting import Sitting

GAME = "texas-holdem"


def toggles(sitting: Sitting, rows: int) -> None:
    """Somebody sits out and comes back, again and again: no round ends."""
    for number in range(rows):
        sitting.say("p3", SitOut(key="k") if number % 2 == 0 else ComeBack(key="k"))


def rows_to_replay(outcomes: list[Outcome]) -> int:
    """Returns the number of rows after the last snapshot."""
    written = [each for each in outcomes if not each.idle]
    last = max((at for at, each in enumerate(written, 1) if each.snapshot is not None), default=0)
    return len(written) - last


def stored(outcomes: list[Outcome]) -> tuple[bytes | None, list[Row]]:
    """Returns the last snapshot and the rows after it, as a store has them."""
    written = [each for each in outcomes if not each.idle]
    return next((each.snapshot for each in reversed(written) if each.snapshot is not None), None), [
        each.row for each in written[len(written) - rows_to_replay(written) :]
    ]


def test_a_table_whose_rows_never_end_a_round_is_rebuilt_from_few_of_them() -> None:
    """Before, twelve thousand rows were replayed at every start."""
    sitting = Sitting(GAME, 3)
    most = 0
    for _ in range(3 * SNAPSHOT_ROWS):
        toggles(sitting, 2)
        most = max(most, rows_to_replay(sitting.outcomes[-2 * SNAPSHOT_ROWS :]))
    assert most < SNAPSHOT_ROWS


@pytest.mark.parametrize("rows", [SNAPSHOT_ROWS, SNAPSHOT_ROWS + 90])
def test_a_table_in_the_middle_of_a_round_is_the_same_from_its_snapshot_and_from_all_rows(rows: int) -> None:
    sitting = Sitting(GAME, 1, 2, 3)
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    for number in range(rows):
        sitting.say("p1", Say(key="k", text=f"number {number}"))
    snapshot, after = stored(sitting.outcomes)
    assert snapshot is not None
    assert msgspec.json.decode(snapshot)["phase"] == "playing"
    assert len(after) < SNAPSHOT_ROWS
    rebuilt = [
        LiveTable.from_log(snapshot, after, sitting.new_chance([])),
        LiveTable.from_log(None, [each.row for each in sitting.outcomes if not each.idle], sitting.new_chance([])),
    ]
    for live in rebuilt:
        assert live.snapshot() == sitting.live.snapshot()
    begun = len(sitting.outcomes)
    sitting.defaults()
    played = [each for each in sitting.outcomes[begun:] if not each.idle]
    assert any(each.ended is not None for each in played)
    for live in rebuilt:
        for each in played:
            again = live.replay_row(each.row, each.row.read())
            assert (again.row, again.posts, again.ended) == (each.row, each.posts, each.ended)
        assert live.snapshot() == sitting.live.snapshot()


def test_a_table_of_an_older_room_has_a_snapshot_after_its_next_row() -> None:
    """Its rows were written without one, however many there are."""
    sitting = Sitting(GAME, 3)
    toggles(sitting, 2 * SNAPSHOT_ROWS)
    rows = [each.row for each in sitting.outcomes if not each.idle]
    live = LiveTable.from_log(None, rows, sitting.new_chance([]))
    assert live.rows_since_snapshot == len(rows)
    assert live.snapshot() == sitting.live.snapshot()
    outcome = live.apply(SitOut(key="k"), sitting.who("p3"), sitting.now)
    assert outcome.snapshot == live.snapshot()
    assert live.rows_since_snapshot == 0


def test_a_replay_takes_no_snapshot_for_the_number_of_rows() -> None:
    sitting = Sitting(GAME, 3)
    toggles(sitting, SNAPSHOT_ROWS + 10)
    first, *rows = [each.row for each in sitting.outcomes if not each.idle]
    live = LiveTable.from_log(None, [first], sitting.new_chance([]))
    assert all(live.replay_row(row, row.read()).snapshot is None for row in rows)
