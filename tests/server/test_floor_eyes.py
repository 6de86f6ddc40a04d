"""Over the wire: what a playing host may do and read, and the log rows of refused actions."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from houseway.room.messages.commands import Agree, Floor, Open, Ready, Sit, Who
from houseway.script import Refusal
from houseway.server.tables import refused_actions
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person
from tests.server.running import PATIENCE, Line, Server, cards_in, play_on
from tests.server.test_hostile_clients import _log, _read
from tests.server.test_idle_sweeper import in_a_house

GAME = "three-card-poker"


async def opened(house: Any, person: Person, game: str = GAME) -> Mailbox:
    table = await house.opening.open(Open(game=game, key="open"), house.services.people.who(person))
    mailbox: Mailbox = house.registry.tables[table]
    return mailbox


def rows(house: Any, box: Mailbox) -> list[dict[str, Any]]:
    return [json.loads(line.row.body)["command"] for line in house.services.store.log(box.table)]


def test_a_refused_deed_of_the_floor_is_a_row_and_a_flood_of_them_is_counted(tmp_path: Path) -> None:
    """Before the repair, a refused action left no trace."""

    async def evening(house: Any, person: Person) -> None:
        box = await opened(house, person)
        guest, host = house.services.people.who(person), Who("host", "Host", "host", host=True)
        for number in range(refused_actions.MOST[False] + 5):
            with pytest.raises(Refusal) as caught:
                box.submit(Floor(do="void", reason="so", key=f"k{number}"), guest)
            assert caught.value.code == "not-host"
        with pytest.raises(Refusal):
            box.submit(Floor(do="resume", key="r"), host)
        with pytest.raises(Refusal):
            box.submit(Agree(round=1, key="a"), guest)
        await house.services.commits.durable()
        noted = [row for row in rows(house, box) if row["t"] == "floor_refused"]
        of = [(row["person"], row["do"], row["code"]) for row in noted]
        assert of == [(person.id, "void", "not-host")] * refused_actions.MOST[False] + [("host", "resume", "phase")]
        assert json.loads(noted[0]["said"])["reason"] == "so"
        now = house.services.clock.now()
        house.services.clock.now = lambda: now + 60_000
        with pytest.raises(Refusal):
            box.submit(Floor(do="close", key="later"), guest)
        await house.services.commits.durable()
        assert rows(house, box)[-1]["more"] == 6
        assert all(row["t"] != "floor" for row in rows(house, box)), "what was refused was not done"

    in_a_house(tmp_path, evening)


def test_a_key_that_was_refused_may_be_used_again_and_a_note_opens_again_with_the_table(tmp_path: Path) -> None:
    async def evening(house: Any, person: Person) -> None:
        box = await opened(house, person)
        host = Who("host", "Host", "host", host=True)
        with pytest.raises(Refusal):
            box.submit(Floor(do="resume", key="again"), host)
        await box.ask(Floor(do="pause", key="again"), host)
        kept = next(each for each in house.services.store.load_tables() if each.table == box.table)
        live, _, _ = house.registry._from_store(kept)
        assert live.state == box.live.state

    in_a_house(tmp_path, evening)


def test_a_ruling_is_held_to_the_cage_of_the_player_and_not_of_the_host(tmp_path: Path) -> None:
    """Panguingue sells chips in the middle of a hand (PAN-64). Before the repair, the host's cage counted."""

    async def evening(house: Any, person: Person) -> None:
        box = await opened(house, person, "panguingue")
        others = [house.services.people.newcomer(name, house.services.clock.now()) for name in ("Ben", "Cleo")]
        await asyncio.gather(*[asyncio.wrap_future(durable) for _, durable in others])
        people = [person, *[each for each, _ in others]]
        low = box.live.table_view().buy_in.low
        for seat, each in enumerate(people, 1):
            box.submit(Sit(seat=seat, buy_in=low, key=f"s{seat}"), house.services.people.who(each))
        host = Who("host", "Host", "host", host=True, cage=10**9)
        command = Floor(do="rule", place="2", decision="buy", key="k")
        assert box._with_cage(command, host) == host, "nobody plays there yet"
        for each in people:
            if box.live.private(each.id).ready:
                box.submit(Ready(round=box.live.state.round, key="r"), house.services.people.who(each))
        assert box.live.context.in_play
        who = box._with_cage(command, host)
        assert (who.person, who.cage_of) == ("host", people[1].id)
        assert who.cage == house.services.store.balance(f"cage/{people[1].id}") < 10**9

    in_a_house(tmp_path, evening)


def test_a_host_who_plays_proposes_and_reads_no_hand_that_was_thrown_away(house: Server) -> None:
    """A hand of hold'em between the host and Ana, who folds: rulings, log, document and proof."""
    host, ana = house.host(), house.guest("Ana")
    _read(host, f"/in/{house.host_key}")  # who comes by the link is given chips
    table = ana.open("texas-holdem", bots=0)
    with Line(host, table) as own, ana.line(table) as hers:
        own.hello()
        own.sit(1)
        hers.sit(2)
        end = time.monotonic() + PATIENCE
        while "playing" not in (own.state["phase"], hers.state["phase"]):
            assert time.monotonic() < end, own.state
            for each in (own, hers):
                each.catch_up()
                if each.state["phase"] != "playing":
                    play_on(each)
        hers.catch_up()
        secret = cards_in(hers.mine["cards"])
        assert len(secret) == 2
        for card in sorted(secret):  # taken as a proposal, whether she holds it or not
            own.done("floor", do="rule", place=hers.state["waiting"][0], decision={"show": card})
        own.done("floor", do="void", reason="I lose")
        hers.catch_up()
        assert (hers.state["proposal"]["do"], hers.mine["agree"]) == ("void", True)
        log = _log(host, table)
        began = next(at for at, row in enumerate(log) if row["body"].get("story") and "dealt" in repr(row["body"]))
        assert all(row["hash"] is None for row in log[began:]), "nothing to try guesses against"
        assert not cards_in(_told(log)) & secret
        hers.done("agree", round=hers.state["round"], yes=False)
        while hers.state["phase"] == "playing":
            assert time.monotonic() < end, hers.state
            for each, folds in ((hers, True), (own, False)):
                if each.mine.get("asks"):
                    play_on(each, fold=folds)
                each.catch_up()
        assert not cards_in(_told(_log(host, table))) & secret
        round_id = hers.state["round_id"]
        document, proof = (json.loads(_read(host, f"/api/rounds/{round_id}{tail}")) for tail in ("", "/proof"))
        assert set(document["cards"]["2"].split()) == {"--"}
        assert proof["seed"] is None
        assert not {opening["card"] for opening in proof["openings"]} & secret


def _told(log: list[dict[str, Any]]) -> list[Any]:
    """Returns the text of a log without the public draw for the button and without the host's own guesses."""
    bodies = [row["body"] for row in log if row["body"]["command"].get("do") != "rule"]
    lines = [each["line"] for body in bodies for each in body.get("story", ())]
    told = [line for line in lines if "draw " not in repr(line) and line["k"] != "button"]
    return [told, [(body["command"], body.get("drawn")) for body in bodies]]
