"""Odds of games: published ones at once, others computed by a worker process."""

import asyncio
import logging
from typing import Any, Final, Literal

from msgspec import Struct

from houseway.lab.inquiry.answer import OddsAnswer, answer_from, answer_json
from houseway.lab.published_odds import PrintedOdds, printed_odds
from houseway.roster import listings
from houseway.rulebook import book
from houseway.server.thinking.worker_process import Workers
from houseway.web.lobby_cards import fans

LOG = logging.getLogger("houseway")

BACKS: Final = "-- --"
"""Cards shown for a game that could not be dealt."""
State = Literal["exact", "counting", "unsolved", "nobody-banks"]
"""Exact; being computed; without a solver; or without a bank, and so without an edge."""


class Studied(Struct):
    """Result of a worker: cards to show, and the odds if they can be computed."""

    fan: list[str]
    odds: PrintedOdds | None


class OddsDesk:
    """The odds of every game as printed. Never computes in the event loop, and never blocks."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._studied: dict[str, Studied | None] = {}

    def stop(self) -> None:
        if self._workers is not None:
            self._workers.stop()

    def fan(self, game: str) -> list[str]:
        """Returns runs of cards for the lobby; none while the worker deals them."""
        if (chosen := fans().get(game)) is not None:
            return chosen
        studied = self._study(game)
        return [] if studied is None else studied.fan or [BACKS]

    def answer(self, game: str) -> OddsAnswer | None:
        """Returns the odds as printed, or None if they are not computed yet."""
        found = printed_odds(game)
        if found is None and self._countable(game):
            studied = self._study(game)
            found = None if studied is None or studied.odds is None else studied.odds.answer
        return found

    def state(self, game: str) -> State:
        """Returns whether the odds of the game are exact, being computed, or unavailable."""
        if self.answer(game) is not None:
            return "exact"
        if not book(game).game.bankers:
            return "nobody-banks"
        return "counting" if self._countable(game) and self._study(game) is None else "unsolved"

    def _countable(self, game: str) -> bool:
        return bool(listings()[game].lab and book(game).game.bankers)

    def _study(self, game: str) -> Studied | None:
        """Returns the worker's result, or None until it arrives. Starts the worker at the first call."""
        if game not in self._studied:
            self._workers = self._workers or Workers()
            count = asyncio.wrap_future(self._workers.submit(studied, game))
            self._studied[game] = None
            count.add_done_callback(lambda done: self._on_studied(game, done))
        return self._studied[game]

    def _on_studied(self, game: str, done: "asyncio.Future[bytes]") -> None:
        if done.cancelled():
            return
        if (error := done.exception()) is not None:
            LOG.warning("a game was not studied", extra={"facts": {"game": game, "why": repr(error)[:300]}})
            self._studied[game] = Studied([], None)
        else:
            self._studied[game] = answer_from(done.result(), Studied)
        if self._workers is not None and None not in self._studied.values():
            self._workers.stop()
            self._workers = None


def studied(game: str) -> bytes:
    """Computes a game's cards and odds in a worker process. Returns them as JSON."""
    from houseway.lab.published_odds import counted
    from houseway.web.lobby_cards import dealt

    found: dict[str, Any] = {"fan": [], "odds": None}
    if game not in fans():
        found["fan"] = dealt(game)
    if listings()[game].lab and book(game).game.bankers and printed_odds(game) is None:
        found["odds"] = counted(game)
    return answer_json(Studied(**found))
