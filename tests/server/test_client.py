"""The client follows a redirect that arrives before its hello."""

import asyncio
import json

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from houseway.client import MOVED, PROTOCOL, Room, Table

WELCOME = {"t": "welcome", "n": 7, "state": {}, "mine": {}, "you": {}, "table": {}, "story": []}


class Late(Table):
    """A client on a busy machine: the server's frames arrive before its first message."""

    async def _connect(self) -> ClientConnection:
        line = await super()._connect()
        await asyncio.sleep(0.1)
        return line


async def sent_on(after: int | None) -> list[str]:
    """Returns the first message at the node that has the table, of a client that another node redirects at once."""
    heard: list[str] = []

    async def here(line: ServerConnection) -> None:
        heard.append(str(await line.recv()))
        await line.send(json.dumps(WELCOME))
        await line.wait_closed()

    async with serve(here, "127.0.0.1", 0, subprotocols=[Subprotocol(PROTOCOL)]) as there:
        port = there.sockets[0].getsockname()[1]

        async def elsewhere(line: ServerConnection) -> None:
            await line.send(json.dumps({"t": "moved", "url": f"ws://127.0.0.1:{port}/ws/tables/k3"}))
            await line.close(MOVED)

        async with serve(elsewhere, "127.0.0.1", 0, subprotocols=[Subprotocol(PROTOCOL)]) as first:
            room = Room(f"http://127.0.0.1:{first.sockets[0].getsockname()[1]}")
            table = Late(room, "k3")
            await table.enter(after)
            async for frame in table:
                if frame["t"] == "welcome":
                    break
            assert (table.n, table.lines) == (7, 2)
            await table.leave()
    return heard


def test_who_is_sent_on_before_the_first_word_says_hello_where_the_table_is() -> None:
    assert [json.loads(text) for text in asyncio.run(sent_on(None))] == [{"t": "hello"}]


def test_the_story_that_was_wanted_is_asked_for_there() -> None:
    assert [json.loads(text) for text in asyncio.run(sent_on(3))] == [{"t": "hello", "after": 3}]
