"""Health, readiness and metrics, for load balancers and monitoring."""

from starlette.requests import Request
from starlette.responses import Response

from houseway.server.api import schemas
from houseway.server.api.metrics_text import metrics_text
from houseway.server.api.request_guard import Api
from houseway.server.net.json_response import answer


class HealthRoutes:
    """Routes that a machine asks: no session, no host."""

    def __init__(self, api: Api) -> None:
        self.room = api.room
        self.services = api.services

    async def health(self, _request: Request) -> Response:
        return answer(schemas.Health("ok"))

    async def ready(self, _request: Request) -> Response:
        status = "closing" if self.services.closing else "ready" if self.services.commits.lease_is_valid() else "unsure"
        return answer(schemas.Health(status), 200 if status == "ready" else 503)

    async def metrics(self, _request: Request) -> Response:
        return Response(metrics_text(self.room), media_type="text/plain; version=0.0.4")
