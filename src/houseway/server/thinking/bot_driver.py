"""Bots as clients of a mailbox: they see what their seat sees, and answer when prompted."""

import asyncio
import logging
import math
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from houseway.players.bots import style_of, whims
from houseway.room.engine.bot_prompts import BotAsk, decided
from houseway.room.messages.commands import AnyCommand, Who
from houseway.script import Refusal
from houseway.server.services import FaultGuard, Services, TableBox
from houseway.server.thinking.answer_grid import AnswerGrid
from houseway.server.thinking.fair_queue import FairQueue
from houseway.server.thinking.worker_process import Workers
from houseway.server.thinking.worker_tasks import bot_decision, warm_up
from houseway.table import view
from houseway.table.setup import Decision

LOG = logging.getLogger("houseway")
Thought = tuple[Decision, float]
BROKEN: Final = "broken"
"""The code of a command that failed by a bug (`Mailbox.submit`)."""


class Bots:
    """All bots of a node, and the worker process that computes their decisions."""

    def __init__(self, services: Services, faults: FaultGuard) -> None:
        self._services = services
        self._faults = faults
        self._seed = services.bot_seed
        self._workers = Workers()
        self._moments = AnswerGrid()
        self._turns = FairQueue()
        self._woken = False
        self._asked: dict[str, set[BotAsk]] = {}

    def stop(self) -> None:
        self._workers.stop()

    def forget(self, box: TableBox) -> None:
        """Drops the table's prompts, so that its bots are prompted anew."""
        self._asked.pop(box.table, None)

    def consider(self, box: TableBox, now: int) -> None:
        """Prompts each bot that the table waits for, once.

        The worker starts at once. The bot answers after its display delay, or later on the answer grid, because
        response time would reveal hidden cards. Without a display delay it answers at the first moment of the grid.
        """
        asks = box.live.bots_asked()
        if not asks or self._services.closing:
            self._asked.pop(box.table, None)
            return
        if not self._woken:
            self._woken = True
            self._workers.submit(warm_up)
        known, loop = self._asked.get(box.table, set()), asyncio.get_running_loop()
        for ask in asks:
            if ask not in known:
                wait = max((ask.at - now) / 1000, 0)
                if ask.about == "decide":
                    apart = self._moments.apart(box.live.state.config.game)
                    at = loop.time() + (wait or apart)
                    thought = self._think(box, ask)
                    loop.call_at(at, self._turns.take, self._safely, self._decide, box, ask, thought, at, apart)
                else:
                    loop.call_later(wait, self._turns.take, self._safely, self._speak, box, ask)
        self._asked[box.table] = set(asks)

    def _safely(self, say: Callable[..., None], box: TableBox, *given: object) -> None:
        """Runs a bot's turn. Quarantines the table if it fails."""
        self._faults.safely(box, "bot", say, box, *given)

    def _is_waited_for(self, box: TableBox, ask: BotAsk) -> bool:
        return not self._services.closing and ask in box.live.bots_asked()

    def _say(self, box: TableBox, ask: BotAsk, command: AnyCommand) -> bool:
        return self._refused(box, ask, command) is None

    def _refused(self, box: TableBox, ask: BotAsk, command: AnyCommand) -> Refusal | None:
        name = box.live.state.players[ask.person].name
        try:
            box.submit(command, Who(ask.person, name, "bot"))
        except Refusal as refusal:
            self._services.metrics.refused[f"bot-{refusal.code}"] += 1
            return refusal
        return None

    def _say_plainest(self, box: TableBox, ask: BotAsk, command: AnyCommand) -> None:
        """Gives the bot's fallback answer. Quarantines the table if that fails and no deadline would resolve it.

        A table of one person with bots has no deadline: it would wait for ever.
        """
        refusal = self._refused(box, ask, command)
        if refusal is not None and refusal.code == BROKEN and box.fault is None and box.live.due() is None:
            cause = refusal.__cause__
            error = cause if isinstance(cause, Exception) else refusal
            raise self._faults.set_aside(box.table, "bot", error, box)

    # -- decisions --------------------------------------------------------------------------------------------------

    def _think(self, box: TableBox, ask: BotAsk) -> "Future[Thought]":
        round_ = box.live.context.round
        assert round_ is not None
        name = box.live.state.players[ask.person].name
        seed = f"{self._seed} {box.table} {ask.round} {ask.step}"
        return self._workers.submit(bot_decision, view(round_, ask.place), name, style_of(ask.person), seed)

    def _decide(self, box: TableBox, ask: BotAsk, thought: "Future[Thought]", at: float, apart: float) -> None:
        """Submits the bot's decision, or the clock's default if it is refused. Postpones if it is not computed yet."""
        if not self._is_waited_for(box, ask):
            return
        if not thought.done():
            thought.add_done_callback(lambda _: self._decide_later(box, ask, thought, at, apart))
            return
        game = box.live.state.config.game
        try:
            decision, seconds = thought.result()
        except Exception as error:  # the seat plays on by the default
            LOG.error("a bot failed", extra={"facts": {"game": game}}, exc_info=error)
        else:
            self._moments.learn(game, seconds)
            if self._say(box, ask, decided(ask, decision)):
                return
        mine = box.live.private(ask.person)
        for put in mine.asks:
            if put.place == ask.place:
                self._say_plainest(box, ask, decided(ask, put.default))

    def _decide_later(self, box: TableBox, ask: BotAsk, thought: "Future[Thought]", at: float, apart: float) -> None:
        """Schedules a late decision at the next moment of the grid."""
        if not self._services.closing:
            loop = asyncio.get_running_loop()
            at += apart * max(math.ceil((loop.time() - at) / apart), 1)
            loop.call_at(at, self._turns.take, self._safely, self._decide, box, ask, thought, at, apart)

    # -- before the deal --------------------------------------------------------------------------------------------

    def _speak(self, box: TableBox, ask: BotAsk) -> None:
        """Says what the bot wants about the bank or the bets, and less if that is refused."""
        if not self._is_waited_for(box, ask):
            return
        chance = whims(self._seed, box.table, ask.person, ask.about, ask.round, ask.place)
        *wishes, plainest = box.live.bot_commands(ask, chance)
        if not any(self._say(box, ask, wish) for wish in wishes):
            self._say_plainest(box, ask, plainest)
