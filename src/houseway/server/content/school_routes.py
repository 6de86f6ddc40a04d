"""Routes of the dealer school: questions without answers, and the judgement of an answer."""

import secrets
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from houseway.games import find
from houseway.room.review.school import questions
from houseway.rulebook import Rules
from houseway.server.accounts.request_auth import asker_at
from houseway.server.api import schemas
from houseway.server.api.felt import felt_of
from houseway.server.api.request_guard import Api, game_named, number
from houseway.server.net.json_response import json
from houseway.server.thinking.worker_tasks import school_judgement

USUAL: Final = 8
SEEDS: Final = 10**9


class SchoolApi:
    """Routes of the school. A worker process deals the rounds, so that the event loop stays free."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def questions(self, request: Request) -> Response:
        """Returns questions about rounds of the game, by seed, with the cloth to draw them on."""
        game = game_named(request)
        seed, count = number(request, "seed"), number(request, "questions")
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        asker, count = asker_at(self.api.someone(request), request.scope), USUAL if count is None else count
        return json(await self.api.room.school.do(asker, lesson, game, seed, count))

    async def judge(self, request: Request) -> Response:
        """Returns whether an answer is right, and by which clauses."""
        game = game_named(request)
        given = await self.api.body(request, schemas.SchoolAnswer)
        asker = asker_at(self.api.someone(request), request.scope)
        return json(
            await self.api.room.school.do(asker, school_judgement, game, str(given.seed), given.n, given.answer)
        )


def lesson(game: str, seed: int, count: int) -> bytes:
    """Returns `count` questions with the cloth as JSON. Runs in a worker process."""
    return msgspec.json.encode(lesson_page(game, seed, count))


def lesson_page(game: str, seed: int, count: int) -> dict[str, object]:
    """Returns the data of a school page."""
    found = questions(game, str(seed), count)
    rules = Rules.of(game)
    seats = find(game).positions(rules)
    felt = felt_of(rules, seats, printed=True)
    return {"game": game, "seed": seed, "seats": seats, "felt": felt, "questions": found}
