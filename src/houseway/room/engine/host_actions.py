"""What the host may do as the floor of a table, all of it in the log."""

from collections.abc import Callable
from typing import Final

from msgspec import UNSET, structs

from houseway.room.core import chip_moves, rules_change
from houseway.room.core.context import DAY_MS, Dealer
from houseway.room.core.table_rules import Sheet, opened, sheet_of
from houseway.room.engine import deadlines, host_proposals, live_round, opening_bets, phases, seats
from houseway.room.messages.commands import Agree, Configure, Floor, SetAside
from houseway.room.messages.state import Config
from houseway.room.messages.story_lines import ChipsMoved, SheetPosted
from houseway.room.regimes import banked, button, marker
from houseway.script import Refusal
from houseway.table.between.meter import meters
from houseway.table.chips.ledger import HOUSE
from houseway.table.setup import answer_from

BY_THE_BANK: Final = ("offering", "betting", "broken")
"""Phases that mean something only with the bank that they began with."""


def act(dealer: Dealer, command: Floor) -> None:
    """The host's word; nobody else has one here."""
    if not dealer.who.host:
        raise Refusal("not-host", "{do} is for the host of the room", facts={"do": command.do})
    if host_proposals.has_to_be_agreed(dealer, command):
        host_proposals.propose(dealer, command)
    else:
        DEEDS[command.do](dealer, command)


def agree(dealer: Dealer, command: Agree) -> None:
    """A word on what a host proposed; with the last that was missing it is done."""
    deed = host_proposals.agree(dealer, command)
    if deed is not None:
        DEEDS[deed.do](dealer, deed)


def _pause(dealer: Dealer, _command: Floor) -> None:
    state = dealer.state
    if state.phase in ("paused", "closed", "closing"):
        raise Refusal("phase", "the table is {phase}", facts={"phase": state.phase})
    was, since, due, ready = state.phase, state.since, state.due, state.ready
    dealer.turn_to("paused")
    state.was, state.paused_at = was, dealer.now
    state.since, state.due, state.ready = since, due, ready


def _resume(dealer: Dealer, _command: Floor) -> None:
    state = dealer.state
    if state.phase != "paused" or state.was is None:
        raise Refusal("phase", "the table is not paused: it is {phase}", facts={"phase": state.phase})
    was, since, due, ready = state.was, state.since, state.due, state.ready
    dealer.turn_to(was)
    state.since, state.due, state.ready, state.was = since, due, ready, None
    deadlines.shift(dealer, dealer.now - state.paused_at)


def _refuse_unless_playing(dealer: Dealer) -> None:
    if not dealer.in_play or dealer.state.phase == "paused":
        raise Refusal("phase", "no round is being played: the table is {phase}", facts={"phase": dealer.state.phase})


def _void(dealer: Dealer, command: Floor) -> None:
    _refuse_unless_playing(dealer)
    live_round.void(dealer, command.reason, abandoned=command.abandoned)


def _call(dealer: Dealer, command: Floor) -> None:
    _refuse_unless_playing(dealer)
    live_round.call(dealer, command.irregularity)


def _rule(dealer: Dealer, command: Floor) -> None:
    """The floor rules that somebody misplayed, or decides for a place that is asked."""
    _refuse_unless_playing(dealer)
    if not command.decision:
        raise Refusal("choice", "a ruling says what happened: no decision was given", "", "decision")
    try:
        live_round.answer(dealer, command.place, answer_from(command.decision), ruling=True)
    except Refusal:
        raise host_proposals.plainly(command) from None


def _jackpot(dealer: Dealer, command: Floor) -> None:
    """The house adds chips to a jackpot; none is ever lowered."""
    sheet, name = dealer.sheet, command.pool
    offered = {*sheet.game.pools(sheet.rules.options), *sheet.game.bonuses(sheet.rules.options)}
    if name not in offered:
        form = "no jackpot {pool!r} is played for at this table: {known} is"
        facts = {"pool": name, "known": sorted(offered) or ["none"]}
        raise Refusal("jackpot", form, "", "pool", facts)
    if dealer.in_play:
        raise Refusal("phase", "a jackpot is raised between rounds", "", "do")
    if command.cents <= 0:
        raise Refusal("amount", "{amount:money} raises nothing", "", "cents", {"amount": command.cents})
    dealer.meter(name).add(command.cents)
    chip_moves.move(dealer, HOUSE, chip_moves.pool(dealer, name), command.cents)
    dealer.tell(ChipsMoved(source=HOUSE, target=f"jackpot {name}", cents=command.cents))


def _remove(dealer: Dealer, command: Floor) -> None:
    """The person leaves, at once or when the round is over, and does not sit here again."""
    state = dealer.state
    if not command.person:
        raise Refusal("format", "nobody is named who is to be removed", "", "person")
    if command.person not in state.barred:
        state.barred = [*state.barred, command.person]
    player = state.players.get(command.person)
    if player is None:
        return
    player.leaving = True
    if dealer.in_round(command.person):
        dealer.from_round = state.round + 1
    else:
        seats.leave(dealer, player)


def _admit(dealer: Dealer, command: Floor) -> None:
    """Takes back a removal: the person may come in and sit down again. Raises Refusal if nobody removed the person."""
    state = dealer.state
    if command.person not in state.barred:
        raise Refusal("barred", "nobody has removed {person} from this table", "", "person", {"person": command.person})
    state.barred = [person for person in state.barred if person != command.person]
    player = state.players.get(command.person)
    if player is not None:
        player.leaving = False  # the hand in which it was removed is not over


def _mute(dealer: Dealer, command: Floor) -> None:
    """What the person says is heard by nobody; once more, and it is heard again. Nobody named: that is everybody."""
    state = dealer.state
    muted = {*state.muted} ^ {command.person}
    state.muted = sorted(muted)
    dealer.changed = not command.person


def _close(dealer: Dealer, command: Floor) -> None:
    state = dealer.state
    if state.phase == "closed":
        raise Refusal("phase", "the table is closed")
    if state.phase == "paused":
        _resume(dealer, command)
    if not dealer.in_play:
        phases.close(dealer, command.reason)
        return
    since, asked = state.since, state.asked
    dealer.turn_to("closing")
    state.since, state.asked = since, asked
    dealer.from_round = state.round + 1


def set_aside(dealer: Dealer, command: SetAside) -> None:
    """Closes a table that failed, without its players' consent: the running round is void (see `server.quarantine`)."""
    if dealer.state.phase == "paused":
        _resume(dealer, Floor(do="resume"))
    if not dealer.in_play:
        phases.close(dealer)
        return
    dealer.turn_to("closing")
    live_round.void(dealer, command.reason or "the table was set aside", abandoned=True)


DEEDS: Final[dict[str, Callable[[Dealer, Floor], None]]] = {
    "pause": _pause,
    "resume": _resume,
    "void": _void,
    "call": _call,
    "rule": _rule,
    "jackpot": _jackpot,
    "remove": _remove,
    "admit": _admit,
    "mute": _mute,
    "close": _close,
}


def configure(dealer: Dealer, command: Configure) -> None:
    """What the table posts changes between rounds; in one, when it is over."""
    if not dealer.who.host:
        raise Refusal("not-host", "{do} is for the host of the room", facts={"do": "configure"})
    state, before = dealer.state, posted_next(dealer)
    config = opened(configured(dealer, command))
    most = max(state.seats, default=0)
    if config.seats < most:
        form = "seat {seat} is taken: a table of {seats} seats is refused while it is"
        raise Refusal("seat", form, "", "options", {"seat": most, "seats": config.seats})
    found = rules_change.changes(before, config)
    if found:
        dealer.tell(SheetPosted(round=state.round + state.dealt, changes=found))
    if dealer.in_play:
        state.next_config = config
        dealer.from_round = state.round + 1
    elif command.merge and rules_change.only_by_the_way(found):
        state.config = config
    else:
        adopt(dealer, config)


def posted_next(dealer: Dealer) -> Config:
    """Returns the sheet that the next round goes by as things stand: what was said in this round counts."""
    state = dealer.state
    return state.config if state.next_config is UNSET else state.next_config


def configured(dealer: Dealer, command: Configure) -> Config:
    """Returns the configuration with what the command changes."""
    before = posted_next(dealer)
    pays = command.options is not None or command.pay is not None or command.bonuses is not None
    after = rules_change.merged(before, command)
    return structs.replace(after, by_host=before.by_host or pays, reoffers=command.reoffers)


def adopt(dealer: Dealer, config: Config) -> None:
    """The new sheet is posted: bets that were made by the old one go back, and nobody's chips or cards are lost."""
    state, before, after = dealer.state, dealer.sheet, sheet_of(config)
    opening_bets.drop_all(dealer)
    state.config = config
    if (before.players_bank, before.house_banks) != (after.players_bank, after.house_banks):
        chip_moves.return_fees(dealer)
        state.bank = None  # it begins its way anew
        _before_the_bank(dealer)
    elif state.bank is not None:
        if config.reoffers and after.pay_terms not in ("", before.pay_terms):
            banked.hand_on_for_new_pay(dealer)
        banked.post_sheet(dealer)
    if before.game.deck(before.rules.options) != after.game.deck(after.rules.options):
        state.carry["gone"] = ""
    if state.ring is not None:
        button.post_sheet(dealer)
    if state.pan is not None and state.pan.marker is not None:
        marker.post_sheet(dealer)
    _change_pools(dealer, after)


def _before_the_bank(dealer: Dealer) -> None:
    """The table is where it was before the bank was offered; a paused one goes on from there."""
    state = dealer.state
    if state.phase in BY_THE_BANK:
        dealer.turn_to("waiting")
    elif state.phase == "paused" and state.was in BY_THE_BANK:
        state.was, state.due, state.ready = "waiting", None, []


def _change_pools(dealer: Dealer, sheet: Sheet) -> None:
    """A jackpot that is offered now starts at its seed; what stands in one that is not goes back to the house."""
    state = dealer.state
    fresh = meters(sheet.game, sheet.rules.options, dealer.now // DAY_MS)
    offered = {*fresh, *sheet.game.bonuses(sheet.rules.options)}
    for name in [name for name in state.pools if name not in offered]:
        chip_moves.return_pool_fees(dealer, name)
        chip_moves.move(dealer, chip_moves.pool(dealer, name), HOUSE, state.pools.pop(name).amount)
    for name, meter in fresh.items():
        if name not in state.pools:
            state.pools[name] = meter
            chip_moves.move(dealer, HOUSE, chip_moves.pool(dealer, name), meter.amount)
