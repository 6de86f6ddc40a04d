"""Plain pages: what is open, and what is played. They need no script and nothing from anywhere else."""

from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.roster import listings
from houseway.rulebook.catalogue import releases
from houseway.script import Refusal
from houseway.script.money import dollars
from houseway.server.http import Api

STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 1.125rem/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid; padding: .4rem .6rem; text-align: left; }
.laid { border: 2px solid; padding: .5rem 1rem; }
"""
LAID: Final = '<p class="laid" role="note">The cards of this room are laid: nobody plays here by luck.</p>'


class Pages:
    """The pages of a browser without scripts, made from what the API knows."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def style(self, _request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def lobby(self, _request: Request) -> Response:
        """Every game, and every table that anybody may see."""
        known = releases()
        games = "".join(
            f'<article data-game="{escape(game)}" aria-labelledby="g-{escape(game)}"><h3 id="g-{escape(game)}">'
            f"{escape(known[game].short)}</h3><p>{escape(known[game].title)}</p></article>"
            for game in listings()
            if game in known
        )
        rows = "".join(
            f'<tr><td><a href="/t/{escape(line.table)}">{escape(known[line.game].short)}</a></td>'
            f"<td>{escape(line.phase)}</td><td>{line.people} people, {line.bots} bots, {line.seats} seats</td></tr>"
            for line in self.api.house.lobby.lines()
        )
        tables = (
            f"<table><thead><tr><th>Game</th><th>Now</th><th>Company</th></tr></thead><tbody>{rows}</tbody></table>"
            if rows
            else "<p>No table is open.</p>"
        )
        return self._page("Houseway", f"<h1>Houseway</h1><h2>Tables</h2>{tables}<h2>Games</h2>{games}")

    async def table(self, request: Request) -> Response:
        """A table as everybody sees it."""
        box = self.api.house.find(str(request.path_params["table"]))
        if box.delay_ms:
            raise Refusal("busy", "this table is shown later: watch it by its socket")
        state, game = box.live.public(self.api.house.heart.now()), box.live.state.config.game
        await self.api.house.commits.durable()
        short = escape(releases()[game].short)
        seats = "".join(
            f'<tr data-seat="{seat.seat}" data-cents="{seat.stack}"><td>{seat.seat}</td><td>{escape(seat.name)}</td>'
            f"<td>{dollars(seat.stack)}</td></tr>"
            for seat in state.seats
        )
        body = (
            f"<h1>{short}</h1><p>Round {state.round}, {escape(state.phase)}.</p>"
            f"<table><thead><tr><th>Seat</th><th>Name</th><th>Chips</th></tr></thead><tbody>{seats}</tbody></table>"
            '<p><a href="/">All tables</a></p>'
        )
        data = f'data-phase="{escape(state.phase)}" data-round="{state.round}" data-n="{box.live.state.n}"'
        return self._page(short, body, f'aria-label="{short}" {data}')

    def _page(self, title: str, body: str, main: str = "") -> Response:
        laid = LAID if self.api.house.rules.is_laid else ""
        text = (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<link rel="stylesheet" href="/static/plain.css"></head>'
            f"<body>{laid}<main {main}>{body}</main></body></html>"
        )
        return Response(text, media_type="text/html")
