"""Frames of a socket, its allowed messages, and the close codes of rude ones."""

import json
import socket
import time
from contextlib import ExitStack
from typing import Any, get_args

import pytest
from websockets.exceptions import InvalidStatus

from houseway.client import Room
from houseway.server import wire
from tests.server.running import Line, Server, new_key, play_rounds, until_asked

GAME = "three-card-poker"


def test_before_hello_nothing_is_said_and_then_the_table_is_told_whole(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    with ana.line(table, hello=False) as line:
        with pytest.raises(TimeoutError):
            line.read(0.2)
        welcome = line.hello()
        assert welcome["you"] == {"person": ana.id, "name": "Ana", "places": [], "chips": 0}
        assert welcome["mine"] == {}
        assert welcome["story"] == []
        assert welcome["story_from"] == welcome["n"] + 1
        assert welcome["table"]["game"] == GAME
        assert welcome["table"]["buy_in"] == {"low": 4000, "high": None, "usual": 40_000}
        assert welcome["state"]["phase"] == "waiting"
        assert line.socket.subprotocol == "houseway.1"


def test_who_sits_down_has_one_number_of_chips_wherever_it_is_told(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    cage = ana.get("/api/me")["cage"]
    with ana.line(table) as line:
        answer = line.done("sit", seat=3, buy_in=20_000)
        line.until(lambda frame: frame["t"] == "step") if line.n < answer["n"] else None
        row = next(row for row in line.state["seats"] if row["seat"] == 3)
        assert (row["person"], row["name"], row["stack"]) == (ana.id, "Ana", 20_000)
        me = ana.get("/api/me")
        assert (me["person"], me["name"], me["host"], me["cage"]) == (ana.id, "Ana", False, cage - 20_000)
        assert [(row["table"], row["seat"], row["stack"]) for row in me["tables"]] == [(table, 3, 20_000)]
        assert line.hello()["you"] == {"person": ana.id, "name": "Ana", "places": ["3"], "chips": 20_000}
        postings = ana.get("/api/me/postings")["postings"]
        assert {(each["account"], each["cents"]) for each in postings[:2]} == {
            (f"cage/{ana.id}", -20_000),
            (f"stack/{table}/{ana.id}", 20_000),
        }


def test_who_comes_back_hears_the_welcome_first_and_others_see_it_in_a_step(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME)
    with ben.line(table) as watching:
        with ana.line(table) as line:
            line.sit(1)
        while not any(seat["away"] for seat in watching.state["seats"]):
            watching.read()
        with ana.line(table) as line:
            assert line.heard[0]["t"] == "welcome"
            assert not line.state["seats"][0]["away"]
            while watching.state["seats"][0]["away"]:
                watching.read()
            assert watching.n == line.n


def test_the_story_after_a_step_comes_with_the_welcome(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME)
    with ana.line(table) as line, ben.line(table) as watcher:
        first = line.n
        line.done("sit", seat=3, buy_in=20_000)
        line.done("say", text="good evening")
        told = watcher.hello(first)
        assert told["story_from"] == first + 1
        assert [(each["k"], each["n"]) for each in told["story"]] == [("chips", first + 1), ("said", first + 2)]
        assert told["story"][1]["text"] == "good evening"
        assert watcher.hello(told["n"])["story"] == []
        assert watcher.hello(10**6)["story"] == []


DEEP = '{"t":"bet","key":"deep","round":1,"place":' + "[" * 3000 + "]" * 3000 + "}"


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        ("", "format", None),
        ("hello", "format", None),
        ("[]", "format", None),
        ('{"t":"juggle","key":"a"}', "format", "a"),
        ('{"t":"sit","seat":1}', "key", None),
        ('{"t":"sit","key":"","seat":1}', "key", None),
        ('{"t":"sit","key":"a b","seat":1}', "key", None),
        ('{"t":"sit","key":"' + "a" * 65 + '","seat":1}', "key", None),
        ('{"t":"sit","key":"a\\n","seat":1}', "key", None),
        ('{"t":"words","key":"a","round":1,"words":"0123456789abcdef\\n"}', "format", "a"),
        ('{"t":"sit","key":"a","seat":"one"}', "format", "a"),
        ('{"t":"sit","key":"a","seat":1,"colour":"red"}', "format", "a"),
        ('{"t":"sit","key":"a","seat":1,"buy_in":1e400}', "format", "a"),
        ('{"t":"sit","key":"a","seat":1,"buy_in":100000000000000000000}', "format", "a"),
        ('{"t":"sit","key":"a","seat":1,"buy_in":-5}', "format", "a"),
        ('{"t":"say","key":"a","text":"\\ud800"}', "format", None),
        ('{"t":"words","key":"a","round":1,"words":"XYZ"}', "format", "a"),
        ('{"t":"tick","key":"a"}', "format", "a"),
        ('{"t":"open","key":"a","game":"three-card-poker"}', "format", "a"),
        ('{"t":"hello","after":-1}', "format", None),
        (DEEP, "format", "deep"),
    ],
)
def test_what_is_no_message_is_refused_and_the_line_stays(house: Server, text: str, code: str, key: str | None) -> None:
    ana = house.guest("Ana")
    with ana.line(ana.open(GAME)) as line:
        line.socket.send(text)
        answer = line.read()
        assert (answer["t"], answer["code"]) == ("refused", code), answer
        assert answer["key"] in (key, None)
        assert answer["says"]
        assert line.done("say", text="still here")


def test_a_message_before_hello_is_refused(house: Server) -> None:
    ana = house.guest("Ana")
    with ana.line(ana.open(GAME), hello=False) as line:
        answer = line.tell("sit", seat=1)
        assert (answer["t"], answer["code"], answer["says"]) == ("refused", "format", "say hello first")


def test_a_refusal_tells_sentence_clause_facts_and_form(house: Server) -> None:
    ana = house.guest("Ana")
    with ana.line(ana.open(GAME)) as line:
        answer = line.tell("sit", seat=1, buy_in=100)
        assert answer == {
            "t": "refused",
            "key": answer["key"],
            "code": "buy-in",
            "says": "1.00 is refused: a buy-in is 40.00 or more",
            "clause": "",
            "where": "buy_in",
            "facts": {"amount": 100, "low": 4000, "high": None},
            "form": "{amount:money} is refused: a buy-in is {low:money} or more",
        }


# -- rude ones ------------------------------------------------------------------------------------------------------


def test_a_binary_frame_closes_with_1003(house: Server) -> None:
    ana = house.guest("Ana")
    line = ana.line(ana.open(GAME))
    line.socket.send(b"\x00\x01")
    assert line.close_code() == 1003


def test_a_frame_of_nine_kilobytes_closes_with_1009(house: Server) -> None:
    ana = house.guest("Ana")
    line = ana.line(ana.open(GAME))
    line.socket.send(json.dumps({"t": "say", "key": "a", "text": "x" * 9 * 1024}))
    assert line.close_code() == 1009


def test_letters_that_are_none_close_with_1007(house: Server) -> None:
    ana = house.guest("Ana")
    line = ana.line(ana.open(GAME))
    line.socket.send(b"\xff\xfe", text=True)
    assert line.close_code() == 1007


@pytest.mark.parametrize(("seated", "most"), [(False, 50), (True, 100)])
def test_more_messages_than_anybody_needs_close_with_1008(house: Server, seated: bool, most: int) -> None:
    ana = house.guest("Ana")
    line = ana.line(ana.open(GAME))
    sent = 1
    if seated:
        line.sit(1)
        sent += 1
    for _ in range(most - sent):
        line.tell("say", text="a", key="the-same")
    line.say({"t": "say", "key": "one-more", "text": "a"})
    assert line.close_code() == 1008


def test_a_fifth_socket_of_one_person_replaces_the_first(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    lines = [ana.line(table) for _ in range(5)]
    assert lines[0].close_code() == 4409
    for line in lines[1:]:
        assert line.done("say", text="here")
        line.close()


def test_nobody_in_particular_is_closed_with_4401_and_no_table_with_4404(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    assert Line(Room(house.url), table).close_code() == 4401
    assert Line(ana.room, "no-such-table").close_code() == 4404
    assert Line(Room(house.url, cookie="houseway=p1.22.33"), table).close_code() == 4401


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", ""])
def test_a_page_from_elsewhere_is_not_connected_at_all(house: Server, origin: str) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    with pytest.raises(InvalidStatus) as refused:
        Line(ana.room, table, Origin=origin)
    assert refused.value.response.status_code == 403


def test_who_was_removed_by_the_host_is_closed_with_4403(house: Server) -> None:
    ana, host = house.guest("Ana"), house.host()
    table = ana.open(GAME)
    line = ana.line(table)
    line.sit(2)
    done = host.call("POST", f"/api/tables/{table}/floor", {"key": new_key(), "do": "remove", "person": ana.id})
    assert done["n"] > 0
    assert line.close_code() == 4403
    assert Line(ana.room, table).close_code() == 4403
    assert ana.get("/api/me")["tables"] == []


def test_who_does_not_read_slows_nobody(house: Server) -> None:
    """A socket that never reads beside one that plays.

    When it reads at last, it gets every answer and the last state.
    """
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME, bots=3, pace="fast")
    with ana.line(table) as line:
        line.sit(1)
        deaf = ben.line(table)
        deaf.socket.recv_bufsize = 1
        began = time.monotonic()
        play_rounds(line, 3)
        assert time.monotonic() - began < 60
        assert deaf.done("say", text="what have I missed")["t"] == "ok"
        deaf.close()


def test_half_open_handshakes_keep_nobody_out(house: Server) -> None:
    lines = []
    try:
        for _ in range(200):
            line = socket.create_connection(("127.0.0.1", house.port), timeout=5)
            line.sendall(b"GET /ws/lobby HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
            lines.append(line)
        ana = house.guest("Ana")
        with ana.line(ana.open(GAME)) as play:
            assert play.done("say", text="hello")
    finally:
        for line in lines:
            line.close()


# -- whose turn it is to say what -----------------------------------------------------------------------------------


def test_only_the_host_is_the_floor_and_only_an_owner_plays_a_place(house: Server) -> None:
    ana, ben = house.guest("Ana"), house.guest("Ben")
    table = ana.open(GAME, bots=2, pace="solo")
    with ana.line(table) as line, ben.line(table) as other:
        line.sit(1)
        assert other.tell("floor", do="void", reason="so")["code"] == "not-host"
        assert line.tell("floor", do="close")["code"] == "not-host"
        assert other.tell("bet", round=1, place="1", wagers={"ante": 500})["code"] == "not-seated"
        assert other.tell("ready", round=1)["code"] == "not-seated"
        until_asked(line)
        ask = line.mine["asks"][0]
        stolen = {"round": line.state["round"], "step": ask["step"], "place": ask["place"], "decision": ask["default"]}
        assert other.tell("decide", **stolen)["code"] == "not-yours"
        other.sit(5)
        assert other.tell("decide", **stolen)["code"] == "not-yours"
        assert other.tell("take_back", round=stolen["round"], place=stolen["place"])["code"] == "not-yours"
        assert other.tell("coach", round=stolen["round"], place=stolen["place"])["code"] == "not-yours"
        assert line.tell("decide", **(stolen | {"step": 99}))["code"] == "stale"
        assert line.tell("decide", **(stolen | {"decision": "foul 1"}))["t"] == "refused"
        assert line.done("decide", **stolen)


FLOOR = ("pause", "resume", "void", "call", "rule", "jackpot", "remove", "mute", "close")
OF_A_SEAT = ("top_up", "sit_out", "come_back", "stand_up", "bank", "ready", "ask_for")
OF_A_PLACE = ("bet", "decide", "take_back", "coach")
FREE = ("sit", "say", "words")
"""Commands that anybody may send."""


def test_whoever_has_no_part_in_it_says_each_command_in_vain(house: Server) -> None:
    """A spectator, somebody who has left, and somebody in another seat, at a prompted place."""
    ana, others = house.guest("Ana"), [house.guest(name) for name in ("Ben", "Cleo", "Dov")]
    table = ana.open(GAME, bots=1, pace="solo")
    with ana.line(table) as line, ExitStack() as open_lines:
        watcher, gone, neighbour = (open_lines.enter_context(each.line(table)) for each in others)
        line.sit(1)
        gone.sit(2)
        gone.done("stand_up")
        until_asked(line)
        neighbour.sit(5)
        line.catch_up()
        ask, before = line.mine["asks"][0], (line.n, ana.get("/api/me"))
        at = {"round": line.state["round"], "place": ask["place"]}
        said: dict[str, dict[str, Any]] = {
            "top_up": {"cents": 500}, "bank": {"do": "pass"}, "ready": {"round": at["round"]}, "take_back": at,
            "ask_for": {"round": at["round"], "what": "deal-by-hand"},
            "coach": at, "bet": at | {"wagers": {"ante": 500}},
            "decide": at | {"step": ask["step"], "decision": ask["default"]},
        }  # fmt: skip
        for other in (watcher, gone):
            for command in (*OF_A_SEAT, *OF_A_PLACE):
                code = other.tell(command, **said.get(command, {}))["code"]
                assert code in ("not-seated", "not-yours"), (command, code)
        for command in OF_A_PLACE:
            assert neighbour.tell(command, **said[command])["code"] in ("not-yours", "phase", "late"), command
        for other in (watcher, gone, neighbour, line):
            for do in FLOOR:
                assert other.tell("floor", do=do, reason="so", person=ana.id)["code"] == "not-host", do
            assert other.tell("agree", round=at["round"])["code"] == "stale", "nothing is proposed"
        line.catch_up()
        assert (line.n, ana.get("/api/me")) == before
        assert {*OF_A_SEAT, *OF_A_PLACE, *FREE, "floor", "agree", "hello", "ping"} == messages()


def messages() -> set[str]:
    """Returns every message of the protocol."""
    return {str(kind.__struct_config__.tag) for kind in get_args(wire.Message)}


def test_the_lobby_tells_public_tables_and_no_private_ones(house: Server) -> None:
    ana = house.guest("Ana")
    with Line(ana.room, "lobby") as lobby:
        lobby.read()
        private, public = ana.open(GAME, private=True), ana.open("omaha")
        seen: list[str] = []
        while public not in seen:
            seen = [row["table"] for row in lobby.read()["tables"]]
        assert private not in seen
        assert private not in json.dumps(ana.get("/api/tables"))
        assert len(private) * 4 >= 128
        with house.guest("Ben").line(private) as line:
            assert line.sheet["private"] is True
