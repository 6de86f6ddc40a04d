"""Compression of answers that a reader may take packed."""

import gzip

from starlette.requests import Request
from starlette.responses import Response


def packed(request: Request, told: Response) -> Response:
    """Returns the same answer, compressed if the reader takes it so."""
    told.headers["vary"] = "accept-encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        told.body = gzip.compress(bytes(told.body), 6, mtime=0)
        told.headers["content-encoding"] = "gzip"
        told.headers["content-length"] = str(len(told.body))
    return told
