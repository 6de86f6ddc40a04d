"""Private state: the cards, questions and offers of one person, and their places at the table (6.3, 6.5)."""

from msgspec import UNSET

from houseway.cards import text_of_cards
from houseway.room.core import chip_moves, deal_requests
from houseway.room.core.context import TableContext
from houseway.room.engine import host_proposals, opening_bets, permissions
from houseway.room.messages.view_types import (
    BankOffer,
    Mine,
    You,
)
from houseway.room.regimes import banked
from houseway.room.views.ask_views import ask_view
from houseway.room.views.hand_names import COMMON, HandWords, hand_named
from houseway.room.views.own_result import own_result
from houseway.table.round import Round

Named = tuple[HandWords, HandWords]
"""The words for a hand, and for the low hand of the same cards."""


def private(context: TableContext, person: str) -> Mine:
    """Returns the cards that the person may see, and the questions and offers that they may answer."""
    mine = Mine()
    player = context.state.players.get(person)
    if player is None:
        return mine
    mine.bets = opening_bets.offers(context, player)
    may = permissions.may_bank(context, player)
    if may:
        agrees = context.sheet.pay_terms or UNSET if "take" in may else UNSET
        mine.bank = BankOffer(may, context.sheet.least_bank, banked.most_stake(context, player), agrees)
    mine.bank_barred = banked.barred_after(context, player)
    mine.ready = permissions.may_be_ready(context, player)
    mine.agree = host_proposals.may_agree(context, person)
    mine.requests = deal_requests.open_to(context, player)
    _add_places(context, person, mine)
    return mine


def _add_places(context: TableContext, person: str, mine: Mine) -> None:
    """Adds the cards, hand names, questions and openings of the person's places in the round."""
    round_, running = context.round, context.state.running
    if round_ is None or running is None:
        return
    places = {name for name, who in running.persons.items() if who == person}
    for spot in round_.felt.spots.values():
        if spot.cards and spot.viewers & places:
            mine.cards[spot.name] = text_of_cards(spot.cards)
    named = _hands(context, round_, mine.cards)
    if round_.over and places:
        named |= _laid_open(context, round_)
    mine.hands = {spot: hand.says for spot, (hand, _) in named.items() if hand.says}
    mine.lows = {spot: low.says for spot, (_, low) in named.items() if low.says}
    mine.hand_names = {spot: hand.name for spot, (hand, _) in named.items() if hand.name}
    mine.low_names = {spot: low.name for spot, (_, low) in named.items() if low.name}
    if context.in_play and context.state.phase != "paused":
        for ask in round_.asks():
            if ask.place.name in places:
                mine.asks.append(ask_view(context, round_, ask))
        if round_.revocable in places:
            mine.take_back = [round_.revocable]
    if round_.over and places:
        mine.openings = context.openings(places)
    if round_.over:
        mine.result = own_result(round_, person)


def _laid_open(context: TableContext, round_: Round) -> dict[str, Named]:
    """Returns the names of the hands that lie open after the round. Cached for the round."""
    known = context.notes()
    if "open" not in known:
        spots = [each for each in round_.felt.spots.values() if each.viewers or each.name.startswith(banked.BANK)]
        shown = [each for each in spots if each.cards and None not in each.seen_by("")]
        known["open"] = _hands(context, round_, {each.name: text_of_cards(each.cards) for each in shown})
    named: dict[str, Named] = known["open"]
    return named


def _hands(context: TableContext, round_: Round, cards: dict[str, str]) -> dict[str, Named]:
    """Returns the names of the hands at these spots. Cached while the same cards lie there."""
    known, spots, named = context.notes(), round_.felt.spots, {}
    common = tuple([tuple(spots[name].seen_by("")) for name in COMMON if name in spots])
    for spot, text in cards.items():
        lie = ("hand", spot, text, common)
        if lie not in known:
            known[lie] = hand_named(round_, spot)
        named[spot] = known[lie]
    return named


def you(context: TableContext, person: str, name: str = "") -> You:
    """Returns the person's part of the welcome: the places that they may decide for, and their chips beside the
    circles.
    """
    state = context.state
    player = state.players.get(person)
    if player is None:
        return You(person, name, [], 0)
    places = [str(seat) for seat in player.seats]
    if context.banks(person) and not context.in_play:
        places.append(banked.BANK)
    bets = [place for place, who in state.bettors.items() if who == person]
    running = [] if state.running is None else [name for name, who in state.running.persons.items() if who == person]
    return You(
        person, player.name, list(dict.fromkeys([*places, *bets, *running])), chip_moves.in_stacks(context)[person]
    )
