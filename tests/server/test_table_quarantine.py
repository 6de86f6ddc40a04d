"""A failing table is quarantined: its chips go back, others are served, and the process lives."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from houseway.room.messages.commands import BankChoice, Decide, Open, Ready, Say, Sit, Who
from houseway.script import Refusal
from houseway.server.room_server import RoomServer
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person
from tests.poison import POISONED, QUARANTINED, VARIABLE, Floor, Poison, eventually
from tests.server.running import PATIENCE, Guest, Line, Server, new_key, play_rounds, refused_by, served, until_asked
from tests.server.test_idle_sweeper import in_a_house

GAME, POKER = "three-card-poker", "texas-holdem"
STACK = 20_000


@pytest.fixture
def poison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Poison:
    found = Poison(tmp_path / "poison.json")
    monkeypatch.setenv(VARIABLE, str(found.file))
    return found


@pytest.fixture
def room(tmp_path: Path, poison: Poison) -> Iterator[Server]:
    with served(tmp_path / "room.db", "--pace", "fast", run=POISONED) as server:
        assert poison.file.parent == tmp_path
        yield server


def floor_of(server: Server) -> Floor:
    return Floor(server.url, server.host_key)


def seated(server: Server, name: str, **sheet: Any) -> tuple[Guest, str, Line]:
    """Seats a person at a table of their own."""
    guest = server.guest(name)
    table = guest.open(GAME, **({"bots": 2} | sheet))
    line = guest.line(table)
    line.sit(1, STACK)
    return guest, table, line


def cage(guest: Guest) -> int:
    return int(guest.get("/api/me")["cage"])


def is_told(line: Line) -> None:
    """Asserts that the socket gets one plain sentence and its own close code."""
    assert line.close_code() == QUARANTINED
    told = [frame for frame in line.heard if frame["t"] == "refused" and frame["code"] == "quarantined"]
    assert told, line.heard[-3:]
    assert told[0]["says"].startswith("this table was set aside because something in it failed")


ERRORS = {"append": "OverflowError in ", "refuse": "Refusal in fail:"}


@pytest.mark.parametrize("stage", ["apply", "append", "view", "clock", "refuse"])
def test_a_table_that_fails_in_a_round_is_closed_its_chips_go_back_and_others_play_on(
    room: Server, poison: Poison, stage: str
) -> None:
    ana, table, line = seated(room, "Ana")
    _, _, his = seated(room, "Ben")
    before = cage(ana) + STACK
    until_asked(line)
    poison.put(table, stage)
    line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
    is_told(line)
    mark = floor_of(room).closed(table)
    told = "view" if stage == "refuse" else stage
    assert (mark["stage"], mark["game"], mark["returned"]) == (told, GAME, STACK)
    assert mark["error"].startswith(ERRORS.get(stage, "Poison in fail:")), mark
    assert "As Kd" not in str(mark) + room.log.read_text(), "what the words of an error name is told to nobody"
    assert cage(ana) == before
    assert refused_by(lambda: ana.get(f"/api/tables/{table}")) == "quarantined"
    is_told(ana.line(table, hello=False))
    assert len(play_rounds(his, 2)) == 2, "another table plays on"
    floor_of(room).totals()
    assert room.process.poll() is None
    his.close()


def test_a_round_that_was_running_is_void_in_the_log_and_in_the_list_of_rounds(room: Server, poison: Poison) -> None:
    ana, table, line = seated(room, "Ana")
    until_asked(line)
    poison.put(table, "view")
    line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
    is_told(line)
    floor_of(room).closed(table)
    (last, *_) = ana.get(f"/api/tables/{table}/rounds")["rounds"]
    assert last["void"]
    status, text = raw(room, f"/api/tables/{table}/log")
    assert status == 200
    assert b'"t":"set_aside"' in text.splitlines()[-1]


@pytest.mark.parametrize(("stage", "told"), [("lobby", "view"), ("bot", "clock"), ("tick", "apply")])
def test_a_fault_in_a_line_of_the_lobby_a_bot_or_a_timer_stays_its_table_s(
    room: Server, poison: Poison, stage: str, told: str
) -> None:
    ana, table, line = seated(room, "Ana", time=1)
    _, other, his = seated(room, "Ben")
    poison.put(table, stage)
    if stage == "tick":  # with two players deadlines run
        hers = room.guest("Cy").line(table)
        hers.sit(2, STACK)
        is_told(hers)
    if stage == "lobby":
        assert other in {each["table"] for each in ana.get("/api/tables")["tables"]}
    if stage == "bot":
        with pytest.raises(ConnectionClosed):
            play_rounds(line, 1_000)
    mark = floor_of(room).closed(table)
    assert mark["stage"] == told
    assert len(play_rounds(his, 1)) == 1
    floor_of(room).totals()
    line.close()
    his.close()


def test_nobody_calls_off_a_hand_by_a_command_that_fails_alone(room: Server, poison: Poison) -> None:
    _, table, line = seated(room, "Ana")
    until_asked(line)
    poison.put(table, "say")
    answer = line.tell("say", text="anybody there?")
    assert (answer["t"], answer["code"]) == ("refused", "broken")
    assert len(play_rounds(line, 2)) == 2, "the round is played on, and so is the next"
    assert "As Kd" not in room.log.read_text()
    line.close()


# -- bots -------------------------------------------------------------------------------------------------------------


class Mistake(Exception):
    """An error of our own code."""


def fails_by(box: Mailbox, monkeypatch: pytest.MonkeyPatch, fails: Callable[[Any, Who], bool]) -> list[Any]:
    """Makes these commands of the table fail. The returned list grows with each failure."""
    apply, failed = box.live.apply, list[Any]()

    def bad_apply(command: Any, who: Who, now: int) -> Any:
        if fails(command, who):
            failed.append(command)
            raise Mistake("somebody holds As Kd")
        return apply(command, who, now)

    monkeypatch.setattr(box.live, "apply", bad_apply)
    return failed


def among_bots(tmp_path: Path, evening: Callable[[RoomServer, Person], Coroutine[Any, Any, None]]) -> None:
    """Runs a test in its own room whose bots stop at the end."""

    async def whole(house: RoomServer, person: Person) -> None:
        try:
            await evening(house, person)
        finally:
            house.services.closing = True
            house.registry.bots.stop()

    in_a_house(tmp_path, whole)


async def with_bots(house: RoomServer, person: Person) -> Mailbox:
    """Makes a table of two bots at which the person has bet: a bot is prompted next."""
    table = await house.opening.open(
        Open(game=POKER, bots=2, pace="fast", key="open"), house.services.people.who(person)
    )
    box = house.registry.tables[table]
    box.submit(Sit(seat=1, buy_in=STACK, key="sit"), house.services.people.who(person, fresh=True))
    return box


async def plays(house: RoomServer, box: Mailbox, person: Person, enough: Callable[[], bool]) -> None:
    """Answers by the clock's defaults until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not enough():
            who, mine = house.services.people.who(person), box.live.private(person.id)
            for put in mine.asks:
                decide = Decide(round=box.live.state.round, step=put.step, place=put.place, decision=put.default)
                with suppress(Refusal):
                    box.submit(decide, who)
            if mine.ready:
                box.submit(Ready(round=box.live.state.round), who)
            await asyncio.sleep(0.01)


def test_a_bot_whose_word_fails_says_a_plainer_one_and_its_table_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the repair, the table was quarantined at once."""

    async def evening(house: RoomServer, person: Person) -> None:
        box, once = await with_bots(house, person), set[Any]()

        def fails(command: Any, who: Who) -> bool:
            asked = (who.person, getattr(command, "round", 0), getattr(command, "step", 0))
            if who.kind != "bot" or not isinstance(command, Decide) or asked in once:
                return False
            once.add(asked)
            return True

        failed = fails_by(box, monkeypatch, fails)
        await plays(house, box, person, lambda: box.fault is not None or box.live.state.round > 2)
        assert failed
        assert (box.fault, len(house.quarantine)) == (None, 0)

    among_bots(tmp_path, evening)


def test_a_table_whose_bots_can_say_nothing_is_set_aside_when_the_clock_fails_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        box = await with_bots(house, person)
        failed = fails_by(box, monkeypatch, lambda command, who: who.kind == "bot" and isinstance(command, Decide))
        await plays(house, box, person, lambda: len(failed) >= 2)
        assert box.fault is None, "its plainest word failed too: the clock answers for it"
        assert box.live.due() is not None
        monkeypatch.setattr(box.live, "apply", lambda *_: 1 / 0)
        bot = next(each for each in box.live.state.players if each != person.id)
        with pytest.raises(Refusal) as refused:
            box.submit(Say(text="hm", key="k"), Who(bot, "Hugo", "bot"))
        assert refused.value.code == "quarantined"
        assert house.quarantine.has(box.table)
        monkeypatch.undo()
        mark = await house.quarantine.close(box.table)
        assert mark.returned == STACK

    among_bots(tmp_path, evening)


def test_a_bot_that_can_neither_take_nor_pass_the_bank_where_no_clock_runs_makes_nobody_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(house: RoomServer, person: Person) -> None:
        table = await house.opening.open(
            Open(game=GAME, bots=2, pace="fast", key="open"), house.services.people.who(person)
        )
        box = house.registry.tables[table]
        fails_by(box, monkeypatch, lambda command, who: who.kind == "bot" and isinstance(command, BankChoice))
        box.submit(Sit(seat=1, buy_in=STACK, key="sit"), house.services.people.who(person, fresh=True))
        async with asyncio.timeout(PATIENCE):
            while box.fault is None:
                mine, who = box.live.private(person.id), house.services.people.who(person)
                if mine.bank is not None and box.live.state.phase == "offering":
                    box.submit(BankChoice(do="pass", key="pass"), who)
                elif mine.ready:
                    box.submit(Ready(round=box.live.state.round), who)
                await asyncio.sleep(0.01)
        assert isinstance(box.fault, Mistake)

    among_bots(tmp_path, evening)


# -- restarts ---------------------------------------------------------------------------------------------------------


def test_a_table_that_cannot_be_rebuilt_after_a_restart_gives_its_chips_back_by_its_accounts(
    tmp_path: Path, poison: Poison
) -> None:
    db = tmp_path / "room.db"
    with served(db, "--pace", "fast", run=POISONED) as server:
        ana, table, line = seated(server, "Ana")
        ben, other, his = seated(server, "Ben")
        key, before = server.host_key, (cage(ana) + STACK, cage(ben))
        until_asked(line)
        server.kill()
        line.close()
        his.close()
    poison.put(table, "rebuild")
    with served(db, "--pace", "fast", run=POISONED) as server:
        floor = Floor(server.url, key)
        mark = floor.closed(table)
        assert (mark["stage"], mark["returned"], mark["game"]) == ("rebuild", STACK, GAME)
        assert (cage(ana.at(server.url)), cage(ben.at(server.url))) == before
        with ben.at(server.url).line(other) as again:
            assert len(play_rounds(again, 1)) == 1
        floor.totals()
        assert server.stop() == 0
    with served(db, "--pace", "fast", run=POISONED) as server:
        assert Floor(server.url, key).marks()[table] == mark, "it is not tried again"


def error_after(floor: Floor, table: str, tries: int) -> str:
    """Returns why the chips did not go back, if there were so many attempts; else ""."""
    mark = floor.marks()[table]
    return str(mark["last_error"]) if mark["tries"] == tries else ""


def test_a_table_that_nothing_can_be_done_with_waits_for_the_host_and_is_not_tried_for_ever(
    tmp_path: Path, poison: Poison
) -> None:
    db = tmp_path / "room.db"
    with served(db, "--pace", "fast", run=POISONED) as server:
        ana, table, line = seated(server, "Ana")
        key, before = server.host_key, cage(ana) + STACK
        until_asked(line)
        poison.put(table, "all")
        line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
        is_told(line)
        eventually(lambda: Floor(server.url, key).marks()[table]["last_error"])
        server.kill()
    for tries in (2, 2, 2):
        with served(db, "--pace", "fast", run=POISONED) as server:
            floor = Floor(server.url, key)
            assert "Overflow" in eventually(partial(error_after, floor, table, tries))
            (line_,) = ana.at(server.url).get("/api/tables")["tables"]
            assert (line_["table"], line_["phase"]) == (table, "quarantined")
            assert floor.marks()[table]["tries"] == tries
            assert floor.totals()["tables"] >= STACK, "the chips are where they were"
            assert server.stop() == 0
    with served(db, "--pace", "fast", run=POISONED) as server:
        floor, here = Floor(server.url, key), ana.at(server.url)
        assert refused_by(lambda: here.post(f"/api/tables/{table}/quarantine")) == "not-host"
        assert refused_by(lambda: floor.room.call("POST", f"/api/tables/{table}/quarantine", {})) == "phase"
        poison.put(table, "")
        done = floor.room.call("POST", f"/api/tables/{table}/quarantine", {})
        assert (done["returned"], bool(done["closed"])) == (STACK, True)
        assert floor.room.call("POST", f"/api/tables/{table}/quarantine", {}) == done, "once more is the same"
        assert cage(here) == before
        assert here.get("/api/tables")["tables"] == []
        assert floor.totals()["tables"] == 0
        assert server.stop() == 0


def test_the_host_alone_is_told_what_failed(room: Server, poison: Poison) -> None:
    ana, table, line = seated(room, "Ana", private=True)
    poison.put(table, "all")
    line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
    is_told(line)
    host = room.host()
    eventually(lambda: host.call("GET", "/api/tables", None).get("failed"))
    (mark,) = host.call("GET", "/api/tables", None)["failed"]
    assert (mark["table"], mark["stage"]) == (table, "apply")
    told = ana.get("/api/tables")
    assert told == {"tables": []}, "a private table is nobody's to see"
    assert refused_by(lambda: ana.get("/api/house/quarantine")) == "not-host"


def test_who_comes_to_the_page_of_a_table_that_failed_reads_why(room: Server, poison: Poison) -> None:
    _, table, line = seated(room, "Ana")
    poison.put(table, "apply")
    line.say({"t": "say", "key": new_key(), "text": "anybody there?"})
    is_told(line)
    status, text = raw(room, f"/t/{table}", accept="text/html")
    assert status == 423
    assert b"something in it failed" in text
    assert b'data-page="lost"' in text
    assert b"Poison" not in text, "what failed is the host's to know"


def raw(server: Server, path: str, accept: str = "*/*") -> tuple[int, bytes]:
    """Returns status and body of a path for the host."""
    line = HTTPConnection(server.url.removeprefix("http://"), timeout=30)
    line.request("GET", path, headers={"accept": accept, "authorization": f"Bearer {server.host_key}"})
    answer = line.getresponse()
    found = answer.status, answer.read()
    line.close()
    return found
