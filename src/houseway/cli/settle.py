"""`houseway settle`: a round document in, every payment with its clause out."""

import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli.output import json_option, print_json, show
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.table import Document, Round


@click.command()
@click.argument("file", required=False)
@click.option("--example", metavar="GAME", help="Print a document of this game to start from.")
@json_option
def settle(file: str | None, example: str | None, as_json: bool) -> None:
    """Settle a round: FILE is its document (- reads it from standard input).

    Every wager is shown with its outcome, what the bank covered, what went back and the clause that decides. A wrong
    document is refused with the place in it.

    \b
    Examples:
      houseway settle --example three-card-poker > round.json
      houseway settle round.json
      houseway deal three-card-poker --seed 7 | houseway settle - --json
    """
    from houseway.table import document_text, result

    if example is not None:
        click.echo(document_text(_example(example)))
        return
    if file is None:
        raise Refusal("file", "name a document, - for standard input, or --example GAME for one to start from")
    round_ = settled(text_from(file))
    if as_json:
        print_json(result(round_))
        return
    from houseway.cli.story import cards_told, clauses_told, payments_told

    show(cards_told(round_), payments_told(round_), clauses_told(round_))


def _example(game: str) -> "Document":
    """A round of the game in which somebody decided something."""
    from houseway.players.rounds import deal_round

    rounds = (deal_round(game, f"example {number}", players=3).document() for number in count(1))
    return next(document for document in rounds if document.decisions)


def text_from(file: str) -> str:
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")


def settled(text: str) -> "Round":
    """The finished round of a document; an unfinished one is refused with what it waits for."""
    from houseway.games import find
    from houseway.table import document_from, resume

    document = document_from(text)
    round_ = resume(find(document.game), document)
    if not round_.over:
        raise Refusal("unfinished", f"the round is not over: it waits for {round_.waits_for()}")
    return round_
