"""`houseway export`: rounds for other programs, as PHH hand histories, CSV, Parquet or JSON lines."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.atomic_write import refuse_unwritable, write
from houseway.cli.output.answers import json_option, print_json, show, unbroken
from houseway.cli.output.csv_output import csv_text
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.table import Round

FORMATS = ("phh", "csv", "parquet", "jsonl")


@click.command()
@click.argument("files", nargs=-1)
@click.option("--db", metavar="PATH", help="A room's database: all its rounds, in the format named, not FILES.")
@click.option("--format", "kind", type=click.Choice(FORMATS), help="What to write; csv if not said.")
@click.option("--whole", is_flag=True, help="Parquet with a row for every round and all of it, not every payment.")
@click.option("--output", metavar="FILE", help="Where to write it; standard output if not said.")
@json_option
def export(
    files: tuple[str, ...], db: str | None, kind: str | None, whole: bool, output: str | None, as_json: bool
) -> None:
    """Export rounds: FILES are documents (- reads standard input; several may stand in one, a line each).

    CSV and Parquet have a row for every payment, money in cents. PHH tells the hands of the poker games that the format
    knows; several hands become one collection. JSON lines are whole documents, and so is Parquet with --whole: such a
    file is read again as FILES, and nothing is lost on the way. With --db the rounds are those of a room's database,
    which may be running, and the rows name their table.

    \b
    Examples:
      houseway deal texas-holdem --seed 7 | houseway export - --format phh
      houseway export rounds/*.json --format csv --output payments.csv
      houseway export rounds.jsonl --format parquet --output payments.parquet
      houseway export --db room.db csv --output payments.csv
      houseway export --db room.db parquet --whole --output rounds.parquet
      houseway export rounds.parquet --format jsonl --output rounds.jsonl
    """
    if db is not None:
        kind = _kind_in(files, kind)
    elif not files:
        raise Refusal("usage", "FILES is missing: name documents, or a room's database with --db")
    kind = kind or ("parquet" if whole else "csv")
    if whole and kind != "parquet":
        raise Refusal("usage", "--whole is refused with {kind}: it is for parquet", facts={"kind": kind})
    if output is not None:
        refuse_unwritable(Path(output))
    hands = _of_room(db) if db is not None else [hand for file in files for hand in _of_file(file)]
    data: bytes
    if kind == "phh":
        text = _phh([hand.round() for hand in hands])
        if as_json and output is None:
            print_json({"format": kind, "rounds": len(hands), "text": text})
            return
        data = text.encode()
    elif kind == "jsonl":
        data = b"".join(_line(hand.document) for hand in hands)
    else:
        rows = [hand.row() for hand in hands] if whole else []
        rows = rows or [row for number, hand in enumerate(hands, 1) for row in hand.rows(number)]
        if as_json and output is None:
            print_json({"rows": rows})
            return
        data = csv_text(rows).encode() if kind == "csv" else _parquet(rows)
    if output is None:
        click.echo(data, nl=False)
        return
    write(Path(output), data)
    if as_json:
        print_json({"output": output, "format": kind, "rounds": len(hands), "bytes": len(data)})
    else:
        show(unbroken(f"{len(hands)} rounds as {kind} in {output}, {len(data):,} bytes"))


def _kind_in(words: tuple[str, ...], kind: str | None) -> str:
    """The format that stands where files are named without --db."""
    if len(words) > 1 or (words and kind is not None) or (words and words[0] not in FORMATS):
        form = "with --db one format is named, {known}, and no file: {words} is refused"
        raise Refusal("format", form, facts={"known": " or ".join(FORMATS), "words": " ".join(words)})
    return words[0] if words else kind or "csv"


class Exported:
    """A round to be exported: its document, the payments of its result, and from where it is."""

    def __init__(self, document: str | bytes, payments: list[dict[str, Any]], **columns: object) -> None:
        self.document = document
        self.payments = payments
        self.columns = columns

    def round(self) -> "Round":
        """The round as it was played, from its document."""
        from houseway.api import finished

        return finished(self.document)

    def row(self) -> dict[str, object]:
        """Returns one row with the whole round: its columns, its document as JSON, byte for byte, and its payments."""
        document = self.document.encode() if isinstance(self.document, str) else self.document
        return {**self.columns, "document": document.decode(), "payments": self.payments}

    def rows(self, number: int) -> Iterator[dict[str, object]]:
        """Yields one row for each payment, with all its clauses in one cell."""
        for payment in self.payments:
            yield {"hand": number, **self.columns, **payment, "clauses": " ".join(payment["clauses"])}


def _of_file(file: str) -> Iterator[Exported]:
    from houseway.table.documents.read_text import text_from

    if file.lower().endswith(".parquet"):
        yield from _of_parquet(file)
        return
    text = text_from(file)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.endswith("}") for line in lines):
        for number, line in enumerate(lines, 1):
            try:
                yield _hand(line)
            except Refusal as refusal:
                raise refusal.at(f"{file}:{number}") from None
        return
    try:
        yield _hand(text)
    except Refusal as refusal:
        raise refusal.at(file) from None


def _hand(text: str) -> Exported:
    from msgspec import structs

    from houseway.api import finished
    from houseway.table import result

    round_ = finished(text)
    payments = [structs.asdict(payment) for payment in result(round_).payments]
    return Exported(text, payments, game=round_.game.id, round=round_.setup.round)


def _of_room(db: str) -> list[Exported]:
    """Every round of a room that is over, in the order in which they ended."""
    import msgspec

    from houseway.store.factory import reader_of

    reader = reader_of(db)
    try:
        hands = []
        for kept in reader.every_round():
            result = msgspec.json.decode(kept.result)
            columns = {"game": result["game"], "round": kept.number, "table": kept.table, "round_id": kept.id}
            hands.append(Exported(kept.whole(), result["payments"], **columns))
    finally:
        reader.close()
    return hands


def _line(document: str | bytes) -> bytes:
    """The document on one line."""
    import msgspec

    return bytes(msgspec.json.format(document if isinstance(document, bytes) else document.encode(), indent=-1)) + b"\n"


def _of_parquet(file: str) -> Iterator[Exported]:
    """Rounds that were exported whole."""
    _, parquet = _pyarrow()
    content = io.BytesIO(Path(file).read_bytes())
    try:
        rows = parquet.read_table(content).to_pylist()
    except (OSError, ValueError) as error:
        why = str(error).splitlines()[0]
        raise Refusal("parquet", "{file} is not a Parquet file: {why}", facts={"file": file, "why": why}) from None
    if rows and "document" not in rows[0]:
        raise Refusal("parquet", "{file} has payments and no documents: export it --whole", facts={"file": file})
    for row in rows:
        yield Exported(row.pop("document"), row.pop("payments"), **row)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise Refusal("parquet", "Parquet needs pyarrow: install houseway[parquet], or export csv") from None
    return pa, parquet


def _parquet(rows: list[dict[str, object]]) -> bytes:
    pa, parquet = _pyarrow()
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


def _phh(rounds: list["Round"]) -> str:
    from houseway.table.reports.phh import phh_text

    texts = [phh_text(round_) for round_ in rounds]
    if len(texts) == 1:
        return texts[0]
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))
