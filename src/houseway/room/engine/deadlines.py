"""Deadlines, time banks and pace. Times are milliseconds. Nothing here reads a clock: `context.now` is the time."""

from typing import Final

from houseway.room.core.context import TableContext
from houseway.room.engine import bot_prompts
from houseway.room.messages.durations import DAY_MS, MINUTE_MS, SECOND_MS
from houseway.room.messages.state import Asked, Player
from houseway.room.regimes import banked
from houseway.script import Refusal

TIME_BANK: Final = 30 * SECOND_MS
REFILL: Final = 5 * SECOND_MS  # added to the time bank at each deal
OFFER: Final = 15 * SECOND_MS
START: Final = 5 * SECOND_MS  # before the first hand at a table without bets before the deal
LOOK: Final = {"normal": 6 * SECOND_MS, "solo": 6 * SECOND_MS, "fast": 1 * SECOND_MS}
AGAIN: Final = {
    "normal": 5 * SECOND_MS,
    "solo": 5 * SECOND_MS,
    "fast": 1 * SECOND_MS,
}  # until the table offers the bank of a broken game again
AWAY: Final = 1 * SECOND_MS  # the time of an absent player's decision
WARNING: Final = 5 * SECOND_MS  # before the clock decides, if no time bank is left
TOO_SLOW: Final = 2  # time-outs in a row until the seat sits out


def length(context: TableContext) -> int | None:
    """Returns how long the phase lasts by itself; None if it waits for people without a limit."""
    state, pace = context.state, context.state.config.pace
    if state.phase == "broken":  # the room's pace, not a player's deadline
        return AGAIN[pace] if banked.somebody_can(context) else None
    if context.solo:
        return None
    by_phase = {"offering": OFFER, "betting": state.config.time * SECOND_MS, "settled": LOOK[pace], "waiting": START}
    return by_phase.get(state.phase)


def set_deadlines(context: TableContext) -> None:
    """Gives a deadline to everything that waits, and removes it from everything else.

    Runs after every command, because a player who sits down or leaves may change the pace.
    """
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
    """Returns the time for one decision without the time bank; None for no limit."""
    if player.bot:
        return bot_prompts.LONGEST
    if player.leaving and player.lost is not None and player.person not in context.state.barred:
        return 0  # not for a player whom the host removed: that hand is played to its end
    if player.away and not context.solo:
        return AWAY
    return None if context.solo else context.state.config.time * SECOND_MS


def charge_time_bank(context: TableContext, player: Player, place: str) -> None:
    """Takes the time beyond the decision's own out of the player's time bank. Resets the count of time-outs."""
    asked = context.state.asked.get(place)
    player.slow = 0
    if asked is not None and asked.due is not None and asked.bank_ms:
        left = asked.due - context.now
        player.bank_ms = min(player.bank_ms, max(left, 0))


def overdue(context: TableContext) -> list[str]:
    """Returns the places whose time has run out."""
    return [place for place, asked in context.state.asked.items() if asked.due is not None and asked.due <= context.now]


def refuse_late(context: TableContext, place: str, asked: Asked) -> None:
    """Raises a Refusal if the time of a question has run out."""
    if asked.due is not None and context.now > asked.due:
        form = "the time of place {place} ran out {ms} ms ago"
        raise Refusal("late", form, facts={"place": place, "ms": context.now - asked.due})


def warning_at(context: TableContext, place: str, asked: Asked) -> int | None:
    """Returns when to warn a player that the clock will decide: when the time bank begins to run.

    Without a time bank the warning comes a little before the end. Returns None for bots and absent players, and if the
    player has been warned.
    """
    running = context.state.running
    assert running is not None
    player = context.state.players.get(running.persons.get(place, ""))
    if asked.due is None or asked.warned or player is None or player.bot or player.away or player.leaving:
        return None
    return asked.due - max(asked.bank_ms, min(WARNING, context.state.config.time * SECOND_MS // 2))


def unwarned(context: TableContext) -> list[str]:
    """Returns the places that are to be warned now."""
    moments = {place: warning_at(context, place, asked) for place, asked in context.state.asked.items()}
    return [place for place, moment in moments.items() if moment is not None and moment <= context.now]


def time_ran_out(context: TableContext, player: Player) -> None:
    """Records that the clock decided for a player.

    After `TOO_SLOW` times in a row the seat sits out from the next round on.
    """
    if player.bot:
        return
    player.bank_ms = 0
    player.slow += 1
    if player.slow >= TOO_SLOW and not player.away:
        player.away, player.away_since = True, context.now
        player.out = True


def refill(context: TableContext) -> None:
    """Refills every time bank by `REFILL`, up to `TIME_BANK`."""
    for player in context.state.players.values():
        player.bank_ms = min(player.bank_ms + REFILL, TIME_BANK)


def hold_is_over(context: TableContext, player: Player) -> bool:
    """Returns whether the table has held the seat of an absent player long enough."""
    since = player.lost if player.lost is not None else player.away_since
    return since is not None and context.now >= since + context.state.config.hold * MINUTE_MS


def shift(context: TableContext, ms: int) -> None:
    """Moves every time and deadline by `ms`, in which the table stood still."""
    state = context.state
    state.since += ms
    if state.due is not None:
        state.due += ms
    answered = None if state.running is None else state.running.answered
    for asked in [*state.asked.values(), *([] if answered is None else [answered])]:
        asked.at += ms
        if asked.due is not None:
            asked.due += ms
    for player in state.players.values():
        if player.lost is not None:
            player.lost += ms
        if player.away_since is not None:
            player.away_since += ms


def dates_missed(now: int, ms: int) -> int:
    """Returns the number of dates on which the room never ran, if it stood still for `ms` until `now`.

    The first and the last date of an outage do not count: the room ran for a part of them.
    """
    return max(now // DAY_MS - (now - ms) // DAY_MS - 1, 0)


def next_moment(context: TableContext) -> int | None:
    """Returns the next deadline, warning or end of a held seat: the latest time for the next `Tick`."""
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
