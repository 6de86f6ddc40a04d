"""How every command speaks: one JSON document or text for a person, money as dollars, refusals as one sentence."""

import sys
from collections.abc import Callable, Iterable, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from houseway.script.errors import Refusal
from houseway.script.money import Cents, cents_from, dollars

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

F = TypeVar("F", bound=Callable[..., Any])
_JSON: Final = "houseway.json"
_PIPED_WIDTH: Final = 120


def json_option(command: F) -> F:
    """Give a command the flag --json, passed as `as_json`.

    With it, standard output is exactly one JSON document, on a refusal too: {"error": {"code", "clause", "says"}}.
    """

    def remember(ctx: click.Context, _param: click.Parameter, value: bool) -> bool:
        if value:
            ctx.meta[_JSON] = True
        return value

    flag = click.option(
        "--json", "as_json", is_flag=True, is_eager=True, callback=remember, help="Print one JSON document."
    )
    return flag(command)


def money_option(*names: str, help: str) -> Callable[[F], F]:
    """Give a command an amount of dollars with cents, passed as int cents; `12.505` is refused with its text."""

    def convert(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Cents | None:
        return None if value is None else cents_from(value)

    return click.option(*names, metavar="DOLLARS", callback=convert, help=help)


def options_option(command: F) -> F:
    """Give a command -o, --option name=value, any number of times, passed as the mapping `options`."""
    return _options("-o", "--option")(command)


def long_options_option(command: F) -> F:
    """The same for a command whose -o names the file that it writes."""
    return _options("--option")(command)


def _options(*names: str) -> Callable[[F], F]:
    return click.option(
        *names,
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=named_values,
        help="Choose a house option; may be repeated.",
    )


def pay_option(command: F) -> F:
    """Give a command --pay table='hand=odds,..', any number of times, passed as the mapping `pay`."""
    return click.option(
        "--pay",
        multiple=True,
        metavar="TABLE='HAND=ODDS,..'",
        callback=named_values,
        help="Change rows of a pay table, such as bonus='flush=4,pair=1'; may be repeated.",
    )(command)


def named_values(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        name, sign, text = value.partition("=")
        if not sign or not name.strip():
            raise ValueError(f"{value!r} is not a choice: write name=value, such as exposed_card=none")
        if name.strip() in pairs:
            raise ValueError(f"{name.strip()} is given twice: {pairs[name.strip()]!r} and {text.strip()!r}")
        pairs[name.strip()] = text.strip()
    return pairs


def money(cents: Cents) -> str:
    """`$12.50`, `-$3.00`."""
    return f"-${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


def print_json(document: object) -> None:
    """The document on standard output, keys in the order given."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def refuse(ctx: click.Context, error: Exception) -> None:
    """Say in one sentence what was refused and by which clause, and end with 2."""
    code, clause, says = "bad-value", "", str(error)
    if isinstance(error, Refusal):
        code, clause = error.code, error.clause
    elif isinstance(error, OSError):
        code, says = "cannot-read", f"{error.filename}: {error.strerror}"
    if ctx.meta.get(_JSON):
        fault: dict[str, str] = {"code": code, "clause": clause, "says": getattr(error, "sentence", says)}
        if where := getattr(error, "where", ""):
            fault["where"] = where
        print_json({"error": fault})
    click.echo(f"houseway: {says}", err=True)
    ctx.exit(2)


def console() -> "Console":
    """Where text for a person goes: as wide as the terminal, or 120 columns into a pipe."""
    from rich.console import Console

    return Console(file=sys.stdout, width=_width(), highlight=False)


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[str] = (), note: str = ""
) -> "RenderableType":
    """A table under its title and over its note; the columns named in `numbers` are set to the right."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    right = set(numbers)
    for column in columns:
        grid.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    above = [Text(title, style="bold")] if title else []
    below = [Text(f"{note}\n", style="dim")] if note else []
    return Group(*above, grid, *below)


def heading(text: str) -> str:
    """A line that begins a page, drawn out to the right edge."""
    return f"{text} ".ljust(_width(), "\u2500")


def show(*parts: "RenderableType") -> None:
    """Print each part; text is shown as it is, folded at the right edge."""
    if all(isinstance(part, str) for part in parts):  # rich takes 60 ms to import
        for part in parts:
            click.echo("\n".join(_folded(str(part))))
        return
    from rich.text import Text

    out = console()
    for part in parts:
        out.print(Text(part) if isinstance(part, str) else part)


def _folded(text: str) -> list[str]:
    indent = text[: len(text) - len(text.lstrip())]
    return wrap(text, _width(), break_long_words=False, subsequent_indent=indent) or [""]


def _width() -> int:
    return get_terminal_size().columns if sys.stdout.isatty() else _PIPED_WIDTH
