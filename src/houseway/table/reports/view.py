"""The view of one person at the table. It is built, never stripped: a card is copied in only by permission."""

from typing import Any

from msgspec import Struct

from houseway.cards import text_of
from houseway.script import Ask, Deal, Place, Roll
from houseway.table.reports.result import (
    ActionResult,
    FeeResult,
    PaymentResult,
    PrizeResult,
    TransferResult,
    UndoneResult,
    action_result,
    fee_results,
    payment_result,
    prize_results,
    transfer_results,
    undone_result,
)
from houseway.table.round import Round
from houseway.table.setup import Decision, decision_of
from houseway.table.table_terms import posted_limits

SPECTATOR = ""


class ChoiceView(Struct, omit_defaults=True):
    """A choice that the viewer has now, with the amounts, cards or piles of cards that it takes."""

    name: str
    clause: str
    circle: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    pick: list[str] | None = None
    least: int = 0
    most: int = 0
    piles: list[list[str]] | None = None
    usual: int = 0


class PlaceView(Struct, omit_defaults=True):
    """A betting place. All of it lies open on the felt."""

    name: str
    seat: int
    circle: int
    player: str
    wagers: dict[str, int]
    folded: bool = False
    stack: int | None = None


class Counts(Struct):
    """Counts of hidden cards: the `stock` left to deal, the whole `shoe`, and the discard `tray` of earlier rounds."""

    stock: int
    shoe: int
    tray: int = 0


class View(Struct, kw_only=True):
    """One viewer's table.

    A card in `cards` is None if it lies face down. `waiting` lists whom or what the round waits for. `offers` lists
    whole answers that would be accepted, for questions whose answers must be composed. `revocable` says that the viewer
    may take back the last decision. `button` is the seat with the dealer's marker. `about` maps a place with several
    hands to the spot that it decides on. `options` and `limits` are as posted, and `pack` is the pack in play.
    Payments, fees, prizes (`jackpots`) and transfers are those made so far, as in `result`. `action` is the action
    button. `happened` counts the items of `history`. `made` counts each place's public decisions by choice.
    """

    game: str
    viewer: str
    round: int
    bank: PlaceView
    places: list[PlaceView]
    cards: dict[str, list[str | None]]
    waiting: list[str]
    choices: list[ChoiceView]
    default: Decision | None
    payments: list[PaymentResult]
    over: bool
    happened: int
    counts: Counts
    pack: str
    limits: tuple[int, int | None]
    action: ActionResult | None = None
    fees: list[FeeResult] = []
    jackpots: list[PrizeResult] = []
    transfers: list[TransferResult] = []
    pools: dict[str, int] = {}
    void: str | None = None
    undone: UndoneResult | None = None
    irregularities: list[str] = []
    made: dict[str, dict[str, int]] = {}
    offers: list[Decision] = []
    revocable: bool = False
    button: int = 0
    pots: dict[str, int] = {}
    about: dict[str, str] = {}
    dice: list[list[int]] = []
    options: dict[str, Any] = {}


def view(round_: Round, viewer: str) -> View:
    """Returns the table as the place of that name sees it: `"3"`, a backline bettor `"3.2"`, a spectator `""`."""
    felt = round_.felt
    bank = felt.bank
    mine = next((ask for ask in round_.asks() if ask.place.name == viewer), None)
    posted = {} if bank.posted is None else {"bank": bank.posted, **bank.wagers}
    return View(
        game=round_.game.id,
        viewer=viewer,
        round=felt.number,
        bank=PlaceView(bank.name, bank.seat, 0, bank.player, posted),
        places=[_place(place) for place in felt.everyone()],
        cards={
            spot.name: [None if card is None else text_of(card) for card in spot.seen_by(viewer)]
            for spot in felt.spots.values()
            if spot.cards
        },
        waiting=_waiting(round_),
        choices=[] if mine is None else _choices(mine),
        default=None if mine is None else decision_of(mine.default),
        payments=[payment_result(paid) for paid in round_.payments],
        over=round_.over,
        happened=len(felt.log),
        counts=Counts(*round_.card_counts()),
        pack=round_.pack,
        limits=posted_limits(round_.setup, round_.schedule),
        action=None if felt.action is None else action_result(felt.action),
        fees=fee_results(round_),
        jackpots=prize_results(round_.prizes),
        transfers=transfer_results(round_.transfers),
        pools=dict(felt.pools),
        void=round_.voided or None,
        undone=None if round_.undone is None else undone_result(round_.undone),
        irregularities=list(round_.noted),
        made={place: dict(made) for place, made in round_.made().items()},
        offers=[] if mine is None or mine.offers is None else [decision_of(answer) for answer in mine.offers()],
        revocable=viewer != "" and round_.revocable == viewer and not round_.over,
        button=felt.button,
        pots=dict(felt.pots),
        about={ask.place.name: ask.about for ask in round_.asks() if ask.about},
        dice=[list(faces) for faces in round_.rolls],
        options=dict(round_.rules.options),
    )


def _place(place: Place) -> PlaceView:
    return PlaceView(place.name, place.seat, place.circle, place.player, dict(place.wagers), place.folded, place.stack)


def _choices(ask: Ask) -> list[ChoiceView]:
    return [
        ChoiceView(
            choice.name, choice.clause, choice.circle, choice.low, choice.high, choice.step,
            None if choice.pick is None else [text_of(card) for card in choice.pick], choice.least, choice.most,
            None if choice.piles is None else [[text_of(card) for card in pile] for pile in choice.piles],
            choice.usual,
        )
        for choice in ask.choices
    ]  # fmt: skip


def _waiting(round_: Round) -> list[str]:
    request = round_.request
    if isinstance(request, Deal):
        return ["deal"]
    if isinstance(request, Roll):
        return ["dice"]
    return [ask.place.name for ask in round_.asks()]
