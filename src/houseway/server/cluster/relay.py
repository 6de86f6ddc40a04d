"""A socket for a table that another node has: this one passes every frame on, so that one public name is enough."""

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
"""Seconds between two looks at whether the other node is there, and in which it says so. One that was stopped, or whose
power is gone, closes no line: whoever is here would wait on it, while the table is with another by then.
"""
_PASSED_ON: Final = frozenset({1000, 1003, 1007, 1008, 1009, *range(4000, 5000)}) - {wire.MOVED}
"""Codes that mean the same to whoever is here; after any other they may come back."""

Counted = Callable[[str | None], bool]
"""Counts a client's message, None for one that is no text. Returns False if it is too many.

Raises Refusal if the message alone is refused, and the socket stays open.
"""


async def relayed(scope: Any, receive: Any, send: Any, url: str, mark: str, counted: Counted) -> int:
    """Every frame is passed on, both ways, until one side closes; the code for this side.

    The other node knows by the `mark` that a node asks. The client's address is known here alone: messages are
    `counted` before they are passed on.
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
    """Passes on what the client says, until either side closes. Sets `rude` if the client says too much."""
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
    """Frames as they come: a client that does not read keeps the other node waiting, which knows what to leave out."""
    try:
        async for text in there:
            await send({"type": "websocket.send", "text": text})
    except (ConnectionClosed, RuntimeError, OSError):  # either side is gone
        pass
    code = there.close_code or 0
    return code if code in _PASSED_ON else wire.GOING
