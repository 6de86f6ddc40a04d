"""What each command does to a table: one order a command, refused before anything is changed."""

from typing import Any

from msgspec import structs

from houseway.room.core import chip_moves, deal_requests, name_rules
from houseway.room.core.context import DAY_MS, Dealer
from houseway.room.engine import deadlines, host_actions, live_round, opening_bets, permissions, phases, seats
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
from houseway.room.messages.story_lines import Said, Told, Version, Warned
from houseway.room.regimes import banked, button, marker
from houseway.script import Refusal
from houseway.table.between.meter import meters
from houseway.table.chips.ledger import HOUSE
from houseway.table.posted import name_of
from houseway.table.setup import answer_from, decision_of

WHILE_PAUSED = (
    *(Sit, TopUp, SitOut, ComeBack, StandUp, Say, GiveWords, Rename, Found),
    *(Line, Delay, Floor, FloorRefused, Configure, Tick, SetAside),
)
WHEN_CLOSED = (Tick, Line, Delay)


def carry_out(dealer: Dealer, command: AnyCommand) -> None:
    """The command as far as it goes by itself; what the table does then, `phases` knows."""
    phase = dealer.state.phase
    if phase == "closed" and not isinstance(command, WHEN_CLOSED):
        raise Refusal("phase", "the table is closed")
    if phase == "paused" and not isinstance(command, WHILE_PAUSED):
        raise Refusal("phase", "the table is paused")
    _ORDERS[type(command)](dealer, command)


# -- the table and its people ---------------------------------------------------------------------------------------


def _open(dealer: Dealer, _command: Open) -> None:
    """Jackpots start at their seeds, the marker or the button where it will be drawn for, and bots sit down."""
    state, sheet = dealer.state, dealer.sheet
    assert state.rows == 0, "a table opens once"
    state.pools = meters(sheet.game, sheet.rules.options, dealer.now // DAY_MS)
    for name, meter in state.pools.items():
        chip_moves.move(dealer, HOUSE, chip_moves.pool(dealer, name), meter.amount)
    if sheet.regime == "ring":
        button.open_ring(dealer)
    elif sheet.regime == "pan":
        marker.open_pan(dealer)
    dealer.commit(1)
    seats.company(dealer)


def _sit(dealer: Dealer, command: Sit) -> None:
    seats.sit(dealer, command)
    if not dealer.in_play:
        seats.company(dealer)


def _top_up(dealer: Dealer, command: TopUp) -> None:
    seats.top_up(dealer, seats.the_player(dealer), command.cents)


def _sit_out(dealer: Dealer, _command: SitOut) -> None:
    seats.sit_out(dealer, seats.the_player(dealer))


def _come_back(dealer: Dealer, command: ComeBack) -> None:
    seats.come_back(dealer, seats.the_player(dealer), post=command.post)


def _stand_up(dealer: Dealer, command: StandUp) -> None:
    seats.stand_up(dealer, seats.the_player(dealer), command)


def _rename(dealer: Dealer, _command: Rename) -> None:
    player = seats.the_player(dealer)
    player.name = seats.called(dealer, player.person, name_of(dealer.who.name))


def _found(dealer: Dealer, _command: Found) -> None:
    seats.the_player(dealer)  # who is there: nothing else is to be done


# -- before the deal ------------------------------------------------------------------------------------------------


def _bank(dealer: Dealer, command: BankChoice) -> None:
    """The bank is taken, passed or released; which of them is open to whom, `sight.may_bank` says too."""
    state, player = dealer.state, seats.the_player(dealer)
    allowed = permissions.may_bank(dealer, player)
    if command.do not in allowed:
        if state.phase not in ("offering", "betting", "broken"):
            raise Refusal("phase", "the bank is not offered now: the table is {phase}", facts={"phase": state.phase})
        if player.out or not player.seats:
            raise Refusal("not-seated", "{player} sits out", "PD-04", facts={"player": player.name})
        if command.do == "pass" and dealer.state.phase == "broken":
            raise Refusal("turn", "the bank is offered to nobody in particular", "PD-14")
        if command.do == "take" and state.phase == "betting" and dealer.rotation is not None:
            raise Refusal("turn", "bets are made already: the bank is offered again after the round", "PD-04")
    _refuse_late(dealer)
    player.slow = 0
    if command.do == "take":
        banked.take(dealer, player, command.posted)
        if state.phase == "betting":  # the bets stand unless the new stake does not carry them
            opening_bets.judge(dealer, state.bets, state.bettors)
    elif command.do == "pass":
        banked.decline(dealer, player)
    else:
        banked.release(dealer, player)


def _bet(dealer: Dealer, command: Bet) -> None:
    player = seats.the_player(dealer)
    _refuse_stale(dealer, command.round)
    if dealer.state.phase != "betting":
        code = "late" if dealer.in_play else "phase"
        raise Refusal(code, "no bets are taken now: the table is {phase}", facts={"phase": dealer.state.phase})
    _refuse_late(dealer)
    opening_bets.bet(dealer, player, command)
    if player.bot and player.person not in dealer.state.ready:
        dealer.state.ready.append(player.person)
    player.slow = 0
    if command.words:
        _keep_words(dealer, command.round, command.words)


def _ready(dealer: Dealer, command: Ready) -> None:
    player, state = seats.the_player(dealer), dealer.state
    _refuse_stale(dealer, command.round)
    if not permissions.may_be_ready(dealer, player):
        raise Refusal("phase", "nothing waits for {player} now", facts={"player": player.name})
    if player.person not in state.ready:
        state.ready.append(player.person)
    player.slow = 0


def _ask_for(dealer: Dealer, command: AskFor) -> None:
    player = seats.the_player(dealer)
    _refuse_stale(dealer, command.round)
    deal_requests.ask(dealer, player, command)


def _say(dealer: Dealer, command: Say) -> None:
    who, state = dealer.who, dealer.state
    if "" in state.muted and not who.host:
        raise Refusal("muted", "the host has switched the chat off")
    if who.person in state.muted:
        raise Refusal("muted", "the host has muted you: nobody else sees what you write")
    refuse_talk(dealer)
    text = "".join(each if each.isprintable() else " " for each in command.text).strip()
    if not text:
        raise Refusal("format", "nothing was said", "", "text")
    seated = state.players.get(who.person)
    taken = [player.name for player in state.players.values()]
    name = name_rules.at_table(who.name, taken, host=who.host) if seated is None else seated.name
    dealer.tell(Said(person=who.person, name=name, text=text, watching=seated is None))


def _words(dealer: Dealer, command: GiveWords) -> None:
    seats.the_player(dealer)
    _keep_words(dealer, command.round, command.words)
    dealer.changed = False


def _keep_words(dealer: Dealer, number: int, words: str) -> None:
    """Words are taken for a round whose commitment was shown and which has not begun (6.5.22)."""
    state = dealer.state
    begun = number < state.round or (number == state.round and state.dealt)
    if begun or number not in state.commits:
        raise _stale(dealer)
    state.words.setdefault(number, {})[dealer.who.person] = words


# -- in the round ---------------------------------------------------------------------------------------------------


def _decide(dealer: Dealer, command: Decide) -> None:
    """Somebody's decision for a place of his, asked in the step that it names (6.5.2)."""
    state, place = dealer.state, command.place
    _refuse_others(dealer, place, command.round)
    asked = state.asked.get(place)
    _refuse_stale(dealer, command.round)
    if not dealer.in_play or asked is None:
        if command.step != (state.running.step if state.running is not None else 0) or not dealer.in_play:
            raise _stale(dealer)
        raise Refusal("not-asked", "nobody asked place {place} for a decision", facts={"place": place})
    if command.step != asked.step:
        raise _stale(dealer)
    if asked.due is not None and dealer.now > asked.due:
        form = "the time of place {place} ran out {ms} ms ago"
        raise Refusal("late", form, facts={"place": place, "ms": dealer.now - asked.due})
    assert state.running is not None
    player = state.players[state.running.persons[place]]
    deadlines.answered(dealer, player, place)
    try:
        live_round.answer(dealer, place, answer_from(command.decision))
    except Refusal as refusal:
        raise refusal.at("decision") from None


def _take_back(dealer: Dealer, command: TakeBack) -> None:
    _refuse_others(dealer, command.place, command.round)
    _refuse_stale(dealer, command.round)
    if not dealer.in_play:
        raise _stale(dealer)
    live_round.take_back(dealer, command.place)


def _refuse_others(dealer: Dealer, place: str, number: int) -> None:
    """Who may not play the place is refused; who is too late for a round that is over is told that (6.5.23)."""
    running, person = dealer.state.running, dealer.who.person
    if person in dealer.state.players and (running is None or number < dealer.state.round):
        raise _stale(dealer)
    if running is None or running.persons.get(place) != person or person not in dealer.state.players:
        form = "place {place} is not {player}'s to play"
        raise Refusal("not-yours", form, facts={"place": place, "player": dealer.who.name})


def _refuse_late(dealer: Dealer) -> None:
    """The time of the phase is over, whether or not the clock has said so yet."""
    due = dealer.state.due
    if due is not None and dealer.now > due and dealer.state.phase != "broken":
        raise Refusal("late", "the time ran out {ms} ms ago", facts={"ms": dealer.now - due})


def _refuse_stale(dealer: Dealer, number: int) -> None:
    if number != dealer.state.round:
        raise _stale(dealer)


def _stale(dealer: Dealer) -> Refusal:
    state = dealer.state
    facts: dict[str, Any] = {"round": state.round, "step": state.running.step if state.running is not None else 0}
    return Refusal("stale", "the table is at round {round}, step {step}", facts=facts)


# -- the floor and the clock ----------------------------------------------------------------------------------------


def _floor(dealer: Dealer, command: Floor) -> None:
    host_actions.act(dealer, command)


def _agree(dealer: Dealer, command: Agree) -> None:
    host_actions.agree(dealer, command)


def _note_refusal(dealer: Dealer, _command: FloorRefused) -> None:
    dealer.changed = False  # the row is all there is to it


def _configure(dealer: Dealer, command: Configure) -> None:
    host_actions.configure(dealer, command)
    if not dealer.in_play:
        seats.company(dealer)


def _tick(dealer: Dealer, _command: Tick) -> None:
    """Time has passed: whose time is up gets the default, and whose seat was held long enough is free."""
    state = dealer.state
    if state.phase != "paused":
        for player in state.people():
            if deadlines.hold_is_over(dealer, player) and not player.leaving:
                seats.stand_up(dealer, player, StandUp())
                dealer.from_round = None
        deadlines.wind(dealer)
        while late := deadlines.overdue(dealer):
            _default(dealer, late[0])
        for place in deadlines.unwarned(dealer):
            _warn(dealer, place)
        phases.go_on(dealer)


def _default(dealer: Dealer, place: str) -> None:
    round_, running = dealer.round, dealer.state.running
    assert round_ is not None
    assert running is not None
    ask = next(ask for ask in round_.asks() if ask.place.name == place)
    deadlines.ran_out(dealer, dealer.state.players[running.persons[place]])
    live_round.answer(dealer, place, ask.default, slow=True)


def _warn(dealer: Dealer, place: str) -> None:
    """Whoever is asked hears what the clock will decide; everybody else, that it soon does."""
    (round_, running), asked = dealer.at_play(), dealer.state.asked[place]
    assert asked.due is not None
    asked.warned = True
    ask = next(ask for ask in round_.asks() if ask.place.name == place)
    line = Warned(n=dealer.state.n + 1, place=place, ms=asked.due - dealer.now)
    mine = structs.replace(line, default=decision_of(ask.default))
    dealer.story.append(Told(line, [Version([running.persons[place]], mine)]))


def _line(dealer: Dealer, command: Line) -> None:
    seats.line(dealer, command.person, up=command.up)


def _delay(dealer: Dealer, command: Delay) -> None:
    deadlines.shift(dealer, command.ms)
    for meter in dealer.state.pools.values():
        meter.skip(command.dates)
    dealer.changed = False


_WAITED_FOR = ("ready", "bank")
"""Whoever speaks, bots may be waited for no longer then, and the bank passes over who sat out by the clock."""
TOUCHES: dict[type, tuple[str, ...]] = {
    Say: _WAITED_FOR,
    Found: _WAITED_FOR,
    Ready: (*_WAITED_FOR, "players"),
    Bet: (*_WAITED_FOR, "players", "bets", "bettors", "words"),
    Decide: ("ready", "players", "asked", "ring", "pan"),
}
"""The parts of a table (`parts.py`) that a command can change as long as no phase begins and no chips are posted."""
MAY_CHANGE_NOTHING = (Bet, SitOut, ComeBack, Found)
"""What may be said again without anything new to see; then it is answered with the present step (6.5.12)."""
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
