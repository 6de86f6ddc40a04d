"""The room's clock never runs backwards, whatever the machine's clock does, and no deadline passes by a jump."""

import asyncio
from collections.abc import Iterator

import pytest

from houseway.server.base import clock as module
from houseway.server.base.clock import RoomClock

NOON = 1_800_000_000_000
HOUR = 3_600_000


class Machine:
    """A wall clock that can be set, and a monotonic clock that cannot."""

    def __init__(self) -> None:
        self.wall, self.passed = NOON, 0
        self.still: list[int] = []
        self.heart = RoomClock(lambda _now, ms: self.still.append(ms))

    def time_ns(self) -> int:
        return self.wall * 1_000_000

    def monotonic(self) -> float:
        return self.passed / 1000

    def goes(self, ms: int) -> int:
        """Advances the clock by so many milliseconds, beating ten times a second. Returns the room's time."""
        for _ in range(0, ms, 100):
            self.wall += 100
            self.passed += 100
            told = self.heart.now()
        return told


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    made = Machine.__new__(Machine)
    made.wall, made.passed = NOON, 0
    monkeypatch.setattr(module, "time", made)
    made.__init__()  # type: ignore[misc]
    loop = asyncio.new_event_loop()

    async def start() -> None:
        made.heart.start()

    loop.run_until_complete(start())
    yield made
    loop.close()


def test_time_passes_as_on_the_machine(machine: Machine) -> None:
    assert machine.goes(5_000) == NOON + 5_000
    assert machine.still == []


def test_a_clock_that_is_set_forward_takes_nobodys_time(machine: Machine) -> None:
    machine.goes(1_000)
    machine.wall += HOUR
    assert machine.goes(1_000) == NOON + HOUR + 2_000
    assert machine.still == [HOUR]


def test_a_clock_that_is_set_back_stops_nothing(machine: Machine) -> None:
    """Deadlines run on, and the room's time never decreases."""
    machine.goes(1_000)
    machine.wall -= HOUR
    before = machine.heart.now()
    after = machine.goes(10_000)
    assert 9_000 <= after - before <= 10_000
    assert machine.still == []
    machine.wall += HOUR  # the clock is corrected again
    assert abs(machine.goes(1_000) - machine.wall) < 1_100
    assert machine.still == []


def test_a_clock_that_is_a_little_off_is_followed(machine: Machine) -> None:
    machine.goes(1_000)
    for step in (-300, 400, -100):
        before = machine.heart.now()
        machine.wall += step
        assert machine.goes(1_000) >= before
    assert machine.heart.now() == machine.wall
    assert machine.still == []


def test_a_process_that_stood_still_says_so(machine: Machine) -> None:
    machine.goes(1_000)
    machine.wall += 30_000
    machine.passed += 30_000
    assert machine.heart.now() == NOON + 31_000
    assert machine.still == [30_000]


def test_what_happened_later_than_now_makes_it_so_late(machine: Machine) -> None:
    """A room on a machine whose clock lags goes on from its last row."""
    machine.heart.not_before(NOON + HOUR)
    assert NOON + HOUR <= machine.goes(1_000) <= NOON + HOUR + 1_000
