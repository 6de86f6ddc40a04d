"""The history of a round for one viewer: everything that happened, in order, as lines for a story.

Histories are built by permission, like views: a card that the viewer never saw there is None.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from houseway.cards import text_of, texts_of
from houseway.script import Action, Answer, Move, Notice, Turn
from houseway.table.chips.bank import Payment
from houseway.table.chips.ledger import Entry
from houseway.table.reports.result import ActionResult, PaymentResult, action_result, payment_result
from houseway.table.round import Call, Event, Round
from houseway.table.setup import Decision, decision_of


class Happening(Struct, tag_field="k"):
    """One thing that happened at the table. `k` is its kind."""


class Dealt(Happening, tag="dealt", omit_defaults=True):
    """The dealer dealt cards to a spot. Before that, `shuffled` cards went back into the shoe."""

    spot: str
    cards: list[str | None]
    shuffled: int = 0


class Rolled(Happening, tag="rolled"):
    dice: list[int]


class Decided(Happening, tag="decided"):
    """A place decided. The decision is None while it is the place's secret."""

    place: str
    decision: Decision | None


class Moved(Happening, tag="moved", omit_defaults=True, rename={"source": "from", "target": "to"}):
    """Cards moved from one spot to another, or to the `shoe` to be shuffled.

    `at` holds their indexes in the spot that they left, if the viewer saw them there. `into` holds their new indexes,
    if they did not go on top.
    """

    source: str
    target: str
    cards: list[str | None]
    at: list[int] = []
    into: list[int] = []


class Turned(Happening, tag="turned", omit_defaults=True):
    """The dealer turned cards of a spot face up, or face down if `up` is False."""

    spot: str
    indexes: list[int]
    cards: list[str]
    up: bool = True


class Chips(Happening, tag="chips", rename={"source": "from", "target": "to"}):
    """Chips moved between accounts, such as `player Ana`, `circle 3 ante`, `pot main pot`, `bank` or `box`."""

    source: str
    target: str
    cents: int
    clause: str


class Paid(Happening, tag="paid"):
    """A wager was settled. Its chips have moved."""

    payment: PaymentResult


class Button(Happening, tag="button"):
    """The dealer placed the action button."""

    action: ActionResult


class Called(Happening, tag="called"):
    """The floor called an irregularity, or voided the round for a `reason` of its own."""

    kind: str
    clause: str
    void: bool
    reason: str = ""


class Noticed(Happening, tag="noticed"):
    """The dealer called the floor person about the hand of a place."""

    words: str
    place: str
    hand: str
    clause: str


AnyHappening = Dealt | Rolled | Decided | Moved | Turned | Chips | Paid | Button | Called | Noticed


def history(round_: Round, viewer: str | None, since: int = 0) -> list[AnyHappening]:
    """Returns what happened after the first `since` items, as that place may know it.

    A viewer of None knows everything. `view(..).happened` counts the items at the time of a view.
    """
    return [_RENDERERS[type(each)](round_, viewer, each) for each in round_.felt.log[since:]]


def shown(round_: Round, index: int, viewer: str | None) -> AnyHappening:
    """Returns the item with that index, as the place may know it."""
    each = round_.felt.log[index]
    return _RENDERERS[type(each)](round_, viewer, each)


def knowing(round_: Round, index: int) -> frozenset[str]:
    """Returns the places that may know more of the item with that index than everybody does."""
    each = round_.felt.log[index]
    if isinstance(each, Event):
        if isinstance(each.given, Answer):
            return frozenset((each.to,) if each.secret else ())
        spot = round_.felt.spots.get(each.to)
        return frozenset() if spot is None else frozenset(spot.viewers)
    if isinstance(each, Move):
        source = round_.felt.spots.get(each.source)
        return frozenset(each.viewers) | (frozenset() if source is None else frozenset(source.viewers))
    return frozenset()


def _event(round_: Round, viewer: str | None, event: Event) -> AnyHappening:
    given = event.given
    if isinstance(given, Answer):
        hidden = viewer not in (None, event.to) and round_.is_secret(event)
        return Decided(event.to, None if hidden else decision_of(given))
    if event.to == "dice":
        return Rolled(list(given))
    spot = round_.felt.spots.get(event.to)
    cards: list[str | None] = [*texts_of(given)]
    if viewer is not None and (spot is None or viewer not in spot.viewers):
        cards = [card if index in event.up else None for index, card in enumerate(cards)]
    return Dealt(event.to, cards, event.shuffled)


def _move(round_: Round, viewer: str | None, move: Move) -> Moved:
    mine = viewer is None or viewer in move.viewers
    seen = zip(move.cards, move.lay_up, move.up, strict=True)
    cards = [text_of(card) if mine or before or after else None for card, before, after in seen]
    source = round_.felt.spots.get(move.source)
    saw = viewer is None or (source is not None and viewer in source.viewers) or all(move.lay_up)
    return Moved(move.source, move.target, cards, list(move.indexes) if saw else [], list(move.into))


def _turn(_round: Round, _viewer: str | None, turn: Turn) -> Turned:
    return Turned(turn.spot, list(turn.indexes), texts_of(turn.cards), turn.up)


def _chips(_round: Round, _viewer: str | None, entry: Entry) -> Chips:
    return Chips(entry.source, entry.target, entry.cents, entry.clause)


def _paid(_round: Round, _viewer: str | None, payment: Payment) -> Paid:
    return Paid(payment_result(payment))


def _button(_round: Round, _viewer: str | None, action: Action) -> Button:
    return Button(action_result(action))


def _called(_round: Round, _viewer: str | None, call: Call) -> Called:
    return Called(call.kind, call.clause, call.void, call.reason)


def _noticed(_round: Round, _viewer: str | None, notice: Notice) -> Noticed:
    return Noticed(notice.words, notice.place, notice.hand, notice.clause)


_RENDERERS: Final[dict[type, Callable[[Round, str | None, Any], AnyHappening]]] = {
    Event: _event,
    Move: _move,
    Turn: _turn,
    Entry: _chips,
    Payment: _paid,
    Action: _button,
    Call: _called,
    Notice: _noticed,
}
