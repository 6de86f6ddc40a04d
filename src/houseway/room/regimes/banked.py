"""The banked regime: the offer of the bank, the stake, the second hand and the set-up of a round (PD-01 to PD-19)."""

from typing import Final

from houseway.room.core import chip_moves, deal_requests
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.messages.state import BankState, Player
from houseway.room.messages.story_lines import BankMoved
from houseway.script import Cents, Refusal
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from houseway.table.setup import BackerSetup, BankSetup, SeatSetup, Setup

BANK = "bank"
BY_THE_BANK: Final = ("offering", "betting", "broken")
"""Phases that make sense only with the bank that they began with."""


class BankedRegime:
    """Tables where a player or the house banks."""

    takes_bets = True

    def open(self, context: TableContext) -> None:
        """Does nothing: the rotation begins with the first round, when people sit there."""

    def post_rules(self, context: TableContext, before: PostedRules) -> None:
        """Starts the rotation anew if other parties may bank now; otherwise adjusts it to the new rules."""
        state, after = context.state, context.sheet
        if (before.players_bank, before.house_banks) != (after.players_bank, after.house_banks):
            chip_moves.return_fees(context)
            state.bank = None  # the rotation begins anew
            _before_the_bank(context)
        elif state.bank is not None:
            wide = context.rule_version >= 3
            was, now = [sheet.pay_terms if wide else sheet.narrow_pay_terms for sheet in (before, after)]
            if state.config.reoffers and now not in ("", was):
                _hand_on_for_new_pay(context)
            _post(context)

    def setup(self, context: TableContext) -> Setup:
        return setup_with(context, context.state.bets, context.state.bettors)

    def drawn(self, context: TableContext) -> None:
        """Does nothing: the first offer was drawn by lot before the bets."""

    def settled(self, context: TableContext) -> None:
        """Counts the bank hand (PD-15). The bank stays for a second hand or moves on."""
        bank = context.state.bank
        assert bank is not None
        rotation = bank.rotation
        if rotation is None:
            return
        if rotation.banker is None:
            assert isinstance(rotation, SharedRotation)
            rotation.house_settled()
            return
        rotation.settled()
        tell_skipped(context, rotation.seat)
        _without_holder(bank)

    def voided(self, context: TableContext) -> None:
        """Lets the holder bank the same hand again, unless the table counts void rounds (PD-15)."""
        bank = context.state.bank
        assert bank is not None
        rotation = bank.rotation
        if rotation is not None and rotation.banker is not None:
            context.state.carry["bank"] = rotation.banker
            rotation.voided()
            _without_holder(bank)

    def post_to_enter(self, context: TableContext, player: Player) -> None:
        """Does nothing: a player who comes back bets on the next round."""

    def missed_blinds(self, context: TableContext, seat: int) -> str:  # noqa: ARG002
        return ""

    def dealer_seat(self, context: TableContext) -> int:  # noqa: ARG002
        return 0


def _before_the_bank(context: TableContext) -> None:
    """Takes the table back to the phase before the offer. A paused table resumes from there."""
    state = context.state
    if state.phase in BY_THE_BANK:
        context.turn_to("waiting")
    elif state.phase == "paused" and state.was in BY_THE_BANK:
        state.was, state.due, state.ready = "waiting", None, []


def open_bank(context: TableContext) -> None:
    """Starts the rotation among the people who sit there now (PD-04), at seat 1 or at a seat
    drawn by lot, as posted.
    """
    sheet, state = context.sheet, context.state
    state.bank = BankState()
    if not sheet.players_bank:
        return
    seats = _seats(context)
    if sheet.house_banks:
        alternate, resting = _alternates(context)
        state.bank.rotation = SharedRotation(seats, sheet.positions, alternate=alternate, resting=resting)
    else:
        random = sheet.rules.options.first_bank_offer == "random"
        drawn = context.draw_seat(sorted(seats)) if random else 1
        state.bank.rotation = Rotation.at(seats, sheet.positions, sheet.rules, drawn)
    state.bank.rotation.names = {player.person: player.name for player in context.active()}


def _alternates(context: TableContext) -> tuple[bool, bool]:
    """Returns whether the house banks after every hand of a player, and whether the next hand is
    the house's (MPG-67).
    """
    alternate = context.sheet.rules.options.get("bank_rotation") == "alternate"
    return alternate, alternate and bool(context.state.carry.get("carried", {}).get("player_banked"))


def _post(context: TableContext) -> None:
    """Adjusts the rotation to the posted rules. A holder or a stake that they forbid moves the bank on."""
    state, sheet, rotation = context.state, context.sheet, context.rotation
    if rotation is None:
        return
    if isinstance(rotation, SharedRotation):
        rotation.alternate, rotation.resting = _alternates(context)
    else:
        posted = Rotation.at({}, sheet.positions, sheet.rules)
        rotation.release_after_one, rotation.void_round_counts = posted.release_after_one, posted.void_round_counts
        rotation.most_in_a_row = posted.most_in_a_row
    if rotation.banker is not None and rotation.barred(rotation.banker):
        hand_on(context)
    elif rotation.offered is not None and rotation.barred(rotation.seats[rotation.offered]):
        _pass_over(rotation, rotation.offered)
    if (state.was if state.phase == "paused" else state.phase) == "betting" and not _takes_bets(context):
        keep(context)


def _takes_bets(context: TableContext) -> bool:
    """Returns whether the bank can take a bet: the stake is large enough, and the smallest fee lies beside it."""
    bank, schedule = context.state.bank, context.sheet.schedule
    if bank is None or bank.rotation is None or bank.rotation.banker is None:
        return True
    posted, chips = bank.posted or 0, context.state.players[bank.rotation.banker].chips
    brackets = [] if schedule is None or schedule.payer != "player-dealer" else schedule.brackets
    fee = min([each.fee_cents for each in brackets], default=0) - chip_moves.fee_credit(context, bank.rotation.banker)
    return posted >= context.sheet.least_bank and chips - posted >= max(fee, 0)


def _seats(context: TableContext) -> dict[int, str]:
    """Returns the person of each seat that is dealt in."""
    return {seat: player.person for player in context.active() for seat in player.seats}


def sync(context: TableContext) -> None:
    """Removes players from the rotation who left or sit out, and adds those who came (PD-13, PD-16)."""
    bank = context.state.bank
    if bank is None or bank.rotation is None:
        return
    rotation, seats = bank.rotation, _seats(context)
    if rotation.seats == seats:
        _without_holder(bank)
        return
    if (
        context.rule_version
    ):  # newcomers first, so that a leaving holder may hand the bank on to them: a pause reports both at once
        _seat_newcomers(context, rotation, seats)
    for seat, person in list(rotation.seats.items()):
        if seats.get(seat) != person:
            rotation.leave(seat)
    _seat_newcomers(context, rotation, seats)
    _without_holder(bank)


def _seat_newcomers(context: TableContext, rotation: Rotation, seats: dict[int, str]) -> None:
    for seat, person in sorted(seats.items()):
        if seat not in rotation.seats:
            rotation.sit(seat, person, context.state.players[person].name)


def offer_anew(context: TableContext) -> None:
    """Offers the bank of the next round to everybody who sits there now, also to players who came meanwhile (PD-10).

    A table that an older version stored in the middle of an offer goes on as its log has it; `fees_paid` is missing
    there.
    """
    if context.rotation is not None and "fees_paid" in context.state.carry:
        context.rotation.offer_anew()


def most_stake(context: TableContext, player: Player) -> Cents:
    """Returns the largest bank that the player can post and still pay the fee."""
    reserve = max(context.sheet.fee_reserve - chip_moves.fee_credit(context, player.person), 0)
    return player.chips - chip_moves.on_circles(context, player.person) - reserve


def posted_by(context: TableContext, player: Player) -> Cents:
    """Returns the stake that the player has posted for the coming round; 0 if another banks."""
    bank = context.state.bank
    return bank.posted or 0 if bank is not None and context.banks(player.person) else 0


def can_bank(context: TableContext, player: Player) -> bool:
    """Returns whether the player has the chips for the smallest bank."""
    return most_stake(context, player) >= context.sheet.least_bank


def barred_after(context: TableContext, player: Player) -> int:
    """Returns the hands in a row after which the bank now passes over the player; 0 if it does not."""
    rotation = context.rotation
    if rotation is None or isinstance(rotation, SharedRotation) or context.state.phase not in ("offering", "broken"):
        return 0
    return rotation.in_a_row if player.seats and not player.out and rotation.barred(player.person) else 0


def tell_skipped(context: TableContext, after: int) -> None:
    """Tells which players the bank passed over between the seat `after` and the seat that is offered it (PD-13)."""
    rotation = context.rotation
    if rotation is None or isinstance(rotation, SharedRotation) or rotation.banker is not None:
        return
    for step in range(rotation.positions):
        seat = (after + step) % rotation.positions + 1
        if seat == rotation.offered:
            return
        person = rotation.seats.get(seat)
        if person is not None and rotation.barred(person):
            hands = rotation.in_a_row
            context.tell(BankMoved(do="skipped", seat=seat, person=person, clause="PD-13", hands=hands))


def somebody_can(context: TableContext) -> bool:
    """Returns whether a player who is not barred has the chips for a bank."""
    rotation = context.rotation
    if rotation is None:
        return False
    return any(can_bank(context, player) for player in context.active() if not rotation.barred(player.person))


def offer(context: TableContext) -> str:
    """Finds the next seat that can take the bank, skipping players without the chips.

    Returns how the bank stands between rounds: `taken`, `offered`, `broken`, or `house`.
    """
    bank = context.state.bank
    assert bank is not None
    rotation = bank.rotation
    if rotation is None:
        return "house"
    if rotation.banker is not None:
        return "taken"
    while rotation.offered is not None:
        seat, person = rotation.offered, rotation.seats[rotation.offered]
        if can_bank(context, context.state.players[person]):
            return "offered"
        low = context.sheet.least_bank
        context.tell(BankMoved(do="skipped", seat=seat, person=person, clause="PD-05", low=low))
        rotation.decline(seat)
        tell_skipped(context, seat)
    return "house" if isinstance(rotation, SharedRotation) else "broken"


def keep(context: TableContext) -> None:
    """Keeps the holder's stake for the next hand, or what is left of it. Hands the bank on if that is too little."""
    bank = context.state.bank
    if bank is None or bank.rotation is None or bank.rotation.banker is None:
        return
    holder = context.state.players[bank.rotation.banker]
    bank.posted = min(bank.posted or 0, most_stake(context, holder))
    if bank.posted < context.sheet.least_bank:
        hand_on(context)


def hand_on(context: TableContext) -> None:
    """Offers the bank to the next seat, because the holder cannot or need not go on (PD-16)."""
    bank = context.state.bank
    assert bank is not None
    rotation = bank.rotation
    assert rotation is not None
    assert rotation.banker is not None
    _pass_over(rotation, rotation.seat)
    bank.posted = None


def _hand_on_for_new_pay(context: TableContext) -> None:
    """Hands the bank on, because its holder has not agreed to the changed pay."""
    rotation = context.rotation
    if rotation is not None and rotation.banker is not None:
        hand_on(context)


def _pass_over(rotation: Rotation, seat: int) -> None:
    """Moves the bank on from a seat whose player stays."""
    person = rotation.seats[seat]
    rotation.leave(seat)
    rotation.sit(seat, person, rotation.names.get(person, ""))


# -- the round ------------------------------------------------------------------------------------------------------


def setup_with(context: TableContext, bets: dict[str, dict[str, int]], bettors: dict[str, str]) -> Setup:
    """Returns the set-up of the round that would be dealt with these bets."""
    state, sheet, carry = context.state, context.sheet, context.state.carry
    bank = state.bank
    holder = None if context.rotation is None else context.rotation.banker
    left = {player.person: player.chips for player in state.players.values()}
    for place, wagers in bets.items():
        left[bettors[place]] -= sum(wagers.values())
    seats: dict[int, SeatSetup] = {}
    for place in sorted(bets, key=lambda name: (name == BANK, "." in name)):
        person, wagers = bettors[place], bets[place]
        player, (number, _, circle) = state.players[person], place.partition(".")
        if place == BANK:
            continue
        if not circle:
            seats[int(number)] = SeatSetup(int(number), player.name, wagers, stack=left[person], person=person)
        elif int(number) in seats:
            backer = BackerSetup(int(circle), player.name, wagers, left[person], person)
            seats[int(number)].backline.append(backer)
        else:
            form = "nobody bets at seat {seat}: there is nothing to bet behind"
            raise Refusal("bet-required", form, "PD-52", "place", {"seat": int(number)})
    more = {}
    if holder is not None:
        assert bank is not None
        assert bank.rotation is not None
        player, posted = state.players[holder], bank.posted or 0
        seat, turn, own = bank.rotation.seat, bank.rotation.turn, bets.get(BANK, {})
        more["bank"] = BankSetup(seat, player.name, posted, turn, own, left[holder] - posted, holder)
    paid = chip_moves.fees_paid(context, {*bettors.values(), holder or ""})
    made = sheet.setup(
        round=max(state.round, 1),
        gone=carry.get("gone", ""),
        carried=carry.get("carried", {}),
        jackpots={name: meter.amount for name, meter in state.pools.items()},
        fee_carried=bool(paid) if "fees_paid" in carry else bool(carry.get("fee_carried")),
        fees_paid=paid,
        seats=[seats[number] for number in sorted(seats)],
        **more,
    )
    if state.requests:
        made.options = made.options | deal_requests.granted(context)
    return made


def same_hand(context: TableContext) -> None:
    """Pays the fees of a void hand back if another bank than its own deals next: then it has no redeal (PD-33)."""
    state = context.state
    holder = None if context.rotation is None else context.rotation.banker
    if (state.fees or state.carry.get("fees_paid")) and state.carry.get("bank") != holder:
        chip_moves.return_fees(context)


def _without_holder(bank: BankState) -> None:
    """Clears the posted stake once nobody holds the bank."""
    if bank.rotation is not None and bank.rotation.banker is None:
        bank.posted = None
