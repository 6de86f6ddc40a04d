"""The live round: begins it, deals by chance, takes decisions, and settles it into the players' chips."""

import msgspec

from houseway.cards import text_of_cards
from houseway.games import find
from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext, give
from houseway.room.engine import deadlines
from houseway.room.fairness.fair_chance import without_leaves
from houseway.room.messages.outcomes import Ended
from houseway.room.messages.state import Asked, Given, Running
from houseway.room.messages.story_lines import Shuffled, Void
from houseway.room.regimes.lookup import regime_of
from houseway.room.visibility.narration import lines_of
from houseway.room.visibility.redaction import all_open, seen_in
from houseway.script import Answer, Deal, Place, Roll
from houseway.table.reports.result import result
from houseway.table.round import Round
from houseway.table.setup import Fair, decision_of, document_text

UNCOUNTED = "more chips than the ledger counts"


def begin(context: TableContext, round_: Round) -> None:
    """Begins the round after 'No more bets', and deals until somebody has to decide."""
    state, setup = context.state, round_.setup
    places = [*round_.felt.everyone(), round_.felt.bank]
    persons = {place.name: place.person for place in places if place.seat}  # the house has no seat
    given = state.words.pop(state.round, {})
    seated = {str(seat): given[person] for seat, person in state.seats.items() if person in given}
    state.running = Running(setup, [], persons, _words_in(round_, given), began=context.now)
    state.asked, state.dealt, state.fair = {}, True, None
    state.words = {number: each for number, each in state.words.items() if number > state.round}
    told = {f"circle {place} {circle}" for place, wagers in state.bets.items() for circle in wagers}
    state.bets, state.bettors = {}, {}
    context.round, context.dealing, context.judged = round_, None, None
    state.running.root = context.the_dealing().root
    context.turn_to("playing")
    if context.sheet.game.cut_card is not None and not setup.gone:
        context.tell(Shuffled(cards=round_.card_counts()[1]))
    _tell(context)
    # The story told each bet when it was made.
    context.story = [each for each in context.story if getattr(each.line, "target", "") not in told]
    _deal_on(context)
    _keep_to_the_log(context, seated)
    advance(context)


def _words_in(round_: Round, given: dict[str, str]) -> dict[str, str]:
    """Returns the words of everybody in the round by place: their seat, also the bank's, or else their circle behind a
    seat.

    Words of anybody else stay out: a verifier could not tell them from the house's own.
    """
    felt = round_.felt
    places = sorted((place.seat, place.circle, place.person) for place in [*felt.everyone(), felt.bank] if place.seat)
    seats = {person for _, circle, person in places if circle == 1}
    return {
        str(seat) if circle == 1 else f"{seat}.{circle}": given[person]
        for seat, circle, person in places
        if person in given and (circle == 1 or person not in seats)
    }


def _keep_to_the_log(context: TableContext, seated: dict[str, str]) -> None:
    """Restores the words of all who were `seated` for a round of an older room, which mixed those into its seed.

    The log holds no words, only cards, so this tries which words deal those cards. The rest of the deck, its root and
    the link to the next round then stay as they were told.
    """
    _, running = context.at_play()
    if seated == running.words or not running.given:
        return
    if not _deals(context, running.words) and _deals(context, seated):
        running.words = seated
    context.dealing = None
    running.root = context.the_dealing().root


def _deals(context: TableContext, words: dict[str, str]) -> bool:
    """Returns whether these words deal the cards and dice that the round has had."""
    (_, running), state = context.at_play(), context.state
    again = Round(find(running.setup.game), running.setup)
    dealing = context.chance.source.begin(state.table, state.round, words, tuple(sorted(again.cards_left())))
    for given in running.given:
        request = again.request
        if type(request) is Deal and text_of_cards(dealing.cards(request)) != given.cards:
            return False
        if type(request) is Roll and dealing.dice(request) != given.dice:
            return False
        give(again, given)
    return True


def rebuild(context: TableContext) -> None:
    """Replays the round from its set-up and its answers, after a restart or when an answer was taken back."""
    running = context.state.running
    context.dealing = None
    if running is None:
        context.round = None
        return
    round_ = Round(find(running.setup.game), running.setup)
    for given in running.given:
        give(round_, given)
    context.round = round_


# -- answers --------------------------------------------------------------------------------------------------------


def advance(context: TableContext, *, slow: bool = False) -> None:
    """Deals cards and dice until somebody is asked or the round is over."""
    _deal_on(context)
    round_, _ = context.at_play()
    _tell(context, slow=slow)
    regime_of(context).drawn(context)
    if round_.over:
        finish(context)
    elif not meet_payment(context):
        put_questions(context)


def meet_payment(context: TableContext) -> bool:
    """Meets a payment with the chips that its payer has bought during the hand (PAN-12). Returns False without any.

    Older rooms kept them for the next hand.
    """
    (round_, running), players = context.at_play(), context.state.players
    for ask in round_.asks() if context.rule_version >= 3 else ():
        player = players.get(running.persons[ask.place.name])
        for choice in ask.choices:
            if player is not None and player.coming and choice.buys:
                amount = None if player.coming >= choice.buys else player.coming
                answer(context, ask.place.name, Answer(choice.name, amount))
                return True
    return False


def _deal_on(context: TableContext) -> None:
    round_, running = context.at_play()
    while True:
        request = round_.request
        if type(request) is Deal:
            cards = context.the_dealing().cards(request)
            round_.deal(cards)
            running.given.append(Given(request.to.name, cards=text_of_cards(cards)))
        elif type(request) is Roll:
            faces = context.the_dealing().dice(request)
            round_.roll(faces)
            running.given.append(Given("dice", dice=faces))
        else:
            return


def put_questions(context: TableContext) -> None:
    """Starts a clock for each place that is asked. A place that was asked before keeps its clock."""
    (round_, running), state = context.at_play(), context.state
    names = [ask.place.name for ask in round_.asks()]
    before = state.asked
    state.asked = {name: before.get(name) or Asked(running.step, context.now) for name in names}
    deadlines.set_deadlines(context)


def _tell(context: TableContext, *, slow: bool = False) -> None:
    round_, running = context.at_play()
    context.story += lines_of(round_, running.heard, running.persons, context.state.n + 1, slow=slow)


def answer(context: TableContext, place: str, given: Answer, *, slow: bool = False, ruling: bool = False) -> None:
    """Judges and enters a decision, and deals what follows from it."""
    round_, running = context.at_play()
    spot = round_.felt.spots.get(place)
    bought = spot.bought if isinstance(spot, Place) else 0
    round_.decide(place, given, ruling=ruling)
    running.given.append(Given(place, decision=decision_of(given)))
    running.step += 1
    running.answered = context.state.asked.pop(place, None)
    if isinstance(spot, Place) and spot.bought > bought:
        _buy(context, running.persons[place], spot.bought - bought)
    advance(context, slow=slow)


def _buy(context: TableContext, person: str, cents: int) -> None:
    """Brings chips into the hand: those that the player has bought since it began, then more from the player's own cage
    (PAN-64).

    Rows of rooms without `cage_of` are replayed as they were judged then.
    """
    player = context.state.players[person]
    if context.rule_version >= 3:
        there = min(player.coming, cents)
        player.coming, player.chips, cents = player.coming - there, player.chips + there, cents - there
    if not player.bot:
        chip_moves.refuse_empty_cage(context.who.cage if context.who.cage_of in ("", person) else 0, cents)
    chip_moves.bring(context, player, cents)


# -- the floor ------------------------------------------------------------------------------------------------------


def call(context: TableContext, kind: str) -> None:
    """Calls an irregularity: the round is void, or plays on with it."""
    round_, running = context.at_play()
    round_.call(kind)
    running.given.append(Given(kind, call=True))
    _tell(context)
    if round_.over:
        finish(context)


def void(context: TableContext, reason: str, *, abandoned: bool) -> None:
    """Voids the round: every chip goes back."""
    round_, running = context.at_play()
    round_.void(reason, abandoned=abandoned)
    running.given.append(Given(reason, void=True, abandoned=abandoned))
    _tell(context)
    context.tell(Void(clause=round_.voided, reason=reason))
    finish(context)


# -- the end --------------------------------------------------------------------------------------------------------


def finish(context: TableContext) -> None:
    """Ends the round: posts chips, keeps what carries over, builds the document, and commits to the next seed."""
    (round_, running), state = context.at_play(), context.state
    if not chip_moves.can_post(context):
        _undo(context)
    chip_moves.settle(context)
    state.carry = round_.carry_over()
    chip_moves.hold_fees(context)
    state.asked, state.proposal = {}, None
    if not round_.voided:
        state.requests = {}  # requests of a void hand stand for its redeal
        regime_of(context).settled(context)
    else:
        regime_of(context).voided(context)
    context.the_dealing()  # the proof needs it, after a restart too
    reveal = bool(context.sheet.bankers) and all_open(context.tracked_cards())
    fair = context.chance.end(state.table, state.round, reveal=reveal, void=_why_void(round_))
    state.fair = without_leaves(fair) if fair else None
    state.commits = {state.round: state.commits.get(state.round, "")}
    context.commit(state.round + 1)
    document = round_.document()
    if fair:
        document.fair = msgspec.convert(fair, Fair)
    context.ended = Ended(
        round_id=round_id(context),
        number=state.round,
        document=document_text(document).encode(),
        result=msgspec.json.encode(result(round_)),
        fair=fair,
        void=round_.voided or None,
        seen=seen_in(round_, running.persons, context.tracked_cards()),
    )
    if state.phase != "closing":
        context.turn_to("settled")


def _undo(context: TableContext) -> None:
    """Voids a round whose balances exceed what a ledger counts. No such row was ever stored."""
    round_, running = context.at_play()
    round_.void(UNCOUNTED, late=True)
    running.given.append(Given(UNCOUNTED, void=True))
    _tell(context)
    context.tell(Void(clause=round_.voided, reason=UNCOUNTED))


def _why_void(round_: Round) -> str | None:
    """Returns the reason for a void round; None for a round that counts."""
    return None if not round_.voided else round_.voided if round_.floor_void is None else round_.floor_void.reason


def round_id(context: TableContext) -> str:
    """Returns the id of the round: the table and its number."""
    return f"{context.state.table}-{context.state.round}"
