"""The stretch of time of an evening: a night belongs to the day on which it began."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from msgspec import Struct

FIRST_HOUR: Final = 6
"""Hour at which one evening ends and the next day begins: friends who play until three play one evening."""


class Period(Struct, frozen=True):
    """Milliseconds since the epoch: from `start` up to, but not including, `end`."""

    start: int
    end: int

    def holds(self, at: int) -> bool:
        return self.start <= at < self.end


def evening_of(day: date, zone: tzinfo | None = None) -> Period:
    """Returns the evening that began on a day: from six in the morning to six in the next, by the clocks of `zone`.

    Without a zone, by the clock of this machine. An evening on which clocks change has 23 or 25 hours.
    """
    return Period(_milliseconds(day, zone), _milliseconds(day + timedelta(days=1), zone))


def day_of(at: int, zone: tzinfo | None = None) -> date:
    """Returns the day whose evening holds the moment `at`."""
    local = _local(at, zone)
    return local.date() if local.hour >= FIRST_HOUR else local.date() - timedelta(days=1)


def _milliseconds(day: date, zone: tzinfo | None) -> int:
    return int(datetime.combine(day, time(FIRST_HOUR), zone).timestamp() * 1000)


def _local(at: int, zone: tzinfo | None) -> datetime:
    moment = datetime.fromtimestamp(at / 1000, zone)
    return moment if zone is not None else moment.astimezone()
