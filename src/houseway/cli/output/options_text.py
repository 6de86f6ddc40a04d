"""Options of a table that was asked about, with what --pay changed and what that put in use."""

from collections.abc import Mapping

from houseway.cli.output.answers import unbroken
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of


def chosen_text(game: str, options: Mapping[str, str], pay: Mapping[str, str]) -> list[str]:
    """A line for each choice."""
    rules = Rules.of(game, options, pay)
    lines = [f"{name} = {value}" for name, value in options.items()]
    lines += [f"{name} = {text_of(value)}, by --pay" for name, value in rules.by_pay.items()]
    for name in pay:
        rows = ", ".join(f"{row} {unbroken(str(odds))}" for row, odds in rules.table(name).odds.items())
        lines.append(f"{name} pays {rows}")
    return lines
