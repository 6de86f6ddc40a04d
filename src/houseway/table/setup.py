"""A round as a document: the table at 'No more bets', and every card, die and decision after it.

Answers are kept by the spot or place that received or gave them. A script asks in an order of its own, so these queues
say everything, and a person can write the document from what lies on the table.
"""

from codecs import BOM_UTF8
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from houseway.cards import Cards, are_cards, cards_from, text_of_cards
from houseway.script import Answer, Ask, Incident, Refusal, Terms
from houseway.script.money import MOST_CENTS
from houseway.table.duplicate_keys import first_duplicate

VERSION = 1
MOST: Final = MOST_CENTS
"""Largest amount, in cents, in a document that a person writes."""
NO_MONEY = frozenset(("houseway", "rules", "round", "seat", "circle", "turn", "fair"))
"""Fields with numbers that have bounds of their own."""

Decision = str | dict[str, Any]


class BackerSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A backline bettor: the circle behind the seat (2 to 5) and the wagers on it, in cents; otherwise as a seat."""

    circle: int
    player: str
    wagers: dict[str, int]
    stack: int | None = None
    person: str = ""


class SeatSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A seat in the round. `stack` is what the player has left beside the circles; None is unlimited.

    `player` is a displayed name, which others may share. `person` identifies the player, if it differs from the name.
    One person has one stack for all his places, given at any of them. `enters` is for a player who was not dealt in
    before: a `newcomer`, or one who makes up missed blinds, `small`, `big` or `both`.
    """

    seat: int
    player: str = ""
    wagers: dict[str, int] = {}
    backline: list[BackerSetup] = []
    stack: int | None = None
    enters: Literal["", "newcomer", "small", "big", "both"] = ""
    person: str = ""


class BankSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The banker, the posted amount, and the hand of the turn, first or second. The house posts nothing.

    `wagers` are the banker's own, on circles that the house pays and collects. `stack` is what the holder has left
    beside the bank, for the fee; None is unlimited.
    """

    seat: int = 0
    player: str = ""
    posted: int | None = None
    turn: int = 1
    wagers: dict[str, int] = {}
    stack: int | None = None
    person: str = ""


class LimitsSetup(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The posted minimum and maximum of one wager, for a table whose schedule sets none."""

    min: int = 1
    max: int | None = None


class Setup(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The table at 'No more bets'.

    `gone` lists cards that earlier rounds took from the shoe. `carried` is the game's memory of them, and `jackpots`
    the amount of each pool. `bonuses` are the room's posted terms. `button` is the seat with the dealer's marker in a
    game without a bank. `time_due` says that a time charge is taken with this hand. `blinds` names the seats of the
    `small` blind (0 for nobody) and the `big` one, if they are not the first two left of the button. `incidents` are
    dealing errors that the dealer corrected. `rules` holds the versions of the rule files that a room dealt it under; a
    file not named was in its first. Without `rules`, those in force apply. `fee_carried` marks the redeal of a void
    hand. `fees_paid` holds each person's payment for that hand, by `box` or pool, which is credited to that person
    alone (PD-33). Without `fees_paid` the redeal costs no fee, as in documents from before it was kept.
    """

    houseway: int = VERSION
    game: str
    rules: dict[str, int] | None = None
    options: dict[str, Any] = {}
    pay: dict[str, dict[str, str]] = {}
    schedule: str | None = None
    fee_carried: bool = False
    fees_paid: dict[str, dict[str, int]] = {}
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


class Voided(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The floor's void of the round: reason and clause. An `abandoned` hand is not dealt again, so its fees go back."""

    reason: str
    clause: str = ""
    abandoned: bool = False


class Opening(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One opened card of a committed deck: its index `i` in the deck of an `epoch`, and the salt of its leaf."""

    epoch: int = 0
    i: int
    card: str
    salt: str


class Fair(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fairness proof of a round (`docs/fairness.md`).

    `commit` was shown before the bets. `words` are the players' contributions by place. `prev` names the round before.
    `next` is the commitment to the round after, made before anybody can have given words for it. `root` binds every
    card of the deck, and `reshuffled` holds the root of each later deck. The `leaves` are needed to check `openings`
    while the `seed` is secret. `void` says why the round did not count. A `laid` round was dealt from chosen cards or a
    chosen seed.
    """

    scheme: str
    table: str
    round: int
    commit: str
    words: dict[str, str] = {}
    root: str = ""
    seed: str | None = None
    openings: list[Opening] = []
    prev: str | None = None
    reshuffled: list[str] = []
    leaves: list[str] = []
    laid: bool = False
    void: str | None = None
    next: str | None = None


class Document(Setup, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A set-up with its answers: cards by spot, decisions by place, dice in the order rolled.

    `seed` names the shuffle that a machine dealt from, so that everybody can verify it. `fair` does the same for a
    round of the room, where nobody knew the seed before.
    """

    cards: dict[str, str] = {}
    dice: list[list[int]] = []
    decisions: dict[str, list[Decision]] = {}
    irregularities: list[str] = []
    void: Voided | UnsetType = UNSET
    seed: str | None = None
    fair: Fair | UnsetType = UNSET

    def setup(self) -> Setup:
        return Setup(**{field: getattr(self, field) for field in Setup.__struct_fields__})


def stack_of(setup: Setup, name: str) -> str:
    """Returns the path within a set-up of the stack of the place with that name."""
    if name == "bank":
        return "bank.stack"
    number, _, circle = name.partition(".")
    for index, seat in enumerate(setup.seats):
        if seat.seat == int(number):
            behind = [place for place, backer in enumerate(seat.backline) if circle and backer.circle == int(circle)]
            return f"seats[{index}]" + "".join(f".backline[{place}]" for place in behind) + ".stack"
    return "seats"


def document_text(document: Document) -> str:
    """Returns the document as JSON that a person can read and edit. `document_from` reads it back to an equal one."""
    fields = {"houseway": VERSION, **msgspec.to_builtins(document)}
    return msgspec.json.format(msgspec.json.encode(fields), indent=2).decode()


_DOCUMENT: Final = msgspec.json.Decoder(Document)


def document_from(data: bytes | str) -> Document:
    """Reads a JSON document. Raises Refusal, with the place in it, if it is wrong.

    A document that a room wrote (`rules`) may hold larger amounts than a person writes: stacks that were won.
    """
    data = data.removeprefix("\ufeff") if isinstance(data, str) else data.removeprefix(BOM_UTF8)
    if not data.strip():
        raise Refusal("json", "the document is empty: it is one JSON object")
    try:
        document = _DOCUMENT.decode(data)
        twice = first_duplicate(data)
    except msgspec.ValidationError as error:
        raise _refused(error) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("json", "the document is not JSON: {why}", facts={"why": str(error)}) from None
    except RecursionError:
        raise Refusal("json", "the document is not JSON of a round: it is nested too deeply") from None
    if twice:
        raise Refusal("twice", "this is written twice, and only one of the two could count", "", twice)
    if document.houseway != VERSION:
        form, facts = "version {version} is not known: this is version {known}", {"version": document.houseway}
        raise Refusal("version", form, "", "houseway", facts | {"known": VERSION})
    if document.rules is None:
        _bounded(msgspec.to_builtins(document), "")
    return document


def _bounded(value: object, where: str) -> None:
    """Raises Refusal, with its path, for an amount of money that is too large."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in NO_MONEY:
                _bounded(inner, f"{where}.{name}" if where else str(name))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            _bounded(inner, f"{where}[{index}]")
    elif isinstance(value, int | float) and not abs(value) <= MOST:
        sentence = "{number} is refused: the largest amount is {most}, which is {most:money} dollars"
        raise Refusal("amount", sentence, "", where, {"number": str(value), "most": MOST})


def _refused(error: msgspec.ValidationError) -> Refusal:
    sentence, _, path = str(error).partition(" - at ")
    where = path.strip("`").removeprefix("$").removeprefix(".")
    why = sentence[:1].lower() + sentence[1:].replace("`", "'")
    return Refusal("document", "{why}", "", where, {"why": why})


def answer_from(decision: object) -> Answer:
    """Reads a decision: a word, or a word with its cents, cards or piles of cards.

    Examples: `"fold"`, `{"play": 2500}`, `{"set": "As Kd"}`, `{"spread": ["4h 4d 4c"]}`. Raises Refusal for others.
    """
    if isinstance(decision, str):
        return Answer(decision)
    if not isinstance(decision, dict):
        form = "{decision} is not a decision: write a choice, or one with its cents or cards"
        raise Refusal("decision", form, facts={"decision": repr(decision)})
    if len(decision) != 1:
        form, given = "a decision has one choice, but {choices} were given", list(decision) or ["none"]
        raise Refusal("decision", form, facts={"choices": [str(choice) for choice in given]})
    ((choice, value),) = decision.items()
    if not isinstance(choice, str):
        raise Refusal("decision", "{choice} is not a choice", facts={"choice": repr(choice)})
    if isinstance(value, str):
        return Answer(choice, cards=_cards(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return Answer(choice, amount=value)
    if isinstance(value, list) and all(isinstance(pile, str) for pile in value):
        return Answer(choice, piles=tuple(_cards(pile) for pile in value))
    form = "{choice} takes cents or cards, but {value} was given"
    raise Refusal("decision", form, facts={"choice": choice, "value": repr(value)})


def goes_unsaid(ask: Ask, decisions: list[Decision]) -> bool:
    """Returns True if the place's next decision shows that it chose this question's default by saying nothing."""
    if ask.unsaid is None or not decisions:
        return False
    following = decisions[0]
    return (following if isinstance(following, str) else next(iter(following), "")) in ask.unsaid


def _cards(text: str) -> Cards:
    try:
        return cards_from(text)
    except ValueError as error:
        raise Refusal("card", "{why}", facts={"why": str(error), "text": text}) from None


def decision_of(answer: Answer) -> Decision:
    """Returns the decision that `answer_from` reads back to the same answer."""
    if answer.piles is not None:
        return {answer.choice: [text_of_cards(pile) for pile in answer.piles]}
    if answer.cards is not None:
        return {answer.choice: text_of_cards(answer.cards)}
    return answer.choice if answer.amount is None else {answer.choice: answer.amount}


def refuse_malformed(answer: Answer) -> None:
    """Raises ValueError or Refusal unless an answer is made of a word, cents and cards, before anything is compared."""
    if type(answer) is not Answer or type(answer.choice) is not str:
        raise ValueError(f"{answer!r} is not an answer: `answer_from` reads one")
    if answer.amount is None and answer.cards is None and answer.piles is None:
        return  # a word
    if answer.amount is not None and type(answer.amount) is not int:
        raise Refusal("amount", "{amount} is not an amount: write whole cents", facts={"amount": repr(answer.amount)})
    if answer.cards is not None and not are_cards(answer.cards):
        raise Refusal("cards", "{cards} are not cards", facts={"cards": repr(answer.cards)})
    if answer.piles is not None and not (type(answer.piles) is tuple and all(map(are_cards, answer.piles))):
        raise Refusal("cards", "{piles} are not piles of cards", facts={"piles": repr(answer.piles)})
