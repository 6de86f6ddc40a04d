"""What starts what at a table, and when: from one round to the next (PD-04, PD-14, PD-18)."""

from houseway.room.core import chip_moves
from houseway.room.core.context import DAY_MS, Dealer
from houseway.room.engine import deadlines, live_round, opening_bets, seats
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import BankMoved, BetsClosed, TableClosed, Void
from houseway.room.regimes import banked, button, marker
from houseway.script import Refusal
from houseway.table.chips.ledger import HOUSE
from houseway.table.round import Round

TOO_FEW = ("players", "button", "seats")
"""Why a hand of a game that nobody banks is not dealt. Any other refusal is our mistake: it is told, and nobody stands
before a table that cannot go on.
"""


def go_on(dealer: Dealer) -> None:
    """The table moves on as far as it does by itself."""
    while _step(dealer):
        pass
    deadlines.wind(dealer)


def _step(dealer: Dealer) -> bool:
    """One step of the table's own, if it has one to make."""
    phase = dealer.state.phase
    if phase == "waiting":
        return _leave_waiting(dealer)
    if phase == "offering":
        return _leave_offering(dealer)
    if phase == "betting":
        return _leave_betting(dealer)
    if phase == "settled":
        return _leave_settled(dealer)
    if phase == "broken":
        return _leave_broken(dealer)
    if phase == "closing":
        return _leave_closing(dealer)
    return False


def _is_due(dealer: Dealer) -> bool:
    return dealer.state.due is not None and dealer.now >= dealer.state.due


def people_ready(dealer: Dealer) -> bool:
    """Whether everybody who would be dealt in has said so; bots need not be asked for that.

    Where nobody has the chips for it, those who sit there say when they have seen enough.
    """
    return _are_ready(dealer, dealer.able())


def _are_ready(dealer: Dealer, able: list[Player]) -> bool:
    asked = [each.person for each in able if not each.bot]
    asked = asked or [each.person for each in dealer.active() if not each.bot]
    return not {*asked}.difference(dealer.state.ready)


# -- from round to round --------------------------------------------------------------------------------------------


def _leave_waiting(dealer: Dealer) -> bool:
    if not dealer.may_start:
        return False
    if dealer.sheet.regime != "banked" and not (people_ready(dealer) or _is_due(dealer)):
        return False
    return next_round(dealer)


def _leave_settled(dealer: Dealer) -> bool:
    if dealer.ended is not None:  # everybody sees how it ended first
        return False
    if not people_ready(dealer) and not _is_due(dealer):
        return False
    return next_round(dealer)


def next_round(dealer: Dealer) -> bool:
    """The next round is bet on, or dealt where nobody bets before; without company the table waits."""
    state = dealer.state
    if not dealer.may_start:
        return _wait(dealer)
    number, dealt = state.round, state.dealt
    if state.dealt:
        state.round, state.dealt = state.round + 1, False
    dealer.commit(state.round)
    state.running, state.fair, dealer.round, dealer.dealing = None, None, None, None
    _new_day(dealer)
    if dealer.sheet.regime == "banked":
        return _to_the_bank(dealer, anew=True)
    story = len(dealer.story)
    try:
        setup = button.setup(dealer) if dealer.sheet.regime == "ring" else marker.setup(dealer)
        deadlines.refill(dealer)
        live_round.begin(dealer, Round(dealer.sheet.game, setup))
    except Refusal as refusal:
        del dealer.story[story:]
        if refusal.code not in TOO_FEW:
            dealer.tell(Void(clause=refusal.clause, reason=str(refusal)))
        state.round, state.dealt = number, dealt
        return _wait(dealer)
    return True


def _wait(dealer: Dealer) -> bool:
    """Nobody is dealt in: what lies on the circles goes back, and a void hand is not dealt again (PD-33)."""
    state = dealer.state
    opening_bets.drop_all(dealer)
    chip_moves.return_fees(dealer)
    state.ready = []
    if state.phase == "waiting":
        state.since, state.due = dealer.now, None
        return False
    state.running, state.fair, dealer.round, dealer.dealing = None, None, None, None
    dealer.turn_to("waiting")
    return False


def _new_day(dealer: Dealer) -> None:
    """A day that begins adds to the jackpots what the house promises."""
    day = dealer.now // DAY_MS
    for name, meter in dealer.state.pools.items():
        before = meter.amount
        chip_moves.move(dealer, HOUSE, chip_moves.pool(dealer, name), meter.on(day) - before)


# -- the bank -------------------------------------------------------------------------------------------------------


def _to_the_bank(dealer: Dealer, *, anew: bool = False) -> bool:
    """Somebody holds the bank, or it is offered, or nobody wants it (PD-04, PD-14); `anew`: nobody was asked yet."""
    state = dealer.state
    if state.bank is None:
        banked.open_bank(dealer)
    banked.sync(dealer)
    if anew:
        banked.offer_anew(dealer)
    banked.keep(dealer)
    stands = banked.offer(dealer)
    bank, rotation = state.bank, dealer.rotation
    assert bank is not None
    if stands == "offered":
        assert rotation is not None
        assert rotation.offered is not None
        seat = bank.offered_to = rotation.offered
        dealer.turn_to("offering")
        dealer.tell(BankMoved(do="offered", seat=seat, person=state.seats[seat]))
        return False
    if stands == "broken":
        opening_bets.drop_all(dealer)
        chip_moves.return_fees(dealer)
        if state.phase != "broken":
            dealer.turn_to("broken")
        return False
    if stands == "house" and rotation is not None:
        dealer.tell(BankMoved(do="house"))
    bank.holder = None if rotation is None else rotation.banker
    banked.same_hand(dealer)
    dealer.turn_to("betting")
    return True


def _leave_offering(dealer: Dealer) -> bool:
    """Whoever was offered the bank took it, passed, left, or let the time go by."""
    state = dealer.state
    if not dealer.may_start:
        return _wait(dealer)
    banked.sync(dealer)
    rotation = dealer.rotation
    assert rotation is not None
    assert state.bank is not None
    if rotation.banker is None and rotation.offered is not None and _is_due(dealer):
        player = state.players[rotation.seats[rotation.offered]]
        banked.decline(dealer, player)
        deadlines.ran_out(dealer, player)
    elif rotation.banker is None and rotation.offered == state.bank.offered_to != 0:
        return False  # it is still asked
    return _to_the_bank(dealer)


def _leave_broken(dealer: Dealer) -> bool:
    state = dealer.state
    if not dealer.may_start:
        return _wait(dealer)
    banked.sync(dealer)
    rotation = dealer.rotation
    assert rotation is not None
    if rotation.broken:
        if not _is_due(dealer):
            return False
        state.due = None
        banked.offer_again(dealer)
    return _to_the_bank(dealer)


# -- the bets -------------------------------------------------------------------------------------------------------


def _leave_betting(dealer: Dealer) -> bool:
    """'No more bets': everybody is ready or the time is up, and somebody has bet (PD-18)."""
    state, able = dealer.state, dealer.able()
    if not dealer.is_company(able):
        return _wait(dealer)
    rotation = dealer.rotation
    if state.bank is not None and rotation is not None:
        banked.sync(dealer)
        if rotation.banker != state.bank.holder:  # it was released, or its holder left
            opening_bets.drop_all(dealer)
            return _to_the_bank(dealer)
    if dealer.now >= deadlines.bots_until(dealer):
        state.ready += [ask.person for ask in deadlines.bots_asked(dealer)]
    if not _is_due(dealer) and not (_are_ready(dealer, able) and not deadlines.bots_asked(dealer)):
        return False
    if _is_due(dealer):
        for player in able:
            said = player.person in (*state.ready, *state.bettors.values()) or dealer.banks(player.person)
            if not player.bot and not said:
                deadlines.ran_out(dealer, player)
    if not any(place != banked.BANK for place in state.bets):
        dealer.turn_to("betting")
        return False
    deal(dealer)
    return state.phase != "betting"


def deal(dealer: Dealer) -> None:
    """The round is dealt with the bets that lie there; who does not play a redeal gets the earlier fee back (PD-33)."""
    state, rotation = dealer.state, dealer.rotation
    banker = "" if rotation is None else rotation.banker or ""
    chip_moves.return_fees(dealer, {*state.bettors.values(), banker})
    try:
        round_ = opening_bets.judge(dealer, state.bets, state.bettors)
    except Refusal as refusal:  # our mistake, since every bet was judged: it is told, and the chips go back
        dealer.tell(Void(clause=refusal.clause, reason=str(refusal)))
        opening_bets.drop_all(dealer)
        dealer.turn_to("betting")
        return
    assert round_ is not None
    opening_bets.remember(dealer)
    deadlines.refill(dealer)
    dealer.tell(BetsClosed(round=state.round, clause=dealer.sheet.game.call_clause))
    live_round.begin(dealer, round_)


# -- the end --------------------------------------------------------------------------------------------------------


def _leave_closing(dealer: Dealer) -> bool:
    if dealer.round is not None and not dealer.round.over:
        return False
    close(dealer)
    return False


def close(dealer: Dealer, reason: str = "") -> None:
    """The table is closed: everybody's chips go to the cage, and the jackpots' to the house."""
    state = dealer.state
    opening_bets.drop_all(dealer)
    chip_moves.return_fees(dealer)
    for player in list(state.players.values()):
        seats.leave(dealer, player)
    for name, meter in state.pools.items():
        chip_moves.move(dealer, chip_moves.pool(dealer, name), HOUSE, meter.amount)
        meter.amount = 0
    dealer.tell(TableClosed(people=dict(state.tally), reason=reason))
    dealer.turn_to("closed")
