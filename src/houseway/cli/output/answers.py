"""Output of every command: one JSON document or text for a person, money as dollars, refusals as one sentence.

What people typed or sent may hold anything. No character that a terminal acts on, or that changes the order of others,
leaves this module as itself.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from houseway.cli.output.fitted_table import KEPT, Grid, folded
from houseway.input_error import InputError
from houseway.script.errors import Refusal
from houseway.script.money import Cents, cents_from, dollars

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

F = TypeVar("F", bound=Callable[..., Any])
_JSON: Final = "houseway.json"
_PIPED_WIDTH: Final = 120
_NARROWEST: Final = 20
_LONGEST: Final = 1_000
_WORD_WITHOUT_END: Final = re.compile(r"\S{200,}")
_UNSEEN: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Control characters but for the line's end, what turns the direction of writing, and what nobody can see."""
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7e]")


def visible(text: str) -> str:
    """The text with every character that is no letter to a reader written as `\\x1b` or `\\u202e`."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def json_option(command: F) -> F:
    """Give a command the flag --json, passed as `as_json`.

    With it, standard output is exactly one JSON document, on a refusal too: {"error": {"code", "clause", "says"}},
    with "where" of a document and "facts" (the numbers and names that `says` is made of; money in cents) if any.
    """

    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def db_option(command: F) -> F:
    """Give a command --db, the file of a room or its PostgreSQL, which has to be there."""
    return click.option("--db", required=True, metavar="PATH", help="The room's database: a file, or postgresql://...")(
        command
    )


def open_streams() -> None:
    """A closed standard output takes everything and keeps nothing; what cannot be read or written is escaped."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None and name != "stdin":
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def remember_json(ctx: click.Context, words: Sequence[str]) -> None:
    """Keeps for a refusal that --json is among the words, also if they cannot be read as a command."""
    ctx.meta[_JSON] = "--json" in words


def money_option(*names: str, help: str) -> Callable[[F], F]:
    """Give a command an amount of dollars with cents, passed as int cents; `12.505` is refused with its text."""

    def convert(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Cents | None:
        return None if value is None else cents_from(value)

    return click.option(*names, metavar="DOLLARS", callback=convert, help=help)


def options_option(command: F) -> F:
    """Give a command -o, --option name=value, any number of times, passed as the mapping `options`."""
    return click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=named_values,
        help="Choose a house option; may be repeated.",
    )(command)


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
    """`name=value` words as a mapping; a word without its sign, or a name given twice, is refused."""
    pairs: dict[str, str] = {}
    for value in values:
        name, sign, text = value.partition("=")
        if not sign or not name.strip():
            file = "; a file to write is named with --output" if "." in value else ""
            raise InputError(f"{value!r} is not a choice: write name=value, such as exposed_card=none{file}")
        if name.strip() in pairs:
            raise InputError(f"{name.strip()} is given twice: {pairs[name.strip()]!r} and {text.strip()!r}")
        pairs[name.strip()] = text.strip()
    return pairs


def money(cents: Cents) -> str:
    """`$12.50`, `-$3.00`."""
    return f"-${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


def unbroken(text: str) -> str:
    """The same words, which stay on one line: also a sentence with a path or an address, which somebody copies."""
    return text.replace(" ", KEPT)


def print_json(document: object) -> None:
    """The document on standard output, keys in the order given."""
    import msgspec

    echo_json(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def echo_json(text: str) -> None:
    """JSON text on standard output; what would not be seen there, or not written, is escaped as JSON does it."""
    utf8 = "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo((_UNSEEN if utf8 else _BEYOND_ASCII).sub(_escaped, text))


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def refuse(ctx: click.Context, error: Exception) -> NoReturn:
    """Say in one sentence what was refused and by which clause, and end with 2."""
    code, clause, says = "bad-value", "", str(error)
    if isinstance(error, Refusal):
        code, clause = error.code, error.clause
    elif isinstance(error, click.UsageError):
        from houseway.cli.usage_errors import sentence

        code, says = "usage", sentence(error)
    elif isinstance(error, OSError):
        code, says = "cannot-read", f"{error.filename or 'standard output'}: {error.strerror}"
    elif isinstance(error, UnicodeError):
        code, says = "not-text", _not_text(error)
    if ctx.meta.get(_JSON):
        fault: dict[str, object] = {"code": code, "clause": clause, "says": _line(getattr(error, "sentence", says))}
        if where := getattr(error, "where", ""):
            fault["where"] = _line(where)
        if facts := getattr(error, "facts", None):
            fault["facts"] = {name: visible(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
        print_json({"error": fault})
    click.echo(f"houseway: {_line(says)}", err=True)
    raise click.exceptions.Exit(2)


def fail(ctx: click.Context, error: Exception) -> NoReturn:
    """Say in one sentence what went wrong in the program, and end with 1. HOUSEWAY_DEBUG shows the traceback."""
    if os.environ.get("HOUSEWAY_DEBUG"):
        import traceback

        click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    says = f"a fault, not a refusal: {type(error).__name__}: {error}; HOUSEWAY_DEBUG=1 shows where"
    if ctx.meta.get(_JSON):
        print_json({"error": {"code": "fault", "clause": "", "says": _line(says)}})
    click.echo(f"houseway: {_line(says)}", err=True)
    raise click.exceptions.Exit(1)


def _line(text: str) -> str:
    """One line that somebody may read to the end, whatever was put into it."""
    line = _WORD_WITHOUT_END.sub(lambda word: f"{word[0][:80]}..{word[0][-20:]}", visible(" ".join(text.splitlines())))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} .. {line[-_LONGEST // 2 :]}"


def _not_text(error: UnicodeError) -> str:
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object!r} is not text: it holds bytes that are no UTF-8"
    return str(error)


def console() -> "Console":
    """Returns the console that text for a person goes to."""
    from rich.console import Console

    return Console(file=sys.stdout, width=_width(), highlight=False)


def table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    numbers: Iterable[str] = (),
    note: str = "",
    below: Sequence[str] = (),
) -> "RenderableType":
    """A table under its title and over its note; the columns named in `numbers` are set to the right.

    Where the terminal is too narrow, the columns named in `below` are told under their row, the first of them first.
    """
    cells = [tuple(visible(cell) for cell in row) for row in rows]
    return Grid(visible(title), tuple(columns), cells, frozenset(numbers), tuple(below), visible(note))


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
        out.print(Text("\n".join(_folded(part)), overflow="ignore", no_wrap=True) if isinstance(part, str) else part)


def _folded(text: str) -> list[str]:
    return folded(visible(text), _width(), whole=True)


def _width() -> int:
    """Returns the width of the terminal or $COLUMNS, at least `_NARROWEST`; `_PIPED_WIDTH` for a pipe."""
    if "COLUMNS" in os.environ or (sys.stdout is not None and sys.stdout.isatty()):
        return max(get_terminal_size((_PIPED_WIDTH, 24)).columns, _NARROWEST)
    return _PIPED_WIDTH
