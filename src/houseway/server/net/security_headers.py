"""Security headers of every response: content security policy, framing, referrer, origin isolation, no caching."""

from collections.abc import Callable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        b"require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

FILES: Final = [
    (b"content-security-policy", b"default-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers of static files, of which a table page loads sixty: fewer than those of a page."""


class SecureHeaders:
    """Adds security headers to every response. `connect-src` also allows the sockets of other nodes."""

    def __init__(self, app: ASGIApp, lines: Callable[[], list[str]] = list) -> None:
        self.app = app
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        headers = FILES if scope["path"].startswith("/static/") else self._headers()

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *[each for each in headers if each[0] not in names]]
                if b"cache-control" not in names:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, send_with)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        lines = self._lines()
        if not lines:
            return HEADERS
        (policy, says), *rest = HEADERS
        there = f"connect-src 'self' {' '.join(lines)};".encode()
        return [(policy, says.replace(b"connect-src 'self';", there)), *rest]
