"""`houseway deal` and `replay`: rounds played by bots, and told again."""

from typing import TYPE_CHECKING

import click

from houseway.cli.argument_types import Count, game_argument
from houseway.cli.output.answers import echo_json, json_option, options_option, print_json, show

if TYPE_CHECKING:
    from houseway.table import Round


@click.command()
@game_argument
@click.option("--seed", default="1", show_default=True, help="Names the shuffle, the seats, the wagers and the bots.")
@click.option("--players", type=Count(1), help="How many players besides the bank; by chance if not said.")
@click.option("--explain", is_flag=True, help="Tell the round to a person instead of printing its document.")
@options_option
@json_option
def deal(game: str, seed: str, players: int | None, explain: bool, options: dict[str, str], as_json: bool) -> None:
    """Deal one round of GAME with bots in the seats and print its document.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 --explain
      houseway deal three-card-poker --seed 7 | houseway settle -
      houseway deal three-card-poker --option exposed_card=none --players 7
    """
    from houseway.players.bot_rounds import deal_round
    from houseway.table import document_text

    round_ = deal_round(game, seed, options, players)
    if explain and not as_json:
        _tell(round_)
        return
    document = round_.document()
    document.seed = seed
    echo_json(document_text(document))


@click.command()
@click.argument("file")
@json_option
def replay(file: str, as_json: bool) -> None:
    """Play the round of a document again, card by card and decision by decision.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 > round.json
      houseway replay round.json
    """
    from houseway.api import finished
    from houseway.cards import texts_of
    from houseway.script import Answer
    from houseway.table import history, result
    from houseway.table.documents.read_text import text_from
    from houseway.table.setup import decision_of

    round_ = finished(text_from(file))
    if not as_json:
        _tell(round_)
        return
    steps: list[dict[str, object]] = []
    for event in round_.events:
        if isinstance(event.given, Answer):
            steps.append({"place": event.to, "decision": decision_of(event.given)})
        elif event.to == "dice":
            steps.append({"dice": list(event.given)})
        else:
            steps.append({"spot": event.to, "cards": texts_of(event.given)})
    story = history(round_, None)
    print_json({"game": round_.game.id, "steps": steps, "story": story, "result": result(round_)})


def _tell(round_: "Round") -> None:
    from houseway.cli.output.round_report import outcome_told
    from houseway.cli.output.round_timeline import happened_told

    show(happened_told(round_), *outcome_told(round_))
