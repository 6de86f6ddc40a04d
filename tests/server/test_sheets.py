"""Posted rules over the wire: the host sees what is posted, and a change reaches every page."""

import pytest

from houseway.client import RoomRefused
from tests.server.running import Server, new_key

GAME = "texas-holdem"


def test_the_host_is_shown_what_is_posted_and_changes_one_thing_of_it(house: Server) -> None:
    ana, host = house.guest("Ana"), house.host()
    schedules = ana.get(f"/api/games/{GAME}")["schedules"]
    no_limit = next(each["id"] for each in schedules if each["text"] == "no limit")
    table = ana.open(GAME, schedule=no_limit, private=True, bots=0, time=30)
    sheet = host.call("GET", f"/api/tables/{table}/sheet", None)
    assert (sheet["schedule"], sheet["private"], sheet["bots"], sheet["time"]) == (no_limit, True, 0, 30)
    with ana.line(table) as line:
        host.call("POST", f"/api/tables/{table}/configure", {"key": new_key(), "time": 45})
        step = line.until(lambda frame: frame["t"] == "step")
        assert step["table"]["time"] == 45
        (told,) = [each for each in step["story"] if each["k"] == "sheet"]
        assert told["changes"] == [{"what": "time", "name": "", "was": 30, "now": 45}]
        now = host.call("GET", f"/api/tables/{table}/sheet", None)
        assert now == sheet | {"time": 45}
        line.done("say", text="so be it")
        assert "table" not in next(frame for frame in reversed(line.heard) if frame["t"] == "step")


def test_options_merge_unless_the_host_says_otherwise(house: Server) -> None:
    ana, host = house.guest("Ana"), house.host()
    table = ana.open("three-card-poker", options={"release_after_one": False})
    for merge, kept in ((True, "false"), (False, "true")):
        body = {"key": new_key(), "merge": merge, "options": {"void_round_counts": True}}
        host.call("POST", f"/api/tables/{table}/configure", body)
        options = host.call("GET", f"/api/tables/{table}/sheet", None)["options"]
        assert (options["release_after_one"], options["void_round_counts"]) == (kept, "true")


def test_the_sheet_is_for_the_host(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    with pytest.raises(RoomRefused) as refused:
        ana.get(f"/api/tables/{table}/sheet")
    assert refused.value.code == "not-host"


def test_whoever_watches_later_sees_the_new_sheet_with_its_step(house: Server) -> None:
    ana, host, ben = house.guest("Ana"), house.host(), house.guest("Ben")
    table = ana.open("three-card-poker", watch_delay=1)
    with ben.line(table) as line:
        host.call("POST", f"/api/tables/{table}/configure", {"key": new_key(), "time": 45})
        assert line.until(lambda frame: frame["t"] == "step")["table"]["time"] == 45
