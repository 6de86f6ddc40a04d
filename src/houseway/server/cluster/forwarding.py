"""Forwards HTTP requests to the node that owns the table, and returns that node's answer."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from houseway.script import Refusal
from houseway.server.accounts.request_auth import header
from houseway.server.cluster.nodes import MOVING, Elsewhere, Nodes
from houseway.server.net.error_response import MOVED_ON
from houseway.server.net.request_body_limit import content_of
from houseway.server.services import Services

AGAIN: Final = 0.2

ASKED_BY: Final = "houseway-node"
"""Header with the signed id of the forwarding node. A node that receives it forwards no further."""
REACHED, WITHIN = 1.0, 5.0
"""Seconds to connect to another node, and seconds to wait for its response."""
_THERE: Final = ("cookie", "authorization", "content-type", "accept-language", "accept-encoding", "user-agent")
_BACK: Final = ("content-type", "content-encoding", "cache-control", "vary", "etag", "retry-after")


class Forwarding:
    """Requests between nodes. `nodes` is None if one process serves the room."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.nodes: Nodes | None = None

    def node_mark(self, path: str) -> str:
        """Returns the signed header that proves to another node that this node asks for the path."""
        assert self.nodes is not None
        return f"{self.nodes.id}.{self._services.people.sign(f'{self.nodes.id} {path}')}"

    def asked_by_node(self, scope: Scope) -> bool:
        """Returns whether another node forwarded the request. A forged mark counts as none."""
        node, _, signature = (header(scope, ASKED_BY.encode()) or "").rpartition(".")
        if not node:
            return False
        wanted = self._services.people.sign(f"{node} {scope['path']}")
        return hmac.compare_digest(signature.encode(), wanted.encode())

    async def here_or_there(self, handler: Callable[[Request], Awaitable[Response]], request: Request) -> Response:
        """Returns the answer of the handler, or of the node that owns the table. Retries while a table moves."""
        end = asyncio.get_running_loop().time() + MOVING
        while True:
            if self._services.closing and self.nodes is not None and request.method not in ("GET", "HEAD"):
                break
            try:
                return await handler(request)
            except Elsewhere as found:
                if self.nodes is None or self.asked_by_node(request.scope):
                    break
                try:
                    response = await self.forward(request, found.url)
                    if response.status_code != MOVED_ON:
                        return response
                except OSError:  # the node is gone; another will take over its tables
                    pass
            if asyncio.get_running_loop().time() > end:
                break
            await asyncio.sleep(AGAIN)
        raise Refusal("moving", "the table is on its way to another machine: ask again in a second")

    async def elsewhere(self, request: Request, person: str) -> AsyncIterator[Response]:
        """Yields the answers of the nodes where the person may have chips, each for its own tables."""
        if self.nodes is None or self.asked_by_node(request.scope):
            return
        end = asyncio.get_running_loop().time() + MOVING
        heard: set[str] = set()
        while left := [url for url in await self.nodes.with_chips_of(person) if url not in heard]:
            for url in left:
                try:
                    response = await self.forward(request, url)
                except OSError:
                    continue
                if response.status_code != MOVED_ON:  # a closing node has released its tables
                    heard.add(url)
                if response.status_code == 200:
                    yield response
            if asyncio.get_running_loop().time() > end:
                raise Refusal("moving", "a table is on its way to another machine: ask again in a second")
            if not heard.issuperset(left):
                await asyncio.sleep(AGAIN)

    async def forward(self, request: Request, url: str) -> Response:
        """Sends the request to the node at `url` and returns its answer. Raises OSError if it does not answer.

        This node has checked the page's Origin, and so sends the other node's own.
        """
        headers = {name: request.headers[name] for name in _THERE if name in request.headers}
        assert self.nodes is not None
        headers |= {"origin": url, ASKED_BY: self.node_mark(request.scope["path"])}
        self._services.metrics.forwarded += 1
        body = await content_of(request)
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return await self.nodes.asking.do(_send_request, url, request.method, path, headers, body)


def _send_request(url: str, method: str, path: str, headers: dict[str, str], body: bytes) -> Response:
    parts = urlsplit(url)
    line = (HTTPSConnection if parts.scheme == "https" else HTTPConnection)(parts.netloc, timeout=REACHED)
    try:
        line.connect()
        line.sock.settimeout(WITHIN)
        line.request(method, path, body or None, headers)
        answer = line.getresponse()
        content = answer.read()
    except HTTPException as error:
        raise OSError(str(error) or type(error).__name__) from None
    finally:
        line.close()
    back = {name: value for name in _BACK if (value := answer.getheader(name)) is not None}
    return Response(content, answer.status, back)
