"""Tests the stretch of time of an evening."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from houseway.evening.period import day_of, evening_of

HOUR = 3_600_000


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 11, 18), 24), (date(2026, 3, 28), 23), (date(2026, 10, 24), 25)]
)
def test_an_evening_runs_from_six_to_six_by_the_clock_of_its_place(day: date, hours: int) -> None:
    zone = ZoneInfo("Europe/Vienna")
    period = evening_of(day, zone)
    assert period.end - period.start == hours * HOUR
    assert day_of(period.start, zone) == day_of(period.end - 1, zone) == day
    assert day_of(period.start - 1, zone) < day < day_of(period.end, zone)
    assert period.holds(period.start)
    assert not period.holds(period.end)


def test_three_in_the_morning_belongs_to_the_evening_before() -> None:
    zone = ZoneInfo("UTC")
    assert day_of(1_800_000_000_000, zone) == date(2027, 1, 15)  # 08:00
    assert day_of(1_800_000_000_000 - 5 * HOUR, zone) == date(2027, 1, 14)  # 03:00


def test_without_a_zone_the_clock_of_the_machine_counts() -> None:
    period = evening_of(date(2026, 11, 18))
    assert day_of(period.start) == date(2026, 11, 18)
