"""Connection limits by address: up to the limit are served, as many again get an error, the rest are dropped.

A trusted proxy, another node or this machine may have more. If a proxy names the client's address, each request and
socket counts for that address while it lasts.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from houseway.script import Refusal
from houseway.server import wire
from houseway.server.base.metrics import Metrics
from houseway.server.net.addresses import PASS, counted_as
from houseway.server.net.error_response import fault

EACH: Final = 256
"""Default number of connections of one address: enough for a household or a class behind one address."""
TRUSTED: Final = 32
"""Factor for a trusted proxy, another node or this machine."""
SPARE: Final = 128
"""File descriptors kept for the process itself when connections take all others."""


class ConnectionSlot:
    """An accepted connection, to be served or only to be told that there are too many."""

    __slots__ = ("_crowd", "address", "is_one_too_many", "is_trusted")

    def __init__(self, crowd: "ConnectionLimits", address: str, *, is_trusted: bool, is_one_too_many: bool) -> None:
        self._crowd: ConnectionLimits | None = crowd
        self.address = address
        self.is_trusted = is_trusted
        self.is_one_too_many = is_one_too_many

    def leave(self) -> None:
        """Frees the slot. Idempotent."""
        crowd, self._crowd = self._crowd, None
        if crowd is not None:
            crowd.left(self.address)


class ConnectionLimits:
    """Open connections by address. `whole` is the limit of open files, `nodes` the other nodes' addresses."""

    def __init__(
        self, each: int, whole: int, proxies: str, metrics: Metrics, nodes: Callable[[], set[str]] = set
    ) -> None:
        self.each = each
        self.whole = max(whole - SPARE, each)
        self._nodes = nodes
        self._metrics = metrics
        self._proxies: Any = ProxyHeadersMiddleware(None, proxies).trusted_hosts  # type: ignore[arg-type]
        self._here: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def trusts(self, address: str) -> bool:
        return address in self._proxies or address in self._nodes()

    def enter(self, address: str, *, forwarded: bool = False) -> ConnectionSlot | None:
        """Takes a slot for a connection of that address. Returns None if the connection must be dropped."""
        trusted, name = not forwarded and self.trusts(address), counted_as(address)
        most, here = self.each * (TRUSTED if trusted else 1), self._here[name]
        if here >= 2 * most or self._all >= self.whole:
            self._metrics.crowded += 1
            return None
        self._here[name] += 1
        self._all += 1
        if here >= most:
            self._metrics.crowded += 1
        return ConnectionSlot(self, name, is_trusted=trusted, is_one_too_many=here >= most)

    def left(self, name: str) -> None:
        self._all -= 1
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name]

    def refusal(self) -> Refusal:
        """Returns the refusal of a connection beyond the limit."""
        says = "more than {most} connections come from one address: close some of them"
        return Refusal("rate", says, facts={"most": self.each})


class ConnectionLimitMiddleware:
    """Answers requests beyond the limit with 429, and closes such sockets with 1008."""

    def __init__(self, app: ASGIApp, crowd: ConnectionLimits | None = None) -> None:
        self.app = app
        self._crowd = crowd

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        crowd, came = self._crowd, scope.get("state", {}).get(PASS)
        client = (scope.get("client") or ("",))[0]
        if crowd is None or came is None:
            await self.app(scope, receive, send)
        elif came.is_one_too_many:
            await self._turn_back(crowd, scope, receive, send)
        elif came.is_trusted and counted_as(client) != came.address:
            behind = crowd.enter(client, forwarded=True)
            try:
                if behind is None or behind.is_one_too_many:
                    await self._turn_back(crowd, scope, receive, send)
                else:
                    await self.app(scope, receive, send)
            finally:
                if behind is not None:
                    behind.leave()
        else:
            await self.app(scope, receive, send)

    async def _turn_back(self, crowd: ConnectionLimits, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            response = fault(crowd.refusal())
            response.headers["connection"] = "close"
            response.headers["retry-after"] = "60"
            await response(scope, receive, send)
            return
        await receive()
        accept: dict[str, object] = {"type": "websocket.accept"}
        if wire.PROTOCOL in scope.get("subprotocols", []):
            accept["subprotocol"] = wire.PROTOCOL
        await send(accept)
        await send({"type": "websocket.close", "code": wire.RUDE})
