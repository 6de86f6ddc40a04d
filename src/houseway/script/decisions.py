"""Decisions: a question to a seat, its choices, and the answer as it is judged."""

from collections.abc import Callable

from msgspec import Struct

from houseway.cards import Card, Cards, text_of_cards
from houseway.script.errors import Fact, Refusal
from houseway.script.money import Cents, dollars
from houseway.script.places import Place


class Answer(Struct, frozen=True, gc=False):
    """One decision: the name of the choice, with its amount, its cards or its piles of cards."""

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
    """A choice that a seat has now.

    Money: with `circle`, chips go on that circle, from `low` to `high` in whole `step`s. `usual` applies if no amount
    is said. Cards: with `pick`, the answer names `least` to `most` of those cards. Piles: with `piles`, the present
    ones, the answer says how all piles lie afterwards. They are made of their cards and those in `pick`, and each has
    `least` to `most` cards. Chips: with `buys`, the choice brings so many chips into the round, or
    another amount that is said.
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
    buys: Cents = 0

    def check(self, answer: Answer) -> Answer:
        """Returns the answer, completed if only one amount is possible.

        Raises Refusal if it is not what was offered.
        """
        plain = answer.amount is None and answer.cards is None and answer.piles is None
        if plain and not self.circle and self.pick is None and self.piles is None:
            return answer  # a word, for a choice that takes nothing else
        if self.piles is not None or answer.piles is not None:
            return Answer(self.name, self._amount(answer), None, self._piles(answer))
        amount, cards = self._amount(answer), self._cards(answer)
        if amount is answer.amount and cards is answer.cards:
            return answer
        return Answer(self.name, amount, cards)

    def _amount(self, answer: Answer) -> Cents | None:
        amount = answer.amount
        if not self.circle:
            if amount is not None and (not self.buys or amount <= 0):
                form = "{choice} takes no amount, but {amount:money} was given"
                raise Refusal("no-amount", form, self.clause, facts={"choice": self.name, "amount": amount})
            return amount
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
    """One seat's decision: its choices, and the default if its time runs out.

    `check` is the game's own judgement of a well-formed answer; it raises Refusal. A `secret` answer stays hidden until
    the cards that it names lie open, or until the round is over if it names none. If `lays_open`, the answer turns the
    place's cards face up. Nobody is offered the `misplays`, but the floor may rule, or a dealer write down, that one
    happened. `offers` returns answers that `check` accepts, for a player who would rather choose than compose. A
    `revocable` answer may be taken back until another is given. `about` names the spot decided on, if a place has
    several. `clause` says that nothing else is offered, and `why_not` knows better reasons for some choices. If silence
    means the default, `unsaid` names the place's possible next answers: a document that goes on with one of them left
    this one out.
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
        """Returns the answer as it will be played. Raises Refusal unless it is offered, or a misplay in a `ruling`."""
        return self.judged(self.chosen(answer, ruling), answer)

    def judged(self, choice: Choice, answer: Answer) -> Answer:
        """Returns the answer, for that choice, as it will be played."""
        judged, check = choice.check(answer), self.check
        if check is not None:
            check(judged)
        return judged

    def chosen(self, answer: Answer, ruling: bool = False) -> Choice:
        """Returns the choice that the answer names, or the misplay if this is a `ruling`. Raises Refusal for others."""
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
        clause = self.clause or self.choices[0].clause  # of the question that the place is asked
        raise Refusal("choice", "{choice!r} is not offered to {place:place}: {offered:any} is", clause, facts=facts)

    def names(self) -> str:
        """Returns the choices as text, such as `play or fold`."""
        return " or ".join(self._offered())

    def _offered(self) -> list[str]:
        return [choice.name for choice in self.choices]


class AskAll(Struct):
    """Asks several seats at once, in any order. The script gets the answers in the order asked."""

    asks: tuple[Ask, ...]
