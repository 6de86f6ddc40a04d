"""The host's paths to tables that failed: which they are, and the return of their chips."""

from starlette.requests import Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.api import schemas
from houseway.server.api.base import Api, answer
from houseway.server.tables.quarantine import CODE


class QuarantineApi:
    """What the host asks about tables that were set aside."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def listed(self, request: Request) -> Response:
        """All tables of the room that failed, with their errors; for the host alone."""
        self.api.host(request)
        await self.api.house.commits.durable()
        return answer(schemas.Quarantined(self.api.house.quarantine.all_marks()))

    async def close(self, request: Request) -> Response:
        """Closes a table that failed: its round is void, and its chips go back. Asked again it answers the same."""
        self.api.host(request)
        table = str(request.path_params["table"])
        try:
            await self.api.house.reach(table)
        except Refusal as refusal:
            if refusal.code != CODE:
                raise
        return answer(await self.api.house.quarantine.close(table))
