"""Questions of the dealer school, one function for each kind. The answer is what the rules did in the round.

Nothing here knows a game: payments, fees, pots, the action button and the house way give the answers.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from houseway.cards import Cards, text_of_cards
from houseway.room.review.replay import Kept, ReplayStep, steps_of
from houseway.room.views.hand_names import NOTHING, HandWords, called, named_as
from houseway.rulebook import book
from houseway.script import Place, Setting
from houseway.table import Round
from houseway.table.chips.bank import Payment
from houseway.table.chips.pots import PushedPot
from houseway.table.reports.result import action_result

OPTIONS: Final = 4
SHARED: Final = "shared"
SCHOOL: Final = Kept("school", "school", 1)


class SchoolOption(Struct, omit_defaults=True):
    """An answer to choose: its id, and the facts that the page shows of it."""

    id: str
    facts: dict[str, Any] = {}


class Asking(Struct):
    """A question in the making, with its answer and clauses, which stay on the server until somebody has answered.

    `hides` are fields of the state that would tell the answer. `unset` is the place whose hand is shown as one pile.
    `step` is the step of the replay that the question is about.
    """

    facts: dict[str, Any]
    answer: str | int
    clauses: tuple[str, ...]
    options: list[SchoolOption] = []
    hides: tuple[str, ...] = ()
    unset: str = ""
    step: ReplayStep | None = None


Pick = Callable[[int], int]
"""Returns a number below its argument, the same one for the same seed."""


def _who(place: Place) -> dict[str, Any]:
    return {"place": place.name, "seat": place.seat, "name": place.player}


def _one_of(found: Iterable[Payment], pick: Pick) -> Payment | None:
    """Returns one of the payments by chance, preferring those that a short bank did not cover."""
    listed = list(found)
    short = [each for each in listed if each.covered < each.due]
    return (short or listed)[pick(len(short or listed))] if listed else None


def _wager(payment: Payment) -> dict[str, Any]:
    return _who(payment.place) | {"wager": payment.wager, "cents": payment.staked}


def _outcome(round_: Round, pick: Pick) -> Asking | None:
    """Asks whether a wager wins, loses or pushes, or whether a short bank leaves it void."""
    if not round_.rules.game.bankers:
        return None
    paid = _one_of([each for each in round_.payments if each.staked], pick)
    if paid is None:
        return None
    words = ["win", "lose", "push"] + (["void"] if round_.felt.bank.posted is not None else [])
    options = [SchoolOption(each) for each in words]
    return Asking(_wager(paid), str(paid.outcome), tuple(paid.clauses), options)


def _paid(round_: Round, pick: Pick) -> Asking | None:
    """Asks what a winning wager is paid."""
    if not round_.rules.game.bankers:
        return None
    paid = _one_of([each for each in round_.payments if str(each.outcome) == "win" and each.covered], pick)
    return None if paid is None else Asking(_wager(paid), paid.covered, tuple(paid.clauses))


def _commission(round_: Round, pick: Pick) -> Asking | None:
    """Asks for the commission of a payment."""
    paid = _one_of([each for each in round_.payments if each.commission], pick)
    if paid is None:
        return None
    facts = _wager(paid) | {"won": paid.covered}
    return Asking(facts, paid.commission, (paid.commission_clause,) if paid.commission_clause else ())


def _fee(round_: Round, pick: Pick) -> Asking | None:
    """Asks for the fee that the posted schedule takes of this hand."""
    schedule = round_.schedule
    fees = [fee for fee in round_.fees if fee.amount and not fee.pool]
    if schedule is None or not fees:
        return None
    fee = fees[pick(len(fees))]
    rows = [[row.low_usd * 100, row.high_usd and row.high_usd * 100, row.fee_cents] for row in schedule.brackets]
    flat = [[row.per, row.when, row.fee_cents] for row in schedule.flat]
    facts = {"payer": fee.payer, "name": fee.player, "action": fee.action, "schedule": schedule.id, "rows": rows}
    facts |= {"flat": flat, "above": schedule.above_top_fee_cents}
    return Asking(facts, fee.amount, tuple(fee.clauses))


def _action(round_: Round, _pick: Pick) -> Asking | None:
    """Asks where settling starts, by the card or the dice that decide it."""
    action = round_.felt.action
    if action is None or action.by is None:
        return None
    told = action_result(action)
    seats = sorted({place.seat for place in round_.felt.places} | {action.seat})
    dice = "" if isinstance(action.by, int) else told.by
    facts = {"card": told.by if not dice else "", "dice": dice, "bank": round_.felt.bank.seat}
    options = [SchoolOption(str(seat), {"seat": seat, "name": _name_at(round_, seat)}) for seat in seats]
    return Asking(facts, str(action.seat), tuple(action.clauses), options, ("action",))


def _name_at(round_: Round, seat: int) -> str:
    places = [*round_.felt.places, round_.felt.bank]
    return next((place.player for place in places if place.seat == seat), "")


def bank_question(round_: Round, said: list[HandWords]) -> Asking | None:
    """Asks for the dealer's words about the bank's hand, such as that it qualifies."""
    says = bank_words(round_).says
    if not says:
        return None
    clauses = tuple(clause.id for clause in book(round_.game.id).clauses if clause.topic == "qualify")[:1]
    options = [SchoolOption(each.says, {"says": each.says} | _name("says_name", each)) for each in said]
    return Asking({"cards": text_of_cards(round_.felt.bank.cards)}, says, clauses, options)


def _name(key: str, hand: HandWords) -> dict[str, Any]:
    """Returns the name of a hand by key and facts as a fact of its own, or none."""
    return {} if hand.name is None else {key: hand.name}


def bank_words(round_: Round) -> HandWords:
    """Returns the dealer's words about the bank's hand, with the board if there is one; none if there are none."""
    board = round_.felt.spots.get("board")
    for cards in (round_.felt.bank.cards, round_.felt.bank.cards + (board.cards if board is not None else ())):
        try:
            hand = round_.game.rank(cards, round_.rules).get("bank")
        except ValueError:
            continue
        if hand is not None:
            return called(hand)
    return NOTHING


def _set(round_: Round, pick: Pick) -> Asking | None:
    """Asks how the house way sets a hand, among other settings that are not foul."""
    game, rules = round_.game, round_.rules
    if game.house_way is None or game.settings is None:
        return None
    for place in _rotated([*round_.felt.places, round_.felt.bank], pick):
        low = round_.felt.spots.get(f"{place.name} low")
        held = place.cards + (low.cards if low is not None else ())
        try:
            right = game.house_way(held, rules)
        except ValueError:
            continue
        told = (right.high_says, right.low_says)
        others = [each for each in game.settings(held, rules) if (each.high_says, each.low_says) != told]
        others.sort(key=lambda each: -len({*each.low} & {*right.low}))
        shown = _rotated([right, *others[: OPTIONS - 1]], pick)
        options = [_setting(each) for each in shown]
        answer = options[shown.index(right)].id
        facts = {"cards": _sorted(held)} | _who(place)
        return Asking(facts, answer, tuple(right.clauses), options, unset=place.name)
    return None


def _setting(setting: Setting) -> SchoolOption:
    high, low = _sorted(setting.high), _sorted(setting.low)
    facts = {"high": high, "low": low, "high_says": setting.high_says, "low_says": setting.low_says}
    facts |= _name("high_name", named_as(setting.high_says, setting.high_name))
    facts |= _name("low_name", named_as(setting.low_says, setting.low_name))
    return SchoolOption(f"{high} | {low}", facts)


def _sorted(cards: Cards) -> str:
    """Returns the cards by rank, so that their order tells nothing."""
    return text_of_cards(sorted(cards, reverse=True))


def _rotated(things: list[Any], pick: Pick) -> list[Any]:
    """Returns the same things rotated, so that another one comes first."""
    first = pick(len(things))
    return things[first:] + things[:first]


def _pot(round_: Round, pick: Pick) -> Asking | None:
    """Asks who wins a pot, among the players who showed a hand."""
    shown = [place for place in round_.felt.places if not place.folded and place.up]
    pots = [pot for pot in round_.pots if pot.shares and len(shown) > 1]
    if not pots:
        return None
    pot = pots[pick(len(pots))]
    winners = {share.place.name for share in pot.shares}
    options = [SchoolOption(place.name, _who(place)) for place in shown] + [SchoolOption(SHARED)]
    answer = SHARED if len(winners) > 1 else next(iter(winners))
    return Asking({"pot": pot.pot, "cents": pot.total}, answer, _clauses(pot), options)


def _clauses(pot: PushedPot) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for share in pot.shares for clause in share.clauses))


def _odd(round_: Round, _pick: Pick) -> Asking | None:
    """Asks who gets the odd chip of a divided pot."""
    for pot in round_.pots:
        most, least = _uneven(pot)
        if most is None or least is None:
            continue
        rows = [
            SchoolOption(f"{row.place.name} {row.half}", _who(row.place) | {"half": row.half}) for row in pot.shares
        ]
        return Asking({"pot": pot.pot, "cents": pot.total}, f"{most.place.name} {most.half}", tuple(most.clauses), rows)
    return None


def _uneven(pot: PushedPot) -> tuple[Any, Any]:
    """Returns the one share that is larger than the others by the odd chip, and one of those; None twice if there is
    none.
    """
    halves = [each for each in pot.shares if each.half in ("high", "low", "whole")]
    if len(halves) < 2 or len(halves) != len(pot.shares):
        return None, None
    sizes = sorted({each.cents for each in halves})
    if len(sizes) != 2 or sizes[1] - sizes[0] > sizes[0] // 2:
        return None, None
    largest = [each for each in halves if each.cents == sizes[1]]
    return (largest[0], halves[0]) if len(largest) == 1 else (None, None)


def _share(round_: Round, pick: Pick) -> Asking | None:
    """Asks what a player is pushed of a divided pot."""
    pots = [pot for pot in round_.pots if len({each.place.name for each in pot.shares}) > 1]
    if not pots:
        return None
    pot = pots[pick(len(pots))]
    place = pot.shares[pick(len(pot.shares))].place
    mine = [each for each in pot.shares if each.place is place]
    clauses = tuple(dict.fromkeys(clause for each in mine for clause in each.clauses))
    facts = _who(place) | {"pot": pot.pot, "cents": pot.total}
    return Asking(facts, sum(each.cents for each in mine), clauses)


def _transfer(round_: Round, pick: Pick) -> Asking | None:
    """Asks what one player pays another for cards that were just laid down."""
    steps = steps_of(round_, SCHOOL, "").steps
    found = [two for two in pairwise(steps) if len(two[1].state.transfers) > len(two[0].state.transfers)]
    if not found:
        return None
    before, after = found[pick(len(found))]
    fresh = after.state.transfers[len(before.state.transfers) :]
    paid = fresh[pick(len(fresh))]
    cents = sum(each.amount for each in fresh if (each.source, each.target) == (paid.source, paid.target))
    facts = {"from": paid.source, "payer": _name_at(round_, paid.source)}
    facts |= {"to": paid.target, "name": _name_at(round_, paid.target)}
    return Asking(facts, cents, tuple(paid.clauses), step=after)


KINDS: Final[Mapping[str, Callable[[Round, Pick], Asking | None] | None]] = {
    "bank": None,
    "outcome": _outcome,
    "paid": _paid,
    "action": _action,
    "set": _set,
    "pot": _pot,
    "odd": _odd,
    "share": _share,
    "fee": _fee,
    "commission": _commission,
    "transfer": _transfer,
}
"""Every kind of question, in the order in which the school asks them.

The bank's question is None: it needs all rounds.
"""
