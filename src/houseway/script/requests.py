"""What a script may ask of its table, and the answers it is sent.

A script is a generator: it yields one of these and is sent the answer. Cards and dice come from outside, decisions from
the seats; the others have the table move chips. Nothing else reaches a game.
"""

from collections.abc import Callable, Generator
from typing import Any, Final, Literal, NamedTuple, TypeVar

from msgspec import Struct

from houseway.cards import Card, Cards, text_of_cards
from houseway.script.errors import Fact, Refusal
from houseway.script.money import Cents, dollars
from houseway.script.places import Place, Spot

WHOLE: Final = "whole"
HIGH: Final = "high"
LOW: Final = "low"
OWN: Final = "own"


class Deal(Struct):
    """`count` cards from the shoe to a spot. `show` names the cards (0 is the first) that land face up.

    `shuffled` are cards taken up from the table that go back into the shoe first, which is then mixed. An `optional`
    deal may be left out: it is answered by its cards or by none.
    """

    count: int
    to: Spot
    show: tuple[int, ...] = ()
    shuffled: Cards = ()
    optional: bool = False


class Roll(Struct):
    """So many dice, shaken; answered by a tuple of their faces, each as likely as the others.

    `delivers` is the clause by which they say who receives what, and `starts` the one by which settling starts there.
    """

    dice: int
    faces: int = 6
    delivers: str = ""
    starts: str = ""


class Collect(Struct):
    """Take the posted fees, before any card is dealt (PD-24). Answered by nothing.

    Where the game says who pays a flat fee (FEE-20), those `payers` pay it in full, each, by these clauses.
    """

    payers: tuple[Place, ...] = ()
    clauses: tuple[str, ...] = ("FEE-20",)
    per: Literal["hand", "half-hour", "hour"] | None = None


class Answer(Struct, frozen=True, gc=False):
    """One decision: the name of the choice, with the amount, the cards or the piles of cards that it takes."""

    choice: str
    amount: Cents | None = None
    cards: Cards | None = None
    piles: tuple[Cards, ...] | None = None

    def __str__(self) -> str:
        if self.amount is not None:
            cards = f" {text_of_cards(self.cards)}" if self.cards else ""
            return f"{self.choice}{cards} {dollars(self.amount)}"
        if self.piles is not None:
            return f"{self.choice} {' / '.join(text_of_cards(pile) for pile in self.piles)}"
        return f"{self.choice} {text_of_cards(self.cards)}" if self.cards is not None else self.choice


class Choice(Struct, frozen=True, gc=False):
    """Something a seat may do now.

    Money: with `circle`, the chips go on that circle, any amount from `low` to `high` in whole `step`s; `usual` is what
    is meant where no amount is said.
    Cards: with `pick`, so many of those cards are named, at least `least` and at most `most`.
    Piles: with `piles`, those that lie there now, the answer says how all piles lie afterwards: made of their cards and
    of those to `pick`, each of `least` to `most` cards.
    """

    name: str
    clause: str = ""
    circle: str = ""
    low: Cents = 0
    high: Cents = 0
    step: Cents = 1
    pick: Cards | None = None
    least: int = 0
    most: int = 0
    piles: tuple[Cards, ...] | None = None
    usual: Cents = 0

    def check(self, answer: Answer) -> Answer:
        """The answer, completed where only one amount is possible; anything else than was offered is refused."""
        plain = answer.amount is None and answer.cards is None and answer.piles is None
        if plain and not self.circle and self.pick is None and self.piles is None:
            return answer  # a word, to a choice that takes nothing else
        if self.piles is not None or answer.piles is not None:
            return Answer(self.name, self._amount(answer), None, self._piles(answer))
        amount, cards = self._amount(answer), self._cards(answer)
        if amount is answer.amount and cards is answer.cards:
            return answer
        return Answer(self.name, amount, cards)

    def _amount(self, answer: Answer) -> Cents | None:
        amount = answer.amount
        if not self.circle:
            if amount is not None:
                form = "{choice} takes no amount, but {amount:money} was given"
                raise Refusal("no-amount", form, self.clause, facts={"choice": self.name, "amount": amount})
            return None
        if amount is None:
            amount = self.usual or None
        if amount is None:
            if self.low != self.high:
                form = "{choice} needs an amount from {low:money} to {high:money}"
                raise Refusal("amount-missing", form, self.clause, facts=self._bounds())
            return self.low
        if not self.low <= amount <= self.high or (amount - self.low) % self.step:
            form = "{choice} {amount:money} is refused: it must be from {low:money} to {high:money}"
            if self.low == self.high:
                form = "{choice} {amount:money} is refused: it must be exactly {low:money}"
            elif self.step > 1:
                form += " in steps of {step:money}"
            raise Refusal("amount", form, self.clause, facts=self._bounds() | {"amount": amount})
        return amount

    def _bounds(self) -> dict[str, Fact]:
        return {"choice": self.name, "low": self.low, "high": self.high, "step": self.step}

    def _cards(self, answer: Answer) -> Cards | None:
        cards = answer.cards
        if self.pick is None:
            if cards is not None:
                facts: dict[str, Fact] = {"choice": self.name, "cards": text_of_cards(cards)}
                raise Refusal("no-cards", "{choice} takes no cards, but {cards} was given", self.clause, facts=facts)
            return None
        if cards is None:
            cards = ()
        self._held(cards, self.pick)
        self._counted(cards)
        return cards

    def _piles(self, answer: Answer) -> tuple[Cards, ...]:
        piles = answer.piles
        if self.piles is None or piles is None or answer.cards is not None:
            form = "{choice} takes piles of cards and nothing else: {answer} is refused"
            if self.piles is None:
                form = "{choice} takes no piles: {answer} is refused"
            raise Refusal("piles", form, self.clause, facts={"choice": self.name, "answer": str(answer)})
        self._held(sum(piles, ()), sum(self.piles, self.pick or ()))
        for pile in piles:
            self._counted(pile)
        return piles

    def _held(self, cards: Cards, held: Cards) -> None:
        left: list[Card] = list(held)
        for card in cards:
            if card not in left:
                facts = {"choice": self.name, "cards": text_of_cards(cards), "held": text_of_cards(held)}
                raise Refusal("cards", "{choice} {cards} is refused: you hold {held}", self.clause, facts=facts)
            left.remove(card)

    def _counted(self, cards: Cards) -> None:
        if not self.least <= len(cards) <= self.most:
            form = "{choice} takes {least} to {most} cards, but {given} were given"
            if self.least == self.most:
                form = "{choice} takes {least:cards}, but {given} were given"
            if len(cards) == 1:
                form = form.removesuffix("{given} were given") + "1 was given"
            facts = {"choice": self.name, "least": self.least, "most": self.most, "given": len(cards)}
            raise Refusal("count", form, self.clause, facts=facts)


class Ask(Struct):
    """One seat's decision: what it may do, and what is done for it when its time runs out.

    `check` is the game's own say on an answer that has the right form; it raises the Refusal. A `secret` answer is
    shown to nobody else until the cards that it names lie open, or where it names none, until the round is over.
    `lays_open`: the answer turns the place's cards face up. `misplays` are offered to nobody, but the floor may rule,
    and a dealer write down, that one of them happened. `offers` works out answers
    that `check` accepts, for somebody who would rather choose one than compose it. `revocable`: the answer may be taken
    back as long as no other has been given. `about` names the spot whose cards are decided on, where a place has
    several, and `clause` what says that nothing else is offered; `why_not` knows better of some choices. Where saying
    nothing is to choose the default, `unsaid` names what the place may answer next: a document that goes on with one of
    those left this one out.
    """

    place: Place
    choices: tuple[Choice, ...]
    default: Answer
    check: Callable[[Answer], None] | None = None
    secret: bool = False
    lays_open: bool = False
    misplays: tuple[Choice, ...] = ()
    offers: Callable[[], list[Answer]] | None = None
    revocable: bool = False
    about: str = ""
    clause: str = ""
    why_not: Callable[[Answer], Refusal | None] | None = None
    unsaid: tuple[str, ...] | None = None

    def judge(self, answer: Answer, *, ruling: bool = False) -> Answer:
        """The answer as it will be played; refused unless it is one of those offered, or a misplay in a `ruling`."""
        return self.judged(self.chosen(answer, ruling), answer)

    def judged(self, choice: Choice, answer: Answer) -> Answer:
        """The answer as it will be played, of somebody who has chosen that."""
        judged, check = choice.check(answer), self.check
        if check is not None:
            check(judged)
        return judged

    def chosen(self, answer: Answer, ruling: bool = False) -> Choice:
        """The choice that the answer names, or the misplay where the floor rules that it happened."""
        name = answer.choice
        for choice in self.choices:
            if choice.name == name:
                return choice
        facts: dict[str, Fact] = {"choice": name, "place": self.place.name, "offered": self._offered()}
        for choice in self.misplays:
            if choice.name == name:
                if ruling:
                    return choice
                form = "{choice!r} is for the floor to rule on, not for {place:place} to say: {offered:any} is offered"
                raise Refusal("choice", form, choice.clause, facts=facts)
        if self.why_not is not None and (refusal := self.why_not(answer)) is not None:
            raise refusal
        clause = self.clause or self.choices[0].clause  # which is of what the place is asked
        raise Refusal("choice", "{choice!r} is not offered to {place:place}: {offered:any} is", clause, facts=facts)

    def names(self) -> str:
        """`play or fold`."""
        return " or ".join(self._offered())

    def _offered(self) -> list[str]:
        return [choice.name for choice in self.choices]


class AskAll(Struct):
    """Decisions of several seats at once, answered in any order; sent back as answers in the order asked."""

    asks: tuple[Ask, ...]


class Settle(Struct):
    """Every claim made is settled and the chips moved, beginning at seat `start`, clockwise or the other way.

    `tiers` are circles settled together, one tier after the other all round the table; within a place the circles go
    in the order they stand in here. A circle that is not named goes last; several such go in the order of their claims,
    and so do several of one name, such as `main` and `main/2`. A bank that covers all action is settled from seat
    `covered` instead, where the game names one. `takes_first`: the dealer takes all that is lost before anything is
    paid or returned; that is the order of the chips alone, and what the bank reaches goes by the order above (PD-46).
    """

    start: int
    tiers: tuple[tuple[str, ...], ...]
    clockwise: bool = True
    covered: int | None = None
    takes_first: bool = False


class PickUp(Struct):
    """The dealer picks up the wagers that were given up so far, before the cards decide about the others (PD-45).

    They are held apart until they are charged in their turn; a table that charges forfeits at once settles them now.
    """

    clause: str


class HandBack(Struct):
    """A wager without action goes back to its owner now; its claim is settled in its turn."""

    place: Place
    wager: str
    clause: str


class Charge(Struct):
    """So many cents from a player to the house, beside any wager: a commission on a whole round, a time charge.

    With `pool`, into that jackpot instead.
    """

    place: Place
    cents: Cents
    clauses: tuple[str, ...]
    pool: str = ""


class Transfer(Struct):
    """So many cents from one player's stack to another's.

    A payer who has less pays what he has: `cents` says afterwards how much it was.
    """

    source: Place
    target: Place
    cents: Cents
    clauses: tuple[str, ...]


class Refund(Struct):
    """So many cents of a fee that was collected go back to whoever paid it."""

    place: Place
    cents: Cents
    clauses: tuple[str, ...]


class Post(Struct):
    """Chips that a player has to put on a circle, as a blind: they leave the stack like any wager."""

    place: Place
    circle: str
    cents: Cents
    clause: str


class Return(Struct):
    """Chips on a circle that go back to their owner, because nobody can match them or they are taken back.

    At a table with a bank the wager is told as `taken-back`: it staked nothing, and nobody claims it afterwards.
    """

    place: Place
    circle: str
    cents: Cents
    clause: str


class Gather(Struct):
    """Chips on a circle are pulled in: of each place so many cents into the pot of that name."""

    circle: str
    shares: list[tuple[str, Place, Cents]]
    clause: str


class Drop(Struct):
    """So many cents of a pot go into the box: a fee that no player pays alone."""

    pot: str
    cents: Cents
    clauses: tuple[str, ...]


class Share(NamedTuple):
    """What one player is pushed of a pot, by which clauses, and what it is: the whole pot or a part of it, the high or
    the low half or a part of that, or the player's own chips that nobody may win.
    """

    place: Place
    cents: Cents
    clauses: tuple[str, ...]
    half: str = WHOLE


class Award(Struct):
    """A whole pot goes to those who won it, a share with its clauses to each; `clauses` are for all the others.

    `apart`: the clauses by which it is judged apart from other pots, where there are others.
    """

    pot: str
    shares: list[Share]
    clauses: tuple[str, ...]
    apart: tuple[str, ...] = ()


class Prize(Struct):
    """So many cents from a jackpot pool to a player."""

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
"""A part of a script, and what it gives back; what it is sent depends on what it asks."""
Script = Steps[None]
