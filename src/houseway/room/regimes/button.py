"""The button regime: the way of the button, the blinds, and the players who are dealt in (THE-04 to THE-10)."""

from copy import deepcopy

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.state import ButtonState, Player
from houseway.room.messages.story_lines import ButtonMoved
from houseway.room.regimes.time_charge import charge_time
from houseway.script import Cents, Refusal
from houseway.table.between_rounds.dealer_button import DealerButton, Positions
from houseway.table.setup import SeatSetup, Setup


class ButtonRegime:
    """Tables with a button and blinds."""

    takes_bets = False

    def open(self, context: TableContext) -> None:
        """Starts without a button, which the first hand draws for. Time is charged from now on."""
        button = DealerButton(context.sheet.positions)
        context.state.ring = ButtonState(button, mark=context.now // MINUTE_MS)
        _post(context)

    def post_rules(self, context: TableContext, before: PostedRules) -> None:  # noqa: ARG002
        _post(context)

    def setup(self, context: TableContext) -> Setup:
        """Moves the button and returns the next hand with everybody who can be dealt in.

        Raises a Refusal if fewer than two can (THE-04).
        """
        state, ring = context.state, context.state.ring
        assert ring is not None
        ring.mark = charge_time(context, ring.mark)
        _sync(context)
        fee_carried = bool(state.carry.get("fee_carried"))
        button, hand = _next(ring, ring.redeal, 0 if fee_carried else ring.button.fee)
        if fee_carried and (hand is None or hand is not ring.redeal):
            chip_moves.return_fees(context)
            fee_carried = False
            button, hand = _next(ring, None, ring.button.fee)
        dealt_in = tuple(sorted(_ready(button))) if hand is None else hand.dealt_in
        if len(dealt_in) < 2:
            raise Refusal("players", "{count} can be dealt in", facts={"count": len(dealt_in)})
        button.fee = ring.button.fee
        if context.rule_version >= 3:
            _keep_before(ring, button, hand)
        ring.button, ring.redeal = button, hand
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

    def drawn(self, context: TableContext) -> None:
        """Places the first button at the seat that drew it (THE-06)."""
        state, round_ = context.state, context.round
        assert state.ring is not None
        assert round_ is not None
        if not state.ring.button.button and round_.felt.button:
            dealt_in = {place.seat for place in round_.felt.places}
            for seat, chair in state.ring.button.chairs.items():
                chair.sits_out = seat not in dealt_in
            state.ring.redeal = state.ring.button.open(round_.felt.button)
            context.tell(ButtonMoved(seat=round_.felt.button, what="dealer"))

    def settled(self, context: TableContext) -> None:
        """Drops the positions that a redeal of the hand would need."""
        assert context.state.ring is not None
        context.state.ring.redeal = context.state.ring.before = None

    def voided(self, context: TableContext) -> None:
        """Keeps the positions of the void hand for its redeal."""

    def post_to_enter(self, context: TableContext, player: Player) -> None:
        _sync(context)
        player.posts = True
        _enter(context, player)

    def missed_blinds(self, context: TableContext, seat: int) -> str:
        """Returns the blinds that went by the seat while its player sat out."""
        ring = context.state.ring
        chair = None if ring is None else ring.button.chairs.get(seat)
        return "" if chair is None or chair.person != context.state.seats.get(seat) else chair.missed

    def dealer_seat(self, context: TableContext) -> int:
        ring = context.state.ring
        return 0 if ring is None else ring.button.button


def _post(context: TableContext) -> None:
    """Adjusts the rule and the fee of the button to the posted rules (THE-07, THE-08, THE-23)."""
    sheet, ring = context.sheet, context.state.ring
    if ring is None:
        return
    posted = None if sheet.schedule is None else sheet.schedule.posted(dict(sheet.rules.options))
    by_hand = posted is not None and posted.basis == "hand" and posted.payer in ("button", "dealer-position")
    ring.button.fee = posted.fee() if posted is not None and by_hand else 0
    rule = str(sheet.rules.options.button_rule)
    if rule != ring.button.rule:
        ring.redeal = None  # a void hand under another button rule is not dealt again with its positions
    ring.button.rule = rule


def _sync(context: TableContext) -> None:
    """Updates the chairs of the button with the present players and their chips."""
    state, ring = context.state, context.state.ring
    assert ring is not None
    if ring.before is not None:
        _seat_players(context, ring.before, late=bool(ring.button.button))
    _seat_players(context, ring.button)
    for person in state.seats.values():
        player = state.players[person]
        if player.posts and not player.out:
            _enter(context, player, quietly=True)


def _seat_players(context: TableContext, button: DealerButton, *, late: bool = False) -> None:
    """Updates the chairs of one button; `late`: newcomers wait or post even if this button was not drawn for yet."""
    state = context.state
    for seat, chair in list(button.chairs.items()):
        if state.seats.get(seat) != chair.person:
            button.leave(seat)
    for seat, person in sorted(state.seats.items()):
        player = state.players[person]
        if seat not in button.chairs:
            button.sit(seat, person, player.chips)
            if late:
                button.chairs[seat].missed = "newcomer"
        chair = button.chairs[seat]
        chair.stack, chair.sits_out = player.chips, player.out or bool(player.owes_time)


def _enter(context: TableContext, player: Player, *, quietly: bool = False) -> None:
    """Lets the player pay to come in at once.

    Raises a Refusal between the button and the big blind (THE-09); `quietly` skips it instead.
    """
    ring = context.state.ring
    assert ring is not None
    for seat in player.seats:
        if ring.before is not None:
            ring.before.chairs[seat].posts = True
        try:
            ring.button.come_back(seat, post=True)
        except Refusal:
            if not quietly:
                raise
    player.posts = False


def _seat(context: TableContext, seat: int, enters: str) -> SeatSetup:
    player = context.state.players[context.state.seats[seat]]
    return SeatSetup(seat, player.name, {}, [], player.chips, enters, player.person)  # type: ignore[arg-type]


def _ready(button: DealerButton) -> list[int]:
    """Returns the seats that can be dealt in and pay the fee of the button."""
    return [seat for seat, chair in button.chairs.items() if not chair.sits_out and chair.stack > button.fee]


def _next(ring: ButtonState, redeal: Positions | None, fee: Cents) -> tuple[DealerButton, Positions | None]:
    """Returns the button at the next hand, and its positions: those of the void hand if all its players are there.

    If they are not, the button moves from where it lay before the void hand: that hand moved nothing (THE-07), and
    what was owed before it is owed still (THE-09). The positions are None if the table has to draw for the button.
    """
    button = deepcopy(ring.button)
    button.fee = fee
    if redeal is not None and {*redeal.dealt_in} <= {*_ready(button)}:
        return button, redeal
    if ring.before is not None:
        button = deepcopy(ring.before)
        button.fee, button.rule = fee, ring.button.rule
    if not button.button:
        return button, _opened_at(button, ring.button.button)
    try:
        return button, button.next_hand()
    except Refusal:
        if len(_ready(button)) < 2:
            raise
    _draw_anew(button)
    return button, None


def _keep_before(ring: ButtonState, button: DealerButton, hand: Positions | None) -> None:
    """Keeps the button as it lay before the hand that begins. A redeal keeps that of its void hand."""
    if hand is None:
        ring.before = deepcopy(button)
    elif ring.before is None and hand is not ring.redeal:
        ring.before = ring.button


def _opened_at(button: DealerButton, drawn: int) -> Positions | None:
    """Opens the game again at the seat that drew the button for a void hand, or at the next one if its player is gone.

    Returns None if nobody has drawn for it, or if only newcomers are left.
    """
    ready = _ready(button)
    regular = [seat for seat in ready if not button.chairs[seat].missed]
    if not drawn:
        return None
    if len(ready) < 2 or not regular:
        _draw_anew(button)
        return None
    for seat, chair in button.chairs.items():
        chair.sits_out = seat not in ready
    return button.open(min(regular, key=lambda seat: (seat - drawn) % button.positions))


def _draw_anew(button: DealerButton) -> None:
    """Prepares a draw for the button, which starts the game anew if only newcomers are left."""
    for chair in button.chairs.values():
        chair.missed, chair.posts = "", False
    button.button = button.small = button.big = 0
