"""Phases: moves a table from one phase to the next and from round to round (PD-04, PD-14, PD-18)."""

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.engine import bot_prompts, deadlines, live_round, opening_bets, permissions, seats
from houseway.room.messages.durations import DAY_MS
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import BankMoved, BetsClosed, FeeTaken, TableClosed, Told, Void
from houseway.room.regimes import bank_answers, banked
from houseway.room.regimes.lookup import regime_of
from houseway.script import Refusal
from houseway.table.chips.ledger import HOUSE
from houseway.table.round import Round

TOO_FEW = ("players", "button", "seats")
"""Refusal codes for too few players, by which a game without a bank deals no hand.

Any other code is a defect: the story tells it, and the table waits instead of hanging.
"""


def go_on(context: TableContext) -> None:
    """Moves the table on as far as it goes by itself, and sets the deadlines."""
    while _step(context):
        pass
    deadlines.set_deadlines(context)


def _step(context: TableContext) -> bool:
    """Leaves the present phase if it is over. Returns whether another step may follow."""
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
    """Returns whether everybody who would be dealt in is ready; bots always are.

    If nobody has the chips to be dealt in, the active players decide.
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
    if context.ended is not None:  # the table first shows how the round ended
        return False
    if not people_ready(context) and not _is_due(context):
        return False
    return next_round(context)


def next_round(context: TableContext) -> bool:
    """Starts the next round: opens its bets, or deals it at a table without bets. Waits if too few can play."""
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
        context.story[story:] = _fees_between_hands(context, context.story[story:])
        if refusal.code not in TOO_FEW:
            context.tell(Void(clause=refusal.clause, reason=str(refusal)))
        state.round, state.dealt = number, dealt
        return _wait(context)
    return True


def _fees_between_hands(context: TableContext, told: list[Told]) -> list[Told]:
    """Returns the lines about fees that were taken or paid back although no hand is dealt (LOW-23, FEE-02).

    Older rooms told nobody of them.
    """
    fees = [each for each in told if isinstance(each.line, FeeTaken) and each.line.payer.startswith("player ")]
    return fees if context.rule_version >= 3 else []


def _wait(context: TableContext) -> bool:
    """Waits for players: all bets go back, and the fees of a void hand with them (PD-33)."""
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
    """Adds the daily shares that the house promises to the jackpots."""
    day = context.now // DAY_MS
    for name, meter in context.state.pools.items():
        before = meter.amount
        chip_moves.move(context, HOUSE, chip_moves.pool(context, name), meter.on(day) - before)


# -- the bank -------------------------------------------------------------------------------------------------------


def _to_the_bank(context: TableContext, *, anew: bool = False) -> bool:
    """Opens the bets if the bank is held, offers it, or breaks the game if nobody takes it (PD-04, PD-14).

    `anew`: a new round offers the bank to everybody again.
    """
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
    """Moves on once the player who was offered the bank has taken it, passed, left, or run out of time."""
    state = context.state
    if not context.may_start:
        return _wait(context)
    banked.sync(context)
    rotation = context.rotation
    assert rotation is not None
    assert state.bank is not None
    if rotation.banker is None and rotation.offered is not None and _is_due(context):
        player = state.players[rotation.seats[rotation.offered]]
        bank_answers.decline(context, player, slow=True)
        deadlines.time_ran_out(context, player)
    elif rotation.banker is None and rotation.offered == state.bank.offered_to != 0:
        return False  # the same seat is still asked
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
        bank_answers.offer_again(context)
    return _to_the_bank(context)


# -- the bets -------------------------------------------------------------------------------------------------------


def _leave_betting(context: TableContext) -> bool:
    """Deals once everybody is ready, the rail too, or the time is up, if somebody has bet (PD-18, PGC-09)."""
    state, able = context.state, context.able()
    if not context.is_company(able):
        return _wait(context)
    rotation = context.rotation
    if state.bank is not None and rotation is not None:
        banked.sync(context)
        if rotation.banker != state.bank.holder:  # the bank was released, or its holder left
            opening_bets.drop_all(context)
            return _to_the_bank(context)
    if context.now >= bot_prompts.bots_until(context):
        state.ready += [ask.person for ask in bot_prompts.bots_asked(context)]
    rail = permissions.rail_asked(context)
    if not _is_due(context) and not (_are_ready(context, able) and not bot_prompts.bots_asked(context) and not rail):
        return False
    if _is_due(context):
        for player in rail:
            player.slow += player.person not in state.bettors.values()
        for player in able:
            said = player.person in (*state.ready, *state.bettors.values()) or context.banks(player.person)
            if not player.bot and not said:
                deadlines.time_ran_out(context, player)
    if not any(place != banked.BANK for place in state.bets):
        context.turn_to("betting")
        return _without_bots_of_before(context)
    deal(context)
    return state.phase != "betting"


def _without_bots_of_before(context: TableContext) -> bool:
    """Removes bots that an older room seated and that stay out now: they would be asked for ever.

    Returns whether there were any. One of them may hold the bank.
    """
    bots = any(player.bot for player in context.state.players.values())
    if context.rule_version < 3 or not bots or not context.sheet.bots_stay_out:
        return False
    seats.adjust_bots(context)
    return True


def deal(context: TableContext) -> None:
    """Deals the round with the bets on the layout.

    Players who skip a redeal get the fee of the void hand back (PD-33).
    """
    state, rotation = context.state, context.rotation
    banker = "" if rotation is None else rotation.banker or ""
    chip_moves.return_fees(context, {*state.bettors.values(), banker})
    try:
        round_ = opening_bets.judge(context, state.bets, state.bettors)
    except Refusal as refusal:  # a defect, since every bet was judged: the story tells it, and the chips go back
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
    """Closes the table: all chips go to the cages, and the jackpots to the house."""
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
