"""Deadlines, time banks and pace. Times are milliseconds; nothing here reads a clock, it is told what time it is."""

from typing import Final

from msgspec import Struct

from houseway.room.core.context import DAY_MS, Dealer
from houseway.room.messages.state import Asked, Player
from houseway.room.regimes import banked

SECOND: Final = 1000
TIME_BANK: Final = 30 * SECOND
REFILL: Final = 5 * SECOND  # of the time bank, each round that is dealt
OFFER: Final = 15 * SECOND
START: Final = 5 * SECOND  # before the first hand of a table where nobody bets before the deal
LOOK: Final = {"normal": 6 * SECOND, "solo": 6 * SECOND, "fast": 1 * SECOND}
AGAIN: Final = {"normal": 5 * SECOND, "solo": 5 * SECOND, "fast": 1 * SECOND}  # a broken game is offered once more
AWAY: Final = 1 * SECOND  # what is given to somebody who is away
PATIENCE: Final = 5 * SECOND  # with a bot that says nothing
BOT_FIRST, BOT_SPREAD = 400, 800  # a bot answers after 0.4 to 1.2 seconds
WARNING: Final = 5 * SECOND  # before the clock decides, where no time bank is left
TOO_SLOW: Final = 2  # time-outs in a row, and the seat sits out


def length(dealer: Dealer) -> int | None:
    """How long the phase lasts by itself; None for one that waits for people however long it takes."""
    state, pace = dealer.state, dealer.state.config.pace
    if state.phase == "broken":  # the room's own pace, nobody's deadline
        return AGAIN[pace] if banked.somebody_can(dealer) else None
    if dealer.solo:
        return None
    by_phase = {"offering": OFFER, "betting": state.config.time * SECOND, "settled": LOOK[pace], "waiting": START}
    return by_phase.get(state.phase)


def wind(dealer: Dealer) -> None:
    """Everything that waits has its deadline, and nothing else does: who sits down or leaves may change the pace."""
    state = dealer.state
    if state.phase == "paused":
        return
    last = length(dealer)
    if last is None or (state.phase == "waiting" and not dealer.may_start):
        state.due = None
    elif state.due is None:
        state.due = max(state.since, dealer.now) + last
    running = state.running
    for place, asked in state.asked.items():
        assert running is not None
        player = state.players.get(running.persons.get(place, ""))
        allowed = None if player is None else _allowed(dealer, player)
        if allowed is None:
            asked.due, asked.bank_ms = None, 0
        elif asked.due is None or allowed <= AWAY:
            asked.bank_ms = player.bank_ms if player is not None and allowed > AWAY else 0
            asked.due = (asked.at if allowed <= AWAY else max(asked.at, dealer.now)) + allowed + asked.bank_ms


def _allowed(dealer: Dealer, player: Player) -> int | None:
    """The time of one decision, without the time bank."""
    if player.bot:
        return BOT_FIRST + BOT_SPREAD + PATIENCE
    if player.leaving and player.lost is not None and player.person not in dealer.state.barred:
        return 0  # whoever the host has removed plays the hand to its end
    if player.away and not dealer.solo:
        return AWAY
    return None if dealer.solo else dealer.state.config.time * SECOND


def answered(dealer: Dealer, player: Player, place: str) -> None:
    """The person decided in time: what it took beyond its own time is out of the time bank."""
    asked = dealer.state.asked.get(place)
    player.slow = 0
    if asked is not None and asked.due is not None and asked.bank_ms:
        left = asked.due - dealer.now
        player.bank_ms = min(player.bank_ms, max(left, 0))


def overdue(dealer: Dealer) -> list[str]:
    """The places whose time has run out."""
    return [place for place, asked in dealer.state.asked.items() if asked.due is not None and asked.due <= dealer.now]


def warning_at(dealer: Dealer, place: str, asked: Asked) -> int | None:
    """When somebody is told that the own time is over and the clock will decide: as the time bank begins to run.

    Where there is none left, a little before the end. Bots and those who are away are not told.
    """
    running = dealer.state.running
    assert running is not None
    player = dealer.state.players.get(running.persons.get(place, ""))
    if asked.due is None or asked.warned or player is None or player.bot or player.away or player.leaving:
        return None
    return asked.due - max(asked.bank_ms, min(WARNING, dealer.state.config.time * SECOND // 2))


def unwarned(dealer: Dealer) -> list[str]:
    """The places that are to be warned now."""
    moments = {place: warning_at(dealer, place, asked) for place, asked in dealer.state.asked.items()}
    return [place for place, moment in moments.items() if moment is not None and moment <= dealer.now]


def ran_out(dealer: Dealer, player: Player) -> None:
    """The clock decided for somebody; twice in a row, and the seat sits out from the next round on."""
    if player.bot:
        return
    player.bank_ms = 0
    player.slow += 1
    if player.slow >= TOO_SLOW and not player.away:
        player.away, player.away_since = True, dealer.now
        player.out = True


def refill(dealer: Dealer) -> None:
    for player in dealer.state.players.values():
        player.bank_ms = min(player.bank_ms + REFILL, TIME_BANK)


def hold_is_over(dealer: Dealer, player: Player) -> bool:
    """Whether a seat was held long enough for somebody who is not there."""
    since = player.lost if player.lost is not None else player.away_since
    return since is not None and dealer.now >= since + dealer.state.config.hold * 60 * SECOND


def shift(dealer: Dealer, ms: int) -> None:
    """The table stood still for so long: nobody's time ran meanwhile."""
    state = dealer.state
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


# -- bots -----------------------------------------------------------------------------------------------------------


class BotAsk(Struct, frozen=True):
    """A bot that is waited for: `about` what (`decide`, `bet` or `bank`), at which place, and when it may answer."""

    person: str
    about: str
    place: str
    round: int
    step: int
    at: int


def delay(dealer: Dealer, step: int = 0) -> int:
    """How long bots seem to think about the question of that step; the same each time a table is folded."""
    state = dealer.state
    if state.config.pace == "fast":
        return 0
    return BOT_FIRST + (state.round * 7919 + step * 104_729) % BOT_SPREAD


def bots_asked(dealer: Dealer) -> list[BotAsk]:
    """The bots that the table waits for, and what each may be asked."""
    state, running = dealer.state, dealer.state.running
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
                        player.person, "decide", place, state.round, asked.step, asked.at + delay(dealer, asked.step)
                    )
                )
        return asks
    rotation = dealer.rotation
    for player in dealer.active():
        if not player.bot:
            continue
        at = state.since + delay(dealer)
        if state.phase == "betting" and player.person not in state.ready and not dealer.banks(player.person):
            asks.append(BotAsk(player.person, "bet", str(player.seats[0]), state.round, 0, at))
        elif state.phase == "offering" and rotation is not None and rotation.offered in player.seats:
            asks.append(BotAsk(player.person, "bank", str(rotation.offered), state.round, 0, at))
    return asks


def bots_until(dealer: Dealer) -> int:
    """How long the bets of bots are waited for."""
    return dealer.state.since + BOT_FIRST + BOT_SPREAD + PATIENCE


def next_moment(dealer: Dealer) -> int | None:
    """When the room has to be told the time again, at the latest."""
    state = dealer.state
    if state.phase in ("paused", "closed"):
        return None
    moments = [state.due]
    for place, asked in state.asked.items():
        moments += asked.due, warning_at(dealer, place, asked)
    if state.phase == "betting" and bots_asked(dealer):
        moments.append(bots_until(dealer))
    for player in state.players.values():
        since = player.lost if player.lost is not None else player.away_since
        if since is not None and not player.leaving and not player.bot:
            moments.append(since + state.config.hold * 60 * SECOND)
    return min([moment for moment in moments if moment is not None], default=None)
