"""`houseway report`: one page about a game, to read or to print."""

from pathlib import Path

import click

from houseway.cli.argument_types import Count, game_argument
from houseway.cli.atomic_write import refuse_unwritable, write
from houseway.cli.output.answers import json_option, options_option, pay_option, print_json, show, unbroken


@click.command()
@game_argument
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="Where to write it; GAME.html here unless said.",
)
@options_option
@pay_option
@click.option(
    "--changes",
    type=Count(),
    metavar="N",
    help="Work the game out again for at most N changed pay tables and options; all unless said, 4 of a slow game.",
)
@json_option
def report(
    game: str, output: Path | None, options: dict[str, str], pay: dict[str, str], changes: int | None, as_json: bool
) -> None:
    """Write one page about GAME: rules, edges, best strategy, plots, and what a changed pay table does.

    The page holds everything it needs and fetches nothing. It says which figures are exact and which were simulated,
    and before anything else whether a wager of this table gives the player the edge.

    \b
    Examples:
      houseway report three-card-poker --output tcp.html
      houseway report TCP --pay bonus='flush=4' --output ours.html
    """
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.report import report as written
    from houseway.players.bots import Bot

    path = output or Path(f"{game}.html")
    refuse_unwritable(path)
    with bar() as tell:
        page = written(game, options, pay, company=Bot, changes=changes, tell=tell)
    write(path, page.encode())
    favours = 'role="alert"' in page
    if as_json:
        print_json({"file": str(path), "bytes": len(page.encode()), "player_has_the_edge": favours})
        return
    show(unbroken(f"{path} is written: {len(page.encode()) // 1024} KiB, and it needs nothing else."))
    if favours:
        show("A wager of this table gives the PLAYER the edge: the page says which.")
