"""A socket for a table that another node has: this one passes every frame on, so that one public name is enough."""

import asyncio
import contextlib
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Origin, Subprotocol

from houseway.server import wire
from houseway.server.doors import header
from houseway.server.forward import ASKED_BY

WITHIN: Final = 3.0
ASKED_EVERY, ANSWERED_WITHIN = 2.0, 3.0
"""Seconds between two looks at whether the other node is there, and in which it says so. One that was stopped, or whose
power is gone, closes no line: whoever is here would wait on it, while the table is with another by then.
"""
_PASSED_ON: Final = frozenset({1000, 1003, 1007, 1008, 1009, *range(4000, 5000)}) - {wire.MOVED}
"""Codes that mean the same to whoever is here; after any other they may come back."""


async def relayed(scope: Any, receive: Any, send: Any, url: str, mark: str) -> int:
    """Every frame is passed on, both ways, until one side closes; the code for this side.

    The other node knows by the `mark` that a node asks.
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
    up = asyncio.create_task(_up(receive, there))
    try:
        return await _down(there, send)
    finally:
        up.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await up
        await there.close()


async def _up(receive: Any, there: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                await there.close(1000)
                return
            text = message.get("text")
            await there.send(message["bytes"] if text is None else text)


async def _down(there: ClientConnection, send: Any) -> int:
    """Frames as they come: a client that does not read keeps the other node waiting, which knows what to leave out."""
    try:
        async for text in there:
            await send({"type": "websocket.send", "text": text})
    except (ConnectionClosed, RuntimeError, OSError):  # either side is gone
        pass
    code = there.close_code or 0
    return code if code in _PASSED_ON else wire.GOING
