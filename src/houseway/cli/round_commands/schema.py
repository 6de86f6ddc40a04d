"""`houseway schema`: the JSON Schema of what other programs read and write."""

from typing import Any, Final

import click

from houseway.cli.output.answers import json_option, print_json

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLES: Final = {"document": "A round of Houseway", "result": "The result of a round of Houseway"}


@click.command()
@click.argument("what", type=click.Choice(["document", "result"]), default="document")
@json_option
def schema(what: str, as_json: bool) -> None:  # noqa: ARG001
    """Print the JSON Schema of a round document, or of the result that `settle --json` prints.

    Money is whole cents. What a schema cannot say (which choices a game offers, which card may come) is judged when the
    document is settled.

    \b
    Examples:
      houseway schema > document.schema.json
      houseway schema result
    """
    print_json(schema_of(what))


def schema_of(what: str) -> dict[str, object]:
    """The schema of a document or a result, in the dialect that it is written in."""
    import msgspec

    from houseway.table import Document
    from houseway.table.reports.result import Result

    kind: Any = {"document": Document, "result": Result}[what]
    return {"$schema": DIALECT, "title": TITLES[what], **msgspec.json.schema(kind)}
