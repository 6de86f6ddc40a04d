"""Requests of a script to its table.

A script is a generator: it yields a request and receives the answer. Cards and dice come from outside, decisions from
the seats. The other requests make the table move chips. Nothing else reaches a game.
"""

from collections.abc import Generator
from typing import Any, Final, Literal, NamedTuple, TypeVar

from msgspec import Struct

from houseway.cards import Cards
from houseway.script.decisions import Ask, AskAll
from houseway.script.money import Cents
from houseway.script.places import Place, Spot

WHOLE: Final = "whole"
HIGH: Final = "high"
LOW: Final = "low"
OWN: Final = "own"


class Deal(Struct):
    """Deals `count` cards from the shoe to a spot. `show` holds the indexes of cards that land face up.

    `shuffled` are cards from the table that the dealer first mixes into the shoe. An `optional` deal may be answered by
    none.
    """

    count: int
    to: Spot
    show: tuple[int, ...] = ()
    shuffled: Cards = ()
    optional: bool = False


class Roll(Struct):
    """Rolls dice. The answer is a tuple of faces, each equally likely.

    By the clause `delivers` they say who receives what, by `starts` where settling starts.
    """

    dice: int
    faces: int = 6
    delivers: str = ""
    starts: str = ""


class Collect(Struct):
    """Collects the posted fees before any card is dealt (PD-24). There is no answer.

    If the game names the `payers` of a flat fee (FEE-20), each pays it in full, by these clauses.
    """

    payers: tuple[Place, ...] = ()
    clauses: tuple[str, ...] = ("FEE-20",)
    per: Literal["hand", "half-hour", "hour"] | None = None


class Settle(Struct):
    """Settles every claim and moves the chips, from seat `start`, clockwise or the other way.

    `tiers` are groups of circles, settled one tier after the other all round the table. Within a place the circles go
    in the order given here. A circle that is not named goes last, in the order of the claims; so do several of one
    name, such as `main` and `main/2`. A bank that covers all action is settled from seat `covered` instead, if the game
    names one. If `takes_first`, the dealer takes all losses before paying. That orders the chips only; the cover
    follows the order above (PD-46). If `forfeits_in_turn`, forfeits that were not charged yet take their turn among the
    others, even at a table that charges forfeits first.
    """

    start: int
    tiers: tuple[tuple[str, ...], ...]
    clockwise: bool = True
    covered: int | None = None
    takes_first: bool = False
    forfeits_in_turn: bool = False


class PickUp(Struct):
    """Picks up the wagers that were given up so far, before the cards decide the others (PD-45).

    The table holds them apart until their turn, or settles them now if it charges forfeits at once. Without `backline`
    it settles only those of seats now, and holds those behind seats apart (PD-55).
    """

    clause: str
    backline: bool = True


class HandBack(Struct):
    """Hands a wager without action back to its owner now. Its claim is settled in its turn."""

    place: Place
    wager: str
    clause: str


class Charge(Struct):
    """Charges a player, beside any wager, for the house: a commission on a whole round, or a time charge.

    With `pool` the cents go into that jackpot.
    """

    place: Place
    cents: Cents
    clauses: tuple[str, ...]
    pool: str = ""


class Transfer(Struct):
    """Moves cents from one player's stack to another's.

    A payer with less pays what he has. `cents` then holds the amount paid.
    """

    source: Place
    target: Place
    cents: Cents
    clauses: tuple[str, ...]


class Refund(Struct):
    """Returns a part of a collected fee to its payer."""

    place: Place
    cents: Cents
    clauses: tuple[str, ...]


class Post(Struct):
    """Puts a player's forced chips on a circle, such as a blind. They leave the stack like any wager."""

    place: Place
    circle: str
    cents: Cents
    clause: str


class Return(Struct):
    """Returns chips on a circle to their owner, because nobody can match them or he takes them back.

    At a table with a bank the payment's outcome is `taken-back`: nothing was staked, and no claim follows.
    """

    place: Place
    circle: str
    cents: Cents
    clause: str


class Gather(Struct):
    """Moves chips from a circle into pots, so many cents of each place into the pot of that name."""

    circle: str
    shares: list[tuple[str, Place, Cents]]
    clause: str


class Drop(Struct):
    """Drops cents of a pot into the box: a fee that no single player pays."""

    pot: str
    cents: Cents
    clauses: tuple[str, ...]


class Share(NamedTuple):
    """One player's share of a pot, with its clauses.

    `half` says what it is: the whole pot or a part of it, the high or low half or a part of that, or the player's own
    chips.
    """

    place: Place
    cents: Cents
    clauses: tuple[str, ...]
    half: str = WHOLE


class Award(Struct):
    """Awards a whole pot to its winners, each share with its clauses. `clauses` apply to everybody else.

    `apart` holds the clauses by which it is judged apart from other pots.
    """

    pot: str
    shares: list[Share]
    clauses: tuple[str, ...]
    apart: tuple[str, ...] = ()


class Prize(Struct):
    """Pays cents from a jackpot pool to a player."""

    place: Place
    pool: str
    cents: Cents
    clauses: tuple[str, ...]


Request = (
    Deal
    | Roll
    | Ask
    | AskAll
    | Collect
    | PickUp
    | HandBack
    | Settle
    | Charge
    | Refund
    | Transfer
    | Post
    | Return
    | Gather
    | Drop
    | Award
    | Prize
)
T = TypeVar("T")
Steps = Generator[Request, Any, T]
"""A part of a script and its return value. The type of each answer depends on the request."""
Script = Steps[None]
