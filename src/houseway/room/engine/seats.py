"""Seats: people and bots sit down, buy chips, sit out, come back and leave.

A change that would affect a round in play takes effect when the round is over.
"""

from collections.abc import Iterable

from houseway.players.seating import LATE_COMERS, NAMES
from houseway.room.core import chip_moves, name_rules
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.engine import deadlines, opening_bets, permissions
from houseway.room.messages.commands import Sit, StandUp, Who
from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.state import Player, bot_prefix
from houseway.room.messages.story_lines import SeatYielded
from houseway.room.regimes import banked
from houseway.room.regimes.lookup import regime_of
from houseway.script import Refusal
from houseway.table.table_terms import name_of

BOT_NAMES = (*NAMES, *LATE_COMERS)


def the_player(context: TableContext) -> Player:
    """Returns the sender as a player. Raises a Refusal if the sender has no chips at the table."""
    player = context.state.players.get(context.who.person)
    if player is None:
        raise not_seated(context.who)
    return player


def not_seated(who: Who) -> Refusal:
    """Returns the refusal of a player's command to a person who is no player."""
    return Refusal("not-seated", "{player} does not sit at this table", facts={"player": who.name or who.person})


def name_at_table(context: TableContext, person: str, name: str) -> str:
    """Returns the person's name at this table: no two names look alike. A bot with such a name gets another."""
    others = [player for player in context.state.players.values() if player.person != person]
    older, people = context.rule_version < 3, [player.name for player in others if not player.bot]
    wanted = name_rules.at_table(name, people, host=context.who.host, older=older)
    looks = name_rules.skeleton(wanted, older=older)
    for bot in others:
        if bot.bot and name_rules.skeleton(bot.name, older=older) == looks:
            bot.name = _bot_name(context, [wanted])
    return wanted


# -- coming ---------------------------------------------------------------------------------------------------------


def sit(context: TableContext, command: Sit) -> None:
    """Gives the sender a free seat, or a place at the rail, and brings chips from the cage."""
    state, sheet, who = context.state, context.sheet, context.who
    _refuse_removed(context, who)
    player = state.players.get(who.person)
    _refuse_seat(context, player, command.seat)
    if player is None:
        name = name_at_table(context, who.person, name_of(who.name, who.person))
        player = Player(who.person, name, buy_in=sheet.buy_in(), bank_ms=deadlines.TIME_BANK)
        player.sat = context.now // MINUTE_MS
        _refuse_buy_in(sheet, who, player, command.buy_in)
        state.players[who.person] = player
    elif command.buy_in:
        _refuse_buy_in(sheet, who, player, command.buy_in, more=True)
    if player.leaving:
        raise Refusal("phase", "{player} is about to leave: the round is not over yet", facts={"player": player.name})
    later = context.in_round(who.person)
    if command.buy_in:
        chip_moves.bring(context, player, command.buy_in, later=later)
    if command.seat:
        if command.seat in state.seats:
            _yield(context, command.seat, player)
        state.take_seat(command.seat, player.person)
        if context.rule_version >= 3 and not player.seats:
            player.own = command.seat
        player.seats = sorted([*player.seats, command.seat])
    if context.in_play:
        context.from_round = state.round + 1


def _yield(context: TableContext, seat: int, to: Player) -> None:
    """Takes an extra circle without a bet from its player, for somebody who sits down there (P21-15)."""
    holder = context.state.players[context.state.seats[seat]]
    holder.seats = [each for each in holder.seats if each != seat]
    holder.gives_up = [each for each in holder.gives_up if each != seat]
    context.tell(SeatYielded(person=holder.person, name=holder.name, seat=seat, to=to.person, to_name=to.name))


def refuse_newcomer(context: TableContext, sheet: PostedRules, who: Who, command: Sit) -> None:
    """Raises what keeps a newcomer from sitting down wherever the table stands: a removal, the sheet, the cage."""
    _refuse_removed(context, who)
    _refuse_no_seat(sheet, command.seat)
    if command.seat == 0:
        _refuse_rail(sheet, None)
    player = Player(who.person, who.name, buy_in=sheet.buy_in())
    _refuse_buy_in(sheet, who, player, command.buy_in)


def _refuse_removed(context: TableContext, who: Who) -> None:
    if who.person in context.state.barred:
        raise Refusal("barred", "the host has removed {player} from this table", facts={"player": who.name})


def _refuse_no_seat(sheet: PostedRules, seat: int) -> None:
    seats = sheet.seats
    if seat > seats:
        form = "seat {seat} does not exist: the table has seats 1 to {seats}"
        raise Refusal("seat", form, "", "seat", {"seat": seat, "seats": seats})


def _refuse_rail(sheet: PostedRules, player: Player | None) -> None:
    if player is not None or not sheet.backline.most:
        clause = sheet.backline.clause if sheet.bankers else ""
        raise Refusal("seat", "nobody stands at the rail here: take a seat", clause, "seat")


def _refuse_seat(context: TableContext, player: Player | None, seat: int) -> None:
    """Raises a Refusal if the player may not take the seat."""
    state, sheet = context.state, context.sheet
    _refuse_no_seat(sheet, seat)
    may_have = player is None or not player.seats
    if seat in state.seats and not (may_have and permissions.yields(context, seat)):
        form = "seat {seat} is taken by {player}"
        facts = {"seat": seat, "player": state.players[state.seats[seat]].name}
        raise Refusal("taken", form, "", "seat", facts)
    if seat == 0:
        _refuse_rail(sheet, player)
    if player is not None and len(player.seats) >= sheet.hands:
        form = "{player} sits at this table already: {most} hands a player"
        if sheet.hands == 1:
            form = "{player} sits at this table already: one hand a player"
        facts = {"player": player.name, "most": sheet.hands}
        raise Refusal("seat", form, sheet.game.hands_clause, "seat", facts)


def _refuse_buy_in(sheet: PostedRules, who: Who, player: Player, cents: int, *, more: bool = False) -> None:
    """Raises a Refusal if the table does not sell that amount, or the cage does not hold it."""
    low, high = sheet.least_buy_in, sheet.most_buy_in
    try:
        if player.buy_in is not None:
            player.buy_in.add(player.chips + player.coming, cents)
        elif not more and cents < low:
            form = "{amount:money} is refused: a buy-in is {low:money} or more"
            clause = sheet.regime.buy_in_clause
            raise Refusal("buy-in", form, clause, "buy_in", {"amount": cents, "low": low})
    except Refusal as refusal:
        facts = refusal.facts | {"low": low, "high": high}
        raise Refusal("buy-in", refusal.form, refusal.clause, "buy_in", facts) from None
    if not player.bot:
        chip_moves.refuse_empty_cage(who.cage, cents)


def top_up(context: TableContext, player: Player, cents: int) -> None:
    """Brings more chips, in play at once or from the next round on.

    At a table that `adds_in_hand` they wait beside the running hand and meet its payments (PAN-12).
    """
    if cents <= 0:
        raise Refusal(
            "amount", "chips are not bought for {amount:money}: write more than 0", "", "cents", {"amount": cents}
        )
    _refuse_buy_in(context.sheet, context.who, player, cents, more=True)
    later = context.in_round(player.person)
    told = later and not (context.sheet.regime.adds_in_hand and context.rule_version >= 3)
    chip_moves.bring(context, player, cents, later=later, told=told)
    if told:
        context.from_round = context.state.round + 1


# -- sitting out ----------------------------------------------------------------------------------------------------


def sit_out(context: TableContext, player: Player) -> None:
    """Deals the player out until they come back. Bets before the deal go back, and a bank moves on."""
    if not player.seats:
        raise Refusal("not-seated", "{player} has no seat to sit out of", facts={"player": player.name})
    player.out = True
    if context.in_round(player.person):
        context.from_round = context.state.round + 1
    else:
        opening_bets.drop_bets(context, player.person)


def come_back(context: TableContext, player: Player, *, post: bool) -> None:
    """Deals the player in again: with the next round or, where there are blinds, with the big blind or by posting."""
    player.out = player.away = False
    player.slow, player.away_since = 0, None
    player.posts = post
    if post and not context.in_play:
        regime_of(context).post_to_enter(context, player)
    if context.in_play:
        context.from_round = context.state.round + 1


def set_connection(context: TableContext, person: str, *, up: bool) -> None:
    """Records that the person's last connection is gone, or that there is one again. The seat is held meanwhile."""
    player = context.state.players.get(person)
    if player is not None and not player.bot and (player.lost is None) != up:
        player.lost = None if up else context.now


# -- leaving --------------------------------------------------------------------------------------------------------


def free_held_seats(context: TableContext) -> None:
    """Takes off the table each player who is away and whose seat has been held long enough."""
    for player in context.state.people():
        if deadlines.hold_is_over(context, player) and not player.leaving:
            stand_up(context, player, StandUp())
            context.from_round = None


def stand_up(context: TableContext, player: Player, command: StandUp) -> None:
    """Takes the player off the table, or frees one of two seats; during a round, when it is over."""
    seat = command.seat
    if seat and seat not in player.seats:
        form = "seat {seat} is not {player}'s: {seats} are"
        facts = {"seat": seat, "player": player.name, "seats": player.seats}
        raise Refusal("not-yours", form, "", "seat", facts)
    later = context.in_round(player.person)
    if later:
        context.from_round = context.state.round + 1
    if seat in player.gives_up:  # a repetition gets the same answer
        return
    if seat and len(player.seats) - len(player.gives_up) > 1:
        player.gives_up = [*player.gives_up, seat]
        if not later:
            give_up_seats(context, player)
        return
    player.leaving, player.removed = True, False
    if not later:
        leave(context, player)


def give_up_seats(context: TableContext, player: Player) -> None:
    """Frees the seats that the player wanted to give up, and gives the player's bets back."""
    state = context.state
    if player.gives_up:
        opening_bets.drop_bets(context, player.person)
    for seat in player.gives_up:
        del state.seats[seat]
    player.seats = [seat for seat in player.seats if seat not in player.gives_up]
    player.gives_up = []


def leave(context: TableContext, player: Player) -> None:
    """Takes the player's chips to the cage and frees the seats."""
    state = context.state
    opening_bets.drop_bets(context, player.person)
    held = player.person not in state.barred and deadlines.hold_is_over(context, player)
    chip_moves.take_home(context, player, slow=held)
    for seat in player.seats:
        del state.seats[seat]
    del state.players[player.person]
    state.ready = [person for person in state.ready if person != player.person]
    if state.phase == "paused" and not context.in_play:
        # Nothing else moves the bank on before the same person returns with other chips. A round keeps its banker.
        banked.sync(context)


def after_round(context: TableContext) -> None:
    """Applies what waited for the end of the round: players leave, bought chips come into play, bots come and go."""
    for player in list(context.state.players.values()):
        if player.leaving:
            leave(context, player)
            continue
        give_up_seats(context, player)
        chip_moves.in_play_now(context, player)
    adjust_bots(context)


# -- bots -----------------------------------------------------------------------------------------------------------


def adjust_bots(context: TableContext) -> None:
    """Seats or removes bots, up to the posted number. Broke bots bring new chips.

    A seat stays free for people, unless the table was opened to be `full`. Bots that stay out of the posted terms take
    no seat.
    """
    state, sheet = context.state, context.sheet
    if state.phase in ("closing", "closed"):
        return
    people = sum([len(player.seats) for player in state.people()])
    free = sheet.seats - people
    wanted = min(state.config.bots, free if state.config.full else max(free - 1, min(free, 1)))
    if context.rule_version >= 3 and sheet.bots_stay_out:
        wanted = 0
    bots = [player for player in state.players.values() if player.bot]
    for bot in bots[wanted:]:
        if not context.in_round(bot.person):
            leave(context, bot)
    for _ in range(wanted - len(bots)):
        _seat_bot(context)
    for bot in bots[:wanted]:
        if bot.chips < sheet.least_buy_in and not context.in_round(bot.person):
            chip_moves.bring(context, bot, sheet.usual_buy_in - bot.chips)


def _bot_name(context: TableContext, beside: Iterable[str] = ()) -> str:
    """Returns a name for a bot that looks like no other name at the table."""
    state, older = context.state, context.rule_version < 3
    there = (*beside, *(player.name for player in state.players.values()))
    taken = {name_rules.skeleton(name, older=older) for name in there}
    free = [name for name in BOT_NAMES if name_rules.skeleton(name, older=older) not in taken]
    return free[state.bots_made % len(free)] if free else f"Bot {state.bots_made}"


def _seat_bot(context: TableContext) -> None:
    """Seats a new bot, if a seat is free."""
    state, sheet = context.state, context.sheet
    free = [seat for seat in range(1, sheet.seats + 1) if seat not in state.seats]
    if not free:
        return
    state.bots_made += 1
    name = _bot_name(context)
    seat = free[(state.bots_made * 3) % len(free)]
    person = f"{bot_prefix(state.table)}{state.bots_made}"
    player = Player(person, name, [seat], bot=True, buy_in=None, sat=context.now // MINUTE_MS)
    state.players[person] = player
    state.take_seat(seat, person)
    chip_moves.bring(context, player, sheet.usual_buy_in)
