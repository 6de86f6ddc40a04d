"""Empty tables leave memory, and are rebuilt when somebody asks for them."""

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from houseway.room import live_table
from houseway.room.messages.commands import ComeBack, Floor, Open, Say, Sit, SitOut, StandUp, Who
from houseway.room.messages.outcomes import Unreadable
from houseway.script import Refusal
from houseway.server.net.outbox import Outbox
from houseway.server.room_server import RoomServer
from houseway.server.tables.idle_sweeper import SOON
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.sleeping_tables import QUIET
from houseway.store import Person
from tests.server.test_idle_sweeper import GAME, abandoned_table, in_a_house, is_closed, nowhere


def passes(house: RoomServer, ms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Advances the clock and puts quiet tables to sleep."""
    now = house.services.clock.now() + ms
    monkeypatch.setattr(house.services.clock, "now", lambda: now)
    house.registry.sleep.go_round()


async def opened(house: RoomServer, person: Person, **more: Any) -> Mailbox:
    command = Open(game=GAME, pace="fast", key=more.pop("key", "k0"), **more)
    box = house.registry.find(await house.opening.open(command, house.services.people.who(person)))
    await house.services.commits.durable()
    return box


def asleep(house: RoomServer, box: Mailbox) -> bool:
    return box.table in house.registry.sleep and box.table not in house.registry.tables


def test_a_table_that_everybody_has_left_is_out_of_memory_in_a_minute_and_back_when_somebody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        await house.services.commits.durable()
        passes(house, QUIET - 1000, monkeypatch)
        assert not asleep(house, box)
        passes(house, 1000, monkeypatch)
        assert asleep(house, box)
        assert house.registry.count() == 1
        assert house.registry.has(box.table)
        table, before, held = box.table, box.live.snapshot(), weakref.ref(box.live)
        del box
        gc.collect()
        assert held() is None, "something holds on to the table"
        again = house.registry.find(table)
        assert again.live.snapshot() == before, "it is as it was, and nothing was written"
        who = house.services.people.who(person, fresh=True)
        assert (await again.ask(Sit(seat=1, buy_in=10_000, key="back"), who)).n
        passes(house, 10 * QUIET, monkeypatch)
        assert not asleep(house, again), "somebody sits there"

    in_a_house(tmp_path, evening)


def counts_rows(house: RoomServer, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns a list that gets the number of rows of each rebuild."""
    read, counts = house.services.store.rows_after, list[int]()

    def counted(table: str, n: int) -> Any:
        rows = read(table, n)
        counts.append(len(rows))
        return rows

    monkeypatch.setattr(house.services.store, "rows_after", counted)
    return counts


def test_a_table_wakes_from_a_snapshot_of_its_last_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, every wake replayed all rows since the last round."""

    async def evening(house: RoomServer, person: Person) -> None:
        box = await opened(house, person)
        for number in range(20):
            await box.ask(Say(text="hello", key=f"s{number}"), house.services.people.who(person))
        table, before, counts = box.table, box.live.snapshot(), counts_rows(house, monkeypatch)
        passes(house, QUIET, monkeypatch)
        assert asleep(house, box)
        house.services.store.set_meta("after that", b"").result()  # the writer keeps the order
        again = house.registry.find(table)
        assert again.live.snapshot() == before
        assert counts == [0]
        assert house.services.store.damage_of(table) is None
        await again.ask(Say(text="on", key="on"), house.services.people.who(person))

    in_a_house(tmp_path, evening)


def test_a_table_that_cannot_be_kept_sleeps_by_the_snapshot_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await opened(house, person)
        table, before, counts = box.table, box.live.snapshot(), counts_rows(house, monkeypatch)

        def unreadable() -> bytes:
            raise Unreadable("broken", "a test")

        monkeypatch.setattr(box.live, "readable_snapshot", unreadable)
        passes(house, QUIET, monkeypatch)
        assert asleep(house, box)
        assert house.registry.find(table).live.snapshot() == before
        assert counts == [1]

    in_a_house(tmp_path, evening)


def test_somebody_who_sits_out_and_comes_back_for_ever_makes_no_long_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "SNAPSHOT_ROWS", 25)
    tables: list[str] = []

    async def evening(house: RoomServer, person: Person) -> None:
        box = await opened(house, person, private=True)
        tables.append(box.table)
        await box.ask(Sit(seat=1, buy_in=10_000, key="in"), house.services.people.who(person))
        for number in range(120):
            command = SitOut(key=f"t{number}") if number % 2 == 0 else ComeBack(key=f"t{number}")
            await box.ask(command, house.services.people.who(person))

    async def next_day(house: RoomServer, _person: Person) -> None:
        counts = counts_rows(house, monkeypatch)
        box = house.registry.find(tables[0])
        assert box.live.state.rows >= 120
        assert counts[0] < 25

    in_a_house(tmp_path, evening)
    in_a_house(tmp_path, next_day)


def test_a_table_at_which_somebody_sits_or_looks_on_stays_awake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        seated = await abandoned_table(house, person, stands=False)
        watched = await opened(house, person)
        watched.visits["p-watcher"] = [Outbox(nowhere)]
        passes(house, QUIET, monkeypatch)
        assert not asleep(house, seated)
        assert not asleep(house, watched)
        del watched.visits["p-watcher"]
        passes(house, 0, monkeypatch)
        assert asleep(house, watched)

    in_a_house(tmp_path, evening)


def test_the_board_shows_tables_asleep_in_their_places_and_looking_wakes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        boxes = [await opened(house, person, key=f"k{number}") for number in range(3)]
        private = await opened(house, person, key="k-private", private=True)
        shown = house.lobby.lines()
        passes(house, QUIET, monkeypatch)
        assert len(house.registry.sleep) == 4
        assert house.lobby.lines() == shown
        assert house.registry.seats_of(person.id) == []
        assert len(house.registry.sleep) == 4
        house.registry.find(boxes[0].table)
        assert [line.table for line in house.lobby.lines()] == [box.table for box in boxes]
        assert private.table not in {line.table for line in shown}

    in_a_house(tmp_path, evening)


def test_a_table_asleep_is_closed_when_it_was_left_for_long_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        await house.services.commits.durable()
        passes(house, QUIET, monkeypatch)
        assert asleep(house, box)
        house.idle_sweeper.sweep()
        assert house.registry.has(box.table)
        passes(house, SOON * 60_000, monkeypatch)
        house.idle_sweeper.sweep()
        assert not house.registry.has(box.table)
        await house.services.commits.durable()
        assert house.services.store.load([box.table]) == []
        with pytest.raises(Refusal, match="there is no table"):
            house.registry.find(box.table)

    in_a_house(tmp_path, evening)


def test_a_full_room_closes_a_table_asleep_that_was_left_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.server.tables.opening.TABLES", 2)

    async def evening(house: RoomServer, person: Person) -> None:
        first = await opened(house, person, stay=60)
        passes(house, QUIET, monkeypatch)
        second = await opened(house, person, key="k2", stay=60)
        assert asleep(house, first)
        third = await opened(house, person, key="k3", stay=60)
        assert not house.registry.has(first.table)
        assert house.registry.has(second.table)
        assert house.registry.has(third.table)

    in_a_house(tmp_path, evening)


def test_whoever_still_holds_a_mailbox_that_went_to_sleep_speaks_to_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        await house.services.commits.durable()
        passes(house, QUIET, monkeypatch)
        rows = box.live.state.rows
        who = house.services.people.who(person, fresh=True)
        await box.ask(Sit(seat=1, buy_in=10_000, key="sat"), who)
        await box.ask(Say(text="hello", key="said"), who)
        assert house.registry.find(box.table).live.state.rows == rows + 2
        await house.registry.find(box.table).ask(StandUp(key="up-again"), who)

    in_a_house(tmp_path, evening)


def test_nothing_goes_to_sleep_before_it_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await opened(house, person)
        passes(house, QUIET, monkeypatch)
        again = house.registry.find(box.table)
        monkeypatch.setattr(house.services.commits, "_waiting", [None])
        passes(house, QUIET, monkeypatch)
        assert not asleep(house, again)
        monkeypatch.undo()

    in_a_house(tmp_path, evening)


def test_a_paused_table_sleeps_and_is_paused_when_it_wakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await opened(house, person)
        host = house.services.people.who(Person("host", "Host", "host"))
        await box.ask(Floor(do="pause", key="p"), host)
        await house.services.commits.durable()
        passes(house, QUIET, monkeypatch)
        assert asleep(house, box)
        again = house.registry.find(box.table)
        assert again.live.state.phase == "paused"
        await again.ask(Floor(do="close", key="c", reason="over"), host)
        assert is_closed(again)

    in_a_house(tmp_path, evening)


def test_time_that_the_room_stood_still_is_nobodys_asleep_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person)
        await house.services.commits.durable()
        passes(house, QUIET, monkeypatch)
        assert asleep(house, box)
        now = house.services.clock.now() + 400 * 86_400_000
        monkeypatch.setattr(house.services.clock, "now", lambda: now)
        house.registry.stood_still(now, 400 * 86_400_000)
        house.idle_sweeper.sweep()
        assert house.registry.has(box.table), "five minutes have not passed"

    in_a_house(tmp_path, evening)


def test_a_jackpot_has_no_share_of_dates_that_the_clock_jumped_over_awake_asleep_or_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    span = 400 * 86_400_000

    async def evening(house: RoomServer, _person: Person) -> None:
        host = Who("host", "Host", "host", host=True)
        names = [
            await house.opening.open(Open(game="three-card-split", options={"bonus_paytable": "TCS-4a"}, key=key), host)
            for key in ("awake", "asleep", "kept")
        ]
        await house.services.commits.durable()
        days = [house.registry.tables[name].live.state.pools["bonus-jackpot"].day for name in names]
        house.registry.sleep.put(house.registry.tables[names[1]])
        kept = house.registry.tables.pop(names[2])
        house.registry.forget_work(kept)
        now = house.services.clock.now() + span
        monkeypatch.setattr(house.services.clock, "now", lambda: now)
        house.registry.stood_still(now, span)
        again = house.services.store.kept(names[2])
        assert again is not None
        house.registry.wake(again)
        found = [house.registry.find(name).live.state.pools["bonus-jackpot"].day for name in names]
        assert [after - before for before, after in zip(days, found, strict=True)] == [399] * 3

    in_a_house(tmp_path, evening)


def test_the_timer_of_a_table_asleep_wakes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A held seat is given up at its time, whether or not the table was in memory."""

    async def evening(house: RoomServer, person: Person) -> None:
        box = await abandoned_table(house, person, stands=False)
        await house.services.commits.durable()
        due, cage = box.live.due(), house.services.store.balance(f"cage/{person.id}")
        assert due is not None
        house.registry.sleep.put(box)
        assert asleep(house, box)
        house.registry.sleep._tick()
        assert asleep(house, box), "it is not time yet"
        monkeypatch.setattr(house.services.clock, "now", lambda: due + 10 * 60_000)
        house.registry.sleep._tick()
        again = house.registry.tables[box.table]
        again.timer.tick()
        await house.services.commits.durable()
        assert person.id not in again.live.state.players or again.live.state.players[person.id].leaving
        assert house.services.store.balance(f"cage/{person.id}") > cage

    in_a_house(tmp_path, evening)
