"""A decision as a person is offered it: numbered choices, and what may be typed instead."""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.cards import Cards, cards_from, text_of_cards
from houseway.cli.output.answers import money
from houseway.cli.terminal_play.card_symbols import faces_of, letters
from houseway.cli.terminal_play.forced_card import PILE, top_card
from houseway.input_error import InputError
from houseway.script import Answer, Ask, Cents, Choice, Refusal
from houseway.script.money import cents_from
from houseway.table import Round, view

FEW = 9
"""Whole answers that are shown at once; `more` shows the others."""
ALL = ("all", "max", "most")
LEAST = ("min", "least")


class MenuLine(NamedTuple):
    """A line of the menu: its choice, words for it, and the whole answer where nothing is left to be said."""

    choice: Choice
    words: str
    answer: Answer | None


class Menu:
    """The choices of a seat. `entries` are counted from 1, and a choice may be named instead."""

    def __init__(self, round_: Round, ask: Ask) -> None:
        self.round, self.ask = round_, ask
        self.entries = list(self._entries())

    def _entries(self) -> Iterator[MenuLine]:
        """Yields whole answers if they are offered; a choice that none of them makes is left to be typed."""
        offers = None if self.ask.offers is None else self.ask.offers()
        for choice in self.ask.choices:
            if offers is None or choice.pick is None:
                yield self._entry(choice)
                continue
            for answer in offers:
                if answer.choice == choice.name:
                    yield MenuLine(choice, self.said(answer), answer)

    def _entry(self, choice: Choice) -> MenuLine:
        if choice.pick is not None:
            count = f"{choice.least}" if choice.least == choice.most else f"{choice.least} to {choice.most}"
            cards = f"{choice.name} ({count} card{'s' * (choice.most != 1)}: {choice.name} {_example(choice)})"
            return MenuLine(choice, cards, None)
        if choice.circle and choice.low != choice.high:
            return MenuLine(
                choice, f"{choice.name.replace('-', ' ')} {money(choice.low)} to {money(choice.high)}", None
            )
        answer = Answer(choice.name, choice.low if choice.circle else None)
        return MenuLine(choice, self.said(answer), answer)

    def said(self, answer: Answer, *, briefly: bool = False) -> str:
        """Returns an answer in words, with its cards drawn; unless `briefly`, how the house way sets them too."""
        choice = self.ask.chosen(answer)
        words = [answer.choice.replace("-", " ")]
        if answer.cards is not None and (answer.cards or choice.least == 0):
            words.append(faces_of(answer.cards) or "nothing")
        if answer.piles is not None:
            words.append(_piles_said(answer.piles, choice.piles or ()))
        if answer.amount is not None:
            words.append(money(answer.amount))
        if answer.choice == "take":
            words += top_card(view(self.round, self.ask.place.name), PILE).split()
        if answer.choice == "house-way" and not briefly:
            words.append(self._house_way())
        return " ".join(words)

    def _house_way(self) -> str:
        way, cards = self.round.game.house_way, self.held
        if way is None or not cards:
            return ""
        setting = way(cards, self.round.rules)
        return f"({faces_of(setting.low)} low, {faces_of(setting.high)} high)"

    @property
    def held(self) -> Cards:
        """Returns the cards that a choice is made of."""
        return next((choice.pick for choice in self.ask.choices if choice.pick is not None), ())

    # -- reading ----------------------------------------------------------------------------------------------------

    def read(self, text: str) -> MenuLine:
        """Returns the entry that was typed; its answer is None if an amount or cards are still missing."""
        text = letters(text)
        words = text.split()
        if words[0].isascii() and words[0].isdecimal():
            entry, rest = self._numbered(words[0]), words[1:]
            if rest and entry.answer is not None:
                raise InputError(f"{words[0]} is said alone: {' '.join(rest)!r} is not understood")
            return self._with(entry.choice, rest) if rest else entry
        named = self._named(words)
        if named is not None:
            choice, rest = named
            if rest:
                return self._with(choice, rest)
            found = [entry for entry in self.entries if entry.choice is choice]
            return found[0] if len(found) == 1 else MenuLine(choice, choice.name, None)
        takes_cards = [choice for choice in self.ask.choices if choice.pick is not None]
        if takes_cards:
            try:
                cards_from(text.replace("/", " "))
            except ValueError:
                pass
            else:
                return self._with(takes_cards[0], words)
        raise InputError(f"{text!r} is none of the choices: type a number from 1 to {len(self.entries)} or a word")

    def _numbered(self, word: str) -> MenuLine:
        number = int(word)
        if not 1 <= number <= len(self.entries):
            raise InputError(f"{number} is none of the choices: they are numbered 1 to {len(self.entries)}")
        return self.entries[number - 1]

    def _named(self, words: list[str]) -> tuple[Choice, list[str]] | None:
        """The choice that the first word or words begin; None where there is none, or more than one."""
        for count in range(min(3, len(words)), 0, -1):
            name = "-".join(words[:count]).lower()
            exact = [choice for choice in self.ask.choices if choice.name == name]
            alike = exact or [choice for choice in self.ask.choices if choice.name.startswith(name)]
            if len(alike) == 1:
                return alike[0], words[count:]
        return None

    def _with(self, choice: Choice, words: list[str]) -> MenuLine:
        """Returns the choice with the amount, the cards or the piles that were said with it."""
        text = " ".join(words)
        if choice.piles is not None:
            piles = tuple(cards_from(part) for part in text.replace("|", "/").split("/") if part.strip())
            answer = Answer(choice.name, piles=_whole_board(piles, choice.piles))
        elif choice.pick is not None:
            answer = Answer(choice.name, choice.low if choice.circle else None, cards_from(text))
        elif choice.circle:
            answer = Answer(choice.name, self.amount(choice, text))
        else:
            raise InputError(f"{choice.name} is said alone: {text!r} is not understood")
        return MenuLine(choice, self.said(answer), answer)

    @staticmethod
    def amount(choice: Choice, text: str) -> Cents:
        word = text.lower()
        return choice.high if word in ALL else choice.low if word in LEAST else cents_from(text)

    def judged(self, answer: Answer) -> Answer:
        """Returns the answer. Raises a Refusal if it cannot be given."""
        if answer.cards is not None and len(set(answer.cards)) < len(answer.cards) and self._one_pack():
            raise Refusal("cards", "{cards} names a card twice", facts={"cards": text_of_cards(answer.cards)})
        return self.ask.judge(answer)

    def _one_pack(self) -> bool:
        return self.round.rules.game.deck.packs == 1


def _whole_board(piles: tuple[Cards, ...], before: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Spreads as they lie afterwards: somebody who names only the new ones leaves the others as they are."""
    said = sorted(card for pile in piles for card in pile)
    lying = sorted(card for pile in before for card in pile)
    for card in said:
        if card in lying:
            lying.remove(card)
    return (*before, *piles) if len(lying) == sum(map(len, before)) else piles


def _piles_said(piles: tuple[Cards, ...], before: tuple[Cards, ...]) -> str:
    """The spreads that are new or longer; those that lie as they did are not named."""
    lying, new = list(before), []
    for pile in piles:
        if pile in lying:
            lying.remove(pile)
        else:
            new.append(pile)
    return " / ".join(faces_of(pile) for pile in new or piles)


def _example(choice: Choice) -> str:
    assert choice.pick is not None
    return text_of_cards(choice.pick[: max(choice.least, 1)])
