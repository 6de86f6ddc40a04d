"""Summaries of closed tables for those who were there, and the company of an open one for its host."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from houseway.room.engine.admission import LONGEST_DELAY
from houseway.room.messages.commands import Floor, Open, Sit, Who
from houseway.room.messages.outcomes import Row
from houseway.server.api.table_log import rows_for
from houseway.server.tables.watch_delay import delay_ms, has_played, hidden_since
from houseway.store import Person
from tests.server.running import PATIENCE, Guest, Server, new_key, refused_by
from tests.server.test_hostile_clients import _log
from tests.server.test_idle_sweeper import in_a_house


def closed(house: Server, *guests: Guest, **sheet: Any) -> str:
    """Makes a table at which these people sat, closed by the host."""
    table = guests[0].open("texas-holdem", bots=0, **sheet)
    for seat, guest in enumerate(guests, 1):
        with guest.line(table) as line:
            line.sit(seat, 10_000)
    house.host().call("POST", f"/api/tables/{table}/floor", {"do": "close", "reason": "late", "key": new_key()})
    return table


def test_a_closed_table_says_who_left_with_what_also_after_it_is_gone(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = closed(house, ana, ben)
    assert refused_by(lambda: ana.get(f"/api/tables/{table}")) == "no-table"
    told = ana.get(f"/api/tables/{table}/summary")
    assert (told["table"], told["game"], told["reason"]) == (table, "texas-holdem", "late")
    assert [(each["name"], each["brought"], each["took"]) for each in told["people"]] == [
        ("Ana", 10_000, 10_000),
        ("Ben", 10_000, 10_000),
    ]
    assert told["opened"] <= told["closed"]


def test_a_private_tables_evening_is_for_those_who_were_there_and_the_host(house: Server) -> None:
    ana, eve = house.guest("Ana"), house.guest("Eve")
    table = closed(house, ana, private=True)
    path = f"/api/tables/{table}/summary"
    assert ana.get(path)["people"]
    assert house.host().call("GET", path, None)["people"]
    assert refused_by(lambda: eve.get(path)) == "no-table"
    assert house.guest("Zoe").get(f"/api/tables/{closed(house, ana)}/summary")["people"]


def test_an_open_table_and_one_that_never_was_have_no_summary(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open("texas-holdem", bots=0)
    assert refused_by(lambda: ana.get(f"/api/tables/{table}/summary")) == "no-table"
    assert refused_by(lambda: ana.get("/api/tables/none/summary")) == "no-table"


def test_strangers_see_the_end_of_a_delayed_table_no_sooner_than_its_rounds(house: Server) -> None:
    ana, eve = house.guest("Ana"), house.guest("Eve")
    table = closed(house, ana, watch_delay=600)
    assert ana.get(f"/api/tables/{table}/summary")["people"]
    assert refused_by(lambda: eve.get(f"/api/tables/{table}/summary")) == "no-table"


def test_a_host_who_only_watched_reads_the_log_of_a_closed_table_no_sooner_than_its_delay(house: Server) -> None:
    ana, host = house.guest("Ana"), house.host()
    late, plain = closed(house, ana, watch_delay=600), closed(house, ana)
    assert _log(host, late) == []
    assert _log(host, plain)[-1]["body"]["command"]["t"] == "floor"


def test_the_delay_holds_at_a_table_that_was_closed_or_set_aside_but_for_those_who_played(tmp_path: Path) -> None:
    """Before the repair, closing the table ended the delay."""

    async def evening(room: Any, person: Person) -> None:
        store, now = room.services.store, room.services.clock.now()
        for ending in ("open", "closed", "failed"):
            table = await room.opening.open(Open(game="texas-holdem", watch_delay=60), room.services.people.who(person))
            box = room.registry.tables[table]
            box.submit(Sit(seat=1, buy_in=10_000, key=f"sit-{ending}"), room.services.people.who(person, fresh=True))
            if ending == "closed":
                box.submit(Floor(do="close", key="close"), Who("host", "Host", "host", host=True))
            elif ending == "failed":
                room.quarantine.set_aside(table, "view", ValueError(), box)
                mark = await room.quarantine.close(table)
                assert mark.closed is not None
            await room.services.commits.durable()
            every = [line.row for line in store.log(table)]

            def read(reader: str, at: int, table: str = table) -> int:
                return len(rows_for(store, None, table, 0, reader, at).splitlines())

            assert read(person.id, now) == len(every), ending
            assert [read(each, every[0].at + 59_999) for each in ("host", "eve")] == [0, 0]
            assert read("host", every[-1].at + 60_000) == len(every)
            assert not has_played(store, table, "host")

    in_a_house(tmp_path, evening)


def test_a_table_whose_first_row_cannot_be_read_has_the_longest_delay() -> None:
    row = Row("t1", 1, 0, "ana", "", b"no JSON")
    store: Any = SimpleNamespace(row=lambda *_: row)
    assert delay_ms(store, "t1") == LONGEST_DELAY * 1000


def test_the_host_sees_watchers_removed_and_muted_people_and_nobody_else_does(house: Server) -> None:
    ana, eve, zoe, host = house.guest("Ana"), house.guest("Eve"), house.guest("Zoe"), house.host()
    table = ana.open("texas-holdem", bots=1)
    path = f"/api/tables/{table}/company"

    def floor(do: str, guest: Guest) -> None:
        host.call("POST", f"/api/tables/{table}/floor", {"do": do, "person": guest.id, "key": new_key()})

    with ana.line(table) as line, eve.line(table), zoe.line(table) as gone:
        line.sit(1, 10_000)
        floor("mute", eve)
        floor("remove", zoe)
        assert gone.close_code() == 4403
        told = host.call("GET", path, None)
        assert [(each["name"], each["cents"]) for each in told["playing"]] == [("Ana", 10_000)]
        assert "Eve" in [each["name"] for each in told["watching"]]
        assert [each["name"] for each in told["removed"]] == ["Zoe"]
        assert told["muted"] == [eve.id]
        floor("mute", eve)
        floor("admit", zoe)
        again = host.call("GET", path, None)
        assert (again["removed"], again["muted"]) == ([], [])
        with zoe.line(table) as back:
            assert back.tell("say", text="thank you")["t"] == "ok"
        assert refused_by(lambda: ana.get(path)) == "not-host"
        assert refused_by(lambda: eve.get(path)) == "not-host"


def test_a_host_who_watches_a_delayed_table_is_told_who_played_then_and_no_chips(house: Server) -> None:
    ana, host = house.guest("Ana"), house.host()
    table = ana.open("texas-holdem", bots=1, watch_delay=1)
    with ana.line(table) as line:
        assert host.call("GET", f"/api/tables/{table}/company", None)["playing"] == []
        line.sit(1, 10_000)
        end = time.monotonic() + PATIENCE
        while not (told := host.call("GET", f"/api/tables/{table}/company", None)["playing"]):
            assert time.monotonic() < end
            time.sleep(0.1)
        assert told == [{"person": ana.id, "name": "Ana"}]


def test_the_delay_of_a_closed_table_is_read_once_however_many_rounds_it_has(tmp_path: Path) -> None:
    """Before the repair, each of fifty rounds read 200 log rows on the event loop."""
    asked: list[str] = []

    async def evening(room: Any, person: Person) -> None:
        table = await room.opening.open(Open(game="texas-holdem", watch_delay=60), room.services.people.who(person))
        box = room.registry.tables[table]
        box.submit(Floor(do="close", key="close"), Who("host", "Host", "host", host=True))
        await room.services.commits.durable()
        store = room.services.store

        def row(*given: Any) -> Any:
            asked.append("row")
            return store.row(*given)

        kept = {name: getattr(store, name) for name in ("closing_row", "chips_at", "rounds")}
        spy: Any = SimpleNamespace(row=row, **kept)
        assert hidden_since(spy, table, "eve", 100_000) == 40_000
        assert asked == ["row"]

    in_a_house(tmp_path, evening)


def test_the_page_of_a_closed_table_is_there_for_who_played_and_lost_for_strangers(house: Server) -> None:
    ana, eve = house.guest("Ana"), house.guest("Eve")
    table = closed(house, ana, private=True)

    def page(guest: Guest) -> str:
        headers = guest.room.headers() | {"accept": "text/html"}
        with urlopen(Request(f"{house.url}/t/{table}", headers=headers)) as answer:
            return str(answer.read().decode())

    assert 'data-page="closed"' in page(ana)
    with pytest.raises(HTTPError) as lost:
        page(eve)
    assert lost.value.code == 404
    assert 'data-page="lost"' in lost.value.read().decode()
