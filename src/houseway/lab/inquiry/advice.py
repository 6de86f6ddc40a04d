"""Form of advice, and the input of a game's adviser."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from msgspec import Struct

from houseway.cards import Cards, cards_from
from houseway.lab.inquiry.question import Question
from houseway.roster import part
from houseway.script import Refusal
from houseway.table.reports.view import ChoiceView, View
from houseway.table.setup import Decision


class AdvisedOption(Struct, kw_only=True):
    """One answer that would be accepted: its expectation, and its cost against the best.

    Both are in units of the opening wager, and `cents` is the cost of the chips that lie there. `expectation` is None
    if it is unknown, as of a raise at poker. `says` puts a setting in words. `error` is the standard error of the cost,
    if the option was sampled alone.
    """

    decision: Decision
    expectation: float | None
    cost: float | None
    cents: float | None = None
    says: str = ""
    error: float | None = None


class Advice(Struct, kw_only=True):
    """All options, the best first. `exact` is False for sampled advice, whose costs have the `standard_error`.

    At poker `equity` is the share of the pot that the hand wins against random hands, and `pot_odds` the share that
    makes a call pay.
    """

    game: str
    place: str
    best: Decision
    options: list[AdvisedOption]
    unit: int
    exact: bool
    method: str
    standard_error: float = 0.0
    equity: float | None = None
    pot_odds: float | None = None
    notes: list[str] = []
    seconds: float = 0.0


class SeenView(NamedTuple):
    """A view with its cards read, and the table's rules."""

    view: View
    asked: Question

    def cards(self, spot: str) -> Cards:
        """Returns the cards of a spot that the viewer may see."""
        return cards_from(" ".join(card for card in self.view.cards.get(spot, ()) if card is not None))

    @property
    def mine(self) -> Cards:
        return self.cards(self.view.viewer)

    @property
    def everything(self) -> Cards:
        """Every card that the viewer may see, wherever it lies."""
        return tuple(card for spot in self.view.cards for card in self.cards(spot))

    @property
    def wagers(self) -> dict[str, int]:
        return next(place.wagers for place in self.view.places if place.name == self.view.viewer)

    def offers(self, name: str) -> bool:
        return any(choice.name == name for choice in self.view.choices)

    def choice(self, name: str) -> ChoiceView:
        return next(choice for choice in self.view.choices if choice.name == name)


class Adviser(Protocol):
    """A module that advises on one game, or on several that are alike."""

    def advised(self, seen: SeenView) -> Advice: ...

    def warmed(self, asked: Question) -> None: ...


def adviser_of(asked: Question) -> Adviser:
    """Returns the game's adviser. Raises Refusal if there is none."""
    if not asked.lab.advice:
        sentence = "nobody here can advise on {game} from a view alone: with its round, rounds are played out by bots"
        raise Refusal("no-advice", sentence, facts={"game": asked.game})
    found: Adviser = part(asked.lab.advice)
    return found


Worth = tuple[Decision, float, str]
"""A decision, its expectation in units, and words for it."""


def advice(
    seen: SeenView,
    worths: Iterable[Worth],
    unit: int,
    *,
    exact: bool,
    method: str,
    error: float = 0.0,
    notes: Iterable[str] = (),
) -> Advice:
    """Sorts the options and adds the cost of each."""
    ordered = sorted(worths, key=lambda row: -row[1])
    if not ordered:
        raise Refusal("no-advice", f"{seen.view.game}: nothing is known of what is offered now")
    most = ordered[0][1]
    return Advice(
        game=seen.view.game,
        place=seen.view.viewer,
        best=ordered[0][0],
        options=[
            AdvisedOption(
                decision=decision, expectation=worth, cost=most - worth, cents=(most - worth) * unit, says=says
            )
            for decision, worth, says in ordered
        ],
        unit=unit,
        exact=exact,
        method=method,
        standard_error=error,
        notes=list(notes),
    )
