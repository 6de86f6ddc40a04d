"""Tables with custom pay, over the wire: who may post it, who banks on it, and what is shown."""

from typing import Any

import pytest

from houseway.client import RoomRefused
from tests.server.running import Line, Server, new_key, play_on

GAME = "three-card-poker"
OWN_PAY = {"bonus": {"flush": "20000000"}}


def test_a_guest_does_not_choose_what_the_house_pays(house: Server) -> None:
    """20,000,000 to 1 brought 40,000,000 dollars from bets of one dollar."""
    ana = house.guest("Ana")
    for said, name in (
        ({"pay": {"TCS-1a": {"four aces": "20000000"}}}, "TCS-1a: four aces"),
        ({"options": {"jackpot_seed": 10_000_000}}, "jackpot_seed"),
        ({"options": {"bonus_paytable": "TCS-4b"}}, "bonus_paytable"),
    ):
        with pytest.raises(RoomRefused, match="is for the host of the room") as refused:
            ana.open("three-card-split", **said)
        assert (refused.value.code, refused.value.facts["name"]) == ("not-host", name)
    body = {"game": "three-card-split", "options": {"jackpot_seed": 700}, "key": new_key()}
    table = house.host().call("POST", "/api/tables", body)["table"]
    (found,) = ana.get(f"/api/tables/{table}")["table"]["differs"]
    assert (found["name"], found["printed"], found["posted"], found["pays"]) == ("jackpot_seed", "500", "700", True)


def test_a_guest_does_not_choose_by_what_the_house_wins(house: Server) -> None:
    ana = house.guest("Ana")
    for name, value in (
        ("banker_commission", "none"),
        ("qualifier", "22"),
        ("wheel", "lowest"),
        ("foul_double", "lost"),
    ):
        with pytest.raises(RoomRefused) as refused:
            ana.open("mini-pai-gow", options={"player_bank": "on", name: value})
        assert refused.value.code in ("not-host", "bad-option"), name
    assert ana.open("mini-pai-gow", options={"player_bank": "on"})


@pytest.mark.parametrize("seed", [10**17, 10**30])
def test_a_seed_without_measure_is_refused_and_the_room_lives(house: Server, seed: int) -> None:
    """`jackpot_seed = 10^17` ended the process."""
    options: dict[str, Any] = {"bonus_paytable": "TCS-4a", "jackpot_seed": seed}
    with pytest.raises(RoomRefused, match="0 to 10000000"):
        house.host().call("POST", "/api/tables", {"game": "three-card-split", "options": options, "key": new_key()})
    assert house.process.poll() is None
    assert house.guest().open(GAME)


def banks(line: Line) -> str:
    """Passes the bank until everybody was asked. Returns the banker, or ""."""
    for _ in range(200):
        bank = line.state.get("bank") or {}
        if line.state["phase"] == "broken" or (line.state["phase"] == "betting" and bank.get("person")):
            return str(bank.get("person", ""))
        before = line.n
        if not play_on(line) or line.n == before:
            line.read()
    raise AssertionError(f"the bank goes round for ever: {line.state}")


def test_bots_bank_on_own_pay_only_where_the_host_posts_it(house: Server) -> None:
    ana = house.guest("Ana")
    table = _opened(house, {"game": GAME, "pay": OWN_PAY, "bots": 2, "key": new_key()})
    with ana.line(table) as line:
        free = set(range(1, 9)) - {row["seat"] for row in line.state["seats"]}
        line.sit(min(free))
        assert banks(line).startswith("bot-")


def test_bots_stay_out_of_a_guests_own_pay_and_people_play_by_it(house: Server) -> None:
    """Bots bet on `0 to 1` and bought in for ever: two guests who banked in turn won 7.3 million cents."""
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME, pay={"ante": {"ante wins": "0"}, "play": {"play wins": "0"}}, bots=6)
    assert ana.get(f"/api/tables/{table}")["table"]["bots_stay_out"] is True
    with ana.line(table) as line, ben.line(table) as other:
        line.sit(1)
        other.sit(2)
        assert line.phase("offering")["seats"]
        assert not any(row["bot"] for row in line.state["seats"])
        holder = line if line.mine.get("bank") else other
        offer = holder.mine["bank"]
        holder.done("bank", do="take", posted=offer["low"], agrees=offer["agrees"])
        assert holder.phase("betting")["bank"]["person"] in (ana.id, ben.id)


def _opened(house: Server, body: dict[str, Any]) -> str:
    return str(house.host().call("POST", "/api/tables", body)["table"])


def test_whoever_takes_the_bank_agrees_to_what_it_pays(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME, pay=OWN_PAY)
    with ana.line(table) as line, ben.line(table) as other:
        line.sit(1)
        other.sit(2)
        while not line.mine.get("bank"):
            line.read()
        offer = line.mine["bank"]
        refused = line.tell("bank", do="take", posted=offer["low"])
        assert (refused["t"], refused["code"], refused["where"]) == ("refused", "bank", "agrees")
        line.done("bank", do="take", posted=offer["low"], agrees=offer["agrees"])
        assert line.phase("betting")["bank"]["person"] == ana.id
