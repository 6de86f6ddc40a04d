"""Public state: the view that is the same for everybody, without any card that lies face down (6.3)."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from houseway.cards import text_of
from houseway.room.core import chip_moves, deal_requests
from houseway.room.core.context import TableContext
from houseway.room.engine import host_proposals, permissions
from houseway.room.engine.live_round import round_id
from houseway.room.messages.story_lines import HIDDEN
from houseway.room.messages.view_types import (
    BankView,
    BetsView,
    BuyInView,
    FloorCall,
    LobbyLine,
    NextRound,
    PaymentView,
    PublicState,
    RailView,
    SeatView,
    TableView,
)
from houseway.room.regimes import banked
from houseway.room.regimes.lookup import regime_of
from houseway.room.views.posted_card import buttons, pack_in_play, posted_card
from houseway.table.reports.result import (
    PaymentResult,
    action_result,
    fee_results,
    payment_result,
    prize_results,
    transfer_results,
)
from houseway.table.reports.view import Counts


def public(context: TableContext, now: int) -> PublicState:
    """Returns the table as everybody sees it at `now`."""
    felt = felt_part(context) if context.round is not None else {}
    return PublicState(**table_part(context), **felt, **clock_part(context, now))


def table_part(context: TableContext) -> dict[str, Any]:
    """Returns the players, the bank, the button, the bets before the deal, and the commitments."""
    state, stacks = context.state, chip_moves.in_stacks(context)
    number = state.round
    after = state.commits.get(number + 1)
    pools = {name: meter.amount for name, meter in state.pools.items()}
    return {
        "phase": state.phase,
        "was": state.was,
        "round": number,
        "round_id": round_id(context) if state.running is not None else "",
        "seats": _seats(context, stacks),
        "rail": [
            RailView(player.person, player.name, stacks[player.person])
            for player in state.players.values()
            if not player.seats
        ],
        "bank": _bank(context),
        "offered": _offered(context),
        "button": _button(context),
        "bets": state.bets,
        "requests": deal_requests.standing(context),
        "pools": pools if context.round is None else dict(context.round.felt.pools) or pools,
        "commit": state.commits.get(number, ""),
        "next": None if after is None else NextRound(number + 1, after),
        "fair": state.fair,
        "quiet": "" in state.muted,
        "proposal": host_proposals.pending_view(context),
        "pack": pack_in_play(context),
        "buttons": buttons(context),
    }


def _seats(context: TableContext, stacks: Mapping[str, int]) -> list[SeatView]:
    state = context.state
    rows = []
    for seat, person in state.seats.items():
        player = state.players[person]
        away, missed = player.away or player.lost is not None, regime_of(context).missed_blinds(context, seat)
        stack, coming = stacks[person], 0 if context.sheet.regime.adds_in_hand else player.coming
        lost, yields = player.lost is not None, permissions.yields(context, seat)
        rows.append(
            SeatView(seat, person, player.name, stack, away, player.out, player.bot, missed, coming, lost, yields)
        )
    return rows


OF_FELT = (
    "step", "root", "action", "places", "cards", "counts", "pots", "dice", "payments", "fees", "jackpots",
    "transfers", "irregularities", "calls", "nets", "void",
)  # fmt: skip
"""Fields of `felt_part`. Without a round on the table each has its default."""


def felt_part(context: TableContext) -> dict[str, Any]:
    """Returns the round on the table: its cards, chips and payments."""
    round_, running = context.at_play()
    felt = round_.felt
    return {
        "step": running.step,
        "root": running.root,
        "action": None if felt.action is None else action_result(felt.action),
        "places": [
            BetsView(place.name, place.seat, dict(place.wagers), place.folded)
            for place in (*felt.everyone(), *([felt.bank] if felt.bank.wagers else []))
        ],
        "cards": {
            spot.name: " ".join([HIDDEN if card is None else text_of(card) for card in spot.seen_by("")])
            for spot in felt.spots.values()
            if spot.cards
        },
        "counts": Counts(*round_.card_counts()),
        "pots": dict(felt.pots) if round_.over else felt.pots | round_.cashier.picked_up,
        "dice": [list(faces) for faces in round_.rolls],
        "payments": [_payment(payment_result(paid)) for paid in round_.payments],
        "fees": fee_results(round_),
        "jackpots": prize_results(round_.prizes),
        "transfers": transfer_results(round_.transfers),
        "irregularities": list(round_.noted),
        "calls": [FloorCall(each.place, each.hand, each.clause) for each in felt.calls()],
        "nets": _nets(context) if round_.over else {},
        "void": round_.voided or None,
    }


def _nets(context: TableContext) -> dict[str, int]:
    """Returns what the round brought each person, by seat. A person with several hands has it at the first.

    A person who only bets behind others has it at that place: the seat's own number belongs to its player.
    """
    round_, running = context.round, context.state.running
    assert round_ is not None
    assert running is not None
    nets: dict[str, int] = {}
    told: set[str] = set()
    for place, person in sorted(running.persons.items(), key=lambda each: "." in each[0]):
        where = str(round_.felt.bank.seat) if place == banked.BANK else place
        if person not in told and where != "0":
            told.add(person)
            nets[where] = round_.ledger.balances.get(f"player {person}", 0)
    return nets


def _payment(paid: PaymentResult) -> PaymentView:
    return PaymentView(
        paid.place, paid.wager, paid.outcome, paid.odds, paid.staked, paid.due, paid.covered, paid.returned, paid.net,
        paid.commission, paid.clauses, paid.person,
    )  # fmt: skip


def _bank(context: TableContext) -> BankView | None:
    """Returns the bank of the round, or of the one that is bet on, with the chips that lie in it (6.5.14)."""
    state, sheet = context.state, context.sheet
    if not sheet.bankers:
        return None
    if context.round is not None:
        bank = context.round.felt.bank
        posted = 0 if bank.posted is not None and context.round.over else bank.posted
        return BankView(bank.seat, bank.person if bank.seat else "", posted, bank.turn)
    rotation = context.rotation
    if rotation is not None and rotation.banker is not None:
        return BankView(rotation.seat, rotation.banker, chip_moves.in_bank(context), rotation.turn)
    return BankView(0, "", None, 1) if state.phase == "betting" else None


def _offered(context: TableContext) -> int | None:
    rotation = context.rotation if context.state.phase == "offering" else None
    return None if rotation is None else rotation.offered


def _button(context: TableContext) -> int:
    if context.round is not None:
        return context.round.felt.button
    return regime_of(context).dealer_seat(context)


def _waiting(context: TableContext) -> list[str]:
    """Returns the places that the table waits for: for a decision, a bet, or a word about the bank."""
    state = context.state
    phase = state.was if state.phase == "paused" else state.phase
    if phase in ("playing", "closing"):
        return list(state.asked)
    if phase == "offering":
        offered = None if context.rotation is None else context.rotation.offered
        return [] if offered is None else [str(offered)]
    if phase in ("betting", "settled") or (phase == "waiting" and context.may_start):
        late = [player for player in context.able() if player.person not in state.ready]
        return [str(seat) for player in late if phase == "betting" or not player.bot for seat in player.seats[:1]]
    return []


def clock_part(context: TableContext, now: int) -> dict[str, Any]:
    """Returns the places that the table waits for and their deadlines.

    During a pause nobody has a deadline (6.5.23).
    """
    state = context.state
    waiting, due_ms, bank_ms = _waiting(context), {}, {}
    for place in waiting if state.phase != "paused" else ():
        asked = state.asked.get(place)
        due = state.due if asked is None else asked.due
        if due is not None:
            due_ms[place] = max(due - now, 0)
            if asked is not None and asked.bank_ms:
                bank_ms[place] = asked.bank_ms
    return {"waiting": waiting, "due_ms": due_ms, "bank_ms": bank_ms}


def table_view(context: TableContext) -> TableView:
    """Returns the part of a table that does not change from round to round: the game, options,
    limits, places and fees.
    """
    config, sheet = context.state.config, context.sheet
    return TableView(
        table=context.state.table,
        game=config.game,
        options=config.options,
        limits=[*sheet.shown_limits],
        positions=sheet.positions,
        seats=sheet.seats,
        pace=config.pace,
        buy_in=BuyInView(sheet.least_buy_in, sheet.most_buy_in, sheet.usual_buy_in),
        schedule=config.schedule,
        private=config.private,
        watch_delay=config.watch_delay,
        bots=config.bots,
        time=config.time,
        differs=sheet.differs or UNSET,
        hands=sheet.hands,
        hands_adjacent=sheet.hands > 1 and sheet.hands_adjacent,
        rail=sheet.bets_behind,
        posted=posted_card(sheet),
        structure=sheet.structure,
        terms=sheet.pay_terms or UNSET,
        bots_stay_out=(config.bots > 0 and sheet.bots_stay_out) or UNSET,
    )


def lobby_line(context: TableContext) -> LobbyLine:
    """Returns the table as the lobby lists it: the game, the limits, and the number of players."""
    state, sheet = context.state, context.sheet
    people = state.people()
    return LobbyLine(
        table=state.table,
        game=state.config.game,
        phase=state.phase,
        round=state.round,
        seats=sheet.seats,
        people=len(people),
        bots=len(state.players) - len(people),
        names=[player.name for player in people],
        limits=[*sheet.shown_limits],
        pace=state.config.pace,
        private=state.config.private,
        calls=0 if context.round is None else len(context.round.felt.notices),
    )
