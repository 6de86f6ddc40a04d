"""Strategies: by name, or from a file that a user wrote."""

import csv
import tomllib
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.script import Refusal
from houseway.script.did_you_mean import did_you_mean
from houseway.table.documents.read_text import text_from

BEST, RULE, HOUSE_WAY, BOTS, FILE = "best", "table", "house-way", "bots", "file"
NAMES: Final = (BEST, RULE, HOUSE_WAY, BOTS)


class Tactic(Struct, frozen=True):
    """A strategy: `best` for every single hand, the `table` of a person, `house-way`, `bots`, or a `file`.

    It carries the text of the file, so that any machine can follow it.
    """

    kind: str
    path: str = ""
    text: str = ""

    def __str__(self) -> str:
        return f"{FILE}:{self.path}" if self.kind == FILE else self.kind

    @property
    def is_program(self) -> bool:
        """True if the file is a Python program, with a function `decide(view)`."""
        return self.kind == FILE and self.path.endswith(".py")

    def table(self, game: str) -> tuple[list[str], list[list[str]]]:
        """Returns the columns, if named, and rows of a strategy table, as `houseway odds GAME --json` prints them."""
        document = self._strategy(game)
        columns, rows = document.get("columns", []), document.get("rows")
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in (columns, *rows)):
            raise Refusal("strategy", f"{self.path} has no rows: write them as base.strategy of `houseway odds --json`")
        return [str(cell) for cell in columns], [[str(cell) for cell in row] for row in rows]

    def rows(self, game: str) -> list[list[str]]:
        """Returns the rows alone."""
        return self.table(game)[1]

    def full(self, game: str) -> dict[str, Any]:
        """Returns the full strategy, as printed there under `full`. Raises Refusal if the file has none."""
        full = self._strategy(game).get("full")
        if not isinstance(full, dict):
            raise Refusal("strategy", f"{self.path} has no `full` strategy: `houseway odds {game} --json` prints one")
        return full

    def has_full(self, game: str) -> bool:
        return isinstance(self._strategy(game).get("full"), dict)

    def _strategy(self, game: str) -> dict[str, Any]:
        document = self._document()
        if isinstance(document, dict):
            if document.get("game", game) != game:
                raise Refusal("strategy", f"{self.path} is a strategy for {document['game']}, not for {game}")
            for step in ("base", "strategy"):
                document = document.get(step) or document if isinstance(document, dict) else document
        if not isinstance(document, dict):
            raise Refusal("strategy", f"{self.path} is no strategy: `houseway odds {game} --json` prints one")
        return document

    def _document(self) -> Any:
        """Parses the file by its ending: CSV with a line of columns first, TOML, or JSON."""
        kind = next((kind for kind in ("csv", "toml") if self.path.endswith(f".{kind}")), "json").upper()
        try:
            if kind == "CSV":
                lines = [[cell.strip() for cell in row] for row in csv.reader(self.text.splitlines()) if row]
                return {"columns": lines[0] if lines else [], "rows": lines[1:]}
            return tomllib.loads(self.text) if kind == "TOML" else msgspec.json.decode(self.text)
        except (msgspec.DecodeError, tomllib.TOMLDecodeError, csv.Error) as error:
            raise Refusal("strategy", f"{self.path} is not {kind}: {error}") from None
        except RecursionError:
            raise Refusal("strategy", f"{self.path} is nested too deeply for a strategy") from None

    def refuse_unreadable(self) -> None:
        """Raises Refusal for an unreadable file at once, rather than after all other work."""
        if self.kind == FILE and not self.is_program:
            self._document()


def choice_from(text: str) -> Tactic:
    """Reads `best`, `table`, `house-way`, `bots` or `file:PATH`. Raises Refusal for anything else."""
    if text in NAMES:
        return Tactic(text)
    kind, sign, path = text.partition(":")
    if kind == FILE and sign and path:
        try:
            tactic = Tactic(FILE, path, text_from(path))
        except Refusal as refusal:
            why = f"{refusal.sentence}; a strategy is written as JSON, TOML, CSV or Python"
            raise Refusal("strategy", why) from None
        tactic.refuse_unreadable()
        return tactic
    near = did_you_mean(text, NAMES)
    hint = f"{', '.join(NAMES)} or file:PATH is" + (f"; {near}" if near else "")
    raise Refusal("strategy", "{strategy!r} is no strategy: {hint}", facts={"strategy": text, "hint": hint})


def refuse_other(choice: Tactic, game: str, *known: str) -> None:
    """Raises Refusal for a strategy that this game does not have."""
    if choice.kind not in known:
        raise Refusal("strategy", f"{game} has no strategy {str(choice)!r}: {', '.join(known)} it has")
