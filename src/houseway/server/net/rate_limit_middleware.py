"""Counts every HTTP request against the buckets of its address and its person; 429 with `Retry-After` beyond them."""

from typing import TYPE_CHECKING, Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.server.accounts.request_auth import OriginPolicy, origin_counted
from houseway.server.api.base import fault
from houseway.server.net.rate_limit import COST, GET_COST, TRUSTED_SHARE, Origin, too_often
from houseway.store import StoreFault

if TYPE_CHECKING:
    from houseway.server.tables.registry import House

READS: Final = ("GET", "HEAD")


def origin_of(scope: Any) -> Origin:
    """Returns the address that a request or a socket counts for, with a larger share where many people come by it."""
    address, is_shared = origin_counted(scope)
    return Origin(address, TRUSTED_SHARE if is_shared else 1.0)


class RateControl:
    """Requests of an address or a person that asks too often are answered by 429. Sockets count their messages."""

    def __init__(self, app: ASGIApp, house: "House", doors: OriginPolicy) -> None:
        self.app = app
        self._house = house
        self._doors = doors

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
        try:
            someone = self._doors.someone(self._house.people, scope, self._house.heart.now())
        except StoreFault:  # a database that does not answer refuses nobody what needs none
            return ""
        return "" if someone is None or someone.is_host else someone.id
