"""A client for programs: a guest, a table, and what is asked there. Frames come as they are, as dictionaries.

A line that is lost is made anew, at another machine of the room where one is named or the table has moved, and what was
not answered is sent again under its key.

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
"""Seconds for which a machine that does not answer is asked again."""
HEARTBEAT: Final = 15.0
"""Seconds between two pings, and seconds within which each is answered; after that the line counts as lost."""
MOVED: Final = 4301
FINAL: Final = (1000, 1003, 1007, 1008, 1009, 4401, 4403, 4404, 4409, 4423)
"""Codes after which nobody comes back by itself."""


class RoomRefused(Exception):
    """A refusal of the room: its sentence, and the code, clause, form and facts that programs read."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told.get("says", ""))
        self.code: str = told.get("code", "")
        self.clause: str = told.get("clause", "")
        self.facts: dict[str, Any] = told.get("facts", {})
        self.form: str = told.get("form", "")


class Room:
    """A room, as one person knows it: by a cookie, or by the key of a link.

    `also` are other machines of the same room. With no `patience` a line that is lost stays lost. `heartbeat` is
    how soon a line that died without a word is noticed.
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
        """Come in as a guest."""
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
        """What every request of this client carries: where it comes from, and what proves who it is."""
        told = {"Origin": self.url}
        if self.cookie:
            told["Cookie"] = self.cookie
        if self.key:
            told["Authorization"] = f"Bearer {self.key}"
        return told

    def call(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        """One request, waited for; what is refused is raised.

        Where no machine answers, it is asked again as long as patience lasts, if asking twice does no harm.
        """
        end, harmless = time.monotonic() + self.patience, method == "GET" or "key" in (body or {})
        while True:
            try:
                return self._asked(method, path, body)
            except (OSError, HTTPException) as error:
                if time.monotonic() > end or not (harmless or isinstance(error, ConnectionRefusedError)):
                    raise
            except RoomRefused as refused:
                if refused.code != "moving" or not harmless or time.monotonic() > end:
                    raise
            self.turn(self.url)
            time.sleep(random.uniform(0.05, 0.3))

    def turn(self, failed: str) -> None:
        """Another machine is asked from now on, if that one was."""
        if failed == self.url:
            here = self.urls.index(self.url) if self.url in self.urls else -1
            self.url = self.urls[(here + 1) % len(self.urls)]

    def _asked(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
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
        """A seat at a table with bots, bought in: `{table, url, seat}`."""
        return await self.post("/api/play", game=game, key=new_key())

    async def open(self, game: str, **sheet: Any) -> str:
        """A new table; its id."""
        told = await self.post("/api/tables", game=game, key=new_key(), **sheet)
        return str(told["table"])

    # -- sockets ----------------------------------------------------------------------------------------------------

    def at(self, table: str) -> "Table":
        return Table(self, table)


class Table:
    """A line to a table. Iterate over it for frames; `tell` sends a command and waits for its answer."""

    def __init__(self, room: Room, table: str) -> None:
        self.room = room
        self.table = table
        self.n = 0
        self.state: dict[str, Any] = {}
        self.mine: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.sheet: dict[str, Any] = {}
        self.lines = 0
        """How many times the line was made."""
        self.code: int | None = None
        """By which the room has closed the line for good."""
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
        """Connect and say hello; a story after a step comes with the welcome."""
        self._after = after
        line = await self._connected()
        with contextlib.suppress(ConnectionClosed):  # by a machine that had sent us on before we spoke
            await self._greet(line, after)
        self._reader = asyncio.create_task(self._run(line))

    async def leave(self) -> None:
        """The line is closed, and stays so."""
        self._left = True
        if self._line is not None:
            await self._line.close()
        if self._reader is not None:
            await self._reader

    async def _connected(self) -> ClientConnection:
        """A line to whichever machine answers, as long as patience lasts; where the table has moved, there first."""
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
        """Says hello, and again whatever was not answered."""
        self._line = line
        self.lines += 1
        await line.send(json.dumps({"t": "hello"} | ({} if after is None else {"after": after})))
        for message, _ in list(self._open.values()):
            await line.send(json.dumps(message))

    async def send(self, message: Frame) -> None:
        """A message for which nobody waits."""
        assert self._line is not None
        await self._line.send(json.dumps(message))

    async def tell(self, command: str, **fields: Any) -> Frame:
        """A command and its `ok`, or RoomRefused; the same key again is the same command."""
        if self._reader is None or self._reader.done():
            raise ConnectionError("the line is closed")
        key = fields.setdefault("key", new_key())
        message = {"t": command} | fields
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._open[key] = (message, answer)
        with contextlib.suppress(ConnectionClosed):  # it is sent again when there is a line
            await self.send(message)
        told = await answer
        if told["t"] == "refused":
            raise RoomRefused(told)
        return told

    async def __aiter__(self) -> AsyncIterator[Frame]:
        """Every welcome and step, until the line is closed for good."""
        while (frame := await self._frames.get()) is not None:
            yield frame

    async def _run(self, line: ClientConnection) -> None:
        """Frames as they come, over as many lines as it takes."""
        try:
            while True:
                with contextlib.suppress(ConnectionClosed):
                    async for text in line:
                        self._take(json.loads(text))
                self.code = line.close_code
                if self._left or not self.room.patience or self.code in FINAL:
                    return
                if self.code != MOVED:
                    self._moved = ""
                    await asyncio.sleep(random.uniform(0.02, 0.2))
                line = await self._connected()
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

    def _take(self, frame: Frame) -> None:
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
    """Whether the machine was there and would not have us; one that is about to close is asked again."""
    return error.response.status_code in (401, 403, 404)


def new_key() -> str:
    return secrets.token_hex(8)
