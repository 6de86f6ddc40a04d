"""Actions of the host as the floor of a table: pause, void, call, rule, raise a jackpot, remove, mute, close,
configure.
"""

from collections.abc import Callable
from typing import Final

from msgspec import UNSET, structs

from houseway.room.core import chip_moves, rules_change
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules, complete_config, sheet_of
from houseway.room.engine import deadlines, host_proposals, live_round, opening_bets, phases, seats
from houseway.room.messages.commands import Agree, Configure, Floor, SetAside
from houseway.room.messages.durations import DAY_MS
from houseway.room.messages.state import Config
from houseway.room.messages.story_lines import ChipsMoved, PlayerRemoved, SheetPosted
from houseway.room.regimes.lookup import regime_of
from houseway.script import Refusal
from houseway.table.between_rounds.meter import meters
from houseway.table.chips.ledger import HOUSE
from houseway.table.setup import answer_from


def act(context: TableContext, command: Floor) -> None:
    """Does the host's action, or proposes it to the players. Raises a Refusal if the sender is not the host."""
    if not context.who.host:
        raise Refusal("not-host", "{do} is for the host of the room", facts={"do": command.do})
    if host_proposals.has_to_be_agreed(context, command):
        host_proposals.propose(context, command)
    else:
        DEEDS[command.do](context, command)


def agree(context: TableContext, command: Agree) -> None:
    """Records a player's agreement to a proposal, and does the action once nobody's is missing."""
    deed = host_proposals.agree(context, command)
    if deed is not None:
        DEEDS[deed.do](context, deed)


def _pause(context: TableContext, _command: Floor) -> None:
    state = context.state
    if state.phase in ("paused", "closed", "closing"):
        raise Refusal("phase", "not now: the table is {phase}", facts={"phase": state.phase})
    was, since, due, ready = state.phase, state.since, state.due, state.ready
    context.turn_to("paused")
    state.was, state.paused_at = was, context.now
    state.since, state.due, state.ready = since, due, ready


def _resume(context: TableContext, _command: Floor) -> None:
    state = context.state
    if state.phase != "paused" or state.was is None:
        raise Refusal("phase", "the table is not paused: it is {phase}", facts={"phase": state.phase})
    was, since, due, ready = state.was, state.since, state.due, state.ready
    context.turn_to(was)
    state.since, state.due, state.ready, state.was = since, due, ready, None
    deadlines.shift(context, context.now - state.paused_at)


def _refuse_unless_playing(context: TableContext) -> None:
    if not context.in_play or context.state.phase == "paused":
        raise Refusal("phase", "no round is being played: the table is {phase}", facts={"phase": context.state.phase})


def _void(context: TableContext, command: Floor) -> None:
    _refuse_unless_playing(context)
    live_round.void(context, command.reason, abandoned=command.abandoned)


def _call(context: TableContext, command: Floor) -> None:
    _refuse_unless_playing(context)
    live_round.call(context, command.irregularity)


def _rule(context: TableContext, command: Floor) -> None:
    """Decides for a place that misplayed or that is asked."""
    _refuse_unless_playing(context)
    if not command.decision:
        raise Refusal("choice", "a ruling says what happened: no decision was given", "", "decision")
    try:
        live_round.answer(context, command.place, answer_from(command.decision), ruling=True)
    except Refusal:
        raise host_proposals.impossible_ruling(command) from None


def _jackpot(context: TableContext, command: Floor) -> None:
    """Adds chips of the house to a jackpot. The host never lowers one."""
    sheet, name = context.sheet, command.pool
    offered = {*sheet.game.pools(sheet.rules.options), *sheet.game.bonuses(sheet.rules.options)}
    if name not in offered:
        form = "no jackpot {pool!r} is played for at this table: {known} is"
        facts = {"pool": name, "known": sorted(offered) or ["none"]}
        raise Refusal("jackpot", form, "", "pool", facts)
    if context.in_play:
        raise Refusal("phase", "a jackpot is raised between rounds", "", "do")
    if command.cents <= 0:
        raise Refusal(
            "amount",
            "a jackpot is not raised by {amount:money}: write more than 0",
            "",
            "cents",
            {"amount": command.cents},
        )
    context.meter(name).add(command.cents)
    chip_moves.move(context, HOUSE, chip_moves.pool(context, name), command.cents)
    context.tell(ChipsMoved(source=HOUSE, target=f"jackpot {name}", cents=command.cents))


def _remove(context: TableContext, command: Floor) -> None:
    """Removes a person, at once or when the round is over, and bars them from sitting here again."""
    state = context.state
    if not command.person:
        raise Refusal("format", "nobody is named who is to be removed", "", "person")
    is_new = command.person not in state.barred
    if is_new:
        state.barred = [*state.barred, command.person]
    player = state.players.get(command.person)
    if player is None:
        return
    later = context.in_round(command.person)
    if is_new and not player.bot:
        context.tell(PlayerRemoved(person=player.person, name=player.name, later=later))
    player.removed = player.removed or not player.leaving
    player.leaving = True
    if later:
        context.from_round = state.round + 1
    else:
        seats.leave(context, player)


def _admit(context: TableContext, command: Floor) -> None:
    """Takes back a removal: the person may come in and sit down again. Raises Refusal if nobody removed the person."""
    state = context.state
    if command.person not in state.barred:
        raise Refusal("barred", "nobody has removed {person} from this table", "", "person", {"person": command.person})
    state.barred = [person for person in state.barred if person != command.person]
    player = state.players.get(command.person)
    if player is not None:
        if player.removed:  # the hand of the removal is not over yet; whoever stood up before still leaves
            player.leaving = player.removed = False
        if not player.bot:
            context.tell(PlayerRemoved(person=player.person, name=player.name, back=True))


def _mute(context: TableContext, command: Floor) -> None:
    """Mutes the person, or unmutes a muted one. Without a person it switches everybody's chat off or on."""
    state = context.state
    muted = {*state.muted} ^ {command.person}
    state.muted = sorted(muted)
    context.changed = not command.person


def _close(context: TableContext, command: Floor) -> None:
    state = context.state
    if state.phase == "closed":
        raise Refusal("phase", "the table is closed")
    if state.phase == "paused":
        _resume(context, command)
    if not context.in_play:
        phases.close(context, command.reason)
        return
    since, asked = state.since, state.asked
    context.turn_to("closing")
    state.since, state.asked = since, asked
    context.from_round = state.round + 1


def set_aside(context: TableContext, command: SetAside) -> None:
    """Closes a table that failed, without its players' consent: the running round is void (see
    `server.tables.quarantine`).
    """
    if context.state.phase == "paused":
        _resume(context, Floor(do="resume"))
    if not context.in_play:
        phases.close(context)
        return
    context.turn_to("closing")
    live_round.void(context, command.reason or "the table was set aside", abandoned=True)


DEEDS: Final[dict[str, Callable[[TableContext, Floor], None]]] = {
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


def configure(context: TableContext, command: Configure) -> None:
    """Changes what the table posts: at once between rounds, otherwise when the round is over."""
    if not context.who.host:
        raise Refusal("not-host", "{do} is for the host of the room", facts={"do": "configure"})
    state, before = context.state, posted_next(context)
    config = complete_config(configured(context, command))
    most = max(state.seats, default=0)
    if config.seats < most:
        form = "seat {seat} is taken: a table of {seats} seats is refused while it is"
        raise Refusal("seat", form, "", "options", {"seat": most, "seats": config.seats})
    found = rules_change.changes(before, config)
    if found:
        context.tell(SheetPosted(round=state.round + state.dealt, changes=found))
    if context.in_play:
        state.next_config = config
        context.from_round = state.round + 1
    elif command.merge and rules_change.only_by_the_way(found):
        state.config = config
    else:
        adopt(context, config)


def posted_next(context: TableContext) -> Config:
    """Returns the sheet of the next round, including changes that wait for the end of this one."""
    state = context.state
    return state.config if state.next_config is UNSET else state.next_config


def configured(context: TableContext, command: Configure) -> Config:
    """Returns the configuration that the command asks for, not yet checked."""
    before = posted_next(context)
    pays = command.options is not None or command.pay is not None or command.bonuses is not None
    after = rules_change.merged(before, command)
    return structs.replace(after, by_host=before.by_host or pays, reoffers=command.reoffers)


def adopt(context: TableContext, config: Config) -> None:
    """Posts a new sheet.

    Bets go back to their owners, the regime follows the new rules, and the jackpots are adjusted.
    """
    state, before, after = context.state, context.sheet, sheet_of(config)
    opening_bets.drop_all(context)
    state.config = config
    regime_of(context).post_rules(context, before)
    if before.game.deck(before.rules.options) != after.game.deck(after.rules.options):
        state.carry["gone"] = ""
    _change_pools(context, after)


def _change_pools(context: TableContext, sheet: PostedRules) -> None:
    """Seeds the jackpots that the sheet offers newly, and moves the chips of those it no longer offers to the house.

    A jackpot that stays keeps its chips and grows by the amounts that are posted now (TCS-71).
    """
    state = context.state
    if context.rule_version:
        phases.begin_day(context)  # pays the daily shares that the old sheet promised
    fresh = meters(sheet.game, sheet.rules.options, context.now // DAY_MS)
    offered = {*fresh, *sheet.game.bonuses(sheet.rules.options)}
    for name in [name for name in state.pools if name not in offered]:
        chip_moves.return_pool_fees(context, name)
        chip_moves.move(context, chip_moves.pool(context, name), HOUSE, state.pools.pop(name).amount)
    for name, meter in fresh.items():
        if name not in state.pools:
            state.pools[name] = meter
            chip_moves.move(context, HOUSE, chip_moves.pool(context, name), meter.amount)
        elif context.rule_version:
            state.pools[name].seed, state.pools[name].daily = meter.seed, meter.daily
