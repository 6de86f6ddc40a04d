"""House options: the choices that a room has, and those that a table was opened with."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from msgspec import Struct

from houseway.cards import RANKS
from houseway.input_error import InputError
from houseway.script.did_you_mean import brief, nearest, unknown
from houseway.script.errors import Fact, Refusal
from houseway.script.money import MOST_DOLLARS, Cents, Odds

_NUMBER: Final = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")
_RANGE: Final = re.compile(r"range (\d+)\.\.(\d*)")
_PAIRS: Final = "range 22..AA"
_SPAN: Final = re.compile(r"([0-9]+)\.\.([0-9]+)")
_LONGEST: Final = 40
"""Most letters of a written choice. A longer text is refused before it is read as a number."""


class Span(NamedTuple):
    """The posted minimum and maximum of a wager in whole dollars, written `5..500`."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


Value = bool | int | float | str | Span


class Option(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One option of the room. A choice is a value, `range a..b`, `range a..`, or `min..max` for any span.

    `range 22..AA` admits every pair, written by its two ranks. `range a..` and `min..max` count whole dollars and end
    at the largest amount that a room takes. An option in another unit names its own end.
    """

    id: str
    default: bool | int | float | str
    choices: tuple[bool | int | float | str, ...]
    clauses: tuple[str, ...]
    note: str = ""

    @property
    def standard(self) -> Value:
        """The default, as games see it."""
        return self.read(self.default)

    @property
    def named(self) -> tuple[str, ...]:
        """The choices that are named one by one, as they are typed, without ranges and spans."""
        return tuple(text for text in map(text_of, self.choices) if ".." not in text)

    @property
    def choices_text(self) -> str:
        """The choices as text: `top, middle, bottom, none`; `1 to 500`; `any min..max up to 10000000`."""
        return ", ".join(self.choices_listed)

    @property
    def choices_listed(self) -> list[str]:
        """The choices one by one, each range as one text."""
        return [*dict.fromkeys(_choice_text(choice) for choice in self.choices)]

    def read(self, value: object, *, bounded: bool = True) -> Value:
        """Returns the choice that a value or its text stands for. Raises InputError if the option does not admit it.

        If not `bounded`, it also reads what a stored table chose before open ranges had an end.
        """
        text = text_of(value)
        if bounded and len(text) > _LONGEST:
            raise InputError(f"option {self.id} = {brief(text)} is not among its choices: {self.choices_text}")
        most = MOST_DOLLARS if bounded else None
        for choice in self.choices if value is not None else ():  # None is not the choice called none
            if isinstance(choice, str) and (bounds := _RANGE.fullmatch(choice)):
                if text.isascii() and text.isdecimal() and _within(int(text), bounds, most):
                    return int(text)
            elif choice == _PAIRS:
                if len(text) == 2 and text[0] == text[1] and text[0].upper() in RANKS:
                    return text.upper()
            elif _same(choice, text) and choice != "min..max":
                span = _SPAN.fullmatch(text)
                return Span(int(span[1]), int(span[2])) if span else choice
            elif choice == "min..max" and (span := _SPAN.fullmatch(text)):
                low, high = int(span[1]), int(span[2])
                if 0 < low <= high and (most is None or high <= most):
                    return Span(low, high)
        raise InputError(f"option {self.id} = {text} is not among its choices: {self.choices_text}")

    def nearest(self, value: object) -> list[str]:
        """Returns the choice that a text probably meant; [] for anything but text."""
        written = [text_of(choice) for choice in self.choices if not _stands_for_many(choice)]
        return nearest(value, written) if isinstance(value, str) and value not in self.choices else []


class Options(Mapping[str, Value]):
    """The resolved options of one table: `options.exposed_card` or `options["exposed_card"]`. They never change."""

    __slots__ = ("__dict__", "_edition", "_owner")

    def __init__(self, owner: str, values: Mapping[str, Value], edition: tuple[tuple[str, int], ...] = ()) -> None:
        object.__setattr__(self, "_owner", owner)
        object.__setattr__(self, "_edition", edition)
        self.__dict__.update(values)

    def __getitem__(self, name: str) -> Value:
        value: Value = self.__dict__[name]
        return value

    def __contains__(self, name: object) -> bool:
        return name in self.__dict__

    def get(self, name: str, default: Any = None) -> Any:
        """Returns the choice, or the default at a table without this option, in a tenth of Mapping's time."""
        return self.__dict__.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __len__(self) -> int:
        return len(self.__dict__)

    @property
    def edition(self) -> tuple[tuple[str, int], ...]:
        """The rule files that the table reads in another version than the one in force (see `rule_versions`)."""
        found: tuple[tuple[str, int], ...] = self._edition
        return found

    def __getattr__(self, name: str) -> Any:
        # Reached only if the option does not exist; copy and pickle look dunder names up here too.
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"{self._owner} has no option {name!r}: its options are {', '.join(self.__dict__)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"the options of a table never change: {name} stays as it is")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"the options of a table never change: {name} stays as it is")

    def __hash__(self) -> int:
        return hash((self._owner, self._edition, tuple(self.__dict__.items())))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            alike = self._owner == other._owner and self._edition == other._edition
            return alike and self.__dict__ == other.__dict__
        return NotImplemented

    def __repr__(self) -> str:
        return f"Options({self._owner}: {', '.join(f'{name}={text_of(value)}' for name, value in self.items())})"

    def __reduce__(self) -> tuple[type["Options"], tuple[str, dict[str, Value], tuple[tuple[str, int], ...]]]:
        return Options, (self._owner, dict(self.__dict__), self._edition)

    def cents(self, name: str) -> Cents:
        """Returns an amount in dollars, such as smallest_chip = 0.5, in cents."""
        value = self.__dict__[name]
        odds = Odds.from_number(value)
        assert 100 % odds.den == 0, f"{name} = {value} is not a whole number of cents"
        return odds.of(100)


def resolve(
    owner: str,
    offered: Mapping[str, Option],
    chosen: Mapping[str, object],
    edition: tuple[tuple[str, int], ...] = (),
    *,
    bounded: bool = True,
) -> Options:
    """Returns every offered option with its chosen value or default. Raises Refusal for an unknown option or choice."""
    for name in chosen:
        if name not in offered:
            raise _unknown(owner, name, offered)
    values: dict[str, Value] = {}
    for name, option in offered.items():
        try:
            values[name] = option.read(chosen[name], bounded=bounded) if name in chosen else option.standard
        except ValueError:
            form = "option {option} = {value} is not among its choices: {choices}"
            value = brief(text_of(chosen[name]))
            facts: dict[str, Fact] = {"option": name, "value": value, "choices": option.choices_listed}
            if near := option.nearest(chosen[name]):
                form = "option {option} = {value} is not among its choices: {choices}; did you mean {near}?"
                facts["near"] = near
            raise Refusal("bad-option", form, ", ".join(option.clauses), facts=facts) from None
    return Options(owner, values, edition)


def text_of(value: object) -> str:
    """Returns a value as it is typed on a command line: `true`, `0.5`, `1` for 1.0, `5..500`."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return str(value).strip()


def _same(choice: object, text: str) -> bool:
    if isinstance(choice, int | float) and not isinstance(choice, bool):
        return _NUMBER.fullmatch(text) is not None and Decimal(text) == Decimal(str(choice))
    return text_of(choice).lower() == text.lower()


def _stands_for_many(choice: object) -> bool:
    return choice == "min..max" or (isinstance(choice, str) and _RANGE.fullmatch(choice) is not None)


def _within(number: int, bounds: re.Match[str], most: int | None) -> bool:
    high = int(bounds[2]) if bounds[2] else most
    return int(bounds[1]) <= number and (high is None or number <= high)


def _choice_text(choice: object) -> str:
    if isinstance(choice, str) and (bounds := _RANGE.fullmatch(choice)):
        return f"{bounds[1]} to {bounds[2] or MOST_DOLLARS}"
    if choice == _PAIRS:
        return "any pair from 22 to AA"
    return f"any min..max up to {MOST_DOLLARS}" if choice == "min..max" else text_of(choice)


def _unknown(owner: str, name: str, offered: Mapping[str, Option]) -> Refusal:
    says = "{game} has no option {option!r}"
    return unknown("unknown-option", says, name, offered, "its options are {known}", game=owner, option=brief(name))
