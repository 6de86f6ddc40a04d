"""Counts every HTTP request against the buckets of its address and its person. Beyond them it answers 429."""

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.server.base.metrics import Metrics
from houseway.server.net.addresses import origin_counted
from houseway.server.net.error_response import fault
from houseway.server.net.rate_limit import COST, GET_COST, TRUSTED_SHARE, Origin, RateLimits, too_often

READS: Final = ("GET", "HEAD")
SIGNS_IN: Final = "/in/"


def origin_of(scope: Scope) -> Origin:
    """Returns the address that a request or socket counts for, with a larger share if many people use it."""
    address, is_shared = origin_counted(scope)
    return Origin(address, TRUSTED_SHARE if is_shared else 1.0)


def cost_of(scope: Scope) -> float:
    """Returns the tokens of a request: a whole one if it may write a row, as a sign-in link does."""
    return GET_COST if scope["method"] in READS and not scope["path"].startswith(SIGNS_IN) else COST


class RateControl:
    """Answers requests beyond the rate limit with 429 and `Retry-After`. Sockets count their own messages.

    `person_of` returns the person that a request counts for, or "".
    """

    def __init__(self, app: ASGIApp, limits: RateLimits, metrics: Metrics, person_of: Callable[[Scope], str]) -> None:
        self.app = app
        self._limits = limits
        self._metrics = metrics
        self._person_of = person_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cost, now = cost_of(scope), asyncio.get_running_loop().time()
        late = self._limits.request(origin_of(scope), self._person_of(scope), now, cost)
        if not late:
            await self.app(scope, receive, send)
            return
        self._metrics.requests[429] += 1
        self._metrics.refused["rate"] += 1
        response = fault(too_often(late))
        await response(scope, receive, send)
