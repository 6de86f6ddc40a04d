"""`GET /api/me/postings`: the movements of a person's own chips, read beside the loop, a page at a time."""

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from houseway.server.api import schemas
from houseway.server.api.base import Api, answer, number


class OwnPostings:
    """The path of a person's own ledger lines. The database is asked in a thread, which holds no interpreter lock."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def postings(self, request: Request) -> Response:
        """The movements of the person's own chips, the last first; those before entry `before` on the next page."""
        person, before = self.api.person(request).id, number(request, "before")
        found = await self.api.house.beside.do(self.api.house.store.postings, person, before)
        return answer(schemas.Postings([schemas.PostingLine(**structs.asdict(each)) for each in found]))
