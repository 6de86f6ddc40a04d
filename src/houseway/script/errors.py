"""Refusals: the sentence that a person reads after a wrong move."""

from collections.abc import Mapping
from string import Formatter
from typing import Final, cast

from houseway.cards import RANK_PLURALS, RANKS
from houseway.script.money import dollars
from houseway.script.names import cards_told, title_of

Fact = int | str | bool | None | list[str] | list[int]


class Refusal(Exception):
    """A person's wrong move: one sentence with the value tried, the limit, and the deciding clause.

    `where` is the path of the wrong value in a document, such as `seats[2].wagers.bonus`. With `facts` (numbers and
    names; money in cents) the sentence is a form that they fill, such as `{low:money} at least`. A client gets `form`
    and `facts` beside the sentence: a catalogue translates the form, and the facts fill the translation.
    """

    def __init__(
        self, code: str, sentence: str, clause: str = "", where: str = "", facts: Mapping[str, object] | None = None
    ) -> None:
        self.form = sentence
        self.facts = cast(dict[str, Fact], dict(facts or {}))
        self.sentence = said(sentence, self.facts) if self.facts else sentence
        super().__init__(self.sentence)
        self.code = code
        self.clause = clause
        self.where = where

    def __reduce__(self) -> tuple[type["Refusal"], tuple[object, ...]]:
        """Pickles the arguments, so that a refusal crosses a process boundary intact."""
        return Refusal, (self.code, self.form, self.clause, self.where, self.facts or None)

    def at(self, where: str) -> "Refusal":
        """Returns the same refusal placed under `where` in a document. An inner path stays behind it."""
        inner = f".{self.where}" if self.where and not self.where.startswith("[") else self.where
        return Refusal(self.code, self.form, self.clause, where + inner, self.facts or None)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{place}{self.sentence}{clause}"


class _FormFiller(Formatter):
    """Fills a form: `money` prints cents as dollars, `place` prints a place's title, `cards` counts cards.

    `ranks` prints the plural of a rank. `any` joins a list with `or`, `dots` with dots; any other list has commas.
    """

    def format_field(self, value: Fact, format_spec: str) -> str:
        if format_spec == "money" and isinstance(value, int):
            return dollars(value)
        if format_spec == "place" and isinstance(value, str):
            return title_of(value)
        if format_spec == "cards" and isinstance(value, int):
            return cards_told(value)
        if format_spec == "ranks" and isinstance(value, str):
            return RANK_PLURALS[RANKS.index(value)]
        if format_spec == "any" and isinstance(value, list):
            return " or ".join(map(str, value))
        if format_spec == "dots" and isinstance(value, list):
            return " · ".join(map(str, value))
        if isinstance(value, list):
            return ", ".join(map(str, value))
        return str(super().format_field(value, format_spec))


_FILLER: Final = _FormFiller()


def said(form: str, facts: Mapping[str, Fact]) -> str:
    """Returns the sentence that these facts make of a form."""
    return _FILLER.vformat(form, (), facts)
