"""JSON responses: values as they are sent."""

import msgspec
from starlette.responses import Response


def answer(value: object, status: int = 200) -> Response:
    """Returns the value as JSON."""
    return json(msgspec.json.encode(value), status)


def json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")
