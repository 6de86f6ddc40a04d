"""A round as a document: how the table stood at 'No more bets', and every card, die and decision after it.

Answers are kept by who received or gave them. A script asks in an order of its own, so that the queues of each spot
and each seat say everything, and a person can write the document down from what lies on the table.
"""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from houseway.cards import Cards, cards_from, text_of_cards
from houseway.script import Answer, Incident, Refusal, Terms

VERSION = 1

Decision = str | dict[str, Any]


class BackerSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A backline bettor: the circle behind the seat (2 to 5) and the wagers on it, in cents."""

    circle: int
    player: str
    wagers: dict[str, int]
    stack: int | None = None


class SeatSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A seat in the round. `stack` is what the player has left beside the circles; unlimited where it is not said.

    `enters` is for somebody who was not dealt in before: a `newcomer`, or one who makes up the blinds that he missed,
    `small`, `big` or `both`.
    """

    seat: int
    player: str = ""
    wagers: dict[str, int] = {}
    backline: list[BackerSetup] = []
    stack: int | None = None
    enters: Literal["", "newcomer", "small", "big", "both"] = ""


class BankSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who banks, with what, and whether it is the first or the second hand of the turn. The house posts nothing."""

    seat: int = 0
    player: str = ""
    posted: int | None = None
    turn: int = 1


class LimitsSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The posted minimum and maximum of one wager, where no schedule sets them."""

    min: int = 1
    max: int | None = None


class Setup(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The table at 'No more bets'.

    `gone` are cards that earlier rounds took out of the shoe, `carried` what the game remembers of them, and `jackpots`
    what stands in each pool; `bonuses` are the terms that the room posts for its own. `button` is the seat with the
    dealer's marker in a game that nobody banks, and `time_due` says that a half hour or hour has begun, whose charge is
    taken with this hand. `blinds` names the seats of the `small` (0 for nobody) and the `big` one where they are not
    simply the first two left of the button, and `incidents` are dealing errors that the dealer put right.
    """

    houseway: int = VERSION
    game: str
    options: dict[str, Any] = {}
    pay: dict[str, dict[str, str]] = {}
    schedule: str | None = None
    fee_carried: bool = False
    limits: LimitsSetup | UnsetType = UNSET
    round: int = 1
    gone: str = ""
    carried: dict[str, Any] = {}
    jackpots: dict[str, int] = {}
    bonuses: dict[str, Terms] = {}
    button: int = 0
    time_due: bool = False
    blinds: dict[Literal["small", "big"], int] = {}
    incidents: list[Incident] = []
    bank: BankSetup | UnsetType = UNSET
    seats: list[SeatSetup] = []


class Document(Setup, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A set-up with its answers: cards by spot, decisions by place, dice in the order rolled.

    `seed` names the shuffle that the cards and dice came from, where a machine dealt them, so that all can verify it.
    """

    cards: dict[str, str] = {}
    dice: list[list[int]] = []
    decisions: dict[str, list[Decision]] = {}
    irregularities: list[str] = []
    seed: str | None = None

    def setup(self) -> Setup:
        return Setup(**{field: getattr(self, field) for field in Setup.__struct_fields__})


def document_text(document: Document) -> str:
    """The document as JSON that a person can read and edit; `document_from` reads it back to an equal one."""
    fields = {"houseway": VERSION, **msgspec.to_builtins(document)}
    return msgspec.json.format(msgspec.json.encode(fields), indent=2).decode()


def document_from(data: bytes | str) -> Document:
    """Reads a JSON document; a wrong one is refused with the place in it."""
    try:
        document = msgspec.json.decode(data, type=Document)
    except msgspec.ValidationError as error:
        raise _refused(error) from None
    except msgspec.DecodeError as error:
        raise Refusal("json", f"the document is not JSON: {error}") from None
    if document.houseway != VERSION:
        raise Refusal("version", f"version {document.houseway} is not known: this is version {VERSION}", "", "houseway")
    return document


def _refused(error: msgspec.ValidationError) -> Refusal:
    sentence, _, path = str(error).partition(" - at ")
    where = path.strip("`").removeprefix("$").removeprefix(".")
    return Refusal("document", sentence[:1].lower() + sentence[1:].replace("`", "'"), "", where)


def answer_from(decision: Decision) -> Answer:
    """`"fold"`, `{"play": 2500}` (cents), `{"set": "As Kd"}` (cards) or `{"spread": ["4h 4d 4c"]}` (piles of cards)."""
    if isinstance(decision, str):
        return Answer(decision)
    if len(decision) != 1:
        raise Refusal("decision", f"a decision has one choice, but {', '.join(decision) or 'none'} were given")
    ((choice, value),) = decision.items()
    if isinstance(value, str):
        return Answer(choice, cards=_cards(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return Answer(choice, amount=value)
    if isinstance(value, list) and all(isinstance(pile, str) for pile in value):
        return Answer(choice, piles=tuple(_cards(pile) for pile in value))
    raise Refusal("decision", f"{choice} takes cents or cards, but {value!r} was given")


def _cards(text: str) -> Cards:
    try:
        return cards_from(text)
    except ValueError as error:
        raise Refusal("card", str(error)) from None


def decision_of(answer: Answer) -> Decision:
    """What `answer_from` reads back to the same answer."""
    if answer.piles is not None:
        return {answer.choice: [text_of_cards(pile) for pile in answer.piles]}
    if answer.cards is not None:
        return {answer.choice: text_of_cards(answer.cards)}
    return answer.choice if answer.amount is None else {answer.choice: answer.amount}
