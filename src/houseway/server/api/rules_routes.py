"""The posted rules of a table, for its host to change."""

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from houseway.room.core.rules_change import odds_of
from houseway.room.core.table_rules import sheet_of
from houseway.room.live_table import LiveTable
from houseway.rulebook.options import text_of
from houseway.server.api import schemas
from houseway.server.api.request_guard import Api
from houseway.server.net.json_response import answer


class Sheets:
    """The route of the posted rules, for the host."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def sheet(self, request: Request) -> Response:
        """Returns the rules of the next round, with all changes made during the running one."""
        host, box = self.api.host(request), await self.api.box(request)

        def look() -> schemas.PostedSheet:
            return posted(box.live, late=box.is_behind(host.id))

        return answer(await self.api.services.commits.as_durable(look))


def posted(live: LiveTable, *, late: bool = False) -> schemas.PostedSheet:
    """Returns the rules of the next round. Lists every option and only the pay rows that differ from print.

    `late`: a host behind the watch delay is not told which round that is.
    """
    state = live.state
    waits = state.next_config is not UNSET and not late
    config = state.config if state.next_config is UNSET else state.next_config
    sheet = sheet_of(config)
    return schemas.PostedSheet(
        game=config.game,
        options={name: text_of(value) for name, value in sheet.rules.options.items()},
        pay={table: {row: odds_of(sheet.rules, table, row) for row in rows} for table, rows in config.pay.items()},
        schedule=config.schedule,
        limits=[*(config.limits or sheet.shown_limits)],
        bonuses=config.bonuses,
        seats=sheet.seats,
        bots=config.bots,
        pace=config.pace,
        time=config.time,
        hold=config.hold,
        private=config.private,
        watch_delay=config.watch_delay,
        from_round=state.round + 1 if waits else None,
    )
