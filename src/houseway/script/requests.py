"""What a script may ask of its table, and the answers it is sent.

A script is a generator: it yields one of these and is sent the answer. Cards and dice come from outside, decisions from
the seats; the others have the table move chips. Nothing else reaches a game.
"""

from collections.abc import Callable, Generator
from typing import Any, Literal

from msgspec import Struct

from houseway.cards import Card, Cards, text_of_cards
from houseway.script.errors import Refusal
from houseway.script.felt import Place, Spot
from houseway.script.money import Cents, dollars


class Deal(Struct):
    """`count` cards from the shoe to a spot. `show` names the cards (0 is the first) that land face up.

    `shuffled` are cards taken up from the table that go back into the shoe first, which is then mixed.
    """

    count: int
    to: Spot
    show: tuple[int, ...] = ()
    shuffled: Cards = ()


class Roll(Struct):
    """So many dice, shaken; answered by a tuple of their faces, each as likely as the others."""

    dice: int
    faces: int = 6


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

    Money: with `circle`, the chips go on that circle, any amount from `low` to `high` in whole `step`s.
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

    def check(self, answer: Answer) -> Answer:
        """The answer, completed where only one amount is possible; anything else than was offered is refused."""
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
                raise Refusal("no-amount", f"{self.name} takes no amount, but {dollars(amount)} was given", self.clause)
            return None
        if amount is None:
            if self.low != self.high:
                limits = f"from {dollars(self.low)} to {dollars(self.high)}"
                raise Refusal("amount-missing", f"{self.name} needs an amount {limits}", self.clause)
            return self.low
        if not self.low <= amount <= self.high or (amount - self.low) % self.step:
            raise Refusal("amount", f"{self.name} {dollars(amount)} is refused: {self._range()}", self.clause)
        return amount

    def _range(self) -> str:
        if self.low == self.high:
            return f"it must be exactly {dollars(self.low)}"
        steps = f" in steps of {dollars(self.step)}" if self.step > 1 else ""
        return f"it must be from {dollars(self.low)} to {dollars(self.high)}{steps}"

    def _cards(self, answer: Answer) -> Cards | None:
        cards = answer.cards
        if self.pick is None:
            if cards is not None:
                given = text_of_cards(cards)
                raise Refusal("no-cards", f"{self.name} takes no cards, but {given} was given", self.clause)
            return None
        if cards is None:
            cards = ()
        self._held(cards, self.pick)
        self._counted(cards)
        return cards

    def _piles(self, answer: Answer) -> tuple[Cards, ...]:
        piles = answer.piles
        if self.piles is None or piles is None or answer.cards is not None:
            taken = "no piles" if self.piles is None else "piles of cards and nothing else"
            raise Refusal("piles", f"{self.name} takes {taken}: {answer} is refused", self.clause)
        self._held(sum(piles, ()), sum(self.piles, self.pick or ()))
        for pile in piles:
            self._counted(pile)
        return piles

    def _held(self, cards: Cards, held: Cards) -> None:
        left: list[Card] = list(held)
        for card in cards:
            if card not in left:
                what = f"{self.name} {text_of_cards(cards)}"
                raise Refusal("cards", f"{what} is refused: you hold {text_of_cards(held)}", self.clause)
            left.remove(card)

    def _counted(self, cards: Cards) -> None:
        if not self.least <= len(cards) <= self.most:
            count = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise Refusal("count", f"{self.name} takes {count} cards, but {len(cards)} were given", self.clause)


class Ask(Struct):
    """One seat's decision: what it may do, and what is done for it when its time runs out.

    `check` is the game's own say on an answer that has the right form; it raises the Refusal. A `secret` answer is
    shown to nobody else until the cards it speaks of are. `lays_open`: the answer turns the place's cards face up.
    `misplays` are offered to nobody, but a dealer may write down that one of them happened. `offers` works out answers
    that `check` accepts, for somebody who would rather choose one than compose it. `revocable`: the answer may be taken
    back as long as no other has been given. `about` names the spot whose cards are decided on, where a place has
    several, and `clause` what says that nothing else is offered.
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

    def judge(self, answer: Answer) -> Answer:
        """The answer as it will be played; refused unless it is one of those offered."""
        judged = self.chosen(answer).check(answer)
        if self.check is not None:
            self.check(judged)
        return judged

    def chosen(self, answer: Answer) -> Choice:
        """The choice, or the misplay, that the answer names."""
        name = answer.choice
        for choice in self.choices:
            if choice.name == name:
                return choice
        for choice in self.misplays:
            if choice.name == name:
                return choice
        sentence = f"{name!r} is not offered to {self.place.title}: {self.names()} is"
        raise Refusal("choice", sentence, self.clause)

    def names(self) -> str:
        """`play or fold`."""
        return " or ".join(choice.name for choice in self.choices)


class AskAll(Struct):
    """Decisions of several seats at once, answered in any order; sent back as answers in the order asked."""

    asks: tuple[Ask, ...]


class Settle(Struct):
    """Every claim made is settled and the chips moved, beginning at seat `start`, clockwise or the other way.

    `tiers` are circles settled together, one tier after the other all round the table; within a place the circles go
    in the order they stand in here. A circle that is not named goes last; several such go in the order of their claims,
    and so do several of one name, such as `main` and `main/2`.
    """

    start: int
    tiers: tuple[tuple[str, ...], ...]
    clockwise: bool = True


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
    """Chips on a circle that go back to their owner, because nobody can match them."""

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


class Award(Struct):
    """A whole pot goes to those who won it, a share with its clauses to each; `clauses` are for all the others."""

    pot: str
    shares: list[tuple[Place, Cents, tuple[str, ...]]]
    clauses: tuple[str, ...]


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
Script = Generator[Request, Any, None]
