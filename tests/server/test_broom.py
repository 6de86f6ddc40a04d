"""Tables that everybody has left are closed; nobody who is there, or may come back, is shut out."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from houseway.client import Room
from houseway.room.commands import ROOM, Delay, Line, Open, Sit, StandUp
from houseway.script import Refusal
from houseway.server.broom import SOON, STAY, STAY_PRIVATE
from houseway.server.house import House, RoomDefaults
from houseway.server.mailbox import Mailbox
from houseway.server.outbox import Outbox
from houseway.store import Person
from houseway.store.sqlite import Reader, SqliteStore
from tests.server.running import served

GAME = "three-card-poker"
Evening = Callable[[House, Person], Coroutine[Any, Any, None]]


def in_a_house(tmp_path: Path, evening: Evening) -> None:
    """A house of its own, with one person in it."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "room.db")
        try:
            house = House(store, RoomDefaults(pace="fast"))
            house.begin()
            person, durable = house.people.newcomer("Ana", house.heart.now())
            await asyncio.wrap_future(durable)
            await evening(house, person)
            await house.commits.durable()
            assert store.ledger_check().sum == 0
        finally:
            store.close()

    asyncio.run(run())


def later(house: House, minutes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many minutes go by, and the broom goes round."""
    now = house.heart.now() + minutes * 60_000
    monkeypatch.setattr(house.heart, "now", lambda: now)
    house.broom.sweep()


async def nowhere(_message: Any) -> None:
    """The line of somebody who only watches."""


def is_closed(box: Mailbox) -> bool:
    return box.live.state.phase == "closed"


async def left(house: House, person: Person, *, stands: bool = True) -> Mailbox:
    """A table where somebody sat down at once, and from which that person has gone."""
    table, seat = await house.play(GAME, "k1", person)
    box = house.find(table)
    if stands:
        await box.ask(StandUp(seat=seat, key="up"), house.people.who(person))
    else:
        await box.ask(Line(person=person.id, up=False), ROOM)
    return box


def test_a_table_that_was_opened_to_sit_down_at_once_is_closed_soon_after_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: House, person: Person) -> None:
        box = await left(house, person)
        later(house, SOON - 1, monkeypatch)
        assert not is_closed(box)
        later(house, 1, monkeypatch)
        assert is_closed(box)
        assert house.count() == 0
        await house.commits.durable()
        assert house.store.balance(f"cage/{person.id}") > 0
        assert [row.read().who.person for row in house.store.rows_after(box.table, 0)][-1] == "room"

    in_a_house(tmp_path, evening)


def test_what_the_room_does_by_itself_keeps_no_table_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: House, person: Person) -> None:
        box = await left(house, person)
        for _ in range(SOON):
            later(house, 1, monkeypatch)
            if not is_closed(box):
                await box.ask(Delay(ms=1200), ROOM)
        assert is_closed(box)

    in_a_house(tmp_path, evening)


def test_who_has_just_gone_may_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is loaded anew is away for a moment, however long it was there before."""

    async def evening(house: House, person: Person) -> None:
        box = await left(house, person)
        watcher = Outbox(nowhere)
        box.visits["p-watcher"] = [watcher]
        later(house, 10 * SOON, monkeypatch)
        del box.visits["p-watcher"]
        box.leave(watcher, "p-watcher")
        later(house, SOON - 1, monkeypatch)
        assert not is_closed(box)
        later(house, 1, monkeypatch)
        assert is_closed(box)

    in_a_house(tmp_path, evening)


def test_a_seat_that_is_held_keeps_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: House, person: Person) -> None:
        box = await left(house, person, stands=False)
        later(house, SOON + 1, monkeypatch)
        assert not is_closed(box), "its hold is not over"

    in_a_house(tmp_path, evening)


def test_who_watches_keeps_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: House, person: Person) -> None:
        box = await left(house, person)
        box.visits["p-watcher"] = [Outbox(nowhere)]
        later(house, SOON + 1, monkeypatch)
        assert not is_closed(box)

    in_a_house(tmp_path, evening)


def test_a_full_room_closes_the_table_that_was_left_first_and_none_that_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.server.house.TABLES", 2)

    async def evening(house: House, person: Person) -> None:
        who = house.people.who(person)
        first, second = [await house.open(Open(game=GAME, stay=STAY, key=key), who) for key in ("o1", "o2")]
        await house.find(first).ask(Sit(seat=1, buy_in=100_000, key="s1"), who)
        third = await house.open(Open(game=GAME, key="o3"), who)
        assert {*house.tables} == {first, third}
        assert not house.has(second)
        with pytest.raises(Refusal, match="2 tables are open, which is the most"):
            await house.open(Open(game=GAME, stay=STAY, key="o4"), who)

    in_a_house(tmp_path, evening)


def test_a_table_without_an_end_stays_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: House, person: Person) -> None:
        who = house.people.who(person)
        table = await house.open(Open(game=GAME, key="o1"), who)
        box = house.find(table)
        await box.ask(Sit(seat=1, buy_in=100_000, key="s1"), who)
        await box.ask(StandUp(seat=1, key="u1"), who)
        later(house, 1_000_000, monkeypatch)
        assert not is_closed(box)

    in_a_house(tmp_path, evening)


def test_how_long_a_table_stays_goes_by_who_opens_it(tmp_path: Path) -> None:
    with served(tmp_path / "room.db") as server:
        guest, host = server.guest(), server.host()
        wanted = [
            (guest.open(GAME), STAY),
            (guest.open(GAME, private=True), STAY_PRIVATE),
            (guest.open(GAME, stay=7), 7),
            (_opened(host), None),
        ]
    reader = Reader(tmp_path / "room.db")
    try:
        opened = [reader.rows_after(table, 0)[0].read().command for table, _ in wanted]
    finally:
        reader.close()
    assert [command.stay for command in opened if isinstance(command, Open)] == [stay for _, stay in wanted]


def _opened(host: Room) -> str:
    return str(host.call("POST", "/api/tables", {"game": GAME, "key": "h1"})["table"])
