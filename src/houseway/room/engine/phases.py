"""What starts what at a table, and when: from one round to the next (PD-04, PD-14, PD-18)."""

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.engine import bot_prompts, deadlines, live_round, opening_bets, seats
from houseway.room.messages.durations import DAY_MS
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import BankMoved, BetsClosed, TableClosed, Void
from houseway.room.regimes import banked
from houseway.room.regimes.lookup import regime_of
from houseway.script import Refusal
from houseway.table.chips.ledger import HOUSE
from houseway.table.round import Round

TOO_FEW = ("players", "button", "seats")
"""Why a hand of a game that nobody banks is not dealt. Any other refusal is our mistake: it is told, and nobody stands
before a table that cannot go on.
"""


def go_on(context: TableContext) -> None:
    """The table moves on as far as it does by itself."""
    while _step(context):
        pass
    deadlines.wind(context)


def _step(context: TableContext) -> bool:
    """One step of the table's own, if it has one to make."""
    phase = context.state.phase
    if phase == "waiting":
        return _leave_waiting(context)
    if phase == "offering":
        return _leave_offering(context)
    if phase == "betting":
        return _leave_betting(context)
    if phase == "settled":
        return _leave_settled(context)
    if phase == "broken":
        return _leave_broken(context)
    if phase == "closing":
        return _leave_closing(context)
    return False


def _is_due(context: TableContext) -> bool:
    return context.state.due is not None and context.now >= context.state.due


def people_ready(context: TableContext) -> bool:
    """Whether everybody who would be dealt in has said so; bots need not be asked for that.

    Where nobody has the chips for it, those who sit there say when they have seen enough.
    """
    return _are_ready(context, context.able())


def _are_ready(context: TableContext, able: list[Player]) -> bool:
    asked = [each.person for each in able if not each.bot]
    asked = asked or [each.person for each in context.active() if not each.bot]
    return not {*asked}.difference(context.state.ready)


# -- from round to round --------------------------------------------------------------------------------------------


def _leave_waiting(context: TableContext) -> bool:
    if not context.may_start:
        return False
    if not regime_of(context).takes_bets and not (people_ready(context) or _is_due(context)):
        return False
    return next_round(context)


def _leave_settled(context: TableContext) -> bool:
    if context.ended is not None:  # everybody sees how it ended first
        return False
    if not people_ready(context) and not _is_due(context):
        return False
    return next_round(context)


def next_round(context: TableContext) -> bool:
    """The next round is bet on, or dealt where nobody bets before; without company the table waits."""
    state = context.state
    if not context.may_start:
        return _wait(context)
    number, dealt = state.round, state.dealt
    if state.dealt:
        state.round, state.dealt = state.round + 1, False
    context.commit(state.round)
    state.running, state.fair, context.round, context.dealing = None, None, None, None
    begin_day(context)
    regime = regime_of(context)
    if regime.takes_bets:
        return _to_the_bank(context, anew=True)
    story = len(context.story)
    try:
        setup = regime.setup(context)
        deadlines.refill(context)
        live_round.begin(context, Round(context.sheet.game, setup))
    except Refusal as refusal:
        del context.story[story:]
        if refusal.code not in TOO_FEW:
            context.tell(Void(clause=refusal.clause, reason=str(refusal)))
        state.round, state.dealt = number, dealt
        return _wait(context)
    return True


def _wait(context: TableContext) -> bool:
    """Nobody is dealt in: what lies on the circles goes back, and a void hand is not dealt again (PD-33)."""
    state = context.state
    opening_bets.drop_all(context)
    chip_moves.return_fees(context)
    state.ready = []
    if state.phase == "waiting":
        state.since, state.due = context.now, None
        return False
    state.running, state.fair, context.round, context.dealing = None, None, None, None
    context.turn_to("waiting")
    return False


def begin_day(context: TableContext) -> None:
    """A day that begins adds to the jackpots what the house promises."""
    day = context.now // DAY_MS
    for name, meter in context.state.pools.items():
        before = meter.amount
        chip_moves.move(context, HOUSE, chip_moves.pool(context, name), meter.on(day) - before)


# -- the bank -------------------------------------------------------------------------------------------------------


def _to_the_bank(context: TableContext, *, anew: bool = False) -> bool:
    """Somebody holds the bank, or it is offered, or nobody wants it (PD-04, PD-14); `anew`: nobody was asked yet."""
    state = context.state
    if state.bank is None:
        banked.open_bank(context)
    banked.sync(context)
    if anew:
        banked.offer_anew(context)
    banked.keep(context)
    stands = banked.offer(context)
    bank, rotation = state.bank, context.rotation
    assert bank is not None
    if stands == "offered":
        assert rotation is not None
        assert rotation.offered is not None
        seat = bank.offered_to = rotation.offered
        context.turn_to("offering")
        context.tell(BankMoved(do="offered", seat=seat, person=state.seats[seat]))
        return False
    if stands == "broken":
        opening_bets.drop_all(context)
        chip_moves.return_fees(context)
        if state.phase != "broken":
            context.turn_to("broken")
        return False
    if stands == "house" and rotation is not None:
        context.tell(BankMoved(do="house"))
    bank.holder = None if rotation is None else rotation.banker
    banked.same_hand(context)
    context.turn_to("betting")
    return True


def _leave_offering(context: TableContext) -> bool:
    """Whoever was offered the bank took it, passed, left, or let the time go by."""
    state = context.state
    if not context.may_start:
        return _wait(context)
    banked.sync(context)
    rotation = context.rotation
    assert rotation is not None
    assert state.bank is not None
    if rotation.banker is None and rotation.offered is not None and _is_due(context):
        player = state.players[rotation.seats[rotation.offered]]
        banked.decline(context, player, slow=True)
        deadlines.ran_out(context, player)
    elif rotation.banker is None and rotation.offered == state.bank.offered_to != 0:
        return False  # it is still asked
    return _to_the_bank(context)


def _leave_broken(context: TableContext) -> bool:
    state = context.state
    if not context.may_start:
        return _wait(context)
    banked.sync(context)
    rotation = context.rotation
    assert rotation is not None
    if rotation.broken:
        if not _is_due(context):
            return False
        state.due = None
        banked.offer_again(context)
    return _to_the_bank(context)


# -- the bets -------------------------------------------------------------------------------------------------------


def _leave_betting(context: TableContext) -> bool:
    """'No more bets': everybody is ready or the time is up, and somebody has bet (PD-18)."""
    state, able = context.state, context.able()
    if not context.is_company(able):
        return _wait(context)
    rotation = context.rotation
    if state.bank is not None and rotation is not None:
        banked.sync(context)
        if rotation.banker != state.bank.holder:  # it was released, or its holder left
            opening_bets.drop_all(context)
            return _to_the_bank(context)
    if context.now >= bot_prompts.bots_until(context):
        state.ready += [ask.person for ask in bot_prompts.bots_asked(context)]
    if not _is_due(context) and not (_are_ready(context, able) and not bot_prompts.bots_asked(context)):
        return False
    if _is_due(context):
        for player in able:
            said = player.person in (*state.ready, *state.bettors.values()) or context.banks(player.person)
            if not player.bot and not said:
                deadlines.ran_out(context, player)
    if not any(place != banked.BANK for place in state.bets):
        context.turn_to("betting")
        return False
    deal(context)
    return state.phase != "betting"


def deal(context: TableContext) -> None:
    """The round is dealt with the bets that lie there; who does not play a redeal gets the earlier fee back (PD-33)."""
    state, rotation = context.state, context.rotation
    banker = "" if rotation is None else rotation.banker or ""
    chip_moves.return_fees(context, {*state.bettors.values(), banker})
    try:
        round_ = opening_bets.judge(context, state.bets, state.bettors)
    except Refusal as refusal:  # our mistake, since every bet was judged: it is told, and the chips go back
        context.tell(Void(clause=refusal.clause, reason=str(refusal)))
        opening_bets.drop_all(context)
        context.turn_to("betting")
        return
    assert round_ is not None
    opening_bets.remember(context)
    deadlines.refill(context)
    context.tell(BetsClosed(round=state.round, clause=context.sheet.game.call_clause))
    live_round.begin(context, round_)


# -- the end --------------------------------------------------------------------------------------------------------


def _leave_closing(context: TableContext) -> bool:
    if context.round is not None and not context.round.over:
        return False
    close(context)
    return False


def close(context: TableContext, reason: str = "") -> None:
    """The table is closed: everybody's chips go to the cage, and the jackpots' to the house."""
    state = context.state
    opening_bets.drop_all(context)
    chip_moves.return_fees(context)
    for player in list(state.players.values()):
        seats.leave(context, player)
    for name, meter in state.pools.items():
        chip_moves.move(context, chip_moves.pool(context, name), HOUSE, meter.amount)
        meter.amount = 0
    context.tell(TableClosed(people=dict(state.tally), reason=reason))
    context.turn_to("closed")
