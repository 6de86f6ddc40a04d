"""Types of arguments: a game, cards with or without quotes, and counts such as 1e6 or 10k."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from houseway.cards import cards_from
from houseway.input_error import InputError

if TYPE_CHECKING:
    _Reads = click.ParamType[int]
else:
    _Reads = click.ParamType  # of older versions of click it cannot be said what it reads

F = TypeVar("F", bound=Callable[..., Any])
_SIZES: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
_NUMBER: Final = re.compile(r"([0-9][0-9_,.]*(?:e\+?[0-9]{1,2})?)([kmgb]?)")


def count_from(text: str, what: str = "whole number") -> int:
    """Reads a whole number written as `1000000`, `1_000_000`, `1,000,000`, `1e6`, `1M` or `1000k`.

    Raises InputError, with `what` the number is for, for any other text.
    """
    match = _NUMBER.fullmatch(text.strip().lower())
    try:
        number = Decimal(match[1].replace("_", "").replace(",", "")) * _SIZES[match[2]] if match else None
    except InvalidOperation:
        number = None
    if number is None or number != int(number):
        raise InputError(f"{text!r} is not a {what}: write 1000000, 1,000,000, 1e6 or 1M")
    return int(number)


class Count(_Reads):
    """A count in any of the ways that people write one, from `least` to `most`."""

    name = "count"

    def __init__(self, least: int = 0, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def convert(self, value: object, param: click.Parameter | None, _ctx: click.Context | None) -> int:
        """The count; what is none, or lies outside the bounds, is refused with the flag that it was given to."""
        flag = param.opts[-1] if param is not None else "a count"
        if isinstance(value, int):
            return value
        try:
            number = count_from(str(value))
        except ValueError as error:
            raise InputError(f"{flag}: {error}") from None
        if number < self.least or (self.most is not None and number > self.most):
            bounds = f"{self.least:,} or more" if self.most is None else f"{self.least:,} to {self.most:,}"
            raise InputError(f"{flag} {value} is refused: it is {bounds}")
        return number


def game_argument(command: F) -> F:
    """Give a command GAME: an id or a prefix in any case; one that is not there is refused with the nearest."""

    def known(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
        from houseway.rulebook.files.loader import game_named

        return game_named(value)

    return click.argument("game", callback=known)(command)


def cards_argument(command: F) -> F:
    """Give a command CARDS as one word in quotes or as many as there are, passed as one text."""

    def together(_ctx: click.Context, _param: click.Parameter, words: Sequence[str]) -> str:
        return " ".join(words)

    return click.argument("cards", nargs=-1, required=True, metavar="CARDS", callback=together)(command)


def cards_after(*flags: str) -> type[click.Command]:
    """A command whose flags take cards without quotes too: `--board 2c 7d Jh`."""
    return _joining(flags, _are_cards)


def words_after(*flags: str) -> type[click.Command]:
    """A command whose flags take all words up to the next flag: `--search folded ante`."""
    return _joining(flags, lambda word: not word.startswith("-"))


def _joining(flags: Sequence[str], belongs: Callable[[str], bool]) -> type[click.Command]:
    class Joining(click.Command):
        def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
            return super().parse_args(ctx, _joined(args, flags, belongs))

    return Joining


def _joined(words: Sequence[str], flags: Sequence[str], belongs: Callable[[str], bool]) -> list[str]:
    """The words with those that belong to a flag as one of them."""
    joined: list[str] = []
    open_flag = False
    for word in words:
        if open_flag and joined[-1] not in flags and belongs(word):
            joined[-1] += f" {word}"
            continue
        if not (open_flag and joined[-1] in flags):
            open_flag = word in flags
        joined.append(word)
    return joined


def _are_cards(word: str) -> bool:
    try:
        return bool(cards_from(word)) or not word.strip(",")
    except ValueError:
        return False
