"""Relays the WebSocket of a table that another node holds, frame by frame, so that one public name is enough."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Origin, Subprotocol

from houseway.script import Refusal
from houseway.server import wire
from houseway.server.accounts.request_auth import header
from houseway.server.cluster.forwarding import ASKED_BY

WITHIN: Final = 3.0
ASKED_EVERY, ANSWERED_WITHIN = 2.0, 3.0
"""Seconds between two pings to the other node, and seconds to wait for each pong. A stopped or powerless node closes no
connection, and its clients would wait for it while the table has moved.
"""
_PASSED_ON: Final = frozenset({1000, 1003, 1007, 1008, 1009, *range(4000, 5000)}) - {wire.MOVED}
"""Close codes passed on unchanged; any other becomes 1001, after which the client reconnects."""

Counted = Callable[[str | None], bool]
"""Counts a client's message, None for a binary one. Returns False if the socket has sent too many.

Raises Refusal for a message that is refused by itself; the socket stays open.
"""


async def relayed(scope: Any, receive: Any, send: Any, url: str, mark: str, counted: Counted) -> int:
    """Relays frames both ways until one side closes. Returns the close code for the client.

    The signed `mark` tells the other node that a node asks. Only this node knows the client's address, and so it counts
    the messages by `counted` before it relays them.
    """
    headers = {name: value for name in ("cookie", "authorization") if (value := header(scope, name.encode()))}
    try:
        there = await connect(
            wire.socket_url(url, scope["path_params"]["table"]),
            subprotocols=[Subprotocol(wire.PROTOCOL)],
            origin=Origin(url),
            additional_headers=headers | {ASKED_BY: mark},
            max_size=None,
            compression=None,
            open_timeout=WITHIN,
            ping_interval=ASKED_EVERY,
            ping_timeout=ANSWERED_WITHIN,
            close_timeout=1.0,
        )
    except (OSError, InvalidHandshake, InvalidURI, TimeoutError):
        return wire.GOING
    rude = asyncio.Event()
    up = asyncio.create_task(_up(receive, send, there, counted, rude))
    try:
        code = await _down(there, send)
        return wire.RUDE if rude.is_set() else code
    finally:
        up.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await up
        await there.close()


async def _up(receive: Any, send: Any, there: ClientConnection, counted: Counted, rude: asyncio.Event) -> None:
    """Relays the client's messages until either side closes. Sets `rude` if the client exceeds its rate."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                await there.close(1000)
                return
            text = message.get("text")
            try:
                if not counted(text):
                    rude.set()
                    await there.close(1000)
                    return
            except Refusal as refusal:
                frame = wire.refused(refusal, wire.key_in(text or ""))
                await send({"type": "websocket.send", "text": frame.decode()})
                continue
            await there.send(message["bytes"] if text is None else text)


async def _down(there: ClientConnection, send: Any) -> int:
    """Relays frames to the client. Returns the close code.

    A slow client slows the other node down, whose outbox then skips states.
    """
    try:
        async for text in there:
            await send({"type": "websocket.send", "text": text})
    except (ConnectionClosed, RuntimeError, OSError):  # either side is gone
        pass
    code = there.close_code or 0
    return code if code in _PASSED_ON else wire.GOING
