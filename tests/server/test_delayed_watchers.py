"""Worlds whose live tables differ while the delayed one is the same: a watcher behind the delay hears the same bytes.

Every kind of message, every path of a table and the lobby are walked by a guest and by a host who watch. Bytes are
compared. A message kind or a path that is new fails here until it is walked too.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, cast, get_args

import pytest
from msgspec import structs
from starlette.routing import Route

from houseway.room.core.table_rules import sheet_of
from houseway.room.engine.host_actions import posted_next
from houseway.room.messages.commands import Configure, Decide, Deed, Floor, FromPeople, Open, Ready, Say, Sit, Who
from houseway.room.messages.outcomes import Ack
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.server import wire
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.app import app_of
from houseway.server.net.outbox import Outbox
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.tables.lobby import LobbyBoard
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person
from houseway.store.sqlite.store import SqliteStore

GAME: Final = "texas-holdem"
DELAY: Final = 60
NOON: Final = 1_700_000_000_000
HOST: Final = Who("host", "Host", "host", host=True)


class World:
    """A room with a clock of its own, a delayed table where two people play, and people who watch it."""

    def __init__(self, house: RoomServer) -> None:
        self.house, self.now, self.keys = house, NOON, 0
        house.services.clock.now = lambda: self.now  # type: ignore[method-assign]
        self.app, self.sockets = app_of(house, OriginPolicy(["http://here"]), "http://here")

    async def begin(self, options: dict[str, Any] | None = None, game: str = GAME) -> None:
        services = self.house.services
        host = Person("host", "Host", "host", self.now)
        services.store.add_person(host, "host-key").result()
        self.ana, self.bo, self.eve = [await self.newcomer(name) for name in ("Ana", "Bo", "Eve")]
        services.store.set_link("host", "key-host").result()
        command = Open(game=game, watch_delay=DELAY, time=3600, bots=0, options=options or {}, key="open")
        table = await self.house.opening.open(command, services.people.who(self.ana))
        self.box: Mailbox = self.house.registry.find(table)

    async def newcomer(self, name: str) -> Person:
        person, durable = self.house.services.people.newcomer(name, self.now)
        await asyncio.wrap_future(durable)
        self.house.services.store.set_link(person.id, f"key-{name}").result()
        return person

    async def does(self, person: Person, command: Any) -> Ack:
        self.keys += 1
        who = self.house.services.people.who(person, fresh=True)
        return await self.box.ask(structs.replace(command, key=f"k{self.keys}"), who)

    async def floor(self, command: Any) -> Ack:
        self.keys += 1
        return await self.box.ask(structs.replace(command, key=f"k{self.keys}"), HOST)

    # -- a round ----------------------------------------------------------------------------------------------------

    async def deal(self) -> None:
        """Both are ready until cards are dealt."""
        for _ in range(4):
            for person in (self.ana, self.bo):
                if self.box.live.private(person.id).ready:
                    await self.does(person, Ready(round=self.box.live.state.round))
            if self.box.live.state.phase == "playing":
                return
        raise AssertionError(self.box.live.state.phase)

    async def play(self) -> None:
        while self.box.live.state.phase == "playing":
            place, asked = next(iter(self.box.live.state.asked.items()))
            person = self.ana if place == "1" else self.bo
            number = self.box.live.state.round
            await self.does(person, Decide(round=number, step=asked.step, place=place, decision="fold"))

    # -- what somebody hears ----------------------------------------------------------------------------------------

    async def says(self, name: str, *messages: dict[str, Any]) -> list[str]:
        """Every frame that a socket is sent from hello on."""
        heard: list[str] = []
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                heard.append(message.get("text") or message["bytes"].decode())
            elif message["type"] == "websocket.close":
                heard.append(f"closed {message.get('code')}")

        headers = [(b"authorization", f"Bearer key-{name}".encode())]
        scope = {
            "type": "websocket", "path": f"/ws/tables/{self.box.table}", "path_params": {"table": self.box.table},
            "headers": headers, "client": ("203.0.113.1", 1), "subprotocols": [], "query_string": b"",
        }  # fmt: skip
        said.put_nowait({"type": "websocket.connect"})
        run = asyncio.create_task(self.sockets.table(scope, said.get, send))
        for message in ({"t": "hello"}, *messages):
            said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
            before = len(heard)
            for _ in range(2000):
                await self.house.services.commits.durable()
                await asyncio.sleep(0.001)
                if len(heard) > before:
                    break
        said.put_nowait({"type": "websocket.disconnect"})
        await run
        return heard

    async def gets(self, name: str, path: str, *, gzip: bool = False, html: bool = False) -> bytes:
        """Status and body of a GET."""
        told: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            told.append(str(message.get("status", "")).encode() + message.get("body", b""))

        headers = [(b"authorization", f"Bearer key-{name}".encode())] if name else []
        headers += [(b"accept-encoding", b"gzip")] * gzip + [(b"accept", b"text/html")] * html
        scope = {
            "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "headers": headers,
            "query_string": b"", "client": ("203.0.113.1", 1), "server": ("here", 80), "scheme": "http",
            "http_version": "1.1", "root_path": "",
        }  # fmt: skip
        await self.app(scope, receive, send)
        return b" ".join(told)


# -- what happens within the delay ------------------------------------------------------------------------------------


async def nothing(_world: World) -> None:
    """The live table is as the delayed one."""


async def talk(world: World) -> None:
    for number in range(3):
        await world.does(world.ana, Say(text=f"so {number}"))


async def deal(world: World) -> None:
    await world.deal()


async def settle(world: World) -> None:
    await world.deal()
    await world.play()
    await world.deal()


async def crowd(world: World) -> None:
    """Many steps: more than are told again to somebody who comes back."""
    for number in range(250):
        await world.does(world.ana, Say(text=f"so {number}"))
    await settle(world)


async def post(world: World) -> None:
    await world.floor(Configure(merge=True, time=1800))
    await world.deal()


LIVES: Final = (nothing, talk, deal, settle, crowd, post)

MESSAGES: Final[dict[str, dict[str, Any]]] = {
    "hello": {"after": 1},
    "ping": {},
    "coach": {"round": 1, "place": "1"},
    "sit": {"seat": 1, "buy_in": 10_000},
    "top_up": {"cents": 100},
    "sit_out": {},
    "come_back": {},
    "stand_up": {},
    "bank": {"do": "take", "posted": 1000},
    "bet": {"round": 1, "place": "3", "wagers": {"ante": 1000}},
    "ready": {"round": 1},
    "ask_for": {"round": 1, "what": "manual"},
    "say": {"text": "who wins?"},
    "words": {"round": 1, "words": "abc"},
    "decide": {"round": 1, "step": 1, "place": "1", "decision": "fold"},
    "take_back": {"round": 1, "place": "1"},
    "floor": {"do": "resume"},
    "agree": {"round": 1},
}
"""One message of each kind."""
MORE: Final[list[dict[str, Any]]] = [
    {"t": "hello"},
    {"t": "hello", "after": 0},
    {"t": "sit", "seat": 1, "buy_in": 1},
    {"t": "sit", "seat": 99, "buy_in": 10_000},
    {"t": "sit", "seat": 3, "buy_in": 10**9},
    {"t": "sit", "seat": 0, "buy_in": 10_000},
    {"t": "decide", "round": 2, "step": 7, "place": "2", "decision": "play"},
    {"t": "bet", "round": 9, "place": "1", "wagers": {}},
    {"t": "say", "text": " "},
    *({"t": "floor", "do": do} for do in ("void", "close", "pause", "mute", "admit", "remove")),
]
"""Messages of a guest that go wrong in other ways. Deeds of the floor are refused as the host's."""
HOSTS: Final[list[dict[str, Any]]] = [
    {"t": "floor", "do": "resume"},
    {"t": "floor", "do": "call", "irregularity": "no-such"},
    {"t": "floor", "do": "rule", "place": "1", "decision": "no-such"},
    {"t": "floor", "do": "rule", "place": "1"},
    {"t": "floor", "do": "jackpot", "pool": "no-such", "cents": 1},
    {"t": "floor", "do": "jackpot", "cents": 0},
    {"t": "floor", "do": "admit", "person": "nobody"},
    {"t": "floor", "do": "remove"},
    {"t": "floor", "do": "mute", "person": "nobody"},
    {"t": "agree", "round": 1},
    {"t": "agree", "round": 2, "yes": False},
    {"t": "say", "text": "the floor speaks"},
]
"""Messages of a host who watches, each refused or done in every world alike."""
LEFT_OUT: Final = {
    "/t/{table}",  # a page without a word about its table
    "/api/tables/{table}/felt",  # the cloth that is posted: it tells nothing of the play
    "/api/tables/{table}/summary",  # of a table that is closed
}


def kinds() -> set[str]:
    found = {kind.__struct_config__.tag for kind in get_args(wire.Message)}
    return {str(each) for each in found} | {str(each.__struct_config__.tag) for each in get_args(FromPeople)}


def test_every_kind_of_message_is_walked() -> None:
    assert kinds() == set(MESSAGES)
    assert set(get_args(Deed)) >= {each["do"] for each in HOSTS if "do" in each}


async def delayed_walk(world: World, live: Callable[[World], Awaitable[None]]) -> list[Any]:
    """What a guest and a host behind the delay hear after the same evening, and another last minute."""
    await world.begin()
    await world.does(world.ana, Sit(seat=1, buy_in=20_000))
    await world.does(world.bo, Sit(seat=2, buy_in=20_000))
    await world.deal()
    await world.play()
    world.now += DELAY * 1000 + 1000
    await live(world)
    await world.house.services.commits.durable()
    world.now += 20_000
    said = [{"t": kind} | fields for kind, fields in MESSAGES.items()] + MORE
    keyed = [fields | ({} if fields["t"] in ("hello", "ping") else {"key": f"m{at}"}) for at, fields in enumerate(said)]
    heard: list[Any] = [(message, await world.says("Eve", message)) for message in keyed]
    heard.append(("again", await world.says("Eve", next(each for each in keyed if each["t"] == "say"))))
    for at, fields in enumerate(HOSTS):
        heard.append((fields, await world.says("host", fields | {"key": f"h{at}"})))
    paths = [each.path for each in world.app.routes if isinstance(each, Route) and "GET" in (each.methods or ())]
    rounds = world.house.services.store.rounds(world.box.table)
    for path in [*(each for each in paths if "{table}" in each and each not in LEFT_OUT), "/api/tables"]:
        here = path.replace("{table}", world.box.table)
        heard += [(path, name, await world.gets(name, here)) for name in ("Eve", "host", "")]
    for number in (1, 2):
        kept = next((each.id for each in rounds if each.number == number), f"{world.box.table}-{number}")
        heard.append((number, (await world.gets("Eve", f"/api/rounds/{kept}/proof"))[:3]))
    return heard


def in_a_world(path: Path, work: Callable[[World], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = SqliteStore(path)
        try:
            house = RoomServer(store, RoomDefaults(pace="fast", chance_seed="worlds"))
            house.registry.load()
            found = await work(World(house))
            await house.close()
            return found
        finally:
            store.close()

    return asyncio.run(run())


@pytest.mark.slow("six rooms, and sixty sockets in each")
def test_a_watcher_behind_the_delay_cannot_tell_live_tables_apart(tmp_path: Path) -> None:
    """Before, `stale` named the live round and step, `ok` the live step, and the log told whether a round ran."""
    worlds = {live: in_a_world(tmp_path / f"{live.__name__}.db", partial(delayed_walk, live=live)) for live in LIVES}
    first = worlds[nothing]
    for live, heard in worlds.items():
        for mine, other in zip(first, heard, strict=True):
            is_own_sheet = live is post and mine[0] == "/api/tables/{table}/sheet"  # hosts see what they posted
            assert mine == other or is_own_sheet, live.__name__


def test_a_host_behind_the_delay_hears_one_sentence_for_whatever_the_table_refuses(tmp_path: Path) -> None:
    async def evening(world: World) -> list[str]:
        await world.begin()
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        heard: list[str] = []
        for command in (Floor(do="void", reason="so"), Floor(do="resume"), Floor(do="call", irregularity="x")):
            with pytest.raises(Refusal) as caught:
                await world.floor(command)
            heard.append(caught.value.code)
        ack = await world.floor(Configure(merge=True, time=1200))
        seen = world.box.seen_late()
        assert seen is not None
        assert (ack.n, ack.from_round) == (seen.n, None)
        assert world.box.live.state.n > seen.n
        return heard

    assert in_a_world(tmp_path / "room.db", evening) == ["behind"] * 3


def test_whoever_sits_down_from_behind_hears_the_table_as_it_stands(tmp_path: Path) -> None:
    async def evening(world: World) -> None:
        await world.begin()
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        with pytest.raises(Refusal) as caught:  # the seat is free in what the guest sees
            await world.does(world.eve, Sit(seat=1, buy_in=20_000))
        assert caught.value.code == "behind"
        assert "Ana" not in caught.value.sentence
        ack = await world.does(world.eve, Sit(seat=2, buy_in=20_000))
        assert ack.n == world.box.live.state.n
        world.now += DELAY * 1000 + 1000
        with pytest.raises(Refusal) as caught:
            await world.does(world.bo, Sit(seat=1, buy_in=20_000))
        assert (caught.value.code, caught.value.facts["player"]) == ("taken", "Ana")

    in_a_world(tmp_path / "room.db", evening)


def test_where_hands_are_set_in_silence_a_watcher_behind_the_delay_never_talks(tmp_path: Path) -> None:
    """A refusal that came and went with the hands would tell when they are set."""

    async def evening(world: World) -> None:
        await world.begin(game="pai-gow-seneca")
        with pytest.raises(Refusal) as caught:
            await world.does(world.eve, Say(text="so"))
        assert (caught.value.code, caught.value.clause) == ("muted", "PGS-17")
        await world.floor(Say(text="the floor speaks"))

    in_a_world(tmp_path / "room.db", evening)


def test_a_page_of_rounds_begins_with_the_last_one_that_a_watcher_knows_of(tmp_path: Path) -> None:
    """Before, a page was filled with rounds that are too new, and came out empty."""

    async def evening(world: World) -> None:
        await world.begin()
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        await world.does(world.bo, Sit(seat=2, buy_in=20_000))
        await world.deal()
        await world.play()
        world.now += DELAY * 1000 + 1000
        for _ in range(51):
            await world.deal()
            await world.play()
        told = await world.gets("Eve", f"/api/tables/{world.box.table}/rounds")
        assert [each["number"] for each in json.loads(told.partition(b" ")[2])["rounds"]] == [1]

    in_a_world(tmp_path / "room.db", evening)


def after_a_stop(path: Path, live: Callable[[World], Awaitable[None]], *, rounds: int = 1) -> list[bytes]:
    """What a host behind the delay reads in a room that was stopped for longer than the delay, right after `live`."""

    async def evening(world: World) -> tuple[str, int]:
        await world.begin()
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        await world.does(world.bo, Sit(seat=2, buy_in=20_000))
        for _ in range(rounds):
            await world.deal()
            await world.play()
            world.now += DELAY * 1000 + 1000
        await live(world)
        await world.house.services.commits.durable()
        return world.box.table, world.now

    async def morning(world: World) -> list[bytes]:
        world.now = stopped + 2 * DELAY * 1000
        here = f"/api/tables/{table}"
        return [await world.gets("host", each) for each in (here, f"{here}/log", f"{here}/rounds", "/api/tables")]

    table, stopped = in_a_world(path, evening)
    return list(in_a_world(path, morning))


def test_time_for_which_the_room_was_stopped_makes_no_row_and_no_round_older(tmp_path: Path) -> None:
    """Before, rows aged while the room was stopped and its table did not: the log told the running hand."""
    first, *others = [after_a_stop(tmp_path / f"{live.__name__}.db", live) for live in (talk, deal, settle)]
    assert b'"number":1' in first[2], "the round from before the delay is told"
    for heard in others:
        assert heard == first


def test_seats_that_were_taken_just_before_a_stop_are_not_shown_after_it(tmp_path: Path) -> None:
    """Before, a table without a round was shown at once after a restart."""
    heard = after_a_stop(tmp_path / "room.db", talk, rounds=0)
    assert all(b"Ana" not in each and b"Bo" not in each for each in heard)


def test_a_sheet_for_the_next_round_tells_nobody_behind_when_this_one_is_over(tmp_path: Path) -> None:
    """Before, the sheet of the running round judged a newcomer: the refusal changed with its end."""

    async def evening(world: World) -> None:
        await world.begin()
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        await world.does(world.bo, Sit(seat=2, buy_in=20_000))
        await world.deal()
        others = [each.id for each in Rules.of(GAME).schedules()]
        now = world.box.live.context.sheet.least_buy_in
        for schedule in others:
            await world.floor(Configure(merge=True, schedule=schedule))
            if sheet_of(posted_next(world.box.live.context)).least_buy_in != now:
                break
        heard = []
        for _ in range(2):
            with pytest.raises(Refusal) as caught:
                await world.does(world.eve, Sit(seat=3, buy_in=1))
            heard.append((caught.value.sentence, caught.value.facts))
            await world.play()
        assert world.box.live.context.sheet.least_buy_in != now
        assert heard[0] == heard[1]

    in_a_world(tmp_path / "room.db", evening)


def test_the_board_is_sent_again_only_where_it_has_changed(tmp_path: Path) -> None:
    """Before, whoever had just come to the lobby got the same board again when a delayed table moved."""

    class Heard:
        def __init__(self) -> None:
            self.frames: list[bytes] = []

        def answer(self, text: bytes) -> None:
            self.frames.append(text)

        def step(self, text: bytes, _n: int) -> None:
            self.frames.append(text)

    async def evening(world: World) -> None:
        await world.begin()
        board, one, two = LobbyBoard(world.house.services, world.house.registry), Heard(), Heard()
        board.enter(cast("Outbox", one))
        await world.does(world.ana, Sit(seat=1, buy_in=20_000))
        board._tell()
        await world.house.services.commits.durable()
        assert len(one.frames) == 1
        world.now += DELAY * 1000 + 1000
        board.enter(cast("Outbox", two))
        board._tell()
        await world.house.services.commits.durable()
        assert [len(one.frames), len(two.frames)] == [2, 1]
        assert one.frames[-1] == two.frames[-1] != one.frames[0]

    in_a_world(tmp_path / "room.db", evening)
