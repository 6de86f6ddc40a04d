"""Routes of clauses, layouts, and the cloth of a table with its pay tables."""

from starlette.requests import Request
from starlette.responses import Response

from houseway.games import find
from houseway.room.live_table import LiveTable
from houseway.rulebook import Rules, clause
from houseway.script import Refusal
from houseway.server.api.felt import felt_of
from houseway.server.api.request_guard import Api, game_named, number
from houseway.server.net.cached_response import packed
from houseway.server.net.json_response import answer
from houseway.web.board_layout import MOST_SEATS, laid_out


class LayoutApi:
    """Routes of content that does not change during a round."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def clause(self, request: Request) -> Response:
        """Returns one clause of the rule book by its id."""
        name = str(request.path_params["clause"])
        try:
            return answer(clause(name))
        except LookupError:
            raise Refusal("not-found", "the rule book has no clause {clause!r}", facts={"clause": name[:40]}) from None

    async def layout(self, request: Request) -> Response:
        """Returns the layout of the cloth for so many seats."""
        game = game_named(request)
        seats = number(request, "seats") or find(game).positions(Rules.of(game))
        if not 1 <= seats <= MOST_SEATS:
            form, facts = "{seats} seats are refused: a table has 1 to {high}", {"seats": seats, "high": MOST_SEATS}
            raise Refusal("seat", form, "", "seats", facts)
        return answer(laid_out(game, seats))

    async def felt(self, request: Request) -> Response:
        """Returns the cloth of a table: its layout and its pay tables."""
        box = await self.api.box(request)
        with self.api.room.quarantine.guard(box, "view"):
            return packed(request, self._felt(box.live))

    def _felt(self, live: LiveTable) -> Response:
        sheet = live.context.sheet
        irregularities = [
            {"id": name, "says": each.says, "clause": each.clause, "void": each.voids(sheet.rules.options)}
            for name, each in sheet.game.irregularities.items()
        ]
        return answer(felt_of(sheet.rules, sheet.seats) | {"irregularities": irregularities})
