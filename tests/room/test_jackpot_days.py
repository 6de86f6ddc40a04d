"""The house adds the daily share of a jackpot only for days on which it is open (TCS-71)."""

import pytest

from houseway.room.engine.deadlines import dates_missed
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Delay
from houseway.room.messages.durations import DAY_MS
from houseway.testing import rule
from tests.room.sitting import NOON, Sitting

POOL, SHARE = "pool/t1/bonus-jackpot", 100_00


def next_day_of(sitting: Sitting, days: int, *, stands_still: bool) -> int:
    """Lets days pass, open or not, and begins a round. Returns by how many cents the jackpot grew."""
    before, ms = sitting.books[POOL], days * DAY_MS
    sitting.defaults()
    sitting.now += ms
    if stands_still:
        delay = sitting.live.delay(ms, dates_missed(sitting.now, ms))
        assert delay is not None
        sitting.say("room", delay)
    sitting.next_round()
    sitting.bet("p1", "1", primary=sitting.mine("p1").bets[0].circles[0].low)
    sitting.next_round()
    return sitting.books[POOL] - before


@pytest.fixture
def sitting() -> Sitting:
    found = Sitting("three-card-split", 1, options={"bonus_paytable": "TCS-4a"}, buy_in=1_000_000)
    found.bet("p1", "1", primary=found.mine("p1").bets[0].circles[0].low)
    found.next_round()
    return found


@rule("TCS-71")
def test_a_table_that_is_open_adds_a_share_for_every_date(sitting: Sitting) -> None:
    assert [next_day_of(sitting, days, stands_still=False) for days in (1, 3, 0)] == [SHARE, 3 * SHARE, 0]


@rule("TCS-71")
def test_a_clock_that_jumps_over_400_dates_brings_the_share_of_today_alone(sitting: Sitting) -> None:
    """The house once paid all 400."""
    assert next_day_of(sitting, 400, stands_still=True) == SHARE
    assert next_day_of(sitting, 1, stands_still=False) == SHARE, "days count again from there"
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    again = LiveTable.from_log(None, rows, sitting.new_chance([]))
    assert again.state.pools == sitting.live.state.pools
    assert sitting.books[POOL] == again.state.pools["bonus-jackpot"].amount


@rule("TCS-71")
def test_a_row_of_an_older_room_that_names_no_dates_means_what_it_meant(sitting: Sitting) -> None:
    before = sitting.books[POOL]
    sitting.defaults()
    sitting.now += 5 * DAY_MS
    sitting.say("room", Delay(ms=5 * DAY_MS))
    sitting.next_round()
    assert sitting.books[POOL] - before == 5 * SHARE


def test_a_table_without_a_clock_hears_of_an_outage_only_if_it_counts_days(sitting: Sitting) -> None:
    sitting.defaults()
    assert sitting.live.due() is None, "alone nobody's time runs"
    assert sitting.live.delay(DAY_MS, 0) is None
    assert sitting.live.delay(3 * DAY_MS, 2) == Delay(ms=3 * DAY_MS, dates=2)
    plain = Sitting("three-card-split", 1)
    assert plain.live.delay(3 * DAY_MS, 2) is None


def test_the_first_and_the_last_date_of_an_outage_are_dates_on_which_the_room_ran() -> None:
    midnight = NOON // DAY_MS * DAY_MS
    assert [dates_missed(midnight + 1, ms) for ms in (0, 1, 2, DAY_MS, DAY_MS + 2, 2 * DAY_MS + 2)] == [
        0,
        0,
        0,
        0,
        1,
        2,
    ]
