"""A client for programs: a guest, a table, and what is asked there. Frames come as they are, as dictionaries.

async with await Room.enter("http://127.0.0.1:8014", "Ben") as room:
    seat = await room.play("three-card-poker")
    async with room.at(seat["table"]) as table:
        async for frame in table:
            ...
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from http.client import HTTPConnection, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

Frame = dict[str, Any]
PROTOCOL = "houseway.1"


class RoomRefused(Exception):
    """What the room refused: its sentence, and the code, clause and facts that programs read."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told.get("says", ""))
        self.code: str = told.get("code", "")
        self.clause: str = told.get("clause", "")
        self.facts: dict[str, Any] = told.get("facts", {})


class Room:
    """A room, as one person knows it: by a cookie, or by the key of a link."""

    def __init__(self, url: str, *, cookie: str = "", key: str = "") -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.key = key
        self.person = ""

    @classmethod
    async def enter(cls, url: str, name: str = "") -> "Room":
        """Come in as a guest."""
        room = cls(url)
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
        """One request, waited for; what is refused is raised."""
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
    """A socket at a table. Iterate over it for frames; `tell` sends a command and waits for its answer."""

    def __init__(self, room: Room, table: str) -> None:
        self.room = room
        self.table = table
        self.n = 0
        self.state: dict[str, Any] = {}
        self.mine: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.sheet: dict[str, Any] = {}
        self._line: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Frame]] = {}
        self._frames: asyncio.Queue[Frame | None] = asyncio.Queue()

    async def __aenter__(self) -> "Table":
        await self.enter()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def enter(self, after: int | None = None) -> None:
        """Connect and say hello; a story after a step comes with the welcome."""
        url = f"ws{self.room.url.removeprefix('http')}/ws/tables/{self.table}"
        headers = {name: value for name, value in self.room.headers().items() if name != "Origin"}
        self._line = await connect(
            url,
            subprotocols=[Subprotocol(PROTOCOL)],
            origin=Origin(self.room.url),
            additional_headers=headers,
            max_size=None,
        )
        self._reader = asyncio.create_task(self._read(self._line))
        await self.send({"t": "hello"} | ({} if after is None else {"after": after}))

    async def leave(self) -> None:
        if self._line is not None:
            await self._line.close()
        if self._reader is not None:
            await self._reader

    async def send(self, message: Frame) -> None:
        assert self._line is not None
        await self._line.send(json.dumps(message))

    async def tell(self, command: str, **fields: Any) -> Frame:
        """A command and its `ok`, or RoomRefused; the same key again is the same command."""
        key = fields.setdefault("key", new_key())
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._answers[key] = answer
        await self.send({"t": command} | fields)
        told = await answer
        if told["t"] == "refused":
            raise RoomRefused(told)
        return told

    async def __aiter__(self) -> AsyncIterator[Frame]:
        """Every welcome and step, until the socket is closed."""
        while (frame := await self._frames.get()) is not None:
            yield frame

    async def _read(self, line: ClientConnection) -> None:
        try:
            async for text in line:
                self._take(json.loads(text))
        finally:
            self._frames.put_nowait(None)
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the socket was closed"))
                    answer.exception()

    def _take(self, frame: Frame) -> None:
        kind = frame["t"]
        if kind in ("ok", "refused"):
            answer = self._answers.pop(frame["key"], None)
            if answer is not None and not answer.done():
                answer.set_result(frame)
            return
        if kind in ("welcome", "step"):
            self.n, self.state, self.mine = frame["n"], frame["state"], frame["mine"]
            self.you, self.sheet = frame.get("you", self.you), frame.get("table", self.sheet)
        self._frames.put_nowait(frame)


def new_key() -> str:
    return secrets.token_hex(8)
