"""Plays every game to its settlement by offers alone."""

import json
import time
from typing import Any

import pytest

from houseway.client import Room
from houseway.room.engine.bot_bank_and_bets import is_last_to_bank
from houseway.roster import OWN
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from tests.server import contract
from tests.server.running import Line, Server, cards_in, play_on, play_rounds, refused_by, until_asked

ROUNDS = 2


@pytest.mark.parametrize("game", OWN)
def test_a_game_is_played_by_its_offers_alone(house: Server, game: str, request: pytest.FixtureRequest) -> None:
    """Quick seat, then play: chips agree by socket, by HTTP and in the ledger."""
    ana = house.guest("Ana")
    seat = ana.post("/api/play", game=game, key="now")
    assert seat == ana.post("/api/play", game=game, key="now") == ana.post("/api/play", game=game, key="again")
    assert seat["url"] == f"{house.url}/t/{seat['table']}"
    times = int(request.config.getoption("--campaign"))
    for _ in range(times):  # one socket each, because of the rate limit
        with ana.line(seat["table"]) as line:
            assert line.you["places"][0] == str(seat["seat"])
            for state in play_rounds(line, ROUNDS):
                document = ana.get(f"/api/rounds/{state['round_id']}")
                assert document["game"] == game
                assert document["fair"]["commit"] == state["commit"]
            line.hello()
            for text in line.raw:
                contract.hold(json.loads(text))
            row = next(row for row in line.state["seats"] if row["person"] == ana.id)
            assert row["stack"] == line.you["chips"]
            if line.state["phase"] in ("settled", "waiting"):
                assert ana.stack(seat["table"]) == row["stack"]
                account = f"stack/{seat['table']}/{ana.id}"
                postings = ana.get("/api/me/postings")["postings"]
                assert sum(each["cents"] for each in postings if each["account"] == account) == row["stack"]
    assert house.host().call("GET", "/api/ledger/check", None)["sum"] == 0


def test_who_watches_never_sees_a_card_that_lies_face_down(house: Server) -> None:
    """A watcher, and a person who takes a seat that was just left and requests everything."""
    ana, ben, cleo = house.guest("Ana"), house.guest("Ben"), house.guest("Cleo")
    table = ana.open("texas-holdem", bots=1, pace="fast")
    with ana.line(table) as line, ben.line(table) as watcher:
        line.sit(1)
        mine: set[str] = set()
        # In the first hand cards are drawn for the button, and may be these.
        while line.state["round"] < 2 or line.state["phase"] != "settled":
            if line.state["round"] == 2:
                mine |= set(line.mine.get("cards", {}).get("1", "").split())
            before = line.n
            if not play_on(line, fold=True) or line.n == before:
                line.read()
        second = next(each for each in ana.get(f"/api/tables/{table}/rounds")["rounds"] if each["number"] == 2)
        document = ana.get(f"/api/rounds/{second['round']}")
        shown = set(" ".join(ben.get(f"/api/rounds/{second['round']}")["cards"].values()).split()) - {"--"}
        assert set(document["cards"]["1"].split()) == mine
        secret = mine - shown
        watcher.catch_up()
        told = [frame for frame in watcher.heard if frame.get("state", {}).get("round") == 2]
        assert secret == mine
        assert told
        assert not cards_in(told) & secret
        line.done("stand_up")
        with cleo.line(table, after=0) as newcomer:
            newcomer.sit(1)
            newcomer.hello(0)
            heard = [line for frame in newcomer.heard for line in frame.get("story", [])]
            assert not cards_in([line for line in heard if line.get("spot") == "1"]) & secret


def test_a_document_hides_from_each_person_what_that_person_never_saw(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    seat = ana.post("/api/play", game="omaha", key="omaha-now")
    with ana.line(seat["table"]) as line:
        state = play_rounds(line, 1, fold=True)[0]
    own = ana.get(f"/api/rounds/{state['round_id']}")
    others = ben.get(f"/api/rounds/{state['round_id']}")
    place = str(seat["seat"])
    assert "--" not in own["cards"][place]
    assert "--" in " ".join(own["cards"].values())
    assert len(own["fair"]["openings"]) > len(others["fair"]["openings"])
    assert own["fair"]["seed"] is None
    assert ana.get(f"/api/rounds/{state['round_id']}/proof") == own["fair"]
    assert refused_by(lambda: Room(house.url).call("GET", "/api/rounds/none", None)) == "no-round"


def test_the_coach_answers_and_plays_out_what_nobody_has_worked_out(house: Server) -> None:
    ana = house.guest("Ana")
    for game in ("three-card-poker", "panguingue"):
        seat = ana.post("/api/play", game=game, key=f"coach-{game}")
        with ana.line(seat["table"]) as line:
            now, own = line.state["round"], str(seat["seat"])
            assert line.tell("coach", round=now, place=own)["code"] == "not-asked"
            assert line.tell("coach", round=now + 1, place=own)["code"] == "stale"
            assert line.tell("coach", round=now, place=f"{seat['seat'] % 8 + 1}")["code"] == "not-yours"
            until_asked(line)
            ask = line.mine["asks"][0]
            advice = _advice(line, line.state["round"], ask["place"])
            assert advice["options"][0]["cost"] == 0
            assert advice["best"] == advice["options"][0]["decision"]
            assert advice.get("exact", True) == (game != "panguingue")
            fixed = {each["name"]: each["low"] for each in ask["choices"] if 0 < each.get("low", 0) == each["high"]}
            said = [each["decision"] for each in advice["options"]]
            assert not [each for each in said if isinstance(each, str) and each in fixed]
            assert all({name: fixed[name]} in said for name in fixed)


def _advice(line: Line, now: int, place: str) -> dict[str, Any]:
    """Asks the coach until its worker has started and is free: only `busy` may come before."""
    for _ in range(40):
        answer = line.tell("coach", round=now, place=place)
        if answer["t"] == "ok":
            return next(frame for frame in reversed(line.heard) if frame["t"] == "advice")
        assert answer["code"] == "busy", answer
        time.sleep(0.5)
    raise AssertionError("the coach is busy for ever")


def test_a_table_that_is_watched_from_behind_is_there_from_its_first_moment(house: Server) -> None:
    """Before the first deal nothing can leak: its opener sees the seats and sits down."""
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open("three-card-poker", bots=0, watch_delay=3600)
    told = ben.get(f"/api/tables/{table}")
    assert (told["state"]["phase"], told["state"]["seats"]) == ("waiting", [])
    with ana.line(table) as line, ben.line(table) as watcher:
        line.sit(1)
        assert [row["seat"] for row in line.state["seats"]] == [1]
        assert ben.get(f"/api/tables/{table}") == told
        watcher.sit(2)
        assert [row["seat"] for row in watcher.state["seats"]] == [1, 2]
        line.catch_up()
        assert line.state["phase"] != "waiting"
        row = next(row for row in house.guest().get("/api/tables")["tables"] if row["table"] == table)
        told = (row["phase"], row["round"], row["people"], row["names"])
        assert told == ("waiting", 0, 0, []), "the list tells no more than the table"


def test_who_watches_from_behind_sees_what_everybody_saw_then(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open("three-card-poker", bots=2, pace="fast", watch_delay=2)
    with ana.line(table, hello=False) as line:
        line.say({"t": "hello"})
        line.until(lambda frame: frame["t"] == "welcome")
        line.sit(1)
        with ben.line(table) as watcher:
            play_rounds(line, 1)
            watcher.catch_up()
            assert watcher.n < line.n
            while watcher.n < line.n:
                watcher.read()
            public, late = _states(line.raw), _states(watcher.raw)
            assert len(late) > 3
            assert {n: late[n] for n in late if n in public} == {n: public[n] for n in public if n in late}


def _states(raw: list[str]) -> dict[int, str]:
    """Returns the state of each step, byte for byte."""
    steps = [text for text in raw if text.startswith('{"t":"step"')]
    return {json.loads(text)["n"]: text[text.index('"state":') : text.index(',"mine":')] for text in steps}


def test_a_bot_takes_the_bank_that_everybody_else_let_pass() -> None:
    rotation = Rotation({1: "ana", 3: "bot-ben", 6: "bot-dov"}, positions=8)
    rotation.decline(1)
    assert not is_last_to_bank(rotation, "bot-ben")
    rotation.decline(3)
    assert is_last_to_bank(rotation, "bot-dov")
    assert not is_last_to_bank(SharedRotation({1: "bot-ben"}, 8, alternate=False), "bot-ben")
    assert not is_last_to_bank(None, "bot-ben")
