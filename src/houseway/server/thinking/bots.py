"""Bots as clients of a mailbox: they see what their seat sees, and answer when prompted."""

import asyncio
import hashlib
import logging
import math
import random
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from msgspec import UNSET

from houseway.players.bots import STYLES
from houseway.room.engine.bot_prompts import BotAsk
from houseway.room.messages.commands import AnyCommand, BankChoice, Bet, Decide, Ready, Who
from houseway.room.messages.view_types import BetOffer
from houseway.script import Refusal
from houseway.server.services import FaultGuard, Services, TableBox
from houseway.server.thinking.answer_grid import AnswerGrid
from houseway.server.thinking.fair_queue import FairQueue
from houseway.server.thinking.worker_process import Workers
from houseway.server.thinking.worker_tasks import bot_decision, warm_up
from houseway.table import view
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from houseway.table.setup import Decision

LOG = logging.getLogger("houseway")
Thought = tuple[Decision, float]
BROKEN: Final = "broken"
"""The code of a command that failed by a bug (`Mailbox.submit`)."""
TAKES_BANK: Final = 0.35
ASIDE: Final = 0.3  # probability of a bet on an optional circle
BANKS: Final = 40  # a bot's bank, in multiples of the minimum


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
                    say = self._bet if ask.about == "bet" else self._bank
                    loop.call_later(wait, self._turns.take, self._safely, say, box, ask)
        self._asked[box.table] = set(asks)

    def _safely(self, say: Callable[..., None], box: TableBox, *given: Any) -> None:
        """Runs a bot's turn. Quarantines the table if it fails."""
        self._faults.safely(box, "bot", say, box, *given)

    def _is_waited_for(self, box: TableBox, ask: BotAsk) -> bool:
        return not self._services.closing and ask in box.live.bots_asked()

    def _chance(self, box: TableBox, ask: BotAsk) -> random.Random:
        """Returns the random generator of a bot's choices, seeded by the prompt alone, so that a seed repeats them."""
        return random.Random(f"{self._seed} {box.table} {ask.person} {ask.about} {ask.round} {ask.place}")

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
        style = list(STYLES)[hashlib.sha256(ask.person.encode()).digest()[0] % len(STYLES)]
        seed = f"{self._seed} {box.table} {ask.round} {ask.step}"
        return self._workers.submit(bot_decision, view(round_, ask.place), name, style, seed)

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
            if self._say(box, ask, self._decision(ask, decision)):
                return
        mine = box.live.private(ask.person)
        for put in mine.asks:
            if put.place == ask.place:
                self._say_plainest(box, ask, self._decision(ask, put.default))

    def _decide_later(self, box: TableBox, ask: BotAsk, thought: "Future[Thought]", at: float, apart: float) -> None:
        """Schedules a late decision at the next moment of the grid."""
        if not self._services.closing:
            loop = asyncio.get_running_loop()
            at += apart * max(math.ceil((loop.time() - at) / apart), 1)
            loop.call_at(at, self._turns.take, self._safely, self._decide, box, ask, thought, at, apart)

    def _decision(self, ask: BotAsk, decision: Decision) -> Decide:
        return Decide(round=ask.round, step=ask.step, place=ask.place, decision=decision)

    # -- before the deal --------------------------------------------------------------------------------------------

    def _bet(self, box: TableBox, ask: BotAsk) -> None:
        """Bets on required circles and on some optional ones; less if that is refused, and nothing at last."""
        if not self._is_waited_for(box, ask):
            return
        rng, offers = self._chance(box, ask), box.live.private(ask.person).bets
        offer = next((each for each in offers if each.place == ask.place), None)
        if offer is not None:
            for times, aside in ((rng.choice((1, 1, 2, 4)), ASIDE), (1, 0.0)):
                wagers = wagers_by(rng, offer, times, aside)
                if wagers and self._say(box, ask, Bet(round=ask.round, place=ask.place, wagers=wagers)):
                    return
        self._say_plainest(box, ask, Ready(round=ask.round))

    def _bank(self, box: TableBox, ask: BotAsk) -> None:
        """Takes the bank or passes. A bot's chips are the room's: it banks on own pay if the host posts that."""
        if not self._is_waited_for(box, ask):
            return
        rng, offer = self._chance(box, ask), box.live.private(ask.person).bank
        if offer is None:
            return
        posted = min(offer.high, offer.low * BANKS)
        wants = rng.random() < TAKES_BANK or is_last_to_bank(box.live.context.rotation, ask.person)
        agrees = "" if offer.agrees is UNSET else offer.agrees
        takes = wants and posted >= offer.low and (not agrees or box.live.state.config.by_host)
        if takes and self._say(box, ask, BankChoice(do="take", posted=posted, agrees=agrees)):
            return
        self._say_plainest(box, ask, BankChoice(do="pass"))


def is_last_to_bank(rotation: Rotation | None, person: str) -> bool:
    """Returns whether everybody else has passed the bank and no house takes it: a pass would end the dealing."""
    if rotation is None or isinstance(rotation, SharedRotation):
        return False
    others = {*rotation.seats.values()} - rotation.passed - {person}
    return all(rotation.barred(other) for other in others)


def wagers_by(rng: random.Random, offer: BetOffer, times: int, aside: float) -> dict[str, int]:
    """Returns a bet: `times` the minimum on required circles, and with probability `aside` on the others."""
    wagers: dict[str, int] = {}
    for circle in offer.circles:
        needed = wagers.get(circle.needs) if circle.needs else None
        if (circle.needs and needed is None) or not (circle.required or rng.random() < aside):
            continue
        cents = min(circle.low * times, circle.high)
        if needed is not None and circle.equal:
            cents = needed
        elif needed is not None and circle.share is not None:
            cents = min(cents, needed * circle.share[0] // circle.share[1])
        if circle.low <= cents <= circle.high:
            wagers[circle.circle] = cents
    return wagers
