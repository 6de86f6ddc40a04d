"""`houseway settle`: a round document in, every payment with its clause out."""

from itertools import count
from typing import TYPE_CHECKING

import click

from houseway.cli.output.answers import echo_json, json_option, options_option, print_json, show
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.table import Document


@click.command()
@click.argument("file", required=False)
@click.option("--example", metavar="GAME", help="Print a document of this game to start from.")
@click.option("--explain", is_flag=True, help="Tell the round first, card by card and decision by decision.")
@options_option
@json_option
def settle(file: str | None, example: str | None, explain: bool, options: dict[str, str], as_json: bool) -> None:
    """Settle a round: FILE is its document (- reads it from standard input).

    Every wager is shown with its outcome, what the bank covered, what went back and the clause that decides. A wrong
    document is refused with the place in it.

    \b
    Examples:
      houseway settle --example three-card-poker > round.json
      houseway settle --example three-card-split -o primary_layout=two-spot
      houseway settle round.json --explain
      houseway deal three-card-poker --seed 7 | houseway settle - --json
    """
    from houseway.api import finished
    from houseway.rulebook.files.loader import game_named
    from houseway.table import document_text, result
    from houseway.table.documents.read_text import text_from

    if example is not None:
        echo_json(document_text(_example(game_named(example), options)))
        return
    if options:
        raise Refusal("option", "-o chooses the options of an --example: a document has its own")
    if file is None:
        raise Refusal("file", "name a document, - for standard input, or --example GAME for one to start from")
    round_ = finished(text_from(file))
    if as_json:
        print_json(result(round_))
        return
    from houseway.cli.output.round_report import outcome_told
    from houseway.cli.output.round_timeline import happened_told

    show(*([happened_told(round_)] if explain else []), *outcome_told(round_))


def _example(game_id: str, options: dict[str, str]) -> "Document":
    """A round of the game in which somebody decided something, as a dealer would write it down.

    Where hands are split, the first player plays the last seat too.
    """
    from houseway.games import find
    from houseway.players.bot_rounds import play_bots
    from houseway.players.seating import sit_down
    from houseway.table import Round
    from houseway.table.documents.minimal_document import as_written

    game = find(game_id)
    for number in count(1):
        seed = f"example {number}"
        setup = sit_down(game, seed, dict(options), players=3)
        if game.house_way is not None:
            setup.seats[-1].player = setup.seats[0].player
        document = play_bots(Round(game, setup), seed).document()
        if document.decisions:
            return as_written(game, document)
    raise AssertionError("nobody ever decides anything")
