"""The table as one seat sees it, and what the round came to: in eighty columns."""

from textwrap import wrap
from typing import Final

from houseway.cards import Cards, cards_from
from houseway.cli.output.answers import money
from houseway.cli.terminal_play.card_symbols import faces
from houseway.cli.terminal_play.local_table import PERSON, YOU
from houseway.cli.terminal_play.wager_names import wager_name
from houseway.rulebook import book
from houseway.script import TAKEN_BACK, WIN
from houseway.table import Payment, Round, View, view
from houseway.table.reports.view import PlaceView

HANDS: Final = ("hand", "high", "low", "front", "back", "total")
NOT_SHOWN: Final = ("burn", "muck", "out of play", "top of the stock")
TOP_ONLY: Final = ("discards",)


# -- the felt -----------------------------------------------------------------------------------------------------


def table_lines(round_: Round, viewer: str, width: int) -> list[str]:
    """Returns all that lies open to this seat: the bank, the board, and each place with its cards and chips."""
    seen = view(round_, viewer)
    rows: list[tuple[str, str, str]] = []
    if seen.bank.player:
        posted = seen.bank.wagers.get("bank")
        who = "You bank" if seen.bank.player == YOU else f"{_name(seen.bank.player)} banks"
        rows.append((who, _cards(seen, "bank"), "" if posted is None else money(posted)))
        rows += _parts(seen, "bank")
    names = {place.name for place in seen.places} | {"bank"}
    rows += [
        (spot, _cards(seen, spot), "") for spot in seen.cards if not _belongs(spot, names) and _is_shown(seen, spot)
    ]
    for place in seen.places:
        out = place.folded and place.name != viewer
        rows.append((_who(seen, place), "" if out else _cards(seen, place.name), _chips(seen, place)))
        rows += _parts(seen, place.name)
    rows += [(f"{pot}", "", money(cents)) for pot, cents in seen.pots.items() if cents]
    first = max(len(who) for who, _, _ in rows)
    second = max(len(cards) for _, cards, _ in rows)
    return [line for row in rows for line in _row(*row, first, second, width)]


def _parts(seen: View, place: str) -> list[tuple[str, str, str]]:
    """Returns a row for each hand or spread that lies beside a place's own cards."""
    return [(f"    {_part(spot, place)}", _cards(seen, spot), "") for spot in seen.cards if _of(spot, place)]


def _row(who: str, cards: str, chips: str, first: int, second: int, width: int) -> list[str]:
    """One place: name, cards, and the chips folded under each other where there are many."""
    room = max(width - first - second - 4, 20)
    parts = wrap(chips, room) or [""]
    lead = f"{who:<{first}}  {cards:<{second}}  "
    return [f"{lead if number == 0 else ' ' * len(lead)}{part}".rstrip() for number, part in enumerate(parts)]


def worth(round_: Round, viewer: str, spot: str = "") -> str:
    """Returns what the viewer's cards are called, with those of the board that lie open."""
    seen = view(round_, viewer)
    own = _visible(seen, spot or viewer)
    if not own:
        return ""
    try:
        ranked = round_.game.rank(own + _visible(seen, "board"), round_.rules)
    except ValueError:
        return ""
    named = {title: hand.says for title, hand in ranked.items() if hand.value}  # at 0 the cards are no hand
    told = [says for title, says in named.items() if title in HANDS]
    return "; ".join(told or [*named.values()][:1])  # the first is the headline


def _visible(seen: View, spot: str) -> Cards:
    return cards_from(" ".join(card for card in seen.cards.get(spot, ()) if card is not None))


def _name(player: str) -> str:
    return "The house" if player == "house" else player


def _who(seen: View, place: PlaceView) -> str:
    mark = "▸" if place.name == seen.viewer else " "
    button = " (button)" if seen.button and seen.button == place.seat else ""
    return f"{mark} {place.seat or ' '} {place.player}{button}"


def _chips(seen: View, place: PlaceView) -> str:
    on = [f"{wager_name(seen.game, name)} {money(cents)}" for name, cents in place.wagers.items() if cents]
    if place.folded:
        on.append("out of the hand" if _is_rummy(seen.game) else "folded")
    behind = f"({money(place.stack)} behind)" if place.stack is not None and not seen.bank.player else ""
    return f"{', '.join(on)} {behind}".strip()


def _is_rummy(game: str) -> bool:
    return book(game).game.family == "rummy"


def _cards(seen: View, spot: str) -> str:
    row = seen.cards.get(spot, [])
    if spot in TOP_ONLY and row:
        return f"{faces(row[-1:])}  ({len(row)} in all)" if len(row) > 1 else faces(row)
    if spot == seen.viewer and len(row) > 2:
        row = sorted(row, key=_order)
    return faces(row)


def _order(card: str | None) -> tuple[int, str]:
    ranks = "AKQJT98765432"
    return (ranks.find(card[0]) if card else 99, card[1:] if card else "")


def _belongs(spot: str, names: set[str]) -> bool:
    return spot in names or any(_of(spot, name) for name in names)


def _of(spot: str, place: str) -> bool:
    """Returns whether a spot is part of a place: `3 low`, a hand that was split off `3/2`, `spread 3.1`."""
    return spot.startswith((f"{place} ", f"{place}/", f"spread {place}."))


def _part(spot: str, place: str) -> str:
    if spot.startswith("spread "):
        return "spread"
    return f"hand {spot.partition('/')[2]}" if "/" in spot else spot.removeprefix(f"{place} ")


def _is_shown(seen: View, spot: str) -> bool:
    if spot in NOT_SHOWN or spot.startswith("draw "):
        return False
    return any(card is not None for card in seen.cards[spot]) or spot == "board"


# -- the end ------------------------------------------------------------------------------------------------------


def hand_at_end(round_: Round, viewer: str) -> str:
    """Returns a sentence on the viewer's hand, which somebody who folded has not shown.

    A hand that was surrendered or mucked at the showdown is told.
    """
    if any(place.name == viewer and place.folded for place in round_.felt.everyone()):
        if _is_rummy(round_.game.id):
            return "You were out of the hand."
        if "fold" in round_.made().get(viewer, {}):
            return "You folded."
    said = worth(round_, viewer)
    return f"You had {said}." if said else ""


def came_to(round_: Round) -> list[str]:
    """Returns the person's payments one by one, with fees, prizes and the clauses that say so."""
    banks = round_.felt.bank.player == YOU
    mine = [payment for payment in round_.payments if banks or payment.place.player == YOU]
    lines = [_paid(payment, wager_name(round_.game.id, payment.wager), banks) for payment in mine]
    for paid in round_.transfers:
        if paid.source.player == YOU:
            lines.append(f"You pay {paid.target.player} {money(paid.cents)}  {' '.join(paid.clauses)}")
        elif paid.target.player == YOU:
            lines.append(f"{paid.source.player} pays you {money(paid.cents)}  {' '.join(paid.clauses)}")
    lines += [f"fee: you pay {money(fee.amount)}  {' '.join(fee.clauses)}" for fee in round_.fees if fee.player == YOU]
    lines += [
        f"{prize.pool}: {prize.place.player} wins {money(prize.cents)}  {' '.join(prize.clauses)}"
        for prize in round_.prizes
    ]
    if round_.voided:
        lines.append(f"The round is void ({round_.voided}): every wager goes back.")
    return lines


def others_came_to(round_: Round) -> str:
    """Returns what everybody else won or lost, fees and all."""
    names = {place.person: place.player for place in (*round_.felt.everyone(), round_.felt.bank) if place.seat}
    nets = {names[who]: round_.ledger.balances.get(f"player {who}", 0) for who in names if who != PERSON}
    told = [f"{name} {signed(cents)}" for name, cents in nets.items() if cents]
    return ", ".join(told) + "." if told else ""


def _paid(payment: Payment, wager: str, banks: bool) -> str:
    who = f"{payment.place.player}'s {wager}" if banks else wager
    if payment.outcome is TAKEN_BACK:
        return f"{who} {money(payment.returned)} is taken back  {' '.join(payment.clauses)}"
    odds = f" at {payment.odds}" if payment.outcome == WIN and payment.odds.num else ""
    net = payment.net - payment.commission
    short = f" (the bank reached {money(payment.covered)} of {money(payment.due)})" * (payment.covered < payment.due)
    outcomes = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}
    said = outcomes.get(payment.outcome, payment.outcome)
    return f"{who} {money(payment.staked)} {said}{odds}: {signed(net)}{short}  {' '.join(payment.clauses)}"


def clauses_said(round_: Round) -> list[tuple[str, str]]:
    """Returns each clause that moved the person's chips, with what it says."""
    banks = round_.felt.bank.player == YOU
    cited: list[str] = []
    for payment in round_.payments:
        if banks or payment.place.player == YOU:
            cited += payment.clauses
    for paid in round_.transfers:
        if YOU in (paid.source.player, paid.target.player):
            cited += paid.clauses
    cited += [clause for fee in round_.fees if fee.player == YOU for clause in fee.clauses]
    return [(clause, round_.rules.clause(clause).rule) for clause in dict.fromkeys(cited)]


def signed(cents: int) -> str:
    return f"+{money(cents)}" if cents > 0 else money(cents)
