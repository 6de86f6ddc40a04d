"""Compression and caching of HTTP responses: gzip if the client accepts it, 304 if it has the same bytes."""

import gzip
import hashlib
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

JSON: Final = "application/json"
LEVEL: Final = 6


class CachedBody(Struct, frozen=True):
    """Constant bytes, plain and compressed. An empty `etag` means none."""

    plain: bytes
    packed: bytes
    etag: str = ""


def cached_body(plain: bytes) -> CachedBody:
    """Returns the body with its compressed form and an ETag of its bytes."""
    return CachedBody(plain, gzip.compress(plain, LEVEL, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:16]}"')


def compressed(plain: bytes) -> CachedBody:
    """Returns the body with its compressed form and without an ETag."""
    return CachedBody(plain, gzip.compress(plain, LEVEL, mtime=0))


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def cached(request: Request, body: CachedBody, media: str = JSON, policy: str = "no-cache") -> Response:
    """Returns the body, compressed if the client accepts it; 304 if the client sends its ETag."""
    headers = {"etag": body.etag} if body.etag else {}
    headers |= {"cache-control": policy, "vary": "accept-encoding"}
    if body.etag and body.etag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if takes_gzip(request):
        return Response(body.packed, 200, headers | {"content-encoding": "gzip"}, media)
    return Response(body.plain, 200, headers, media)


def packed(request: Request, response: Response) -> Response:
    """Compresses the response in place if the client accepts it, and returns it."""
    response.headers["vary"] = "accept-encoding"
    if takes_gzip(request):
        response.body = gzip.compress(bytes(response.body), LEVEL, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


def sent_page(request: Request, body: CachedBody) -> Response:
    """Returns an HTML document, compressed if the client accepts it. No cache may keep it."""
    headers = {"vary": "accept-encoding"}
    if takes_gzip(request):
        return Response(body.packed, 200, headers | {"content-encoding": "gzip"}, "text/html")
    return Response(body.plain, 200, headers, "text/html")
