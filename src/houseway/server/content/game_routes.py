"""Routes of games: the list, the rule book by game and by words, and the odds."""

import asyncio
import logging
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.games import find
from houseway.lab.inquiry.answer import fraction_text, plain
from houseway.lab.published_odds import printed_odds
from houseway.roster import unlisted
from houseway.rulebook import book
from houseway.rulebook.files.index import releases
from houseway.rulebook.search import refuse_long
from houseway.script import Refusal
from houseway.server.accounts.request_auth import asker_at
from houseway.server.api import schemas
from houseway.server.api.request_guard import Api, game_named
from houseway.server.content import rule_pages
from houseway.server.net.cached_response import cached
from houseway.server.net.json_response import answer, json
from houseway.web.listing_faults import left_out, served
from houseway.web.lobby_cards import fans
from houseway.web.static_files import shelf
from houseway.web.translations import ENGLISH, page_words

LOG = logging.getLogger("houseway")
MOST_WORDS: Final = 200
"""Letters of a search."""
SAFE: Final = 2**53 - 1
"""The largest integer that JavaScript reads exactly."""


class GamesApi:
    """Routes of content that does not change while the process runs."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.desk = api.room.odds
        self._exact: dict[str, bytes] = {}  # final answers
        self._primed = asyncio.get_running_loop().run_in_executor(None, prime)

    async def games(self, _request: Request) -> Response:
        """Returns every game that this server offers, in lobby order."""
        await self._primed
        known = served()
        order = [game for game in (*fans(), *(game for game in known if game not in fans())) if game in known]
        return answer(schemas.Games([self._line(game) for game in order]))

    def _line(self, game: str) -> schemas.GameLine:
        printed, odds = releases()[game], self.desk.answer(game)
        base = None if odds is None else odds.base
        return schemas.GameLine(
            id=printed.id,
            short=printed.short,
            title=printed.title,
            family=printed.family,
            edge=None if base is None else base.edge,
            seats=[*printed.seats],
            bankers=[*printed.bankers],
            wager="" if base is None else base.wager,
            exact=None if base is None else fraction_text(-base.expectation),
            odds=self.desk.state(game),
            shelf=shelf_of(game),
            about=first_sentence(book(game).game.summary),
            fan=self.desk.fan(game),
        )

    async def game(self, request: Request) -> Response:
        """Returns the game's rule book page; 304 if the client has it."""
        page = await self.api.room.threads.do(rule_pages.page_of, game_named(request))
        return cached(request, page)

    async def search(self, request: Request) -> Response:
        """Returns the game's clauses that contain these words, the best first."""
        game, words = game_named(request), request.query_params.get("words", "").strip()
        if not words:
            raise Refusal("format", "say what to look for", "", "words")
        if len(words) > MOST_WORDS:
            form = "{length} letters are refused: {most} are the most"
            raise Refusal("format", form, "", "words", {"length": len(words), "most": MOST_WORDS})
        refuse_long(words)
        asker = asker_at(self.api.someone(request), request.scope)
        return json(await self.api.room.searches.do(asker, rule_pages.search_json, game, words))

    async def odds(self, request: Request) -> Response:
        """Returns the odds of a game as printed, as far as they are solved."""
        game = game_named(request)
        await self._primed
        if game not in self._exact:
            known = self.desk.answer(game)
            told = None if known is None else readable(plain(known))
            shown = answer(schemas.OddsShown(game, self.desk.state(game), told))
            if known is None:
                return shown
            self._exact[game] = bytes(shown.body)
        return json(self._exact[game])


def prime() -> None:
    """Fills the caches of the first requests in a thread at start-up. Logs games that could not be loaded."""
    for game, why in (*left_out().items(), *unlisted().items()):
        LOG.error("a game is left out: its package is broken", extra={"facts": {"game": game, "why": why}})
    for game in served():
        find(game)
        printed_odds(game)
        shelf_of(game)
    shelf()
    page_words(ENGLISH)


def readable(value: Any) -> Any:
    """Returns the value with integers beyond `SAFE` as text."""
    if isinstance(value, dict):
        return {name: readable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [readable(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) > SAFE else value


def shelf_of(game: str) -> schemas.Shelf:
    """Returns the lobby group of the game."""
    family = book(game).game.family
    if family == "banked":
        return "bank" if find(game).settings is None else "split"
    return "rummy" if family == "rummy" else "poker"


def first_sentence(text: str) -> str:
    """Returns the text up to its first full stop."""
    head, stop, _ = text.partition(". ")
    return head + stop.strip()
