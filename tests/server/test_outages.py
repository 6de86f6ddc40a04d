"""A machine that sleeps for years, or whose clock is set to any date: nobody is folded, and every table reopens."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from houseway.room.messages.commands import ROOM, Delay, Open, Say, Sit
from houseway.room.messages.outcomes import Unreadable
from houseway.server.base import clock as module
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person
from houseway.store.sqlite.reader import Reader
from houseway.store.sqlite.store import SqliteStore

GAME = "three-card-poker"
NOON = 1_800_000_000_000
DAY = 86_400_000
SPANS = [2, 12, 400, 80_000]
"""Days: within the old limit of a Delay, just over it, and very many."""


class Clock:
    """A wall clock that can be set, and a monotonic clock that cannot."""

    def __init__(self) -> None:
        self.wall, self.passed = NOON, 0

    def time_ns(self) -> int:
        return self.wall * 1_000_000

    def monotonic(self) -> float:
        return self.passed / 1000

    def goes(self, ms: int) -> None:
        self.wall += ms
        self.passed += ms


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


Evening = Callable[[RoomServer], Coroutine[Any, Any, None]]


def in_a_house(path: Path, *evenings: Evening, before: Callable[[], None] | None = None) -> None:
    """Runs the same room in one process after another, with `before` in between."""

    async def run(evening: Evening) -> None:
        store = SqliteStore(path)
        try:
            house = RoomServer(store, RoomDefaults(pace="fast"))
            house.services.clock.start()
            house.registry.load()
            await evening(house)
            await house.services.commits.durable()
            assert store.ledger_check().sum == 0
            await house.close()
        finally:
            store.close()

    for number, evening in enumerate(evenings):
        if number and before is not None:
            before()
        asyncio.run(run(evening))


async def somebody(house: RoomServer, name: str = "Ana") -> Person:
    person, durable = house.services.people.newcomer(name, house.services.clock.now())
    await asyncio.wrap_future(durable)
    return person


async def prompted_table(house: RoomServer, person: Person, clock: Clock, key: str = "k1") -> Mailbox:
    """Makes a table where two people play and the first is prompted to bet."""
    table = await house.opening.open(Open(game=GAME, bots=0, pace="fast", key=key), house.services.people.who(person))
    box = house.registry.find(table)
    await box.ask(Sit(seat=1, buy_in=10_000, key=f"{key}-sit"), house.services.people.who(person, fresh=True))
    other = await somebody(house, "Ben")
    await box.ask(Sit(seat=2, buy_in=10_000, key=f"{key}-sit"), house.services.people.who(other, fresh=True))
    assert box.live.due() is not None
    clock.goes(100)
    return box


def is_well(house: RoomServer, box: Mailbox) -> None:
    """Asserts that everybody is still there, with time left and none lost."""
    now, state = house.services.clock.now(), box.live.state
    assert len(state.players) == 2
    assert not any(player.out or player.away or player.slow or player.leaving for player in state.players.values())
    due = box.live.due()
    assert due is not None
    assert now < due <= now + 60_000


@pytest.mark.parametrize("days", SPANS)
def test_a_clock_that_is_set_forward_by_any_span_folds_nobody_and_the_table_opens_again(
    tmp_path: Path, clock: Clock, days: int
) -> None:
    """Failed from 12 days on: the Delay was written and could not be read."""
    tables: list[str] = []

    async def evening(house: RoomServer) -> None:
        box = await prompted_table(house, await somebody(house), clock)
        tables.append(box.table)
        clock.wall += days * DAY
        is_well(house, box)
        assert [row.read().command for row in house.services.store.rows_after(box.table, 0)][-1:] != []

    async def next_evening(house: RoomServer) -> None:
        is_well(house, house.registry.find(tables[0]))

    in_a_house(tmp_path / "room.db", evening, next_evening)


@pytest.mark.parametrize("days", SPANS)
def test_a_room_that_was_closed_for_any_span_folds_nobody(tmp_path: Path, clock: Clock, days: int) -> None:
    """Failed from 12 days on: the rest of the span was taken from the prompted person's time."""
    tables: list[str] = []

    async def evening(house: RoomServer) -> None:
        tables.append((await prompted_table(house, await somebody(house), clock)).table)

    async def next_evening(house: RoomServer) -> None:
        box = house.registry.find(tables[0])
        is_well(house, box)
        await house.services.commits.durable()

    in_a_house(tmp_path / "room.db", evening, next_evening, next_evening, before=lambda: clock.goes(days * DAY))


@pytest.mark.parametrize("days", SPANS)
def test_a_room_whose_clock_was_set_right_folds_nobody_at_tables_that_knew_the_right_time(
    tmp_path: Path, clock: Clock, days: int
) -> None:
    """One table was played under a clock that was days ahead. Waking it ran out everybody's time."""
    tables: list[str] = []

    async def evening(house: RoomServer) -> None:
        ana = await somebody(house)
        tables.append((await prompted_table(house, ana, clock, "k1")).table)

    async def ahead(house: RoomServer) -> None:
        tables.append((await prompted_table(house, await somebody(house, "Cleo"), clock, "k2")).table)

    async def right(house: RoomServer) -> None:
        first = house.registry.find(tables[0])
        is_well(house, first)
        second = house.registry.find(tables[1])
        is_well(house, second)
        is_well(house, first)
        for box in (first, second):
            moments = [row.at for row in house.services.store.rows_after(box.table, 0)]
            assert moments == sorted(moments)

    spans = iter((days * DAY, -days * DAY))
    in_a_house(tmp_path / "room.db", evening, ahead, right, before=lambda: clock.goes(next(spans)))


def test_a_row_that_could_not_be_read_back_is_not_written_and_nothing_is_done(tmp_path: Path, clock: Clock) -> None:
    tables: list[str] = []

    async def evening(house: RoomServer) -> None:
        person = await somebody(house)
        box = await prompted_table(house, person, clock)
        tables.append(box.table)
        before, rows = box.live.snapshot(), box.live.state.rows
        for unreadable in (Delay(ms=2**60), Delay(ms=-1), Say(text="x" * 301, key="k-long")):
            with pytest.raises(Unreadable, match="something went wrong on the server"):
                box.submit(unreadable, ROOM if isinstance(unreadable, Delay) else house.services.people.who(person))
            assert (box.live.snapshot(), box.live.state.rows) == (before, rows)
        assert (await box.ask(Say(text="still here", key="k-say"), house.services.people.who(person))).n

    async def next_evening(house: RoomServer) -> None:
        is_well(house, house.registry.find(tables[0]))

    in_a_house(tmp_path / "room.db", evening, next_evening)
    reader = Reader(tmp_path / "room.db")
    assert [row.read() for row in reader.rows_after(tables[0], 0)]
    reader.close()


def test_a_clock_that_is_set_forward_shows_those_behind_nothing_early(tmp_path: Path, clock: Clock) -> None:
    async def evening(house: RoomServer) -> None:
        person = await somebody(house)
        command = Open(game=GAME, watch_delay=60, pace="fast", key="k1")
        box = house.registry.find(await house.opening.open(command, house.services.people.who(person)))
        clock.goes(61_000)
        house.services.clock.now()
        await box.ask(Sit(seat=1, buy_in=10_000, key="k2"), house.services.people.who(person, fresh=True))
        clock.wall += 2 * DAY
        seen = box.seen_late()
        assert seen is None or seen.n < box.live.state.n
        for _ in range(61):
            clock.goes(1_000)
            house.services.clock.now()
        seen = box.seen_late()
        assert seen is not None
        assert seen.n == box.live.state.n

    in_a_house(tmp_path / "room.db", evening)


def test_a_clock_that_is_set_forward_closes_no_table_before_its_time(tmp_path: Path, clock: Clock) -> None:
    async def evening(house: RoomServer) -> None:
        person = await somebody(house)
        box = house.registry.find(
            await house.opening.open(Open(game=GAME, stay=60, key="k1"), house.services.people.who(person))
        )
        clock.wall += 400 * DAY
        house.services.clock.now()
        house.idle_sweeper.sweep()
        assert box.live.state.phase != "closed"

    in_a_house(tmp_path / "room.db", evening)


def test_a_clock_that_is_set_to_and_fro_grants_no_day_twice(tmp_path: Path, clock: Clock) -> None:
    people: list[Person] = []

    async def visit(house: RoomServer) -> None:
        if not people:
            people.append(await somebody(house))
        house.services.people.play_money.top_up(people[0], house.services.clock.now())
        await house.services.commits.durable()

    spans = iter((400 * DAY, -400 * DAY, 400 * DAY, -399 * DAY, 0))
    in_a_house(tmp_path / "room.db", *[visit] * 6, before=lambda: clock.goes(next(spans)))
    reader = Reader(tmp_path / "room.db")
    days = [posted.at // DAY for posted in reader.postings(people[0].id) if posted.kind == "daily"]
    reader.close()
    assert len(days) == len({*days})
