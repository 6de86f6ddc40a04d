"""Counts every HTTP request against the buckets of its address and its person; 429 with `Retry-After` beyond them."""

from typing import TYPE_CHECKING, Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.server.crowd import PASS
from houseway.server.doors import counted_as, someone_at
from houseway.server.http import fault
from houseway.server.rate_limit import COST, GET_COST, TRUSTED_SHARE, Origin, too_often

if TYPE_CHECKING:
    from houseway.server.house import House

READS: Final = ("GET", "HEAD")


def origin_of(scope: Any) -> Origin:
    """The address that a request or a socket counts for.

    It is the one that a trusted proxy names. A trusted proxy that names none is one address, with a larger share.
    """
    address = counted_as((scope.get("client") or ("",))[0])
    came = scope.get("state", {}).get(PASS)
    own = came is not None and came.is_trusted and came.address == address
    return Origin(address, TRUSTED_SHARE if own else 1.0)


class RateControl:
    """Requests of an address or a person that asks too often are answered by 429. Sockets count their messages."""

    def __init__(self, app: ASGIApp, house: "House") -> None:
        self.app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cost = GET_COST if scope["method"] in READS else COST
        late = self._house.limits.request(origin_of(scope), self._person(scope), self._house.commits.loop.time(), cost)
        if not late:
            await self.app(scope, receive, send)
            return
        self._house.metrics.requests[429] += 1
        self._house.metrics.refused["rate"] += 1
        response = fault(too_often(late))
        await response(scope, receive, send)

    def _person(self, scope: Scope) -> str:
        """Whom the request counts for; nobody where it is for a file, or comes from the host."""
        if not scope["path"].startswith("/api/"):
            return ""
        someone = someone_at(self._house.people, scope)
        return "" if someone is None or someone.is_host else someone.id
