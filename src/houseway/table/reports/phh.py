"""Hand histories in PHH, the poker hand history format, for the games that PHH covers.

Amounts are whole dollars, as at the table. PHH numbers players from the small blind, or with two players from the big
blind, which is the order of our deal. PHH has no fee of the button, so the button's stack starts without it.
"""

import json
from typing import Final

from houseway.cards import Cards, text_of
from houseway.rulebook import Schedule
from houseway.script import Answer, Cents, Place, Refusal
from houseway.table.round import Round

DOLLAR: Cents = 100
RAISES: Final = frozenset(("bet", "raise", "complete"))


def phh_text(round_: Round) -> str:
    """Returns the hand as a PHH file. Raises Refusal for a game or a hand that PHH cannot express."""
    code, felt = _variant(round_), round_.felt
    players = felt.clockwise(felt.button + 1)
    posted = [_posted(round_, place, len(players)) for place in players]
    fields: list[tuple[str, object]] = [
        ("variant", code),
        ("ante_trimming_status", not any(dead for _, dead in posted)),
        ("antes", [_dollars(dead) for _, dead in posted]),
        ("blinds_or_straddles", [_dollars(live) for live, _ in (posted[::-1] if len(players) == 2 else posted)]),
        *_sizes(round_),
        ("starting_stacks", [_dollars(_start(round_, place)) for place in players]),
        ("actions", _actions(round_, players, posted)),
        ("players", [place.player for place in players]),
        ("seats", [place.seat for place in players]),
        ("seat_count", felt.positions),
        ("hand", round_.setup.round),
        ("currency", "USD"),
    ]
    if round_.over:
        fields.append(("finishing_stacks", [_dollars(_end(round_, place)) for place in players]))
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields)


def _variant(round_: Round) -> str:
    banked, schedule = bool(round_.rules.game.bankers), round_.schedule
    code = "" if banked or schedule is None else round_.game.phh(round_.rules.options, schedule.limits.structure)
    if not code or round_.felt.options.get("fee_source") == "pot":
        raise Refusal("phh", "PHH has no code for {game} as this table plays it", facts={"game": round_.game.id})
    if any(fee.amount < 0 for fee in round_.fees):
        raise Refusal("phh", "PHH cannot tell a fee that an earlier deal left and this hand handed back")
    if round_.felt.incidents or round_.voided:
        raise Refusal("phh", "PHH cannot tell a hand with a dealing error or a void one")
    return code


def _schedule(round_: Round) -> Schedule:
    assert round_.schedule is not None, "poker without a schedule has no code"
    return round_.schedule


def _sizes(round_: Round) -> list[tuple[str, object]]:
    limits = _schedule(round_).limits
    if limits.structure == "no-limit":
        return [("min_bet", limits.big_blind_usd)]
    return [("small_bet", limits.lower_limit_usd), ("big_bet", limits.higher_limit_usd)]


def _posted(round_: Round, place: Place, players: int) -> tuple[Cents, Cents]:
    """Returns the live and the dead amount that a player had to post: a blind, or the price of coming in.

    Both are in full even if he had less. PHH writes a live post as a negative number.
    """
    felt, limits = round_.felt, _schedule(round_).limits
    small, big = (limits.small_blind_usd or 0) * DOLLAR, (limits.big_blind_usd or 0) * DOLLAR
    seats = [other.seat for other in felt.clockwise(felt.button + 1)]
    blinds = felt.blinds or dict(zip(("small", "big"), seats[::-1] if players == 2 else seats, strict=False))
    if place.seat == blinds["big"]:
        return big, 0
    if place.seat == blinds["small"]:
        return small, 0
    missed = {"": 0, "newcomer": big, "small": small, "big": big, "both": small + big}[place.enters]
    return -min(missed, big), max(missed - big, 0)


def _start(round_: Round, place: Place) -> Cents:
    """Returns the stack before the blinds, without the fee of the hand."""
    (seat,) = [seat for seat in round_.setup.seats if seat.seat == place.seat]
    if seat.stack is None:
        raise Refusal("phh", "PHH needs every stack, and {place} has none written", "", "", {"place": place.title})
    fee = 0 if round_.setup.fee_carried else _schedule(round_).fee()
    paid = any(fee_.payer == place.name for fee_ in round_.fees)
    return seat.stack - (fee if paid else 0)


def _end(round_: Round, place: Place) -> Cents:
    net = sum(paid.net for paid in round_.payments if paid.place is place)
    return _start(round_, place) + net


def _actions(round_: Round, players: list[Place], posted: list[tuple[Cents, Cents]]) -> list[str]:
    """Returns the cards and decisions as PHH actions. Hole cards come hand by hand, once all are dealt."""
    number = {place.name: index for index, place in enumerate(players, 1)}
    bets: dict[str, Cents] = {}
    for place, (live, dead) in zip(players, posted, strict=True):
        stack = _start(round_, place)
        bets[place.name] = min(abs(live), stack - min(dead, stack))
    rows: list[str] = []
    for event in round_.events:
        if isinstance(event.given, Answer):
            if not rows:
                rows = [f"d dh p{number[place.name]} {_cards(place.cards)}" for place in players]
            rows += _decision(round_, event.to, event.given, number, bets)
        elif event.to == "board":
            if not rows:
                rows = [f"d dh p{number[place.name]} {_cards(place.cards)}" for place in players]
            rows.append(f"d db {_cards(event.given)}")
            bets = {}
    return _with_exposed(round_, players, rows)


def _with_exposed(round_: Round, players: list[Place], rows: list[str]) -> list[str]:
    """Adds the hands that were exposed because nobody could bet any more, before the rest of the board.

    The last player to raise in the last betting round comes first, or its opener if nobody raised.
    """
    told = {row.split()[0] for row in rows if " sm" in row}
    shown = [place for place in players if place.name in round_.felt.turned]
    if told or not shown:
        return rows
    last = max(index for index, row in enumerate(rows) if row.startswith(("p", "d dh")))
    street = max((index for index, row in enumerate(rows[:last]) if row.startswith("d db")), default=-1)
    raisers = [int(row.split()[0][1:]) for row in rows[street + 1 : last + 1] if " cbr " in row]
    opener = 1 if street >= 0 else 3 if len(players) > 2 else 2
    first = (raisers[-1] if raisers else opener) - 1
    order = players[first:] + players[:first]
    lines = [f"p{players.index(place) + 1} sm {_cards(place.cards)}" for place in order if place in shown]
    return rows[: last + 1] + lines + rows[last + 1 :]


def _decision(round_: Round, name: str, answer: Answer, number: dict[str, int], bets: dict[str, Cents]) -> list[str]:
    player = f"p{number[name]}"
    if answer.amount is not None:
        bets[name] = bets.get(name, 0) + answer.amount
    if answer.choice == "fold":
        return [f"{player} f"]
    if answer.choice in RAISES:
        return [f"{player} cbr {_dollars(bets[name])}"]
    if answer.choice in ("check", "call"):
        return [f"{player} cc"]
    if answer.choice == "muck":
        return [f"{player} sm"]
    place = next(place for place in round_.felt.places if place.name == name)
    return [f"{player} sm {_cards(place.cards)}"]


def _cards(cards: Cards) -> str:
    return "".join(text_of(card) for card in cards)


def _dollars(cents: Cents) -> int:
    if cents % DOLLAR:
        raise Refusal("phh", "PHH is told in whole dollars: {cents:money} is none", "", "", {"cents": cents})
    return cents // DOLLAR


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # the escape that TOML wants
    return str(value)
