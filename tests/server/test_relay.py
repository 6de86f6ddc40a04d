"""A relaying node counts messages, because it alone knows the client's address."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from houseway.server import wire
from houseway.server.base.metrics import Metrics
from houseway.server.cluster.forwarding import Forwarding
from houseway.server.cluster.nodes import Elsewhere
from houseway.server.net.rate_limit import ADDRESS, CHANGES, TALK_ADDRESS, TRUSTED_SHARE, RateLimits
from houseway.server.sockets.session import SEATED, Sockets

HOME = "192.0.2.1"
PATIENCE = 30.0


class Front:
    """A node whose tables are all on another node, which records what is relayed to it."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.limits = RateLimits()
        self.known: set[str] = set()
        self.url = ""

    async def owner(self, line: ServerConnection) -> None:
        async for text in line:
            self.heard.append(text)

    async def _reach(self, table: str) -> None:
        raise Elsewhere(table, self.url)

    def sockets(self, person: str) -> Sockets:
        someone = SimpleNamespace(id=person, is_host=False, session=f"{person}.1")
        people = SimpleNamespace(since=lambda _: b"", sign=lambda _: "signed", on_session_end=None)
        clock = SimpleNamespace(time=lambda: 0.0)
        services: Any = SimpleNamespace(
            closing=False,
            commits=SimpleNamespace(loop=clock),
            clock=SimpleNamespace(now=lambda: 0),
            limits=self.limits,
            metrics=Metrics(),
            people=people,
            store=SimpleNamespace(key_is_used=lambda _, key: key in self.known),
        )
        nodes: Any = SimpleNamespace(relay=True, id="front")
        asking = Forwarding(services)
        asking.nodes = nodes
        room: Any = SimpleNamespace(services=services, nodes=nodes, forwarding=asking, reach=self._reach)
        origins: Any = SimpleNamespace(may_connect=lambda _: True, someone=lambda *_: someone)
        return Sockets(room, origins)

    async def says(self, person: str, texts: list[str]) -> tuple[int | None, list[dict[str, Any]]]:
        """Returns the close code of the person's socket after these messages, and its frames."""
        coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        told: list[dict[str, Any]] = []
        closed: list[int] = []

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                told.append(json.loads(message["text"]))
            elif message["type"] == "websocket.close":
                closed.append(message["code"])

        coming.put_nowait({"type": "websocket.connect"})
        for text in texts:
            coming.put_nowait({"type": "websocket.receive", "text": text})
        coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        scope = {
            "type": "websocket", "path": "/ws/tables/t1", "path_params": {"table": "t1"}, "headers": [],
            "client": (HOME, 1), "subprotocols": [wire.PROTOCOL],
        }  # fmt: skip
        await asyncio.wait_for(self.sockets(person).table(scope, coming.get, send), PATIENCE)
        return (closed[0] if closed else None), told


def at_a_front(evening: Any) -> None:
    async def run() -> None:
        front = Front()
        async with serve(front.owner, "127.0.0.1", 0, subprotocols=[Subprotocol(wire.PROTOCOL)]) as server:
            front.url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
            await evening(front)

    asyncio.run(run())


def talk(key: str) -> str:
    return json.dumps({"t": "say", "key": key, "text": "buy my chips"})


def test_messages_that_are_passed_on_count_for_the_address_that_they_come_from() -> None:
    async def evening(front: Front) -> None:
        ping, sockets = json.dumps({"t": "ping"}), 0
        while (code := (await front.says(f"p{sockets}", [ping] * (SEATED // 2)))[0]) != wire.RUDE:
            sockets += 1
            assert sockets <= ADDRESS.burst, "nothing was counted"
            assert code == 1000
        assert len(front.heard) + sockets + 1 == ADDRESS.burst, "a socket takes a token too, and the clock stands still"
        assert front.limits.addresses.take(HOME, 0.0) > 0
        assert front.limits.addresses.take("127.0.0.1", 0.0, 1.0, TRUSTED_SHARE) == 0

    at_a_front(evening)


def test_a_relayed_socket_that_says_too_much_is_closed_with_the_code_of_any_other() -> None:
    async def evening(front: Front) -> None:
        code, _ = await front.says("ana", [json.dumps({"t": "ping"})] * (SEATED + 1))
        assert (code, len(front.heard)) == (wire.RUDE, SEATED)

    at_a_front(evening)


def test_talk_that_is_passed_on_counts_for_its_address_and_a_repeat_is_none() -> None:
    async def evening(front: Front) -> None:
        refused: list[dict[str, Any]] = []
        for number in range(10):
            _, told = await front.says(f"p{number}", [talk(f"k{number}-{each}") for each in range(SEATED // 2)])
            refused += told
        assert len(front.heard) == TALK_ADDRESS.burst
        assert len(refused) == 10 * (SEATED // 2) - TALK_ADDRESS.burst
        assert {(frame["t"], frame["code"]) for frame in refused} == {("refused", "rate")}
        assert refused[0]["key"].startswith("k8-"), "the refusal names its message"
        front.known.add("before")
        assert await front.says("eve", [talk("before")]) == (1000, [])

    at_a_front(evening)


def test_changes_that_are_passed_on_count_for_their_person_and_a_repeat_is_none() -> None:
    def change(key: str) -> str:
        return json.dumps({"t": "sit_out" if key.endswith("0") else "come_back", "key": key})

    async def evening(front: Front) -> None:
        refused: list[dict[str, Any]] = []
        for socket in range(8):
            _, told = await front.says("ana", [change(f"k{socket}-{each}") for each in range(SEATED // 2)])
            refused += told
        assert len(front.heard) == CHANGES.burst
        assert len(refused) == 8 * (SEATED // 2) - CHANGES.burst
        assert {(frame["t"], frame["code"]) for frame in refused} == {("refused", "rate")}
        front.known.add("before0")
        assert await front.says("ana", [change("before0")]) == (1000, [])

    at_a_front(evening)


def test_a_message_that_cannot_be_read_is_passed_on_for_the_other_node_to_refuse() -> None:
    async def evening(front: Front) -> None:
        await front.says("ana", ["{", talk("k1")])
        assert front.heard == ["{", talk("k1")]

    at_a_front(evening)
