"""What is printed: clauses, and the cloth of a table with the pay tables that hold there."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from houseway.games import find
from houseway.room.live_table import LiveTable
from houseway.room.views.posted_card import jackpot_rows
from houseway.rulebook import RulebookError, Rules, book, clause
from houseway.script import Refusal
from houseway.server.api.base import Api, answer, number
from houseway.server.content.caching import packed
from houseway.web.board_layout import MOST_SEATS, laid_out


class LayoutApi:
    """The paths of what does not change while a round is played."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def clause(self, request: Request) -> Response:
        """One clause of the rule book, by its id."""
        name = str(request.path_params["clause"])
        try:
            return answer(clause(name))
        except RulebookError:
            raise Refusal("not-found", "the rule book has no clause {clause!r}", facts={"clause": name[:40]}) from None

    async def layout(self, request: Request) -> Response:
        """Where everything lies on the cloth of a table with so many seats."""
        game = self.api.game_named(request)
        seats = number(request, "seats") or find(game).positions(Rules.of(game))
        if not 1 <= seats <= MOST_SEATS:
            form, facts = "{seats} seats are refused: a table has 1 to {high}", {"seats": seats, "high": MOST_SEATS}
            raise Refusal("seat", form, "", "seats", facts)
        return answer(laid_out(game, seats))

    async def felt(self, request: Request) -> Response:
        """The cloth of a table: its layout, and the pay tables that hold there."""
        box = await self.api.box(request)
        with self.api.house.quarantine.guard(box, "view"):
            return packed(request, self._felt(box.live))

    def _felt(self, live: LiveTable) -> Response:
        sheet, config = live.context.sheet, live.state.config
        layout = msgspec.to_builtins(laid_out(config.game, sheet.seats, sheet.rules))
        return answer(
            {
                "layout": layout,
                "pays": pays(sheet.rules),
                "wagers": wagers(sheet.rules),
                "irregularities": [
                    {"id": name, "says": each.says, "clause": each.clause, "void": each.voids(sheet.rules.options)}
                    for name, each in sheet.game.irregularities.items()
                ],
            }
        )


def pays(rules: Rules) -> list[dict[str, Any]]:
    """The pay tables in use: what each hand is paid, as it is printed on the felt, and the jackpot that a row wins."""
    won = jackpot_rows(find(rules.game.id), rules.options)
    return [
        {
            "id": table.id,
            "title": table.title,
            "wager": table.wager,
            "unit": table.unit,
            **({"also": [*table.also]} if table.also else {}),
            "rows": [
                [row.label, odds.num, odds.den, *([won[table.id, key]] if (table.id, key) in won else [])]
                for row, key in zip(table.rows, table.keys, strict=True)
                if rules.in_use(table.id, key) and (odds := rules.pays(table.id, key)) is not None
            ],
        }
        for table in rules.tables.values()
        if table.wager and rules.in_use(table.id)
    ]


def wagers(rules: Rules) -> dict[str, str]:
    """The printed names of the wagers."""
    return {wager.id: wager.title for wager in book(rules.game.id).wagers}
