"""Poker tables: the button's way, the blinds, who is dealt in, and time that is paid for (THE-04 to THE-10, LOW-21)."""

from copy import deepcopy

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.state import Player, RingState
from houseway.room.messages.story_lines import ButtonMoved, FeeTaken
from houseway.script import Refusal
from houseway.table.between_rounds.dealer_button import DealerButton, Positions
from houseway.table.chips.ledger import BOX
from houseway.table.chips.time_charge import marks, payers
from houseway.table.setup import SeatSetup, Setup


def open_ring(context: TableContext) -> None:
    """A poker table opens: the button lies nowhere yet, and time is charged from now on."""
    button = DealerButton(context.sheet.positions)
    context.state.ring = RingState(button, mark=context.now // MINUTE_MS)
    post_sheet(context)


def post_sheet(context: TableContext) -> None:
    """The button goes by the rule that is posted now, and costs what is posted now (THE-07, THE-08, THE-23)."""
    sheet, ring = context.sheet, context.state.ring
    assert ring is not None
    posted = None if sheet.schedule is None else sheet.schedule.posted(dict(sheet.rules.options))
    by_hand = posted is not None and posted.basis == "hand" and posted.payer in ("button", "dealer-position")
    ring.button.fee = posted.fee() if posted is not None and by_hand else 0
    rule = str(sheet.rules.options.button_rule)
    if rule != ring.button.rule:
        ring.redeal = None  # a void hand whose blinds went by another rule is not dealt again as it was
    ring.button.rule = rule


def sync(context: TableContext) -> None:
    """The chairs as people sit in them now, with their chips."""
    state = context.state
    assert state.ring is not None
    button = state.ring.button
    for seat, chair in list(button.chairs.items()):
        if state.seats.get(seat) != chair.person:
            button.leave(seat)
    for seat, person in sorted(state.seats.items()):
        player = state.players[person]
        if seat not in button.chairs:
            button.sit(seat, person, player.chips)
        chair = button.chairs[seat]
        chair.stack, chair.sits_out = player.chips, player.out or bool(player.owes_time)
        if player.posts and not player.out:
            post(context, player, quietly=True)


def post(context: TableContext, player: Player, *, quietly: bool = False) -> None:
    """The person pays to come in at once; refused between the button and the big blind, or then not done (THE-09)."""
    assert context.state.ring is not None
    for seat in player.seats:
        try:
            context.state.ring.button.come_back(seat, post=True)
        except Refusal:
            if not quietly:
                raise
    player.posts = False


def setup(context: TableContext) -> Setup:
    """The next hand: the button moves, and everybody who can is dealt in; too few are refused (THE-04)."""
    state = context.state
    assert state.ring is not None
    charge_time(context, state.ring)
    sync(context)
    button = deepcopy(state.ring.button)
    fee_carried = bool(state.carry.get("fee_carried"))
    if fee_carried:
        button.fee = 0
    hand = _positions(button, state.ring.redeal)
    if fee_carried and (hand is None or hand is not state.ring.redeal):
        chip_moves.return_fees(context)
        fee_carried = False
        button = deepcopy(state.ring.button)
        hand = _positions(button, None)
    dealt_in = tuple(sorted(_ready(button))) if hand is None else hand.dealt_in
    if len(dealt_in) < 2:
        raise Refusal("players", "{count} can be dealt in", facts={"count": len(dealt_in)})
    button.fee = state.ring.button.fee
    state.ring.button, state.ring.redeal = button, hand
    if hand is not None:
        context.tell(ButtonMoved(seat=hand.button, what="dealer"))
    return context.sheet.setup(
        round=state.round,
        button=0 if hand is None else hand.button,
        blinds={} if hand is None else hand.blinds,
        carried=state.carry.get("carried", {}),
        fee_carried=fee_carried,
        seats=[_seat(context, seat, "" if hand is None else hand.enters.get(seat, "")) for seat in dealt_in],
    )


def _seat(context: TableContext, seat: int, enters: str) -> SeatSetup:
    player = context.state.players[context.state.seats[seat]]
    return SeatSetup(seat, player.name, {}, [], player.chips, enters, player.person)  # type: ignore[arg-type]


def _ready(button: DealerButton) -> list[int]:
    return [seat for seat, chair in button.chairs.items() if not chair.sits_out and chair.stack > button.fee]


def _positions(button: DealerButton, redeal: Positions | None) -> Positions | None:
    """Where the hand is dealt from: as the void one was, if all of it are there; None while nobody has drawn."""
    ready = _ready(button)
    if redeal is not None and {*redeal.dealt_in} <= {*ready}:
        return redeal
    if not button.button:
        return None
    try:
        return button.next_hand()
    except Refusal:
        if len(ready) < 2:
            raise
    for chair in button.chairs.values():  # only newcomers are left: the game begins anew, with a draw
        chair.missed, chair.posts = "", False
    button.button = button.small = button.big = 0
    return None


def drawn(context: TableContext) -> None:
    """The first button was drawn for: it goes its way from there (THE-06)."""
    state, round_ = context.state, context.round
    assert state.ring is not None
    assert round_ is not None
    if not state.ring.button.button and round_.felt.button:
        dealt_in = {place.seat for place in round_.felt.places}
        for seat, chair in state.ring.button.chairs.items():
            chair.sits_out = seat not in dealt_in
        state.ring.redeal = state.ring.button.open(round_.felt.button)
        context.tell(ButtonMoved(seat=round_.felt.button, what="dealer"))


def settled(context: TableContext) -> None:
    assert context.state.ring is not None
    context.state.ring.redeal = None


def missed(context: TableContext, seat: int) -> str:
    """The blinds that went by the seat while its player sat out."""
    ring = context.state.ring
    chair = None if ring is None else ring.button.chairs.get(seat)
    return "" if chair is None or chair.person != context.state.seats.get(seat) else chair.missed


# -- time -----------------------------------------------------------------------------------------------------------


def charge_time(context: TableContext, ring: RingState) -> None:
    """Everybody who was seated at the last mark pays in advance; who cannot is not dealt in until he can (LOW-23).

    Marks that nobody played at are not made up for.
    """
    charge = context.sheet.time_charge
    if charge is None:
        return
    per, fee = charge
    clauses = ["LOW-23", "LOW-22"] if context.sheet.regime == "ring" else ["PAN-15"]
    minute = context.now // MINUTE_MS
    passed = marks(ring.mark + 1, minute + 1, per)
    ring.mark = max(ring.mark, minute)
    stays = {player.person: (player.sat, None) for player in context.state.seated()}
    if passed:
        for person in payers(stays, passed[-1]):
            context.state.players[person].owes_time = fee
    for player in context.state.seated():
        if player.owes_time and player.chips > player.owes_time:
            player.chips -= player.owes_time
            chip_moves.move(context, chip_moves.stack(context, player.person), BOX, player.owes_time, clauses[0])
            context.tell(FeeTaken(payer=f"player {player.person}", cents=player.owes_time, clauses=clauses))
            player.owes_time = 0
