"""Both ends detect a dead connection: the room disconnects it, and the client reconnects."""

import asyncio
import sys
import time
from pathlib import Path

from houseway.client import Room
from tests.server.running import PATIENCE, Line, Server, new_key, served
from tests.server.silent import SilentRelay, silent_relay

GAME = "three-card-poker"
IMPATIENT = (
    *(sys.executable, "-c"),
    "from houseway.server import serve; serve.PING_EVERY = serve.PONG_WITHIN = 0.2\n"
    "from houseway.cli import main; main()",
)
"""The same server with five pings a second."""


def test_a_ping_is_answered_at_once_before_hello_and_after_it(house: Server) -> None:
    ana = house.guest("Ana")
    with ana.line(ana.open(GAME), hello=False) as line:
        line.say({"t": "ping"})
        assert line.read() == {"t": "pong"}
        line.hello()
        line.say({"t": "ping"})
        assert line.read() == {"t": "pong"}


def test_a_ping_has_no_key_and_nothing_else_in_it(house: Server) -> None:
    ana = house.guest("Ana")
    with ana.line(ana.open(GAME)) as line:
        line.say({"t": "ping", "key": "p1"})
        answer = line.read()
        assert (answer["t"], answer["code"], answer["key"]) == ("refused", "format", "p1")


def test_the_lobby_answers_pings_and_nothing_else(house: Server) -> None:
    with Line(house.guest("Ana").room, "lobby") as line:
        assert line.read()["t"] == "lobby"
        line.say({"t": "what"})
        line.say({"t": "ping"})
        assert line.until(lambda frame: frame["t"] != "lobby") == {"t": "pong"}


def test_the_room_disconnects_a_client_that_died_without_a_word(tmp_path: Path) -> None:
    with served(tmp_path / "room.db", run=IMPATIENT) as house, silent_relay() as relay:
        relay.port = house.port
        ana, ben = house.guest("Ana"), house.guest("Ben")
        table = ana.open(GAME)
        with ben.line(table) as watching:
            near = Room(relay.url, cookie=ana.room.cookie)
            with Line(near, table, Origin=house.url) as line:
                line.hello()
                line.sit(3)
                before = line.n
                relay.hush()
                watching.until(
                    lambda frame: frame["t"] == "step" and frame["n"] > before
                )  # the seat is held from now on
                assert _sockets(house) == 1


def _sockets(house: Server) -> int:
    """Waits until one of two sockets is closed. Returns how many are open."""
    end = time.monotonic() + PATIENCE
    while True:
        text = house.guest().room.call("GET", "/metrics", None)
        count = next(int(row.rpartition(" ")[2]) for row in text.splitlines() if row.startswith("houseway_sockets "))
        if count < 2 or time.monotonic() > end:
            return count


async def _told_once(url: str, relay: SilentRelay) -> tuple[int, int]:
    """Returns how many connections a client made over a silent relay, and the step of its command."""
    room = Room(url, heartbeat=0.3)
    await room.post("/api/session", name="Ana")
    async with room.at(await room.open(GAME)) as table:
        await table.tell("say", text="before")
        relay.hush()
        told = await asyncio.wait_for(table.tell("say", text="after", key=new_key()), PATIENCE)
        return table.lines, told["n"]


def test_a_client_notices_silence_and_says_again_what_was_not_answered(tmp_path: Path) -> None:
    with silent_relay() as relay, served(tmp_path / "room.db", "--origin", relay.url) as house:
        relay.port = house.port
        lines, n = asyncio.run(_told_once(relay.url, relay))
        assert lines >= 2
        ben = house.guest("Ben")
        with ben.line(ben.get("/api/tables")["tables"][0]["table"]) as line:
            assert line.n == n
