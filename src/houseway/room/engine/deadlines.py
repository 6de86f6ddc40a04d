"""Deadlines, time banks and pace. Times are milliseconds; nothing here reads a clock, it is told what time it is."""

from typing import Final

from houseway.room.core.context import TableContext
from houseway.room.engine import bot_prompts
from houseway.room.messages.durations import DAY_MS, MINUTE_MS, SECOND_MS
from houseway.room.messages.state import Asked, Player
from houseway.room.regimes import banked

TIME_BANK: Final = 30 * SECOND_MS
REFILL: Final = 5 * SECOND_MS  # of the time bank, each round that is dealt
OFFER: Final = 15 * SECOND_MS
START: Final = 5 * SECOND_MS  # before the first hand of a table where nobody bets before the deal
LOOK: Final = {"normal": 6 * SECOND_MS, "solo": 6 * SECOND_MS, "fast": 1 * SECOND_MS}
AGAIN: Final = {
    "normal": 5 * SECOND_MS,
    "solo": 5 * SECOND_MS,
    "fast": 1 * SECOND_MS,
}  # a broken game is offered once more
AWAY: Final = 1 * SECOND_MS  # what is given to somebody who is away
WARNING: Final = 5 * SECOND_MS  # before the clock decides, where no time bank is left
TOO_SLOW: Final = 2  # time-outs in a row, and the seat sits out


def length(context: TableContext) -> int | None:
    """How long the phase lasts by itself; None for one that waits for people however long it takes."""
    state, pace = context.state, context.state.config.pace
    if state.phase == "broken":  # the room's own pace, nobody's deadline
        return AGAIN[pace] if banked.somebody_can(context) else None
    if context.solo:
        return None
    by_phase = {"offering": OFFER, "betting": state.config.time * SECOND_MS, "settled": LOOK[pace], "waiting": START}
    return by_phase.get(state.phase)


def wind(context: TableContext) -> None:
    """Everything that waits has its deadline, and nothing else does: who sits down or leaves may change the pace."""
    state = context.state
    if state.phase == "paused":
        return
    last = length(context)
    if last is None or (state.phase == "waiting" and not context.may_start):
        state.due = None
    elif state.due is None:
        state.due = max(state.since, context.now) + last
    running = state.running
    for place, asked in state.asked.items():
        assert running is not None
        player = state.players.get(running.persons.get(place, ""))
        allowed = None if player is None else _allowed(context, player)
        if allowed is None:
            asked.due, asked.bank_ms = None, 0
        elif asked.due is None or allowed <= AWAY:
            asked.bank_ms = player.bank_ms if player is not None and allowed > AWAY else 0
            asked.due = (asked.at if allowed <= AWAY else max(asked.at, context.now)) + allowed + asked.bank_ms


def _allowed(context: TableContext, player: Player) -> int | None:
    """The time of one decision, without the time bank."""
    if player.bot:
        return bot_prompts.LONGEST
    if player.leaving and player.lost is not None and player.person not in context.state.barred:
        return 0  # whoever the host has removed plays the hand to its end
    if player.away and not context.solo:
        return AWAY
    return None if context.solo else context.state.config.time * SECOND_MS


def answered(context: TableContext, player: Player, place: str) -> None:
    """The person decided in time: what it took beyond its own time is out of the time bank."""
    asked = context.state.asked.get(place)
    player.slow = 0
    if asked is not None and asked.due is not None and asked.bank_ms:
        left = asked.due - context.now
        player.bank_ms = min(player.bank_ms, max(left, 0))


def overdue(context: TableContext) -> list[str]:
    """The places whose time has run out."""
    return [place for place, asked in context.state.asked.items() if asked.due is not None and asked.due <= context.now]


def warning_at(context: TableContext, place: str, asked: Asked) -> int | None:
    """When somebody is told that the own time is over and the clock will decide: as the time bank begins to run.

    Where there is none left, a little before the end. Bots and those who are away are not told.
    """
    running = context.state.running
    assert running is not None
    player = context.state.players.get(running.persons.get(place, ""))
    if asked.due is None or asked.warned or player is None or player.bot or player.away or player.leaving:
        return None
    return asked.due - max(asked.bank_ms, min(WARNING, context.state.config.time * SECOND_MS // 2))


def unwarned(context: TableContext) -> list[str]:
    """The places that are to be warned now."""
    moments = {place: warning_at(context, place, asked) for place, asked in context.state.asked.items()}
    return [place for place, moment in moments.items() if moment is not None and moment <= context.now]


def ran_out(context: TableContext, player: Player) -> None:
    """The clock decided for somebody; twice in a row, and the seat sits out from the next round on."""
    if player.bot:
        return
    player.bank_ms = 0
    player.slow += 1
    if player.slow >= TOO_SLOW and not player.away:
        player.away, player.away_since = True, context.now
        player.out = True


def refill(context: TableContext) -> None:
    for player in context.state.players.values():
        player.bank_ms = min(player.bank_ms + REFILL, TIME_BANK)


def hold_is_over(context: TableContext, player: Player) -> bool:
    """Whether a seat was held long enough for somebody who is not there."""
    since = player.lost if player.lost is not None else player.away_since
    return since is not None and context.now >= since + context.state.config.hold * MINUTE_MS


def shift(context: TableContext, ms: int) -> None:
    """The table stood still for so long: nobody's time ran meanwhile."""
    state = context.state
    state.since += ms
    if state.due is not None:
        state.due += ms
    for asked in state.asked.values():
        asked.at += ms
        if asked.due is not None:
            asked.due += ms
    for player in state.players.values():
        if player.lost is not None:
            player.lost += ms
        if player.away_since is not None:
            player.away_since += ms


def dates_missed(now: int, ms: int) -> int:
    """Returns on how many dates the room never ran, if it stood still for so long until now.

    On the first date of an outage and on the last it ran for a part of the day.
    """
    return max(now // DAY_MS - (now - ms) // DAY_MS - 1, 0)


def next_moment(context: TableContext) -> int | None:
    """When the room has to be told the time again, at the latest."""
    state = context.state
    if state.phase in ("paused", "closed"):
        return None
    moments = [state.due]
    for place, asked in state.asked.items():
        moments += asked.due, warning_at(context, place, asked)
    if state.phase == "betting" and bot_prompts.bots_asked(context):
        moments.append(bot_prompts.bots_until(context))
    for player in state.players.values():
        since = player.lost if player.lost is not None else player.away_since
        if since is not None and not player.leaving and not player.bot:
            moments.append(since + state.config.hold * MINUTE_MS)
    return min([moment for moment in moments if moment is not None], default=None)
