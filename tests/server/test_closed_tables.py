"""A table that is closed keeps its evening for those who were there; the host sees the company of one that is open."""

from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.server.running import Guest, Server, new_key, refused_by


def closed(house: Server, *guests: Guest, **sheet: Any) -> str:
    """A table at which these people sat, and which the host has closed."""
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
