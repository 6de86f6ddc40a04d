"""Rows as CSV for a spreadsheet, in which nothing is worked out that was not asked for."""

import csv
import io
import re
from typing import Final

_FORMULA: Final = re.compile(r"[=+\-@\t\r]")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def csv_text(rows: list[dict[str, object]]) -> str:
    """A line of names and a line for each row; nothing where there is none."""
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """The value as a spreadsheet shows it: text that it would work out as a formula stands behind an apostrophe."""
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value
