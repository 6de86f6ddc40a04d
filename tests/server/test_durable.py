"""After any end of the process every acknowledged command is there once, and nobody loses time or chips."""

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import WebSocketException

from houseway.room.messages.story_lines import for_person
from houseway.store import SqliteStore
from tests.extent import extent
from tests.server.running import (
    PATIENCE,
    UNLIMITED,
    Frame,
    Guest,
    Line,
    Server,
    new_key,
    play_on,
    play_rounds,
    refused_by,
    served,
    until_asked,
)

GAME = "three-card-poker"


def test_the_host_is_told_the_link_once_and_a_new_one_replaces_it(tmp_path: Path) -> None:
    db = tmp_path / "room.db"
    with served(db) as first:
        old = first.host()
        assert old.call("GET", "/api/ledger/check", None)["sum"] == 0
        assert first.stop() == 0
    with served(db, "--new-host-link") as second:
        assert second.opened["host_url"].startswith(second.url + "/in/")
        assert second.host().call("GET", "/api/me", None)["host"] is True
        old.url = second.url
        assert refused_by(lambda: old.call("GET", "/api/ledger/check", None)) == "not-host"
        second.stop()
    with served(db) as third:
        assert third.opened["host_url"] is None


def test_a_room_that_is_told_to_close_says_so_and_ends_well_within_five_seconds(tmp_path: Path) -> None:
    with served(tmp_path / "room.db", "--pace", "fast") as server:
        ana = server.guest("Ana")
        line = ana.line(ana.open(GAME, bots=3))
        line.sit(1)
        play_rounds(line, 1)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        closing = line.until(lambda frame: frame["t"] == "closing")
        assert closing == {"t": "closing", "back_in": 5}
        assert line.close_code() == 1001
        assert server._wait() == 0
        assert time.monotonic() - began < 5


def test_the_same_command_a_hundred_times_is_done_once_over_sockets_and_restarts(tmp_path: Path) -> None:
    db = tmp_path / "room.db"
    sit: dict[str, object] = {"t": "sit", "key": "sit-once", "seat": 2, "buy_in": 20_000}
    say: dict[str, object] = {"t": "say", "key": "say-once", "text": "good evening"}
    with served(db) as server:
        ana = server.guest("Ana")
        table = ana.open(GAME)
        acks = _sent_again(ana, table, [sit, say], 40)
        before = ana.get("/api/me")
        server.kill()
    with served(db) as server:
        ana = ana.at(server.url)
        acks |= _sent_again(ana, table, [sit, say], 30)
        server.kill()
    with served(db) as server:
        ana = ana.at(server.url)
        acks |= _sent_again(ana, table, [sit, say], 30)
        assert len(acks) == 2, acks
        assert ana.get("/api/me") == before
        with ana.line(table) as line:
            other = line.tell("sit", key="sit-once", seat=3, buy_in=20_000)
            assert (other["t"], other["code"]) == ("refused", "key-reused")
            assert "another command" in other["says"]
            line.tell("stand_up", key="up")
            assert line.tell("sit", key="sit-once", seat=2, buy_in=20_000)["t"] == "ok"  # the first answer
            assert ana.get("/api/me")["tables"] == []
    store = SqliteStore(db)
    keys = [row.key for row in store.rows_after(table, 0)]
    assert keys.count("sit-once") == 1
    assert keys.count("say-once") == 1
    store.check()
    store.close()


def test_a_table_is_the_key_s_also_in_a_room_that_was_started_in_another_way(tmp_path: Path) -> None:
    """Defaults from flags are not part of the command. Other content under the key is another command."""
    db = tmp_path / "room.db"
    with served(db, "--pace", "fast", "--time", "9") as first:
        ana = first.guest("Ana")
        table, seat = ana.post("/api/tables", game=GAME, key="open"), ana.post("/api/play", game=GAME, key="now")
        first.stop()
    with served(db) as second:
        ana = ana.at(second.url)
        assert ana.post("/api/tables", game=GAME, key="open")["table"] == table["table"]
        assert ana.post("/api/play", game=GAME, key="now")["table"] == seat["table"]
        for said in ({"pace": "normal"}, {"time": 20}, {"bots": 3}):
            assert refused_by(lambda said=said: ana.post("/api/tables", game=GAME, key="open", **said)) == "key-reused"  # type: ignore[misc]
        for key in ("open", "now"):
            assert refused_by(lambda key=key: ana.post("/api/play", game="omaha", key=key)) == "key-reused"  # type: ignore[misc]
        assert refused_by(lambda: ana.post("/api/play", game=GAME, key="open")) == "key-reused"


def test_one_of_every_kind_of_command_a_hundred_times_has_one_effect(tmp_path: Path) -> None:
    """Repeats every accepted command of an evening over four sockets, half of them after a kill."""
    db = tmp_path / "room.db"
    with served(db, "--pace", "solo", run=UNLIMITED) as server:
        ana = server.guest("Ana")
        table = ana.open("three-card-poker", bots=2)
        accepted = _an_evening(ana, table)
        before = _as_it_stands(server, ana, table)
        _again_and_again(ana, table, accepted, 50)
        assert _as_it_stands(server, ana, table) == before
        key = server.host_key
        server.kill()
    with served(db, "--pace", "solo", run=UNLIMITED) as server:
        server.host_key, ana = key, ana.at(server.url)
        _again_and_again(ana, table, accepted, 50)
        assert _as_it_stands(server, ana, table) == before


def _an_evening(ana: Guest, table: str) -> dict[str, tuple[Frame, int]]:
    """Sends every kind of player's command until each is accepted. Returns the messages and the step of each."""
    accepted: dict[str, tuple[Frame, int]] = {}
    with ana.line(table) as line:

        def said(command: str, **fields: Any) -> None:
            message = {"t": command, "key": new_key()} | fields
            answer = line.tell(command, **{name: value for name, value in message.items() if name != "t"})
            if answer["t"] == "ok":
                accepted.setdefault(command, (message, answer["n"]))

        said("sit", seat=3, buy_in=line.sheet["buy_in"]["low"] * 5)
        said("top_up", cents=5000)
        said("say", text="good evening")
        for _ in range(300):
            state, mine = line.state, line.mine
            if {"decide", "bet", "bank", "ready", "words"} <= accepted.keys() and state["phase"] == "settled":
                break
            if mine.get("asks"):
                ask = mine["asks"][0]
                fields = {"round": state["round"], "step": ask["step"], "place": ask["place"]}
                said("decide", decision=ask["default"], **fields)
            elif mine.get("bank") and state["phase"] in ("offering", "broken"):
                said("bank", do="pass" if "pass" in mine["bank"]["may"] else "take", posted=mine["bank"]["low"])
            elif mine.get("bets") and not mine["bets"][0]["on"]:
                said("words", round=state["round"], words="51aa51aa51aa51aa")
                said("bet", round=state["round"], place=mine["bets"][0]["place"], wagers={"ante": 500})
            elif mine.get("ready"):
                said("ready", round=state["round"])
            else:
                line.read()
        said("sit_out")
        said("come_back", post=False)
        said("stand_up")
    wanted = {"sit", "top_up", "say", "words", "bank", "bet", "ready", "decide", "sit_out", "come_back", "stand_up"}
    assert accepted.keys() == wanted
    return accepted


def _again_and_again(ana: Guest, table: str, accepted: dict[str, tuple[Frame, int]], times: int) -> None:
    lines = [ana.line(table) for _ in range(4)]
    for index in range(times):
        for message, n in accepted.values():
            fields = {name: value for name, value in message.items() if name != "t"}
            answer = lines[index % 4].tell(message["t"], **fields)
            assert (answer["t"], answer["n"]) == ("ok", n), (message, answer)
    for line in lines:
        line.close()


def _as_it_stands(server: Server, ana: Guest, table: str) -> tuple[int, Any, list[str]]:
    """Returns the step of the table, Ana's chips, and every key in the log."""
    rows = server.host().call("GET", f"/api/tables/{table}/log", None)
    keys = [json.loads(row)["key"] for row in rows.splitlines()]
    return (
        server.host().call("GET", f"/api/tables/{table}", None)["n"],
        ana.get("/api/me"),
        [key for key in keys if key],
    )


def _sent_again(ana: Guest, table: str, messages: list[dict[str, object]], times: int) -> set[tuple[str, int]]:
    acks = set()
    lines = [ana.line(table) for _ in range(4)]
    for index in range(times):
        line = lines[index % 4]
        for message in messages:
            answer = line.tell(str(message["t"]), **{name: value for name, value in message.items() if name != "t"})
            assert answer["t"] == "ok", answer
            acks.add((answer["key"], answer["n"]))
    for line in lines:
        line.close()
    return acks


PAIRS = (
    (GAME, "texas-holdem"),
    ("pai-gow-california", "omaha"),
    ("panguingue", "fortune-pai-gow"),
    ("ultimate-texas-holdem", "lowball"),
    ("pure-21-5-blackjack", "mini-pai-gow"),
)
KILLS, FEW_KILLS = 10, 3
"""Kills of each pair: fifty in all before a release, fifteen otherwise."""
ANSWERS = 3
"""Answers that a life waits for before it is killed."""


class Told:
    """Everything that people received before the process was killed, over all its runs."""

    def __init__(self) -> None:
        self.acks: list[tuple[str, str, dict[str, object], int]] = []
        self.lines: list[tuple[str, str, dict[str, Any]]] = []
        self.last: dict[str, int] = {}
        self.lock = threading.Lock()

    def heard(self, person: str, table: str, line: Line) -> None:
        """Records the story and step of a frame."""
        with self.lock:
            for frame in line.heard:
                self.lines += [(person, table, each) for each in frame.get("story", [])]
            self.last[table] = max(self.last.get(table, 0), line.n)
        line.heard.clear()

    def answered(self, person: str, table: str, message: dict[str, object], n: int) -> None:
        with self.lock:
            self.acks.append((person, table, message, n))


@pytest.mark.parametrize("games", PAIRS, ids=" and ".join)
@pytest.mark.slow("starts and kills a room again and again")
def test_killed_at_any_moment_a_room_has_everything_that_anybody_was_told(
    tmp_path: Path, games: tuple[str, str], request: pytest.FixtureRequest
) -> None:
    """Commands on eight sockets, kill -9, a restart: every `ok`, step and story line that was received is stored."""
    rng, db, told = random.Random(repr(games)), tmp_path / "room.db", Told()
    people: list[Guest] = []
    tables: list[str] = []
    kills = extent(request.config, FEW_KILLS, KILLS * int(request.config.getoption("--campaign")))
    for life in range(kills):
        with served(db, "--pace", "fast") as server:
            if not people:
                people = [server.guest(name) for name in ("Ana", "Ben", "Cleo", "Dov")]
                tables = [people[0].open(game, bots=1) for game in games]
            people = [person.at(server.url) for person in people]
            _check_acks(people, told, told.acks[-8:])
            _talk_until_killed(server, rng, people, tables, told, life)
    with served(db, "--pace", "fast", "--new-host-link") as server:
        people = [person.at(server.url) for person in people]
        _check_acks(people, told, told.acks)
        assert server.host().call("GET", "/api/ledger/check", None)["sum"] == 0
        server.stop()
    assert len(told.acks) > kills
    _check_lines(db, tables, told)


def _check_acks(people: list[Guest], told: Told, acks: list[tuple[str, str, dict[str, object], int]]) -> None:
    """Repeats each command and expects its first answer. No step that somebody saw is gone."""
    by_id = {person.id: person for person in people}
    lines: dict[tuple[str, str], Line] = {}
    sent: Counter[tuple[str, str]] = Counter()
    for who, table, message, n in acks:
        sent[who, table] += 1
        if sent[who, table] % 40 == 1:  # a watcher may send fifty messages on a socket
            if (who, table) in lines:
                lines[who, table].close()
            lines[who, table] = by_id[who].line(table)
            assert lines[who, table].n >= told.last[table], "a step that somebody saw is gone"
        fields = {field: value for field, value in message.items() if field != "t"}
        answer = lines[who, table].tell(str(message["t"]), **fields)
        assert (answer["t"], answer["n"]) == ("ok", n), (answer, message)
    for line in lines.values():
        line.close()


def _check_lines(db: Path, tables: list[str], told: Told) -> None:
    """Checks that the log holds every line that a socket received, as that person may hear it."""
    store = SqliteStore(db)
    kept: dict[tuple[str, int], list[Any]] = {}
    for table in tables:
        for row in store.rows_after(table, 0):
            body = row.read()
            kept.setdefault((table, body.ack.n), []).extend(body.story)
    store.check()
    store.close()
    assert told.lines
    for person, table, line in told.lines:
        heard = [msgspec.to_builtins(for_person(each, person)) for each in kept.get((table, line["n"]), [])]
        assert line in heard, (line, heard)


def _talk_until_killed(
    server: Server, rng: random.Random, people: list[Guest], tables: list[str], told: Told, life: int
) -> None:
    """Everybody talks and plays at both tables until the process is killed at a random millisecond.

    Every other life first waits for answers. A busy machine may answer nobody in so short a time.
    """
    before = len(told.acks)

    def talk(person: Guest, table: str, seat: int) -> None:
        try:
            line = person.line(table)
            for turn in range(1000):
                key = f"{life}.{seat}.{tables.index(table)}.{turn}"
                message: dict[str, object] = {"t": "say", "key": key, "text": f"turn {turn}"}
                if turn == 0 and not line.you["places"]:
                    message = {"t": "sit", "key": key, "seat": seat, "buy_in": line.sheet["buy_in"]["low"]}
                line.say(message)
                answer = line.until(lambda frame, key=key: frame.get("key") == key)  # type: ignore[misc]
                if answer["t"] == "ok":
                    told.answered(person.id, table, message, answer["n"])
                told.heard(person.id, table, line)
                if turn % 2 == 0:
                    play_on(line)
        except (WebSocketException, OSError):
            return

    threads = [
        threading.Thread(target=talk, args=(person, table, index + 2))
        for index, person in enumerate(people)
        for table in tables
    ]
    for thread in threads:
        thread.start()
    end = time.monotonic() + PATIENCE
    while life % 2 == 0 and len(told.acks) < before + ANSWERS and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(rng.uniform(0.05, 0.4))
    server.kill()
    for thread in threads:
        thread.join()


def test_a_round_goes_on_after_the_process_was_killed_in_it(tmp_path: Path) -> None:
    db = tmp_path / "room.db"
    with served(db, "--pace", "fast") as server:
        ana = server.guest("Ana")
        table = ana.open(GAME, bots=2)
        line = ana.line(table)
        line.sit(1)
        until_asked(line)
        cards, asks, number = line.mine["cards"], line.mine["asks"], line.state["round"]
        server.kill()
    with served(db, "--pace", "fast") as server:
        ana = ana.at(server.url)
        with ana.line(table) as line:
            assert (line.mine["cards"], line.mine["asks"], line.state["round"]) == (cards, asks, number)
            settled = play_rounds(line, 1)[0]
            assert settled["round"] == number
            document = ana.get(f"/api/rounds/{settled['round_id']}")
            assert document["cards"]["1"] == cards["1"]


@pytest.mark.skipif(os.name != "posix", reason="stops a process by signal")
@pytest.mark.slow("stands still for longer than a decision takes")
def test_a_room_that_stood_still_folds_nobody(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Two people have three seconds each. After a longer SIGSTOP both may still answer."""
    still = 30 if int(request.config.getoption("--campaign")) > 1 else 5
    with served(tmp_path / "room.db", "--pace", "fast", "--time", "3") as server:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        table = ana.open("ultimate-texas-holdem")
        first, second = ana.line(table), ben.line(table)
        first.sit(1)
        second.sit(2)
        lines = [first, second]
        _asked(first, second)
        due = first.state["due_ms"][first.mine["asks"][0]["place"]]
        assert 0 < due <= 33_000
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(still)
        server.process.send_signal(signal.SIGCONT)
        ask = first.mine["asks"][0]
        fields = {"round": first.state["round"], "step": ask["step"], "place": ask["place"]}
        assert first.done("decide", decision=ask["default"], **fields)
        slow = [each for frame in first.heard for each in frame.get("story", []) if each.get("slow")]
        assert slow == []
        for line in lines:
            line.close()


def _asked(line: Line, other: Line) -> tuple[dict[str, Any], dict[str, Any], float]:
    """Plays until the first of two people is prompted. Returns the prompt and its time."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for each in (line, other):
            each.catch_up()
            if line.mine.get("asks"):
                return line.mine["asks"][0], line.state, time.monotonic()
            if any(row["person"] == each.you["person"] and row["out"] for row in each.state["seats"]):
                each.tell("come_back")
            else:
                play_on(each)
    raise AssertionError(f"nobody asks: {line.state}")


def test_what_the_process_writes_down_has_no_secret_and_no_card(tmp_path: Path) -> None:
    with served(tmp_path / "room.db", "--pace", "fast") as server:
        ana = server.guest("Ana")
        link = ana.post("/api/me/link")["url"]
        line = ana.line(ana.open(GAME, bots=2))
        line.sit(1)
        line.socket.send("{")
        play_rounds(line, 1)
        line.close()
        server.stop()
        log = server.log.read_text()
        assert server.host_key not in log
        assert link.rpartition("/")[2] not in log
        assert ana.room.cookie.partition("=")[2] not in log
        assert [json.loads(each)["level"] for each in log.splitlines()] == ["info", "info"], log
