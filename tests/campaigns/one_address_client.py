"""One address at its rate limits: sends well-formed, allowed requests as fast as they are answered.

python -m tests.campaigns.one_address_client URL      a line `KIND SECONDS` begins, `end` ends; the kind `all` is each

Answers are counted by kind: HTTP by its status, a command by `ok` or the code of its refusal, a socket by the code that
closed it.
"""

import asyncio
import contextlib
import json
import os
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from houseway.roster import OWN

ADDRESS: Final = "127.0.0.5"
"""Also loopback, but no trusted proxy."""
AT_ONCE: Final = 6
"""Clients of each kind."""
PATIENCE: Final = 60.0
GAME: Final = "three-card-poker"
WORDS: Final = (
    "bank",
    "fold",
    "ante",
    "pay",
    "joker",
    "tie",
    "zzyx",
    "qwfp",
    "arst",
    "xcvb",
    "commission",
    "kondition",
)

Told = Counter[str]


class Answer:
    """Status of an answer, its body and the cookie that it sets."""

    def __init__(self, status: int, body: bytes, cookie: str) -> None:
        self.status = status
        self.body = body
        self.cookie = cookie


class Client:
    """A persistent connection, and a guest's cookie once there is one."""

    def __init__(self, url: str, told: Told) -> None:
        self.url = url
        self.told = told
        self.cookie = ""
        self.table = ""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Answer:
        """Sends a request, counts the status, and pauses after a 429."""
        answer = await self._asked(method, path, None if body is None else json.dumps(body).encode())
        self.told[f"HTTP {answer.status}"] += 1
        self.cookie = answer.cookie or self.cookie
        if answer.status == 429:
            await asyncio.sleep(0.05)
        return answer

    async def _asked(self, method: str, path: str, content: bytes | None) -> Answer:
        parts = urlsplit(self.url)
        if self._line is None:
            self._line = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ADDRESS, 0))
        reader, writer = self._line
        lines = [f"{method} {path} HTTP/1.1", f"host: {parts.netloc}", f"origin: {self.url}"]
        lines += [f"cookie: {self.cookie}"] if self.cookie else []
        lines += [] if content is None else ["content-type: application/json", f"content-length: {len(content)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + (content or b""))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = [line.partition(":") for line in head[1:] if line]
        named = {name.lower(): value.strip() for name, _, value in fields}
        cookie = named.get("set-cookie", "").partition(";")[0]
        body = await reader.readexactly(int(named.get("content-length", "0")))
        if named.get("connection") == "close":
            self.hang_up()
        return Answer(int(head[0].split()[1]), body, cookie)

    def hang_up(self) -> None:
        if self._line is not None:
            self._line[1].close()
            self._line = None

    async def come_in(self) -> bool:
        """Starts a session, new or as before. Returns False if the address has too many guests."""
        return bool(self.cookie) or (await self.ask("POST", "/api/session", {})).status == 200

    async def at_table(self) -> bool:
        """Returns a table to talk at: with a seat there, or one of others if the address is at its limit."""
        if not await self.come_in():
            return False
        if not self.table:
            answer = await self.ask("POST", "/api/play", {"game": GAME, "key": secrets.token_hex(8)})
            self.table = json.loads(answer.body)["table"] if answer.status == 200 else ""
        if not self.table and (answer := await self.ask("GET", "/api/tables")).status == 200:
            self.table = random.choice([line["table"] for line in json.loads(answer.body)["tables"]] or [""])
        return bool(self.table)

    def socket(self) -> connect:
        parts = urlsplit(self.url)
        return connect(
            f"ws://{parts.netloc}/ws/tables/{self.table}", origin=Origin(self.url), compression=None, max_size=None,
            additional_headers={"Cookie": self.cookie}, local_addr=(ADDRESS, 0), open_timeout=PATIENCE, close_timeout=1,
        )  # fmt: skip


Kind = Callable[[Client], Awaitable[None]]


def over_sockets(*messages: dict[str, Any]) -> Kind:
    """Sends these messages again and again, over a new socket whenever one is closed."""

    async def kind(client: Client) -> None:
        if not await client.at_table():
            return
        async with client.socket() as line:
            try:
                await line.send('{"t":"hello"}')
                while True:
                    for message in messages:
                        keyed = message if message["t"] == "hello" else message | {"key": secrets.token_hex(8)}
                        await line.send(json.dumps(keyed))
                        client.told[await read_answer(line, keyed.get("key"))] += 1
            except ConnectionClosed as closed:
                client.told[f"closed {1006 if closed.rcvd is None else closed.rcvd.code}"] += 1
                await asyncio.sleep(0.05)

    return kind


async def read_answer(line: ClientConnection, key: str | None) -> str:
    """Returns the answer to a command; without a key, the welcome."""
    while True:
        frame = json.loads(await line.recv())
        if key is None and frame["t"] == "welcome":
            return f"{frame['t']}"
        if key is not None and frame.get("key") == key:
            return str(frame.get("code", "ok"))


async def search(client: Client) -> None:
    if await client.come_in():
        words = "+".join(random.choice(WORDS) + random.choice("abcdefgh") for _ in range(8))
        await client.ask("GET", f"/api/games/{random.choice([*OWN])}/search?words={words}")


async def school(client: Client) -> None:
    if await client.come_in():
        await client.ask("GET", f"/api/school/{random.choice([*OWN])}?seed={random.randrange(10**9)}&questions=50")


async def odds(client: Client) -> None:
    if await client.come_in():
        await client.ask("GET", f"/api/games/{random.choice([*OWN])}/odds")
        await client.ask("GET", "/api/games")


async def postings(client: Client) -> None:
    if await client.come_in():
        for path in ("/api/me/postings", "/api/me", "/api/tables"):
            await client.ask("GET", path)


async def play(client: Client) -> None:
    """Takes a seat at every game over HTTP as a new guest, opens a table with an hour's watch delay, and leaves."""
    client.cookie = ""
    if await client.come_in():
        for game in OWN:
            await client.ask("POST", "/api/play", {"game": game, "key": secrets.token_hex(8)})
        body = {"game": GAME, "bots": 3, "watch_delay": 3600, "stay": 10_080, "hold": 1440}
        await client.ask("POST", "/api/tables", body | {"key": secrets.token_hex(8)})


KINDS: Final[dict[str, Kind]] = {
    "talk": over_sockets({"t": "say", "text": "buy my chips " * 20}),
    "hello": over_sockets({"t": "hello"}),
    "rows": over_sockets({"t": "sit_out"}, {"t": "come_back"}),
    "search": search,
    "school": school,
    "odds": odds,
    "postings": postings,
    "play": play,
}


async def run_kinds(url: str, names: list[str], seconds: float) -> dict[str, Told]:
    """Runs these kinds for `seconds`. Returns the answers of each."""
    told: dict[str, Told] = {name: Counter() for name in names}
    end = time.monotonic() + seconds

    async def one(name: str) -> None:
        client = Client(url, told[name])
        while time.monotonic() < end:
            try:
                await KINDS[name](client)
            except (OSError, asyncio.IncompleteReadError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                told[name][f"cut: {type(error).__name__}"] += 1
                client.hang_up()
            await asyncio.sleep(0)
        client.hang_up()

    tasks = [asyncio.create_task(one(name)) for name in names for _ in range(AT_ONCE)]
    await asyncio.wait(tasks, timeout=seconds + 1)
    for task in tasks:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return told


def main() -> None:
    os.nice(15)  # the attack's own cost must not slow the room
    print("ready", flush=True)
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            name, _, seconds = line.strip().partition(" ")
            if name == "end":
                return
            names = [*KINDS] if name == "all" else [name]
            print(json.dumps(runner.run(run_kinds(sys.argv[1], names, float(seconds)))), flush=True)


if __name__ == "__main__":
    main()
