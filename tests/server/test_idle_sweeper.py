"""The idle sweeper closes abandoned tables, and shuts out nobody who is there or may come back."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from houseway.client import Room
from houseway.room.messages.commands import ROOM, Delay, Line, Open, Ready, Sit, StandUp
from houseway.script import Refusal
from houseway.server.net.outbox import Outbox
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.tables.idle_sweeper import SOON, STAY, STAY_PRIVATE
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.registry import TableRegistry
from houseway.store import Person
from houseway.store.sqlite.reader import Reader
from houseway.store.sqlite.store import SqliteStore
from tests.server.running import PATIENCE, served

GAME, POKER = "three-card-poker", "texas-holdem"
Evening = Callable[[RoomServer, Person], Coroutine[Any, Any, None]]


def in_a_house(tmp_path: Path, evening: Evening) -> None:
    """Runs a test in its own room, with one person."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "room.db")
        try:
            house = RoomServer(store, RoomDefaults(pace="fast"))
            house.registry.load()
            person, durable = house.services.people.newcomer("Ana", house.services.clock.now())
            await asyncio.wrap_future(durable)
            await evening(house, person)
            await house.services.commits.durable()
            assert store.ledger_check().sum == 0
        finally:
            store.close()

    asyncio.run(run())


def later(house: RoomServer, minutes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Advances the clock by so many minutes and sweeps."""
    now = house.services.clock.now() + minutes * 60_000
    monkeypatch.setattr(house.services.clock, "now", lambda: now)
    house.idle_sweeper.sweep()


async def nowhere(_message: Any) -> None:
    """Drops the message, as the socket of a watcher who reads nothing."""


def is_closed(box: Mailbox) -> bool:
    return box.live.state.phase == "closed"


async def until(ready: Callable[[], bool]) -> None:
    """Runs the event loop until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.01)


async def in_the_middle(house: RoomServer, person: Person) -> Mailbox:
    """Makes a table of two people without sockets, one of whom is prompted."""
    ben, durable = house.services.people.newcomer("Ben", house.services.clock.now())
    await asyncio.wrap_future(durable)
    table = await house.opening.open(Open(game=POKER, stay=SOON, key="o1"), house.services.people.who(person))
    box = house.registry.find(table)
    for seat, who in enumerate((person, ben), 1):
        buy_in = 2 * box.live.table_view().buy_in.low
        await box.ask(Sit(seat=seat, buy_in=buy_in, key="sit"), house.services.people.who(who))
    for who in (person, ben):
        await box.ask(Ready(round=box.live.state.round, key="ready"), house.services.people.who(who))
    assert box.live.state.phase == "playing"
    assert box.live.state.asked
    return box


async def abandoned_table(house: RoomServer, person: Person, *, stands: bool = True) -> Mailbox:
    """Makes a quick-seat table that its person has left."""
    table, seat = await house.quick_seat.play(GAME, "k1", person)
    box = house.registry.find(table)
    if stands:
        await box.ask(StandUp(seat=seat, key="up"), house.services.people.who(person))
    else:
        await box.ask(Line(person=person.id, up=False), ROOM)
    return box


def test_a_table_that_was_opened_to_sit_down_at_once_is_closed_soon_after_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        later(house, SOON - 1, monkeypatch)
        assert not is_closed(box)
        later(house, 1, monkeypatch)
        assert is_closed(box)
        assert house.registry.count() == 0
        await house.services.commits.durable()
        assert house.services.store.balance(f"cage/{person.id}") > 0
        assert [row.read().who.person for row in house.services.store.rows_after(box.table, 0)][-1] == "room"

    in_a_house(tmp_path, evening)


def test_what_the_room_does_by_itself_keeps_no_table_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        for _ in range(SOON):
            later(house, 1, monkeypatch)
            if not is_closed(box):
                await box.ask(Delay(ms=1200), ROOM)
        assert is_closed(box)

    in_a_house(tmp_path, evening)


def test_who_has_just_gone_may_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reloaded page is disconnected for a moment, however long it was connected before."""

    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
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
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person, stands=False)
        later(house, SOON + 1, monkeypatch)
        assert not is_closed(box), "its hold is not over"

    in_a_house(tmp_path, evening)


def test_who_watches_keeps_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        box.visits["p-watcher"] = [Outbox(nowhere)]
        later(house, SOON + 1, monkeypatch)
        assert not is_closed(box)

    in_a_house(tmp_path, evening)


def test_a_full_room_closes_the_table_that_was_left_first_and_none_that_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.server.tables.opening.TABLES", 2)

    async def evening(house: RoomServer, person: Person) -> None:
        who = house.services.people.who(person)
        first, second = [await house.opening.open(Open(game=GAME, stay=STAY, key=key), who) for key in ("o1", "o2")]
        await house.registry.find(first).ask(Sit(seat=1, buy_in=100_000, key="s1"), who)
        house.registry.find(first).visits[person.id] = [Outbox(nowhere)]
        third = await house.opening.open(Open(game=GAME, key="o3"), who)
        assert {*house.registry.tables} == {first, third}
        assert not house.registry.has(second)
        with pytest.raises(Refusal, match="2 tables are open, which is the most"):
            await house.opening.open(Open(game=GAME, stay=STAY, key="o4"), who)

    in_a_house(tmp_path, evening)


def test_a_table_without_an_end_stays_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        who = house.services.people.who(person)
        table = await house.opening.open(Open(game=GAME, key="o1"), who)
        box = house.registry.find(table)
        await box.ask(Sit(seat=1, buy_in=100_000, key="s1"), who)
        await box.ask(StandUp(seat=1, key="u1"), who)
        later(house, 1_000_000, monkeypatch)
        assert not is_closed(box)

    in_a_house(tmp_path, evening)


# -- seats without a connection ---------------------------------------------------------------------------------------


def test_a_seat_that_was_taken_without_a_socket_is_lost_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by attack: a seat that was taken over HTTP and never connected to was held for ever."""
    monkeypatch.setattr("houseway.server.tables.registry.GRACE", 0.0)

    async def evening(house: RoomServer, person: Person) -> None:
        table, _ = await house.quick_seat.play(GAME, "k1", person)
        box = house.registry.find(table)
        await until(lambda: box.live.state.players[person.id].lost is not None)
        now = house.services.clock.now() + box.live.state.config.hold * 60_000
        monkeypatch.setattr(house.services.clock, "now", lambda: now)
        box.timer.tick()
        assert person.id not in box.live.state.players, "its hold is over"
        later(house, SOON, monkeypatch)
        assert is_closed(box)

    in_a_house(tmp_path, evening)


def test_whoever_connects_in_time_has_never_lost_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected: list[Mailbox] = []
    monkeypatch.setattr(TableRegistry, "seated_without_socket", lambda _, box: expected.append(box))

    async def evening(house: RoomServer, person: Person) -> None:
        table, _ = await house.quick_seat.play(GAME, "k1", person)
        box = house.registry.find(table)
        assert expected == [box]
        box.sockets[person.id] = [Outbox(nowhere)]
        house.registry.lines_lost(box.table)
        assert box.live.state.players[person.id].lost is None

    in_a_house(tmp_path, evening)


def test_a_table_where_seats_are_held_for_nobody_is_given_up_in_the_middle_of_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room stands the players up, plays the round to its end and returns every chip."""

    async def evening(house: RoomServer, person: Person) -> None:
        box = await in_the_middle(house, person)
        minutes = box.live.state.config.hold + SOON
        later(house, minutes - 1, monkeypatch)
        before = box.live.state.phase
        later(house, 1, monkeypatch)
        assert (before, box.live.state.phase) == ("playing", "closing")
        box.timer.tick()
        assert is_closed(box)
        await house.services.commits.durable()
        given_up = [row.read() for row in house.services.store.rows_after(box.table, 0)]
        stood = next(each for each in given_up if isinstance(each.command, StandUp))
        assert (stood.who.person, stood.who.kind) == (person.id, "room")

    in_a_house(tmp_path, evening)


def test_a_full_room_gives_up_a_table_that_nobody_is_connected_to_before_it_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by attack: 75 guests took a seat at each game over HTTP alone, and nobody else could play."""
    monkeypatch.setattr("houseway.server.tables.opening.TABLES", 6)

    async def evening(house: RoomServer, person: Person) -> None:
        ana_table, _ = await house.quick_seat.play(GAME, "ana", person)
        watched = house.registry.find(ana_table)
        watched.visits[person.id] = [Outbox(nowhere)]
        guests = [house.services.people.newcomer(f"Guest {number}", house.services.clock.now()) for number in range(3)]
        for _, durable in guests:
            await asyncio.wrap_future(durable)
        for number, (guest, _) in enumerate(guests):
            for game in ("pai-gow-california", "texas-holdem", GAME):
                await house.quick_seat.play(game, f"{game}-{number}", guest)
        assert house.registry.count() == 6
        ben, durable = house.services.people.newcomer("Ben", house.services.clock.now())
        await asyncio.wrap_future(durable)
        table, seat = await house.quick_seat.play(GAME, "ben", ben)
        assert house.registry.find(table).live.state.seats[seat] == ben.id
        assert house.registry.has(ana_table), "somebody is connected to it"
        for box in house.registry.awake():
            box.visits.setdefault("p-watcher", [Outbox(nowhere)])
        with pytest.raises(Refusal, match="6 tables are open, which is the most"):
            await house.quick_seat.play("omaha", "ben2", ben)

    in_a_house(tmp_path, evening)


def test_those_who_open_the_most_lose_theirs_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.server.tables.opening.TABLES", 4)

    async def evening(house: RoomServer, person: Person) -> None:
        many, durable = house.services.people.newcomer("Many", house.services.clock.now())
        await asyncio.wrap_future(durable)
        first, _ = await house.quick_seat.play(GAME, "k", person, address="192.0.2.1")
        for number in range(3):
            await house.opening.open(
                Open(game=GAME, stay=STAY, key=f"m{number}"), house.services.people.who(many), address="192.0.2.9"
            )
        for number in range(3, 9):
            await house.opening.open(
                Open(game=GAME, stay=STAY, key=f"m{number}"), house.services.people.who(many), address="192.0.2.9"
            )
        assert house.registry.has(first), "which was there first, and is one of one"

    in_a_house(tmp_path, evening)


def test_a_table_that_somebody_is_about_to_sit_down_at_is_not_closed_before_older_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by the attack of 75 guests: two got `no-table` for tables that they had just opened."""
    monkeypatch.setattr("houseway.server.tables.opening.TABLES", 3)

    async def evening(house: RoomServer, person: Person) -> None:
        first, _ = await house.quick_seat.play(GAME, "k1", person)
        house.registry.find(first).used -= 1  # the clock may not have moved on meanwhile
        second, _ = await house.quick_seat.play(POKER, "k2", person)
        just_opened = await house.opening.open(Open(game=GAME, stay=STAY, key="o1"), house.services.people.who(person))
        await house.opening.open(Open(game=GAME, stay=STAY, key="o2"), house.services.people.who(person))
        assert house.registry.has(just_opened)
        assert house.registry.has(second)
        assert not house.registry.has(first)

    in_a_house(tmp_path, evening)


def test_a_person_and_an_address_have_so_many_tables_and_the_host_as_many_as_he_likes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.server.tables.table_limits.EACH_PERSON", 3)
    monkeypatch.setattr("houseway.server.tables.table_limits.EACH_ADDRESS", 5)

    async def evening(house: RoomServer, person: Person) -> None:
        async def opens(who: Person, key: str, address: str = "") -> str:
            return await house.opening.open(
                Open(game=GAME, stay=STAY, key=key), house.services.people.who(who), address=address
            )

        mine = [await opens(person, f"a{number}", "192.0.2.1") for number in range(3)]
        with pytest.raises(Refusal, match="3 tables that you have opened are open") as refused:
            await opens(person, "a3", "192.0.2.2")
        assert (refused.value.code, refused.value.facts) == ("limit", {"most": 3})
        assert await opens(person, "a2", "192.0.2.1") == mine[2], "the same key again is no new table"
        ben, durable = house.services.people.newcomer("Ben", house.services.clock.now())
        await asyncio.wrap_future(durable)
        for number in range(2):
            await opens(ben, f"b{number}", "192.0.2.1")
        with pytest.raises(Refusal, match="5 tables were opened from your address"):
            await opens(ben, "b2", "192.0.2.1")
        assert await opens(ben, "b3", "192.0.2.2")
        host = Person("host", "Host", "host", 0)
        assert len({await opens(host, f"h{number}", "192.0.2.1") for number in range(9)}) == 9
        closing = house.registry.find(mine[0])
        house.idle_sweeper._close(closing)
        assert is_closed(closing)
        assert await opens(person, "a4", "192.0.2.3")
        await house.services.commits.durable()
        house.table_limits._openers.clear()
        with pytest.raises(Refusal, match="3 tables that you have opened are open"):  # as after a restart
            await opens(person, "a5")

    in_a_house(tmp_path, evening)


def test_play_never_hands_out_a_table_that_is_being_closed(tmp_path: Path) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await in_the_middle(house, person)
        assert await house.quick_seat.seat_of(POKER, person) == (box.table, box.live.state.players[person.id].seats[0])
        house.idle_sweeper._close(box)
        assert box.live.state.phase == "closing"
        assert await house.quick_seat.seat_of(POKER, person) is None
        table, _ = await house.quick_seat.play(POKER, "k2", person)
        assert table != box.table
        assert house.registry.find(table).live.state.phase not in ("closing", "closed")
        assert await house.quick_seat.play(POKER, "k3", person) == await house.quick_seat.play(POKER, "k2", person)

    in_a_house(tmp_path, evening)


def test_two_who_play_while_the_broom_goes_round_never_get_a_closed_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full room closes tables while it seats others."""
    monkeypatch.setattr("houseway.server.tables.opening.TABLES", 2)

    async def evening(house: RoomServer, person: Person) -> None:
        ben, durable = house.services.people.newcomer("Ben", house.services.clock.now())
        await asyncio.wrap_future(durable)
        for number in range(6):
            answers = await asyncio.gather(
                house.quick_seat.play(GAME, f"a{number}", person),
                house.quick_seat.play("texas-holdem", f"b{number}", ben),
            )
            for (table, seat), who in zip(answers, (person, ben), strict=True):
                box = house.registry.find(table)
                assert box.live.state.seats[seat] == who.id
                await box.ask(StandUp(seat=seat, key=f"up{number}"), house.services.people.who(who))

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
