"""The marker regime: the dealer position between hands, the tops that the room places, and the fees (PAN-10 ff.)."""

from copy import deepcopy
from typing import Any

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.state import MarkerBefore, MarkerState, Player
from houseway.room.messages.story_lines import ButtonMoved
from houseway.room.regimes.time_charge import charge_time
from houseway.script import Refusal
from houseway.table.between_rounds.marker import Marker, NextHand, dues
from houseway.table.setup import SeatSetup, Setup

BY_TIME = "half-hour-each-player"


class MarkerRegime:
    """Tables with a dealer's marker and tops."""

    takes_bets = False

    def open(self, context: TableContext) -> None:
        context.state.pan = MarkerState(mark=context.now // MINUTE_MS)

    def post_rules(self, context: TableContext, before: PostedRules) -> None:
        """Adjusts the marker to the rules that are posted now, and keeps its seat.

        Pays the fees of a void hand back if the redeal costs other fees: nobody's fee stands for another's (PD-33).
        """
        pan, sheet = context.state.pan, context.sheet
        if context.rule_version and _fees(before) != _fees(sheet):
            chip_moves.return_fees(context)
        if pan is None or pan.marker is None:
            return
        pan.marker = _posted(sheet, pan.marker)
        if pan.before is not None:
            pan.before.marker = _posted(sheet, pan.before.marker)
        if not pan.marker.fee:
            pan.owing = None
            if pan.before is not None:
                pan.before.owing = []

    def setup(self, context: TableContext) -> Setup:
        """Moves the position, or lets the winner lead. Returns the next hand with everybody who can put up a top."""
        state, pan = context.state, context.state.pan
        assert pan is not None
        if context.sheet.rules.options.fee_basis == BY_TIME:
            pan.mark = charge_time(context, pan.mark)
        fee_carried = bool(state.carry.get("fee_carried"))
        top, (_, each) = context.sheet.least_bet, dues(context.sheet.rules, context.sheet.schedule)
        least = top if fee_carried else top + each
        able = {
            seat: state.players[person].chips - top
            for seat, person in state.seats.items()
            if state.players[person].chips >= least and not state.players[person].owes_time
        }
        away = frozenset(seat for seat in able if state.players[state.seats[seat]].out)
        if pan.redeal is not None and fee_carried and not {*pan.redeal["dealt_in"]} <= {*able} - away:
            chip_moves.return_fees(context)
            fee_carried = False
        hand = _next(context, pan, able, away)
        dealt_in = hand.dealt_in if hand is not None else _drawing(context, able, away)
        if len(dealt_in) < 2:
            raise Refusal("players", "{count} can be dealt in", facts={"count": len(dealt_in)})
        carried = {}
        if hand is not None:
            context.tell(ButtonMoved(seat=hand.button, what="dealer"))
            if hand.fee_from not in (0, hand.button):
                carried = {"fee_from": hand.fee_from}
        return context.sheet.setup(
            round=state.round,
            button=0 if hand is None else hand.button,
            carried=carried,
            fee_carried=fee_carried,
            seats=[_seat(context, seat, top) for seat in dealt_in],
        )

    def drawn(self, context: TableContext) -> None:
        """Places the marker at the seat that drew it (PAN-10)."""
        state, round_, sheet = context.state, context.round, context.sheet
        assert state.pan is not None
        assert round_ is not None
        if state.pan.marker is None and round_.felt.button:
            state.pan.marker = Marker.at(round_.felt.button, sheet.positions, sheet.rules, sheet.schedule)
            dealt_in = [place.seat for place in round_.felt.places]
            state.pan.redeal = {"button": round_.felt.button, "dealt_in": dealt_in, "fee_from": 0}
            context.tell(ButtonMoved(seat=round_.felt.button, what="dealer"))

    def settled(self, context: TableContext) -> None:
        """Remembers the winner, who leads the next hand if the table posts that."""
        pan = context.state.pan
        assert pan is not None
        pan.redeal = pan.before = None
        pan.winner = int(context.state.carry.get("carried", {}).get("winner", 0))
        pan.winner_person = context.state.seats.get(pan.winner, "") if context.rule_version >= 3 else ""

    def voided(self, context: TableContext) -> None:
        """Keeps the position of the void hand. Who paid to come in for it pays for its redeal too (PAN-81)."""
        assert context.state.pan is not None
        before, players = context.state.pan.before, context.state.players
        for person in [] if before is None else before.paid:
            players[person].posts = True

    def post_to_enter(self, context: TableContext, player: Player) -> None:
        """Does nothing yet: `setup` lets the player pay as the marker moves."""

    def missed_blinds(self, context: TableContext, seat: int) -> str:  # noqa: ARG002
        return ""

    def dealer_seat(self, context: TableContext) -> int:
        pan = context.state.pan
        return 0 if pan is None or pan.marker is None else pan.marker.seat


def _fees(sheet: PostedRules) -> tuple[object, ...]:
    """Returns a key of the posted fees. Two sheets with equal keys charge the same payers the same fees."""
    return sheet.rules.options.fee_basis, sheet.schedule, dues(sheet.rules, sheet.schedule)


def _posted(sheet: PostedRules, marker: Marker) -> Marker:
    """Returns the marker under the posted rules: at its seat, with the turns that are owed if they cost a fee still."""
    posted = Marker.at(marker.seat, sheet.positions, sheet.rules, sheet.schedule)
    posted.owes = marker.owes if posted.fee else set()
    return posted


def _drawing(context: TableContext, able: dict[int, int], away: frozenset[int]) -> tuple[int, ...]:
    """Returns the seats that draw for the first position: those that could pay its fee (PAN-16)."""
    fee, _ = dues(context.sheet.rules, context.sheet.schedule)
    return tuple(sorted(seat for seat, left in able.items() if seat not in away and left >= fee))


def _next(context: TableContext, pan: MarkerState, able: dict[int, int], away: frozenset[int]) -> NextHand | None:
    """Moves the marker and returns the next hand: the void hand again if all its players are there.

    If they are not, the marker moves from where it lay before the void hand, and stays if that hand drew for it: the
    void hand moved nothing and paid no turn (PAN-10, PAN-81). Returns None if nobody has drawn for the position yet.
    """
    again: Any = pan.redeal
    if again is not None and {*again["dealt_in"]} <= {*able} - away:
        hand = NextHand(again["button"], tuple(again["dealt_in"]), again["fee_from"])
        if pan.before is not None:
            _paid(context, hand)
        return hand
    if pan.marker is None:
        return None
    was_void = again is not None and context.rule_version >= 3
    before = pan.before if was_void and pan.before is not None else MarkerBefore(pan.marker, [], _owing(context, pan))
    marker, stays = deepcopy(before.marker), was_void and pan.before is None
    if context.rule_version >= 3:
        marker.owes = {seat for seat, person in context.state.seats.items() if person in before.owing}
    pays = frozenset(seat for seat in able if context.state.players[context.state.seats[seat]].posts)
    hand = marker.move(dict(able), away, pays, _winner(context, pan), stays=stays)
    if len(hand.dealt_in) < 2:
        raise Refusal("players", "{count} can be dealt in", facts={"count": len(hand.dealt_in)})
    pan.marker = marker
    pan.redeal = {"button": hand.button, "dealt_in": list(hand.dealt_in), "fee_from": hand.fee_from}
    paid = _paid(context, hand)
    if context.rule_version >= 3:
        pan.before = None if stays else MarkerBefore(before.marker, paid, before.owing)
        pan.owing = _still_owing(context, before.owing, marker.owes)
    return hand


def _owing(context: TableContext, pan: MarkerState) -> list[str]:
    """Returns the people who owe a turn with the marker: of an older room, those in the seats that owe one."""
    if pan.owing is not None or pan.marker is None:
        return pan.owing or []
    return [person for seat, person in context.state.seats.items() if seat in pan.marker.owes]


def _still_owing(context: TableContext, before: list[str], seats: set[int]) -> list[str]:
    """Returns the people in these seats, and those who owed a turn `before` and left with it (PAN-81).

    The table forgets the debt of a person whom its tally has forgotten.
    """
    state = context.state
    left = [person for person in before if person not in state.players and person in state.tally]
    return [*left, *(state.seats[seat] for seat in sorted(seats))]


def _winner(context: TableContext, pan: MarkerState) -> int:
    """Returns the seat of the person who won the last hand, wherever they sit now; 0 if they left."""
    if not pan.winner_person:
        return pan.winner
    return next((seat for seat, person in context.state.seats.items() if person == pan.winner_person), 0)


def _paid(context: TableContext, hand: NextHand) -> list[str]:
    """Notes that the players of the hand have paid what they offered to come in. Returns those who had offered it."""
    dealt_in = [context.state.players[context.state.seats[seat]] for seat in hand.dealt_in]
    offered = [player for player in dealt_in if player.posts]
    for player in offered:
        player.posts = False
    return [player.person for player in offered]


def _seat(context: TableContext, seat: int, top: int) -> SeatSetup:
    player = context.state.players[context.state.seats[seat]]
    name = context.sheet.circles[0].name
    return SeatSetup(seat, player.name, {name: top}, stack=player.chips - top, person=player.person)
