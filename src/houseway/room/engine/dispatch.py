"""Dispatch: one handler for each command.

A handler raises a Refusal before it changes anything, or the table rolls back.
"""

from typing import Any

from msgspec import structs

from houseway.room.core import chip_moves, deal_requests, name_rules
from houseway.room.core.context import TableContext
from houseway.room.engine import (
    deadlines,
    decision_undo,
    host_actions,
    live_round,
    opening_bets,
    permissions,
    phases,
    seats,
)
from houseway.room.engine.talk import refuse_talk
from houseway.room.messages.commands import (
    Agree,
    AnyCommand,
    AskFor,
    BankChoice,
    Bet,
    ComeBack,
    Configure,
    Decide,
    Delay,
    Floor,
    FloorRefused,
    Found,
    GiveWords,
    Line,
    Open,
    Ready,
    Rename,
    Say,
    SetAside,
    Sit,
    SitOut,
    StandUp,
    TakeBack,
    Tick,
    TopUp,
)
from houseway.room.messages.durations import DAY_MS
from houseway.room.messages.story_lines import Said, Told, Version, Warned
from houseway.room.regimes import bank_answers
from houseway.room.regimes.lookup import regime_of
from houseway.script import Fact, Refusal
from houseway.table.between_rounds.meter import meters
from houseway.table.chips.ledger import HOUSE
from houseway.table.setup import answer_from, decision_of
from houseway.table.table_terms import name_of

WHILE_PAUSED = (
    *(Sit, TopUp, SitOut, ComeBack, StandUp, Say, GiveWords, Rename, Found),
    *(Line, Delay, Floor, FloorRefused, Configure, Tick, SetAside),
)
WHEN_CLOSED = (Tick, Line, Delay)


def carry_out(context: TableContext, command: AnyCommand) -> None:
    """Runs the handler of the command. `phases.go_on` then moves the table on.

    Raises a Refusal if the table is closed, or paused and the command needs a running table.
    """
    phase = context.state.phase
    if phase == "closed" and not isinstance(command, WHEN_CLOSED):
        raise Refusal("phase", "the table is closed")
    if phase == "paused" and not isinstance(command, WHILE_PAUSED):
        raise Refusal("phase", "the table is paused")
    _ORDERS[type(command)](context, command)


# -- the table and its people ---------------------------------------------------------------------------------------


def _open(context: TableContext, _command: Open) -> None:
    """Seeds the jackpots, starts the regime, commits to the first seed and seats the bots."""
    state, sheet = context.state, context.sheet
    assert state.rows == 0, "a table opens once"
    state.pools = meters(sheet.game, sheet.rules.options, context.now // DAY_MS)
    for name, meter in state.pools.items():
        chip_moves.move(context, HOUSE, chip_moves.pool(context, name), meter.amount)
    regime_of(context).open(context)
    context.commit(1)
    seats.adjust_bots(context)


def _sit(context: TableContext, command: Sit) -> None:
    seats.sit(context, command)
    if not context.in_play:
        seats.adjust_bots(context)


def _top_up(context: TableContext, command: TopUp) -> None:
    seats.top_up(context, seats.the_player(context), command.cents)
    if context.in_play:
        live_round.meet_payment(context)


def _sit_out(context: TableContext, _command: SitOut) -> None:
    seats.sit_out(context, seats.the_player(context))


def _come_back(context: TableContext, command: ComeBack) -> None:
    seats.come_back(context, seats.the_player(context), post=command.post)


def _stand_up(context: TableContext, command: StandUp) -> None:
    seats.stand_up(context, seats.the_player(context), command)


def _rename(context: TableContext, _command: Rename) -> None:
    player = seats.the_player(context)
    player.name = seats.name_at_table(context, player.person, name_of(context.who.name))


def _found(context: TableContext, _command: Found) -> None:
    seats.the_player(context)  # raises a Refusal unless the sender has a seat


# -- before the deal ------------------------------------------------------------------------------------------------


def _bank(context: TableContext, command: BankChoice) -> None:
    """Takes, passes or releases the bank for the sender."""
    state, player = context.state, seats.the_player(context)
    permissions.refuse_bank(context, player, command)
    player.slow = 0
    if command.do == "take":
        bank_answers.take(context, player, command.posted)
        if state.phase == "betting":  # the bets stand if the new stake covers them
            opening_bets.judge(context, state.bets, state.bettors)
    elif command.do == "pass":
        bank_answers.decline(context, player)
    else:
        bank_answers.release(context, player)


def _bet(context: TableContext, command: Bet) -> None:
    player = seats.the_player(context)
    _refuse_stale(context, command.round)
    permissions.refuse_bet(context, player, command.place)
    opening_bets.bet(context, player, command)
    if player.bot and player.person not in context.state.ready:
        context.state.ready.append(player.person)
    player.slow = 0
    if command.words:
        _keep_words(context, command.round, command.words)


def _ready(context: TableContext, command: Ready) -> None:
    player, state = seats.the_player(context), context.state
    _refuse_stale(context, command.round)
    permissions.refuse_ready(context, player)
    state.ready.append(player.person)
    player.slow = 0


def _ask_for(context: TableContext, command: AskFor) -> None:
    player = seats.the_player(context)
    _refuse_stale(context, command.round)
    deal_requests.ask(context, player, command)


def _say(context: TableContext, command: Say) -> None:
    who, state = context.who, context.state
    if "" in state.muted and not who.host:
        raise Refusal("muted", "the host has switched the chat off")
    if who.person in state.muted:
        raise Refusal("muted", "the host has muted you: nobody else sees what you write")
    refuse_talk(context)
    text = "".join(each if each.isprintable() else " " for each in command.text).strip()
    if not text:
        raise Refusal("format", "an empty message is refused", "", "text")
    seated = state.players.get(who.person)
    taken = [player.name for player in state.players.values()]
    if seated is None:
        name = name_rules.at_table(who.name, taken, host=who.host, older=context.rule_version < 3)
    else:
        name = seated.name
    context.tell(Said(person=who.person, name=name, text=text, watching=seated is None))


def _words(context: TableContext, command: GiveWords) -> None:
    seats.the_player(context)
    _keep_words(context, command.round, command.words)
    context.changed = False


def _keep_words(context: TableContext, number: int, words: str) -> None:
    """Keeps the sender's words for a round whose commitment was shown and which has not begun (6.5.22)."""
    state = context.state
    begun = number < state.round or (number == state.round and state.dealt)
    if begun or number not in state.commits:
        raise _stale(context)
    state.words.setdefault(number, {})[context.who.person] = words


# -- in the round ---------------------------------------------------------------------------------------------------


def _decide(context: TableContext, command: Decide) -> None:
    """Applies the decision of a place to the question of the step that it names (6.5.2)."""
    state, place = context.state, command.place
    _refuse_others(context, place, command.round)
    asked = state.asked.get(place)
    _refuse_stale(context, command.round)
    if not context.in_play or asked is None:
        if command.step != (state.running.step if state.running is not None else 0) or not context.in_play:
            raise _stale(context)
        raise Refusal("not-asked", "nobody asked place {place} for a decision", facts={"place": place})
    if command.step != asked.step:
        raise _stale(context)
    deadlines.refuse_late(context, place, asked)
    assert state.running is not None
    player = state.players[state.running.persons[place]]
    deadlines.charge_time_bank(context, player, place)
    try:
        live_round.answer(context, place, answer_from(command.decision))
    except Refusal as refusal:
        raise refusal.at("decision") from None


def _take_back(context: TableContext, command: TakeBack) -> None:
    _refuse_others(context, command.place, command.round)
    _refuse_stale(context, command.round)
    if not context.in_play:
        raise _stale(context)
    decision_undo.take_back(context, command.place)


def _refuse_others(context: TableContext, place: str, number: int) -> None:
    """Raises a Refusal if the sender does not play the place, or is too late for a round that is over (6.5.23)."""
    running, person = context.state.running, context.who.person
    if person in context.state.players and (running is None or number < context.state.round):
        raise _stale(context)
    if running is None or running.persons.get(place) != person or person not in context.state.players:
        form = "place {place} is not {player}'s to play"
        raise Refusal("not-yours", form, facts={"place": place, "player": context.who.name})


def _refuse_stale(context: TableContext, number: int) -> None:
    if number != context.state.round:
        raise _stale(context)


def _stale(context: TableContext) -> Refusal:
    """Returns the refusal of a command that refers to another round or step."""
    state = context.state
    facts: dict[str, Fact] = {"round": state.round, "step": state.running.step if state.running is not None else 0}
    return Refusal("stale", "that is about another step: the table is at round {round}, step {step}", facts=facts)


# -- the floor and the clock ----------------------------------------------------------------------------------------


def _floor(context: TableContext, command: Floor) -> None:
    host_actions.act(context, command)


def _agree(context: TableContext, command: Agree) -> None:
    host_actions.agree(context, command)


def _note_refusal(context: TableContext, _command: FloorRefused) -> None:
    context.changed = False  # only the row records it


def _configure(context: TableContext, command: Configure) -> None:
    host_actions.configure(context, command)
    if not context.in_play:
        seats.adjust_bots(context)


def _tick(context: TableContext, _command: Tick) -> None:
    """Applies the deadlines that are over: frees held seats, decides by default, warns, and moves the table on."""
    state = context.state
    if state.phase != "paused":
        seats.free_held_seats(context)
        deadlines.set_deadlines(context)
        while late := deadlines.overdue(context):
            _default(context, late[0])
        for place in deadlines.unwarned(context):
            _warn(context, place)
        phases.go_on(context)


def _default(context: TableContext, place: str) -> None:
    """Answers the question of a place by its default, because its time ran out."""
    round_, running = context.round, context.state.running
    assert round_ is not None
    assert running is not None
    ask = next(ask for ask in round_.asks() if ask.place.name == place)
    deadlines.time_ran_out(context, context.state.players[running.persons[place]])
    live_round.answer(context, place, ask.default, slow=True)


def _warn(context: TableContext, place: str) -> None:
    """Warns a place that its time is running out. Only its player is told the default decision."""
    (round_, running), asked = context.at_play(), context.state.asked[place]
    assert asked.due is not None
    asked.warned = True
    ask = next(ask for ask in round_.asks() if ask.place.name == place)
    line = Warned(n=context.state.n + 1, place=place, ms=asked.due - context.now)
    mine = structs.replace(line, default=decision_of(ask.default))
    context.story.append(Told(line, [Version([running.persons[place]], mine)]))


def _line(context: TableContext, command: Line) -> None:
    seats.set_connection(context, command.person, up=command.up)


def _delay(context: TableContext, command: Delay) -> None:
    deadlines.shift(context, command.ms)
    for meter in context.state.pools.values():
        meter.skip(command.dates)
    context.changed = False


_WAITED_FOR = ("ready", "bank")
"""Any command may end the wait for bots, and move the bank past a player who sat out by the clock."""
TOUCHES: dict[type, tuple[str, ...]] = {
    Say: _WAITED_FOR,
    Found: _WAITED_FOR,
    Ready: (*_WAITED_FOR, "players"),
    Bet: (*_WAITED_FOR, "players", "bets", "bettors", "words"),
    Decide: ("ready", "players", "asked", "ring", "pan"),
}
"""Parts of a table (`change_tracking`) that a command can change if no phase begins and no chips are posted."""
MAY_CHANGE_NOTHING = (Bet, SitOut, ComeBack, Found)
"""Commands that may change nothing. The table then answers with the present step (6.5.12)."""
_ORDERS: dict[type, Any] = {
    Open: _open,
    Configure: _configure,
    Sit: _sit,
    TopUp: _top_up,
    SitOut: _sit_out,
    ComeBack: _come_back,
    StandUp: _stand_up,
    Rename: _rename,
    Found: _found,
    BankChoice: _bank,
    Bet: _bet,
    Ready: _ready,
    AskFor: _ask_for,
    Say: _say,
    GiveWords: _words,
    Decide: _decide,
    TakeBack: _take_back,
    Floor: _floor,
    Agree: _agree,
    FloorRefused: _note_refusal,
    Tick: _tick,
    Line: _line,
    Delay: _delay,
    SetAside: host_actions.set_aside,
}
