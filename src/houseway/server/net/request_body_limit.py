"""The body of a request: reads it once, and refuses one that is larger than `MOST_BODY`."""

from typing import Final

from starlette.requests import Request

from houseway.script import Refusal

MOST_BODY: Final = 64 * 1024
"""Bytes of the largest body that a request may have."""


async def content_of(request: Request) -> bytes:
    """Reads the body once and caches it on the request. Raises a Refusal if it is too large."""
    kept: bytes | None = getattr(request.state, "content", None)
    if kept is not None:
        return kept
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > MOST_BODY:
            raise Refusal("too-large", "the body is larger than {most} bytes", facts={"most": MOST_BODY})
    request.state.content = content
    return content
