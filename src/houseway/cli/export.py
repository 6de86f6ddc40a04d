"""`houseway export`: rounds for other programs, as PHH hand histories, CSV or Parquet."""

import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output import json_option, print_json
from houseway.cli.settle import settled, text_from
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.table import Round

FORMATS = ("phh", "csv", "parquet")


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--format", "kind", type=click.Choice(FORMATS), default="csv", show_default=True, help="What to write.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; standard output if not said.")
@json_option
def export(files: tuple[str, ...], kind: str, output: str | None, as_json: bool) -> None:
    """Export rounds: FILES are documents (- reads standard input; several may stand in one, a line each).

    CSV and Parquet have a row for every payment, money in cents. PHH tells the hands of the poker games that the format
    knows; several hands become one collection.

    \b
    Examples:
      houseway deal texas-holdem --seed 7 | houseway export - --format phh
      houseway export rounds/*.json --format csv -o payments.csv
      houseway export rounds.jsonl --format parquet -o payments.parquet
    """
    rounds = [round_ for file in files for round_ in _rounds(file)]
    if kind == "phh":
        data = _phh(rounds).encode()
    else:
        rows = [row for number, round_ in enumerate(rounds, 1) for row in _rows(number, round_)]
        if as_json and output is None:
            print_json({"rows": rows})
            return
        data = _csv(rows).encode() if kind == "csv" else _parquet(rows)
    if output is None:
        sys.stdout.buffer.write(data)
        return
    Path(output).write_bytes(data)
    if as_json:
        print_json({"output": output, "format": kind, "rounds": len(rounds), "bytes": len(data)})
    else:
        click.echo(f"{len(rounds)} rounds as {kind} in {output}, {len(data):,} bytes")


def _rounds(file: str) -> Iterator["Round"]:
    text = text_from(file)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.endswith("}") for line in lines):
        for number, line in enumerate(lines, 1):
            try:
                yield settled(line)
            except Refusal as refusal:
                raise refusal.at(f"{file}:{number}") from None
        return
    try:
        yield settled(text)
    except Refusal as refusal:
        raise refusal.at(file) from None


def _rows(number: int, round_: "Round") -> Iterator[dict[str, Any]]:
    """One row for each payment; the clauses stand in one cell."""
    from houseway.table import result

    told = result(round_)
    for payment in told["payments"]:
        row = {"hand": number, "game": told["game"], "round": round_.setup.round, **payment}
        yield row | {"clauses": " ".join(payment["clauses"])}


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise Refusal("parquet", "Parquet needs pyarrow: install houseway[parquet], or export csv") from None
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


def _phh(rounds: list["Round"]) -> str:
    from houseway.table.phh import phh_text

    texts = [phh_text(round_) for round_ in rounds]
    if len(texts) == 1:
        return texts[0]
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))
