"""An asyncio client for programs: a guest session, a table connection and its frames as plain dictionaries.

The client reconnects a lost connection, to another node if one is named or the table has moved, and sends every
unacknowledged command again under its idempotency key.

async with await Room.enter("http://127.0.0.1:8014", "Ben") as room:
    seat = await room.play("three-card-poker")
    async with room.at(seat["table"]) as table:
        async for frame in table:
            ...
"""

import asyncio
import contextlib
import json
import random
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin, Subprotocol

Frame = dict[str, Any]
PROTOCOL = "houseway.1"
PATIENCE: Final = 30.0
"""Seconds for which the client retries a node that does not answer."""
HEARTBEAT: Final = 15.0
"""Seconds between two pings, and seconds to wait for each pong before the connection counts as lost."""
MOVED: Final = 4301
FINAL: Final = (1000, 1003, 1007, 1008, 1009, 4401, 4403, 4404, 4409, 4423)
"""Close codes after which the client does not reconnect."""


class RoomRefused(Exception):
    """A refusal by the room: its sentence as the message; its code, clause, form and facts for programs."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told.get("says", ""))
        self.code: str = told.get("code", "")
        self.clause: str = told.get("clause", "")
        self.facts: dict[str, Any] = told.get("facts", {})
        self.form: str = told.get("form", "")


class Room:
    """A room as one person uses it, signed in by a cookie or by the key of a link.

    `also` lists other nodes of the same room. With `patience` 0 the client never reconnects. `heartbeat` is the
    interval of pings by which the client detects a dead connection.
    """

    def __init__(
        self,
        url: str,
        *,
        cookie: str = "",
        key: str = "",
        also: Sequence[str] = (),
        patience: float = PATIENCE,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self.url = url.rstrip("/")
        self.urls = [self.url, *(each.rstrip("/") for each in also)]
        self.cookie = cookie
        self.key = key
        self.patience = patience
        self.heartbeat = heartbeat
        self.person = ""

    @classmethod
    async def enter(cls, url: str, name: str = "", *, also: Sequence[str] = ()) -> "Room":
        """Starts a session as a new guest."""
        room = cls(url, also=also)
        told = await room.post("/api/session", name=name)
        room.person = told["person"]
        return room

    async def __aenter__(self) -> "Room":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    # -- HTTP -------------------------------------------------------------------------------------------------------

    async def get(self, path: str) -> Any:
        return await asyncio.to_thread(self.call, "GET", path, None)

    async def post(self, path: str, **body: Any) -> Any:
        return await asyncio.to_thread(self.call, "POST", path, body)

    def headers(self) -> dict[str, str]:
        """Returns the headers of every request: Origin, and the cookie or the bearer key."""
        told = {"Origin": self.url}
        if self.cookie:
            told["Cookie"] = self.cookie
        if self.key:
            told["Authorization"] = f"Bearer {self.key}"
        return told

    def call(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        """Sends one request and returns its answer. Raises RoomRefused for a refusal.

        If no node answers, the client retries until `patience` has passed, provided that the request is idempotent.
        """
        end, harmless = time.monotonic() + self.patience, method == "GET" or "key" in (body or {})
        while True:
            try:
                return self._request(method, path, body)
            except (OSError, HTTPException) as error:
                if time.monotonic() > end or not (harmless or isinstance(error, ConnectionRefusedError)):
                    raise
            except RoomRefused as refused:
                if refused.code != "moving" or not harmless or time.monotonic() > end:
                    raise
            self.turn(self.url)
            time.sleep(random.uniform(0.05, 0.3))

    def turn(self, failed: str) -> None:
        """Switches to the next node, if `failed` is the current one."""
        if failed == self.url:
            here = self.urls.index(self.url) if self.url in self.urls else -1
            self.url = self.urls[(here + 1) % len(self.urls)]

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        parts = urlsplit(self.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        line = kind(parts.netloc, timeout=30)
        try:
            content = None if body is None else json.dumps(body)
            line.request(method, path, content, self.headers() | {"Content-Type": "application/json"})
            answer = line.getresponse()
            text = answer.read()
            given = answer.getheader("Set-Cookie")
        finally:
            line.close()
        if given:
            self.cookie = given.partition(";")[0]
        kind_of_text = (answer.getheader("Content-Type") or "").partition(";")[0]
        told = json.loads(text) if kind_of_text == "application/json" else text.decode()
        if answer.status >= 400:
            raise RoomRefused(told["error"] if isinstance(told, dict) else {"says": told, "code": str(answer.status)})
        return told

    async def me(self) -> Any:
        return await self.get("/api/me")

    async def play(self, game: str) -> Any:
        """Takes a seat at a table with bots and buys in. Returns `{table, url, seat}`."""
        return await self.post("/api/play", game=game, key=new_key())

    async def open(self, game: str, **sheet: Any) -> str:
        """Opens a table. Returns its id."""
        told = await self.post("/api/tables", game=game, key=new_key(), **sheet)
        return str(told["table"])

    # -- sockets ----------------------------------------------------------------------------------------------------

    def at(self, table: str) -> "Table":
        return Table(self, table)


class Table:
    """A connection to a table. Iterate over it for frames; `tell` sends a command and awaits its acknowledgement."""

    def __init__(self, room: Room, table: str) -> None:
        self.room = room
        self.table = table
        self.n = 0
        self.state: dict[str, Any] = {}
        self.mine: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.sheet: dict[str, Any] = {}
        self.lines = 0
        """The number of connections made."""
        self.code: int | None = None
        """The code with which the server closed the last connection."""
        self._after: int | None = None
        self._moved = ""
        self._line: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._open: dict[str, tuple[Frame, asyncio.Future[Frame]]] = {}
        self._frames: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._left = False

    async def __aenter__(self) -> "Table":
        await self.enter()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def enter(self, after: int | None = None) -> None:
        """Connects and says hello. With `after` the welcome carries the story since that step."""
        self._after = after
        line = await self._connect()
        with contextlib.suppress(ConnectionClosed):  # by a node that redirected us before our hello
            await self._greet(line, after)
        self._reader = asyncio.create_task(self._run(line))

    async def leave(self) -> None:
        """Closes the connection for good."""
        self._left = True
        if self._line is not None:
            await self._line.close()
        if self._reader is not None:
            await self._reader

    async def _connect(self) -> ClientConnection:
        """Connects to the first node that answers, trying the table's new node first, until `patience` has passed."""
        end = asyncio.get_running_loop().time() + self.room.patience
        while True:
            at = self._moved or self.room.url
            headers = {name: value for name, value in self.room.headers().items() if name != "Origin"}
            try:
                return await connect(
                    f"ws{at.removeprefix('http')}/ws/tables/{self.table}",
                    subprotocols=[Subprotocol(PROTOCOL)],
                    origin=Origin(at),
                    additional_headers=headers,
                    max_size=None,
                    open_timeout=5,
                    close_timeout=2,
                    ping_interval=self.room.heartbeat,
                    ping_timeout=self.room.heartbeat,
                )
            except (OSError, InvalidHandshake, TimeoutError) as error:
                if asyncio.get_running_loop().time() > end or (isinstance(error, InvalidStatus) and _is_final(error)):
                    raise
            if not self._moved:
                self.room.turn(at)
            self._moved = ""
            await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _greet(self, line: ClientConnection, after: int | None) -> None:
        """Says hello and sends every unacknowledged command again."""
        self._line = line
        self.lines += 1
        await line.send(json.dumps({"t": "hello"} | ({} if after is None else {"after": after})))
        for message, _ in list(self._open.values()):
            await line.send(json.dumps(message))

    async def send(self, message: Frame) -> None:
        """Sends a message without waiting for an answer."""
        assert self._line is not None
        await self._line.send(json.dumps(message))

    async def tell(self, command: str, **fields: Any) -> Frame:
        """Sends a command and returns its `ok`.

        Raises RoomRefused for a refusal. A repeated key repeats the command.
        """
        if self._reader is None or self._reader.done():
            raise ConnectionError("the line is closed")
        key = fields.setdefault("key", new_key())
        message = {"t": command} | fields
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._open[key] = (message, answer)
        with contextlib.suppress(ConnectionClosed):  # _greet sends it again after the reconnect
            await self.send(message)
        told = await answer
        if told["t"] == "refused":
            raise RoomRefused(told)
        return told

    async def __aiter__(self) -> AsyncIterator[Frame]:
        """Yields every welcome and step, until the connection is closed for good."""
        while (frame := await self._frames.get()) is not None:
            yield frame

    async def _run(self, line: ClientConnection) -> None:
        """Reads frames and reconnects, until the connection is closed for good."""
        try:
            while True:
                with contextlib.suppress(ConnectionClosed):
                    async for text in line:
                        self._handle(json.loads(text))
                self.code = line.close_code
                if self._left or not self.room.patience or self.code in FINAL:
                    return
                if self.code != MOVED:
                    self._moved = ""
                    await asyncio.sleep(random.uniform(0.02, 0.2))
                line = await self._connect()
                with contextlib.suppress(ConnectionClosed):
                    await self._greet(line, self.n or self._after)
        except (OSError, InvalidHandshake, TimeoutError):
            return
        finally:
            self._frames.put_nowait(None)
            for _, answer in self._open.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the socket was closed"))
                    answer.exception()

    def _handle(self, frame: Frame) -> None:
        kind = frame["t"]
        if kind in ("ok", "refused"):
            _, answer = self._open.pop(frame["key"], (None, None))
            if answer is not None and not answer.done():
                answer.set_result(frame)
            return
        if kind == "moved":
            self._moved = f"http{frame['url'].removeprefix('ws').rpartition('/ws/tables/')[0]}"
        if kind in ("welcome", "step"):
            self.n, self.state, self.mine = frame["n"], frame["state"], frame["mine"]
            self.you, self.sheet = frame.get("you", self.you), frame.get("table", self.sheet)
        self._frames.put_nowait(frame)


def _is_final(error: InvalidStatus) -> bool:
    """Returns whether the node refused the handshake for good. A closing node (503) is asked again."""
    return error.response.status_code in (401, 403, 404)


def new_key() -> str:
    return secrets.token_hex(8)
