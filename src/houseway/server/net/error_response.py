"""Error responses: a refusal as JSON, with the HTTP status of its code."""

from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.net.json_response import answer

MOVED_ON: Final = 421
"""Status of a node's answer to another that asks for a table it no longer has (RFC 9110: misdirected)."""
STATUS: Final = {
    "format": 400, "key": 400, "no-session": 401, "not-host": 403, "origin": 403, "no-table": 404, "no-round": 404,
    "no-game": 404, "unknown-game": 404, "game": 404, "not-found": 404, "no-words": 404,
    "too-large": 413, "quarantined": 423, "rate": 429, "busy": 503, "moving": MOVED_ON, "broken": 500,
}  # fmt: skip
"""The status of each refusal code; 409 for any other."""


class Fault(Struct):
    """A refusal as JSON (see `script.Refusal`)."""

    code: str
    says: str
    clause: str = ""
    where: str = ""
    facts: dict[str, Any] = {}
    form: str = ""


class Faulty(Struct):
    """The body of an error response. Nothing was done."""

    error: Fault


def fault(refusal: Refusal, status: int | None = None) -> Response:
    """Returns the response of a refusal, with its status and, for `rate`, with `Retry-After`."""
    response = answer(Faulty(fault_of(refusal)), status or status_of(refusal))
    if refusal.code == "rate":
        response.headers["retry-after"] = str(refusal.facts.get("seconds", 60))
    return response


def fault_of(refusal: Refusal) -> Fault:
    return Fault(refusal.code, refusal.sentence, refusal.clause, refusal.where, refusal.facts, refusal.form)


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal.code, 409)
