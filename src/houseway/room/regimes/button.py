"""Poker tables: the button's way, the blinds, who is dealt in, and time that is paid for (THE-04 to THE-10, LOW-21)."""

from copy import deepcopy

from houseway.room.core import chip_moves
from houseway.room.core.context import Dealer
from houseway.room.messages.state import Player, RingState
from houseway.room.messages.story_lines import ButtonMoved, FeeTaken
from houseway.script import Refusal
from houseway.table.between.dealer_button import DealerButton, Positions
from houseway.table.chips.ledger import BOX
from houseway.table.chips.time_charge import marks, payers
from houseway.table.setup import SeatSetup, Setup

MINUTE_MS = 60_000


def open_ring(dealer: Dealer) -> None:
    """A poker table opens: the button lies nowhere yet, and time is charged from now on."""
    button = DealerButton(dealer.sheet.positions)
    dealer.state.ring = RingState(button, mark=dealer.now // MINUTE_MS)
    post_sheet(dealer)


def post_sheet(dealer: Dealer) -> None:
    """The button goes by the rule that is posted now, and costs what is posted now (THE-07, THE-08, THE-23)."""
    sheet, ring = dealer.sheet, dealer.state.ring
    assert ring is not None
    posted = None if sheet.schedule is None else sheet.schedule.posted(dict(sheet.rules.options))
    by_hand = posted is not None and posted.basis == "hand" and posted.payer in ("button", "dealer-position")
    ring.button.fee = posted.fee() if posted is not None and by_hand else 0
    rule = str(sheet.rules.options.button_rule)
    if rule != ring.button.rule:
        ring.redeal = None  # a void hand whose blinds went by another rule is not dealt again as it was
    ring.button.rule = rule


def sync(dealer: Dealer) -> None:
    """The chairs as people sit in them now, with their chips."""
    state = dealer.state
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
            post(dealer, player, quietly=True)


def post(dealer: Dealer, player: Player, *, quietly: bool = False) -> None:
    """The person pays to come in at once; refused between the button and the big blind, or then not done (THE-09)."""
    assert dealer.state.ring is not None
    for seat in player.seats:
        try:
            dealer.state.ring.button.come_back(seat, post=True)
        except Refusal:
            if not quietly:
                raise
    player.posts = False


def setup(dealer: Dealer) -> Setup:
    """The next hand: the button moves, and everybody who can is dealt in; too few are refused (THE-04)."""
    state = dealer.state
    assert state.ring is not None
    charge_time(dealer, state.ring)
    sync(dealer)
    button = deepcopy(state.ring.button)
    fee_carried = bool(state.carry.get("fee_carried"))
    if fee_carried:
        button.fee = 0
    hand = _positions(button, state.ring.redeal)
    if fee_carried and (hand is None or hand is not state.ring.redeal):
        chip_moves.return_fees(dealer)
        fee_carried = False
        button = deepcopy(state.ring.button)
        hand = _positions(button, None)
    dealt_in = tuple(sorted(_ready(button))) if hand is None else hand.dealt_in
    if len(dealt_in) < 2:
        raise Refusal("players", "{count} can be dealt in", facts={"count": len(dealt_in)})
    button.fee = state.ring.button.fee
    state.ring.button, state.ring.redeal = button, hand
    if hand is not None:
        dealer.tell(ButtonMoved(seat=hand.button, what="dealer"))
    return dealer.sheet.setup(
        round=state.round,
        button=0 if hand is None else hand.button,
        blinds={} if hand is None else hand.blinds,
        carried=state.carry.get("carried", {}),
        fee_carried=fee_carried,
        seats=[_seat(dealer, seat, "" if hand is None else hand.enters.get(seat, "")) for seat in dealt_in],
    )


def _seat(dealer: Dealer, seat: int, enters: str) -> SeatSetup:
    player = dealer.state.players[dealer.state.seats[seat]]
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


def drawn(dealer: Dealer) -> None:
    """The first button was drawn for: it goes its way from there (THE-06)."""
    state, round_ = dealer.state, dealer.round
    assert state.ring is not None
    assert round_ is not None
    if not state.ring.button.button and round_.felt.button:
        dealt_in = {place.seat for place in round_.felt.places}
        for seat, chair in state.ring.button.chairs.items():
            chair.sits_out = seat not in dealt_in
        state.ring.redeal = state.ring.button.open(round_.felt.button)
        dealer.tell(ButtonMoved(seat=round_.felt.button, what="dealer"))


def settled(dealer: Dealer) -> None:
    assert dealer.state.ring is not None
    dealer.state.ring.redeal = None


def missed(dealer: Dealer, seat: int) -> str:
    """The blinds that went by the seat while its player sat out."""
    ring = dealer.state.ring
    chair = None if ring is None else ring.button.chairs.get(seat)
    return "" if chair is None or chair.person != dealer.state.seats.get(seat) else chair.missed


# -- time -----------------------------------------------------------------------------------------------------------


def charge_time(dealer: Dealer, ring: RingState) -> None:
    """Everybody who was seated at the last mark pays in advance; who cannot is not dealt in until he can (LOW-23).

    Marks that nobody played at are not made up for.
    """
    charge = dealer.sheet.time_charge
    if charge is None:
        return
    per, fee = charge
    clauses = ["LOW-23", "LOW-22"] if dealer.sheet.regime == "ring" else ["PAN-15"]
    minute = dealer.now // MINUTE_MS
    passed = marks(ring.mark + 1, minute + 1, per)
    ring.mark = max(ring.mark, minute)
    stays = {player.person: (player.sat, None) for player in dealer.state.seated()}
    if passed:
        for person in payers(stays, passed[-1]):
            dealer.state.players[person].owes_time = fee
    for player in dealer.state.seated():
        if player.owes_time and player.chips > player.owes_time:
            player.chips -= player.owes_time
            chip_moves.move(dealer, chip_moves.stack(dealer, player.person), BOX, player.owes_time, clauses[0])
            dealer.tell(FeeTaken(payer=f"player {player.person}", cents=player.owes_time, clauses=clauses))
            player.owes_time = 0
