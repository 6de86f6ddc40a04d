"""Bot prompts: the bots that a table waits for, the question of each, and the time of its answer."""

from typing import Final

from msgspec import Struct

from houseway.room.core.context import TableContext
from houseway.room.messages.commands import Decide
from houseway.room.messages.durations import SECOND_MS
from houseway.table.setup import Decision

FIRST, SPREAD = 400, 800  # a bot answers after 0.4 to 1.2 seconds
PATIENCE: Final = 5 * SECOND_MS  # how long the table waits for a silent bot
LONGEST: Final = FIRST + SPREAD + PATIENCE


class BotAsk(Struct, frozen=True):
    """A bot that the table waits for: `about` (`decide`, `bet` or `bank`), the place, and `at`,
    the time of its answer.
    """

    person: str
    about: str
    place: str
    round: int
    step: int
    at: int


def decided(ask: BotAsk, decision: Decision) -> Decide:
    """Returns the command that answers the question with a decision."""
    return Decide(round=ask.round, step=ask.step, place=ask.place, decision=decision)


def delay(context: TableContext, step: int = 0) -> int:
    """Returns how long bots seem to think about the question of that step. A replay gives the same delay."""
    state = context.state
    if state.config.pace == "fast":
        return 0
    return FIRST + (state.round * 7919 + step * 104_729) % SPREAD


def bots_asked(context: TableContext) -> list[BotAsk]:
    """Returns the bots that the table waits for, with the question of each."""
    state, running = context.state, context.state.running
    asks: list[BotAsk] = []
    if True not in [player.bot for player in state.players.values()]:
        return asks
    if state.phase in ("playing", "closing"):
        assert running is not None
        for place, asked in state.asked.items():
            player = state.players.get(running.persons.get(place, ""))
            if player is not None and player.bot:
                asks.append(
                    BotAsk(
                        player.person, "decide", place, state.round, asked.step, asked.at + delay(context, asked.step)
                    )
                )
        return asks
    rotation = context.rotation
    for player in context.active():
        if not player.bot:
            continue
        at = state.since + delay(context)
        if state.phase == "betting" and player.person not in state.ready and not context.banks(player.person):
            asks.append(BotAsk(player.person, "bet", str(player.seats[0]), state.round, 0, at))
        elif state.phase == "offering" and rotation is not None and rotation.offered in player.seats:
            asks.append(BotAsk(player.person, "bank", str(rotation.offered), state.round, 0, at))
    return asks


def bots_until(context: TableContext) -> int:
    """Returns when the table stops waiting for the bets of bots."""
    return context.state.since + LONGEST
