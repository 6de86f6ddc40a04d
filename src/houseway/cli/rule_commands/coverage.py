"""`houseway rules --coverage`: how far each file of the rule book is proved by the tests."""

from typing import TYPE_CHECKING

import msgspec

from houseway.cli.output.answers import print_json, show, table
from houseway.rulebook.coverage import Coverage, coverage, shipped
from houseway.rulebook.files.index import releases

if TYPE_CHECKING:
    from rich.console import RenderableType


def show_coverage(file_id: str | None, as_json: bool) -> None:
    """Print the record that was shipped, for one file in full or for all in numbers."""
    found = [coverage(one, shipped(one)) for one in ([file_id] if file_id else releases())]
    if as_json:
        print_json({"coverage": msgspec.to_builtins(found)})
        return
    rows = [_numbers(one) for one in found]
    columns = ("file", "clauses", "tested", "physical", "missing", "examples", "worked", "without test")
    show(table("", columns, rows, numbers=columns[1:], below=("physical", "worked", "examples", "clauses")))
    if file_id:
        show(*_details(found[0]))


def _numbers(one: Coverage) -> tuple[str, ...]:
    counted = (one.clauses, one.tested, one.physical, one.missing, one.examples, one.worked, one.unworked)
    return (one.id, *(str(len(entries)) for entries in counted))


def _details(one: Coverage) -> "list[RenderableType]":
    details: list[RenderableType] = [f"{clause_id} is physical: {reason}" for clause_id, reason in one.physical.items()]
    if one.missing:
        details.append(f"No test cites {', '.join(one.missing)}.")
    if one.unworked:
        details.append(f"No test works {', '.join(one.unworked)}.")
    return details
